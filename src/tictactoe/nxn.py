"""The lecture's functions: N×N boards, N in a row wins, and minimax from one player's perspective.

    board[row][col] is 'X', 'O' or ' '; rows and columns count from 0; a move is a tuple (row, col).

Whose turn it is is always said, never counted: O may begin. No function ever changes the board it is given.
"""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

from tictactoe.rules import LARGEST_SIDE, BadInput, Game, Mark, O, Position, X, quote, whole_number
from tictactoe.rules.grid import RowCol, grid_game, read_grid, read_rowcol, with_stone
from tictactoe.search import Budget, Solver
from tictactoe.search.solver import require_solver

BLANK = " "
SECONDS = 10.0
"""For one answer, unless more is asked for. N in a row on N×N seldom takes more than a moment."""

Grid: TypeAlias = list[list[str]]


class Strategy(NamedTuple):
    """What minimax finds: the score from the perspective asked for, and the move of the player whose turn it is."""

    score: int | None
    """None if the time did not suffice to find it out: a score is never guessed."""
    move: RowCol | None


def new_board(N: int) -> Grid:  # noqa: N803  the lecture's name
    """The empty board of N rows of N cells."""
    size = whole_number(N)
    if size is None or not 1 <= size <= LARGEST_SIDE:
        raise BadInput(f"N is {quote(N)}, but should be a whole number from 1 to {LARGEST_SIDE}")
    return [[BLANK] * size for _ in range(size)]


def possible_moves(board: Grid) -> list[RowCol]:
    """All empty cells as (row, col), in reading order."""
    game, position = _read(board)
    return [divmod(cell, game.cols) for cell in game.empties(position)]


def move(board: Grid, whose_turn: str, rowcol: RowCol) -> Grid:
    """A new board, the same but for this one move, which must be to an empty cell."""
    game, _ = _read(board)
    mark = _mark(whose_turn, "whose_turn")
    return with_stone(board, read_rowcol(rowcol, game, "move"), mark, BLANK, "move")


def ended(board: Grid) -> bool:
    """Whether no more moves are possible: somebody has won, or no cell is blank."""
    game, position = _read(board)
    return game.outcome(position) is not None


def utility(board: Grid, player: str) -> int:
    """+1 if the player has won, -1 if the other has, 0 otherwise."""
    game, position = _read(board)
    view = _mark(player, "player")
    outcome = game.outcome(position)
    value = outcome.utility if outcome else 0
    return value if view == X else -value


def minimax_strategy(
    board: Grid,
    perspective: str,
    whose_turn: str,
    other_player: str,
    *,
    solver: Solver | None = None,
    seconds: float | None = SECONDS,
) -> Strategy:
    """The score of a board from one player's perspective with best play by both, and the best move of `whose_turn`.

    The move is None once the game has ended. `other_player` is the one of X and O that is not `whose_turn`.

    No more than `seconds` are spent; None is no limit. If the score is not found out by then, it is None, and the move
    is the best found.
    """
    game, position = _read(board)
    view = _mark(perspective, "perspective")
    turn = _mark(whose_turn, "whose_turn")
    if _mark(other_player, "other_player") == turn:
        raise BadInput(f"whose_turn and other_player are both {quote(turn)}, but should be different players")
    position = position._replace(turn=turn)
    answer, best = require_solver(game, solver).decide(position, Budget(seconds))
    score = answer.value if answer.value is None or view == turn else -answer.value
    return Strategy(score, None if best is None else divmod(best, game.cols))


def _read(board: Grid) -> tuple[Game, Position]:
    """The game that a board's size makes it, and what stands on it."""
    game = grid_game(board)
    return game, read_grid(board, game, (BLANK,))


def _mark(player: object, what: str) -> Mark:
    if isinstance(player, str):
        if player == X:
            return X
        if player == O:
            return O
    raise BadInput(f"{what} is {quote(player)}, but should be 'X' or 'O'")
