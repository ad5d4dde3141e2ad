"""The course exercise's own functions, on boards that are lists of three lists.

    board[row][col] is X, O or EMPTY; rows and columns count from 0; an action is a tuple (row, col).

A well-formed board gets an answer even if it cannot arise in play. Anything else is refused with a ValueError that
says what is wrong and where. No function ever changes the board it is given.
"""

from __future__ import annotations

from functools import cache
from typing import TypeAlias

from tictactoe.rules import Cell, Game, Mark, Position
from tictactoe.rules.grid import read_grid, read_rowcol, with_stone

EMPTY = None

Board: TypeAlias = list[list[Mark | None]]
Action: TypeAlias = tuple[int, int]

GAME = Game(3, 3, 3)
SIZE = 3


def initial_state() -> Board:
    """The empty board."""
    return [[EMPTY] * SIZE for _ in range(SIZE)]


def player(board: Board) -> Mark:
    """Whose turn it is, X or O: X moves first, then they alternate. On a finished board, who would be next."""
    return _position(board).turn


def actions(board: Board) -> set[Action]:
    """The empty cells, as a set of (row, col)."""
    return {divmod(cell, SIZE) for cell in GAME.empties(_position(board))}


def result(board: Board, action: Action) -> Board:
    """A new board: the given one after the player whose turn it is takes the cell `action`, which must be empty."""
    turn = _position(board).turn
    return with_stone(board, read_rowcol(action, GAME, "action"), turn, EMPTY, "action")


def winner(board: Board) -> Mark | None:
    """The player with three in a row, X or O; None if nobody has."""
    outcome = GAME.outcome(_position(board))
    return outcome.winner if outcome else None


def terminal(board: Board) -> bool:
    """Whether the game is over: somebody has won, or no cell is empty."""
    return GAME.outcome(_position(board)) is not None


def utility(board: Board) -> int:
    """1 if X has won, -1 if O has won, 0 otherwise."""
    outcome = GAME.outcome(_position(board))
    return outcome.utility if outcome else 0


def minimax(board: Board) -> Action | None:
    """The best action for the player whose turn it is; None if the game is over.

    It wins as quickly and loses as slowly as can be. Between moves that are equal in that, it makes the one after which
    the opponent has the most ways to go wrong, and then the first in reading order: the same board, the same move.
    """
    cell = _best(_position(board))
    return None if cell is None else divmod(cell, SIZE)


@cache
def _best(position: Position) -> Cell | None:
    from tictactoe.search.shared import solver_for  # here, so that `import tictactoe` brings only the rules

    return solver_for(GAME).best_move(position)


def _position(board: Board) -> Position:
    return read_grid(board, GAME, (EMPTY,))
