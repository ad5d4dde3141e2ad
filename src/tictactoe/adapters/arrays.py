"""Positions as the arrays that learners take: what they see, which actions are legal, and what each is worth.

An action is a cell, numbered row by row from the top left. Stones are two planes of the board's shape, `[row, col, 0]`
for those of whoever looks at the board and `[row, col, 1]` for the other's: cell 5 of 3×3 is `[1, 2]`.
"""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from tictactoe.rules import BadInput, Game, Mark, Position, X, format_game
from tictactoe.search import Solver
from tictactoe.search.kernels.entries import IMPOSSIBLE, entry_of

Small: TypeAlias = NDArray[np.int8]


def stones(game: Game, position: Position, viewer: Mark) -> Small:
    """The two planes as X or as O sees them: its own stones, then the other's."""
    own, others = (position.x, position.o) if viewer == X else (position.o, position.x)
    flat = [[own >> cell & 1, others >> cell & 1] for cell in game.cells]
    return np.array(flat, np.int8).reshape(game.rows, game.cols, 2)


def legal(game: Game, position: Position) -> Small:
    """1 for each action that may be played, 0 for the others: none once the game has ended."""
    found = np.zeros(len(game.cells), np.int8)
    found[list(game.moves(position))] = 1
    return found


def move_scores(solver: Solver, position: Position) -> Small:
    """The exact score of every action in one number, so that more is better, for the player to move.

    100 - n is a win in n plies, n - 100 a loss in n plies, 0 a draw; -128 is what cannot be played.
    """
    found = np.full(len(solver.game.cells), IMPOSSIBLE, np.int8)
    for cell in solver.game.moves(position):
        answer = solver.solve(position.play(cell)).before_move()
        found[cell] = entry_of(answer.value or 0, answer.plies or 0)
    return found


def require_scores(solver: Solver) -> None:
    """BadInput if the exact scores of all moves of this game are not looked up but searched for."""
    if not solver.gives_distance(Position()):
        name = format_game(solver.game)
        raise BadInput(f"the exact scores of all moves are known of boards of up to 16 cells, and {name} is larger")
