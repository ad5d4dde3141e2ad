"""Ways of valuing positions that a program may have instead of the right one, so that its moves can be explained."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from tictactoe.check.course import Layout, after, place_of

LINES: tuple[tuple[int, int, int], ...] = (
    *((row, row + 1, row + 2) for row in (0, 3, 6)),
    *((col, col + 3, col + 6) for col in (0, 1, 2)),
    (0, 4, 8),
    (2, 4, 6),
)


def line_name(line: tuple[int, ...]) -> str:
    """A line as a person would say it."""
    if line == (0, 4, 8):
        return "the diagonal from the top left"
    if line == (2, 4, 6):
        return "the diagonal from the top right"
    if line[1] == line[0] + 1:
        return f"row {line[0] // 3}"
    return f"column {line[0]}"


@cache
def values_with(x_wins: int, o_wins: int, draw: int, swapped: bool = False) -> Callable[[Layout], int]:
    """The values that minimax finds if the ends of games are scored so; `swapped`: each makes the other's moves."""

    @cache
    def value(board: Layout) -> int:
        place = place_of(board)
        if place.over:
            end = {"X": x_wins, "O": o_wins, None: draw}[place.winner]
            return -end if swapped else end
        best = max if place.turn == "X" else min
        return best(value(after(board, action)) for action in place.actions)

    return value


@cache
def depth_values(plies: int) -> Callable[[Layout], int]:
    """The values of positions after a move for somebody who sees so many plies ahead, that move included."""

    @cache
    def value(board: Layout, left: int) -> int:
        place = place_of(board)
        if place.over:
            return place.utility
        if left == 0:
            return 0
        best = max if place.turn == "X" else min
        return best(value(after(board, action), left - 1) for action in place.actions)

    return lambda board: value(board, plies - 1)
