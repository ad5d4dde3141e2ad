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

Grid: TypeAlias = list[list[Mark | None]]
Action: TypeAlias = tuple[int, int]

GAME = Game(3, 3, 3)
SIZE = 3


def initial_state() -> Grid:
    """The empty board.

    >>> import tictactoe as ttt
    >>> ttt.initial_state()
    [[None, None, None], [None, None, None], [None, None, None]]
    """
    return [[EMPTY] * SIZE for _ in range(SIZE)]


def player(board: Grid) -> Mark:
    """Whose turn it is, X or O: X moves first, then they alternate. On a finished board, who would be next.

    >>> import tictactoe as ttt
    >>> ttt.player([["X", None, None], [None, None, None], [None, None, None]])
    'O'
    """
    return _position(board).turn


def actions(board: Grid) -> set[Action]:
    """The empty cells, as a set of (row, col).

    >>> import tictactoe as ttt
    >>> sorted(ttt.actions([["X", "O", "X"], ["O", "O", "X"], [None, "X", None]]))
    [(2, 0), (2, 2)]
    """
    return {divmod(cell, SIZE) for cell in GAME.empties(_position(board))}


def result(board: Grid, action: Action) -> Grid:
    """A new board: the given one after the player whose turn it is takes the cell `action`, which must be empty.

    >>> import tictactoe as ttt
    >>> ttt.result(ttt.initial_state(), (1, 1))
    [[None, None, None], [None, 'X', None], [None, None, None]]
    """
    turn = _position(board).turn
    return with_stone(board, read_rowcol(action, GAME, "action"), turn, EMPTY, "action")


def winner(board: Grid) -> Mark | None:
    """The player with three in a row, X or O; None if nobody has.

    >>> import tictactoe as ttt
    >>> ttt.winner([["X", "X", "X"], ["O", "O", None], [None, None, None]])
    'X'
    """
    outcome = GAME.outcome(_position(board))
    return outcome.winner if outcome else None


def terminal(board: Grid) -> bool:
    """Whether the game is over: somebody has won, or no cell is empty.

    >>> import tictactoe as ttt
    >>> ttt.terminal(ttt.initial_state())
    False
    """
    return GAME.outcome(_position(board)) is not None


def utility(board: Grid) -> int:
    """1 if X has won, -1 if O has won, 0 otherwise.

    >>> import tictactoe as ttt
    >>> ttt.utility([["X", "X", None], ["O", "O", "O"], ["X", None, None]])
    -1
    """
    outcome = GAME.outcome(_position(board))
    return outcome.utility if outcome else 0


def minimax(board: Grid) -> Action | None:
    """The best action for the player whose turn it is; None if the game is over.

    It wins as quickly and loses as slowly as can be. Between moves that are equal in that, it makes the one after which
    the opponent has the most ways to go wrong, and then the first in reading order: the same board, the same move.

    >>> import tictactoe as ttt
    >>> ttt.minimax([["X", None, None], [None, None, None], [None, None, None]])
    (1, 1)
    """
    cell = _best(_position(board))
    return None if cell is None else divmod(cell, SIZE)


@cache
def _best(position: Position) -> Cell | None:
    from tictactoe.search import solver_for  # here, so that `import tictactoe` brings only the rules

    return solver_for(GAME).best_move(position)


def _position(board: Grid) -> Position:
    return read_grid(board, GAME, (EMPTY,))
