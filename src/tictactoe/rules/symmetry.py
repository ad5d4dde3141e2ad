"""Turning and mirroring the board: positions that are the same up to that have the same score."""

from __future__ import annotations

from functools import cache
from typing import TypeAlias

from tictactoe.rules.game import Cell, Cells, Game, Position, cells_of

Symmetry: TypeAlias = tuple[Cell, ...]
"""Where each cell goes: cell c lands on symmetry[c]."""


@cache
def symmetries(game: Game) -> tuple[Symmetry, ...]:
    """The 8 symmetries of a square board, the 4 of a rectangle; the first one leaves every cell where it is."""
    rows, cols, _ = game
    found = []
    for transpose in (False, True) if rows == cols else (False,):
        for flip_rows in (False, True):
            for flip_cols in (False, True):
                images = []
                for cell in game.cells:
                    row, col = divmod(cell, cols)
                    if transpose:
                        row, col = col, row
                    row = rows - 1 - row if flip_rows else row
                    col = cols - 1 - col if flip_cols else col
                    images.append(row * cols + col)
                found.append(tuple(images))
    return tuple(found)


def image(cells: Cells, symmetry: Symmetry) -> Cells:
    """Where a set of cells lands."""
    landed = 0
    for cell in cells_of(cells):
        landed |= 1 << symmetry[cell]
    return landed


def transform(position: Position, symmetry: Symmetry) -> Position:
    return Position(image(position.x, symmetry), image(position.o, symmetry), position.turn)


def to_canonical(game: Game, position: Position) -> tuple[Position, Symmetry]:
    """The position that stands for this one and its images, and a symmetry that leads there."""
    return min((transform(position, symmetry), symmetry) for symmetry in symmetries(game))


def canonical(game: Game, position: Position) -> Position:
    """The one position that stands for all those that are this one turned or mirrored."""
    return min(transform(position, symmetry) for symmetry in symmetries(game))
