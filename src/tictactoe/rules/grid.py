"""Boards as lists of lists, the way the doors take them: read, checked, and copied with one more stone."""

from __future__ import annotations

from collections.abc import Collection
from typing import TypeAlias, TypeVar

from tictactoe.rules.errors import BadInput, quote, whole_number
from tictactoe.rules.game import LARGEST_SIDE, Game, O, Position, X

RowCol: TypeAlias = tuple[int, int]
Content = TypeVar("Content")


def grid_game(board: object) -> Game:
    """The game of a board that does not say: as many in a row as it has rows."""
    if not isinstance(board, list | tuple) or not 1 <= len(board) <= LARGEST_SIDE:
        raise BadInput(
            f"a board is a list of 1 to {LARGEST_SIDE} rows, each as long as there are rows, not {quote(board)}"
        )
    return Game.square(len(board))


def read_grid(board: object, game: Game, blanks: Collection[str | None]) -> Position:
    """The position on a well-formed board of this game, even one that cannot arise in play.

    BadInput says what is wrong with any other, and where.
    """
    if not isinstance(board, list | tuple) or len(board) != game.rows:
        raise BadInput(f"a board is a list of {game.rows} rows, not {_describe(board)}")
    noun = "cell" if game.cols == 1 else "cells"
    x = o = 0
    bit = 1
    for number, row in enumerate(board):
        if not isinstance(row, list | tuple) or len(row) != game.cols:
            raise BadInput(f"row {number} of the board should be a list of {game.cols} {noun}, not {_describe(row)}")
        for col, mark in enumerate(row):
            if mark is None or isinstance(mark, str):  # anything else may refuse to be compared
                if mark == X:
                    x |= bit
                elif mark == O:
                    o |= bit
                elif mark not in blanks:
                    raise BadInput(_bad_mark(number, col, mark, blanks))
            else:
                raise BadInput(_bad_mark(number, col, mark, blanks))
            bit <<= 1
    return Position.of(x, o)


def read_rowcol(rowcol: object, game: Game, what: str) -> RowCol:
    """Row and column of a cell on the board, as plain ints."""
    right = f"write a tuple (row, col) of whole numbers from 0 to {game.rows - 1}"
    if game.rows != game.cols:
        right += f" and 0 to {game.cols - 1}"
    if not isinstance(rowcol, tuple) or len(rowcol) != 2:
        raise BadInput(f"{what} {quote(rowcol)} cannot be read: {right}")
    row, col = map(whole_number, rowcol)
    if row is None or col is None:
        raise BadInput(f"{what} {quote(rowcol)} cannot be read: {right}")
    if not (0 <= row < game.rows and 0 <= col < game.cols):
        raise BadInput(f"{what} {quote(rowcol)} is off the board: {right}")
    return row, col


def with_stone(
    board: list[list[Content]], rowcol: RowCol, mark: Content, blank: Content, what: str
) -> list[list[Content]]:
    """A new board, sharing nothing with the given one, with a stone on a cell that was blank."""
    row, col = rowcol
    if board[row][col] != blank:
        raise BadInput(f"{what} {rowcol} is taken by {board[row][col]}: it should be an empty cell")
    after = [list(cells) for cells in board]
    after[row][col] = mark
    return after


def _bad_mark(row: int, col: int, mark: object, blanks: Collection[str | None]) -> str:
    right = " or ".join(map(repr, blanks))
    return f"the cell at ({row}, {col}) of the board is {quote(mark)}, but should be 'X', 'O' or {right}"


def _describe(value: object) -> str:
    if isinstance(value, list | tuple):
        return f"{len(value)}: {quote(value)}"
    return f"the {type(value).__name__} {quote(value)}"
