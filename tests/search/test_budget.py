"""Budgets: what may be spent, and what a length of time is."""

from __future__ import annotations

from time import monotonic
from typing import Any

import numpy as np
import pytest

from tictactoe.rules import BadInput, Game, Position
from tictactoe.search import Budget, Progress, Solver
from tictactoe.search.budget import require_seconds


@pytest.mark.parametrize("seconds", [0, 1, 2.5, np.int64(3), np.float32(0.5), float("inf")])
def test_a_length_of_time(seconds: Any) -> None:
    assert require_seconds(seconds) == float(seconds)


@pytest.mark.parametrize("nodes", [-1, 1.5, True, "5", object()])
def test_what_is_no_number_of_nodes(nodes: Any) -> None:
    with pytest.raises(BadInput, match=r"nodes is .* but should be a whole number from 0 up, or None for no limit"):
        Budget(nodes=nodes)


@pytest.mark.parametrize("budget", [5, 0, "5", Budget])
def test_what_is_no_budget(budget: Any) -> None:
    solver = Solver(Game(3, 3, 3))
    for ask in (solver.solve, solver.analyze, solver.decide, lambda start, given: solver.solve_many([start], given)):
        with pytest.raises(BadInput, match=r"should be a budget such as Budget\(seconds=10\), or None for no limit"):
            ask(Position(), budget)


@pytest.mark.parametrize("seconds", [-1, float("nan"), True, "5", b"5", object(), [1], 1j])
def test_what_is_none(seconds: Any) -> None:
    with pytest.raises(BadInput, match=r"seconds is .* but should be a number from 0 up, or None for no limit"):
        Budget(seconds)


def test_what_is_done_in_a_pause_is_not_counted() -> None:
    budget = Budget(1000)
    began = budget._began
    with budget.paused():
        end = monotonic() + 0.1
        while monotonic() < end:
            pass
    assert budget._began >= began + 0.1


def test_nothing_is_left_when_all_is_spent() -> None:
    assert Budget(0).next_slice() == 0
    assert Budget(nodes=10).next_slice() == 10
    budget = Budget(nodes=10)
    budget.spent(10, "looking")
    assert budget.next_slice() == 0
    budget = Budget()
    budget.cancel()
    assert budget.next_slice() == 0


def test_a_share_is_a_part_of_a_budget() -> None:
    seen: list[Progress] = []
    whole = Budget(nodes=100, watch=seen.append)
    share = whole.share(30, "b2: ")
    assert share.next_slice() == 30
    share.spent(30, "looking")
    assert (share.next_slice(), share.nodes, whole.nodes, whole.next_slice()) == (0, 30, 30, 70)
    assert [(progress.doing, progress.nodes) for progress in seen] == [("b2: looking", 30)]
    assert whole.share(1_000).next_slice() == 70


def test_who_ends_a_share_ends_the_whole_and_the_other_way_round() -> None:
    whole = Budget()
    share, other = whole.share(10), whole.share(10)
    assert not share.is_cancelled
    share.cancel()
    assert whole.is_cancelled
    assert other.is_cancelled
    assert other.next_slice() == 0
    assert Budget(0).share(10).next_slice() == 0


def test_a_pause_in_a_share_is_a_pause_of_the_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [0.0]
    monkeypatch.setattr("tictactoe.search.budget.monotonic", lambda: now[0])
    whole = Budget(10)
    with whole.share(1).paused():
        now[0] += 100
    assert whole.seconds == 0


def test_what_is_odd_is_said_to_whoever_listens() -> None:
    said: list[str] = []
    Budget(note=said.append).note("something odd")
    Budget().note("nobody listens")
    assert said == ["something odd"]


def test_shares_spend_from_one_budget_and_count_their_own() -> None:
    seen: list[Progress] = []
    said: list[str] = []
    whole = Budget(nodes=10, watch=seen.append, note=said.append)
    one, other = whole.share(), whole.share()
    one.spent(3, "looking")
    other.spent(4, "looking")
    assert (one.nodes, other.nodes, whole.nodes, [progress.nodes for progress in seen]) == (3, 4, 7, [3, 7])
    assert one.next_slice() == 3
    assert (other.next_slice(), other.has_more, whole.has_more) == (0, False, False)  # what is left is promised to one
    one.spent(1, "looking")
    assert (other.next_slice(), one.next_slice()) == (2, 0)
    other.spent(0, "looking")
    assert whole.next_slice() == 2
    one.note("something odd")
    assert said == ["something odd"]
    other.cancel()
    assert one.is_cancelled
    assert whole.is_cancelled
    assert one.next_slice() == 0


def test_a_share_has_the_time_of_the_whole() -> None:
    whole = Budget(0)
    assert whole.share().next_slice() == 0
    began = whole._began
    with whole.share().paused():
        end = monotonic() + 0.1
        while monotonic() < end:
            pass
    assert whole._began >= began + 0.1
    assert whole.share().seconds <= whole.seconds
