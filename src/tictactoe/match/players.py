"""Players: anything that, shown a position, names a cell."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from tictactoe.rules import Cell, Position
from tictactoe.search import Solver

Player: TypeAlias = Callable[[Position], Cell]


def perfect(solver: Solver) -> Player:
    """A player whose every move keeps the best result that the position allows."""

    def move(position: Position) -> Cell:
        best = solver.best_move(position)
        if best is None:
            raise ValueError("the game is over: there is no move to make")
        return best

    return move
