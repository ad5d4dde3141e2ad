"""Players: anything that, shown a position, names a cell."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from tictactoe.rules import Cell, Position
from tictactoe.search import Solver

Player: TypeAlias = Callable[[Position], Cell]


def perfect(solver: Solver) -> Player:
    """A player who never makes a worse move than there is, and sets the most traps among the equals."""

    def move(position: Position) -> Cell:
        choice = solver.analyze(position).choice
        if choice is None:
            raise ValueError("the game is over: there is no move to make")
        return choice

    return move
