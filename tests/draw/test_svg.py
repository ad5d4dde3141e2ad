"""What a picture says of a node whose value is known, bounded or open."""

from __future__ import annotations

import pytest

from tictactoe.draw.svg import value_text
from tictactoe.rules import Position
from tictactoe.search import Answer
from tictactoe.study.tree import Node

X_MOVES, O_MOVES = Position(), Position().play(0)


@pytest.mark.parametrize(
    ("position", "low", "high", "text"),
    [
        (X_MOVES, 1, 1, "+1"),
        (O_MOVES, 1, 1, "-1"),
        (X_MOVES, 0, 0, "0"),
        (X_MOVES, 0, 1, "≥ 0"),
        (O_MOVES, 0, 1, "≤ 0"),
        (X_MOVES, -1, 0, "≤ 0"),
        (O_MOVES, -1, 0, "≥ 0"),
        (X_MOVES, -1, 1, "?"),
        (O_MOVES, -1, 1, "?"),
    ],
)
def test_a_bound_is_never_drawn_as_a_value(position: Position, low: int, high: int, text: str) -> None:
    assert value_text(Node(position, Answer(low, high))) == text
