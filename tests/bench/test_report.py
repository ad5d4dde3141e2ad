"""The bench: what it compares with is right, and what it prints can be read."""

from __future__ import annotations

import oracle
from tictactoe.bench import plain
from tictactoe.bench.report import signature


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
