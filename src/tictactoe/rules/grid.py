"""Square boards as lists of lists, the way both doors take them: read, checked, and copied with one more stone."""

from __future__ import annotations

from typing import TypeAlias, TypeVar

from tictactoe.rules.errors import BadInput, quote, whole_number
from tictactoe.rules.game import O, Position, X

RowCol: TypeAlias = tuple[int, int]
Content = TypeVar("Content")


def read_grid(board: object, size: int, blank: str | None) -> Position:
    """The position on a well-formed board, even one that cannot arise in play.

    BadInput says what is wrong with any other, and where.
    """
    if not isinstance(board, list | tuple) or len(board) != size:
        raise BadInput(f"a board is a list of {size} rows, not {_describe(board)}")
    noun = "cell" if size == 1 else "cells"
    x = o = 0
    bit = 1
    for number, row in enumerate(board):
        if not isinstance(row, list | tuple) or len(row) != size:
            raise BadInput(f"row {number} of the board should be a list of {size} {noun}, not {_describe(row)}")
        for col, mark in enumerate(row):
            if mark is None or isinstance(mark, str):  # anything else may refuse to be compared
                if mark == X:
                    x |= bit
                elif mark == O:
                    o |= bit
                elif mark != blank:
                    raise BadInput(_bad_mark(number, col, mark, blank))
            else:
                raise BadInput(_bad_mark(number, col, mark, blank))
            bit <<= 1
    return Position.of(x, o)


def read_rowcol(rowcol: object, size: int, what: str) -> RowCol:
    """Row and column of a cell on the board, as plain ints."""
    right = f"write a tuple (row, col) of whole numbers from 0 to {size - 1}"
    if not isinstance(rowcol, tuple) or len(rowcol) != 2:
        raise BadInput(f"{what} {quote(rowcol)} cannot be read: {right}")
    row, col = map(whole_number, rowcol)
    if row is None or col is None:
        raise BadInput(f"{what} {quote(rowcol)} cannot be read: {right}")
    if not (0 <= row < size and 0 <= col < size):
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


def _bad_mark(row: int, col: int, mark: object, blank: str | None) -> str:
    return f"the cell at ({row}, {col}) of the board is {quote(mark)}, but should be 'X', 'O' or {blank!r}"


def _describe(value: object) -> str:
    if isinstance(value, list | tuple):
        return f"{len(value)}: {quote(value)}"
    return f"the {type(value).__name__} {quote(value)}"
