"""A board as an array of pixels, for videos of agents at play."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from tictactoe.draw.palette import LIGHT
from tictactoe.rules import Game, Position, cells_of

CELL = 48
"""The side of a cell in pixels; a large board has smaller ones."""
LARGEST = 480


def draw_pixels(game: Game, position: Position) -> NDArray[np.uint8]:
    """Rows of pixels, each red, green and blue. The winning line is tinted."""
    side = max(16, min(CELL, LARGEST // max(game.rows, game.cols)))
    picture = np.empty((game.rows * side, game.cols * side, 3), np.uint8)
    picture[:] = _colour(LIGHT.box)
    winning = 0
    for line in game.winning_lines(position):
        winning |= line
    y, x = np.mgrid[:side, :side] - (side - 1) / 2
    from_middle = np.hypot(x, y)
    from_diagonals = np.minimum(abs(x - y), abs(x + y)) / np.sqrt(2)
    cross = (from_diagonals < side / 18) & (abs(x) < 0.3 * side)
    ring = abs(from_middle - 0.28 * side) < side / 18
    for cell in game.cells:
        row, col = divmod(cell, game.cols)
        place = picture[row * side : (row + 1) * side, col * side : (col + 1) * side]
        if winning >> cell & 1:
            place[:] = _colour(LIGHT.gold)
        place[0, :] = place[:, 0] = _colour(LIGHT.rule)
    for held, shape, colour in ((position.x, cross, LIGHT.x), (position.o, ring, LIGHT.o)):
        for cell in cells_of(held):
            row, col = divmod(cell, game.cols)
            picture[row * side : (row + 1) * side, col * side : (col + 1) * side][shape] = _colour(colour)
    return picture


def _colour(written: str) -> list[int]:
    return list(bytes.fromhex(written.removeprefix("#")))
