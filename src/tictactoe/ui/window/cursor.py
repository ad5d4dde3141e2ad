"""The keyboard's place on the board in the window."""

from __future__ import annotations

import pygame

from tictactoe.rules import Cell, Game

ARROWS = {pygame.K_LEFT: (0, -1), pygame.K_RIGHT: (0, 1), pygame.K_UP: (-1, 0), pygame.K_DOWN: (1, 0)}


class Cursor:
    """Nowhere until an arrow is pressed: the first one only shows where the keyboard is."""

    def __init__(self) -> None:
        self._cell: Cell | None = None

    def on(self, game: Game) -> Cell | None:
        """Where it is; None if it is nowhere, or there is no such cell any more."""
        return self._cell if self._cell in game.cells else None

    def hide(self) -> None:
        """The mouse is used instead."""
        self._cell = None

    def appear(self, game: Game) -> None:
        """In the middle of the board."""
        self._cell = game.rows // 2 * game.cols + game.cols // 2

    def step(self, game: Game, key: int) -> None:
        """As an arrow key says."""
        here = self.on(game)
        if here is None:
            self.appear(game)
            return
        (row, col), (down, right) = divmod(here, game.cols), ARROWS[key]
        row, col = max(0, min(game.rows - 1, row + down)), max(0, min(game.cols - 1, col + right))
        self._cell = row * game.cols + col
