"""One solver for each game, shared by all who ask in this process: what one question works out, the next finds."""

from __future__ import annotations

from functools import lru_cache

from tictactoe.rules import Game
from tictactoe.search.solver import Solver

MOST_SOLVERS = 8
"""A solver of a large board holds much memory: those of the games asked about last are kept."""


@lru_cache(maxsize=MOST_SOLVERS)
def solver_for(game: Game) -> Solver:
    return Solver(game)
