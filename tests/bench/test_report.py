"""The bench: what it compares with is right, and what it prints can be read."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import oracle
from console import run
from tictactoe.bench import plain
from tictactoe.bench.games import boards_within, read_rows
from tictactoe.bench.report import signature
from tictactoe.rules import Game, format_game
from tictactoe.search.known import published


def test_the_plain_program_is_right() -> None:
    """On every board with at most 5 empty cells, so that its slowness does not matter here."""
    for board, turn in oracle.reachable(3, 3, 3):
        if board.count(".") > 5:
            continue
        grid: plain.Board = [[None if mark == "." else mark for mark in cells] for cells in oracle.rows_of(board)]
        value, _ = plain.value_and_nodes(grid)
        expected = oracle.value(board, turn, 3)
        assert value == (expected if turn == "X" else -expected)


def test_the_signature_changes_with_any_count() -> None:
    assert signature([549_946, 18_297]) == signature([549_946, 18_297])
    assert signature([549_946, 18_297]) != signature([549_946, 18_298])


def test_the_plain_alphabeta_is_right() -> None:
    for size in ((3, 3, 3), (3, 3, 2), (2, 4, 3), (3, 4, 3), (1, 6, 3)):
        assert plain.alphabeta(*size)[0] == oracle.value(oracle.empty(*size[:2]), "X", size[2]), size


def test_the_bench_runs_and_prints_what_it_counted() -> None:
    done = run("bench", timeout=600)
    assert (done.returncode, done.stderr) == (0, "")
    assert len(re.findall(r"549,946", done.stdout)) == 2
    assert re.search(r"\n  7,7,5 +weak +cannot +2,446 ", done.stdout)
    assert re.search(r"\n  5,6,4 +real +wins ", done.stdout)
    assert re.search(r"\nnode signature: [0-9a-f]{12}\n", done.stdout)


@pytest.mark.parametrize("game", list(boards_within(8)), ids=format_game)
def test_published_values_are_those_of_the_table(game: Game) -> None:
    """The rows kept in docs/games.json agree with the literature wherever it says anything."""
    row = read_rows(Path(__file__).parents[2] / "docs" / "games.json").get(format_game(game))
    known = published(game)
    assert row is not None
    assert known is None or row.value.split()[0] == known[0]
