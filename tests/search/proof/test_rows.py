"""Rows on their way from one process to another, and those that several threads have written."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

import numpy as np
import pytest

from tictactoe.rules import Game, Position, X
from tictactoe.search.kernels.hashtable import restore
from tictactoe.search.kernels.static import ALL_RULES, RETURNING
from tictactoe.search.proof.prover import Prover
from tictactoe.search.proof.rows import by_weight, is_decided, last_of_each

GAME = Game(7, 7, 5)
Result = TypeVar("Result")


def row(position: int, proof: int, disproof: int, work: int, kind: int = 1) -> list[int]:
    """One of a board of one word: of the sets only the first is of interest."""
    return [position, 0, 0, 0, proof | disproof << 32, work << 8 | kind, 0]


def test_a_row_that_decides_comes_last_whatever_work_it_took() -> None:
    rows = np.array([row(1, 0, 9, 5), row(1, 3, 4, 50), row(2, 1, 1, 20), row(1, 9, 0, 7)], np.uint64)
    ordered = by_weight(rows)
    assert is_decided(ordered).tolist() == [False, False, True, True]
    assert (ordered[:, 5] >> np.uint64(8)).tolist() == [20, 50, 5, 7]


def test_the_last_row_of_each_position_is_kept_in_its_place() -> None:
    rows = np.array([row(1, 1, 1, 1), row(2, 1, 1, 2), row(1, 1, 1, 3), row(1, 1, 1, 4, kind=2)], np.uint64)
    assert last_of_each(rows).tolist() == rows[1:].tolist()
    assert last_of_each(rows[:0]).tolist() == []


def backwards(functions: Sequence[Callable[[], Result]], stop: Callable[[], None]) -> list[Result]:  # noqa: ARG001
    """The last of the threads does it all, before the first begins."""
    return [function() for function in reversed(functions)][::-1]


def test_what_every_thread_has_written_comes_back(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tictactoe.search.proof.prover.run_together", backwards)
    prover = Prover(GAME, X, "weak", ALL_RULES | RETURNING, memory=2**22, workers=3, news=2**14)
    rows = prover.search_and_return(Position(), 10**9)
    assert len(rows) > 100
    other = Prover(GAME, X, "weak", memory=2**22)
    restore(other.table, rows, np.zeros(other.table.shape[1], np.uint64))
    assert other.ask(Position(), 1).wins is False


@pytest.mark.parametrize("nodes", [1, 50, 700, 10**9])
def test_the_row_of_the_position_is_the_last_and_says_what_was_found(nodes: int) -> None:
    """Searched in parts: after each of them no thread is anywhere but at the root."""
    prover = Prover(GAME, X, "weak", ALL_RULES | RETURNING, memory=2**22, workers=4, news=2**14)
    own = set()
    while True:
        rows = prover.search_and_return(Position(), nodes)
        own.add(tuple(rows[-1, :3].tolist()))
        if is_decided(rows[-1:]).all():
            break
        assert not is_decided(rows[(rows[:, :3] == rows[-1, :3]).all(axis=1)]).any()
    assert len(own) == 1


def test_what_one_thread_has_decided_is_not_left_open_by_another(monkeypatch: pytest.MonkeyPatch) -> None:
    """As if each thread had written of two positions, the second its own, and decided another of them."""
    prover = Prover(GAME, X, "weak", memory=2**22, workers=3, news=4)
    written = (
        [row(5, 1, 9, 80), row(7, 0, 9, 90)],
        [row(5, 9, 0, 60), row(7, 2, 2, 95)],
        [row(5, 3, 3, 99), row(7, 2, 2, 99)],
    )

    def ask(*_: object) -> None:
        for thread, rows in zip(prover._threads, written, strict=True):
            thread.room.news[: len(rows)] = rows
            thread.room.told[0] = len(rows)

    monkeypatch.setattr(prover, "_ask", ask)
    rows = prover.search_and_return(Position(), 1)
    assert len(rows) == 6
    assert last_of_each(rows).tolist() == [row(5, 9, 0, 60), row(7, 0, 9, 90)]
