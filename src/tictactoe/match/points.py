"""Cells as the Gomocup protocol writes them: `x,y`, the column and the row, both from 0."""

from __future__ import annotations

import re

from tictactoe.rules import BadInput, Cell, Game, quote

POINT = re.compile(r"\s*(-?[0-9]{1,9})\s*,\s*(-?[0-9]{1,9})\s*", re.ASCII)


def format_point(game: Game, cell: Cell) -> str:
    row, col = divmod(cell, game.cols)
    return f"{col},{row}"


def parse_point(game: Game, text: str) -> Cell:
    """The cell written; BadInput if it cannot be read or is not on the board."""
    found = POINT.fullmatch(text)
    last = format_point(game, game.cells[-1])
    if not found:
        raise BadInput(f"{quote(text)} is not a cell: write column,row from 0,0 to {last}")
    col, row = int(found[1]), int(found[2])
    if not (0 <= col < game.cols and 0 <= row < game.rows):
        raise BadInput(f"{quote(text)} is not on the board, whose cells are 0,0 to {last}")
    return row * game.cols + col
