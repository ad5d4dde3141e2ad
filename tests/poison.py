"""What breaks whoever works with it: here, where the process that thinks can find it too."""

from __future__ import annotations

from tictactoe.rules import Game
from tictactoe.search import Solver, limits


class TooMuch(int):
    """A number that there is not enough memory to write down."""

    def __format__(self, spec: str) -> str:
        raise MemoryError


def without_compiled(game: Game) -> Solver:
    """A solver in a process that finds the compiled part no longer."""
    limits.is_installed = lambda: False
    return Solver(game)
