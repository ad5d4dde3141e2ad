"""Players: anything that, shown a position, names a cell."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from tictactoe.rules import Cell, Position
from tictactoe.search import Effort, Solver

Player: TypeAlias = Callable[[Position], Cell]


def perfect(solver: Solver, seconds: float | None = None) -> Player:
    """A player whose every move keeps the best result that the position allows.

    On a board that is too hard to solve within `seconds` it makes the best move that it has found by then.
    """

    def move(position: Position) -> Cell:
        best = solver.best_move(position, Effort(seconds))
        if best is None:
            raise ValueError("the game is over: there is no move to make")
        return best

    return move
