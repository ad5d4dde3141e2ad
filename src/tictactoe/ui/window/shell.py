"""What a screen may ask of the window that it is in."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

import pygame

from tictactoe.draw.palette import PALETTES


class Shell(Protocol):
    """The window, as its screens know it."""

    @property
    def theme(self) -> str:
        """The name of the colours in force."""

    @property
    def is_full_screen(self) -> bool: ...

    def show_menu(self) -> None: ...

    def show_files(self, verb: str) -> None:
        """Ask for the file to `save` or `load`."""

    def show_review(self) -> None:
        """Look back at the game; BadInput if that cannot be done."""

    def change_theme(self) -> None: ...

    def change_size(self) -> None:
        """Fill the screen; if it is filled, be a window again."""


def other_theme(theme: str) -> str:
    """The theme that comes next when a person wants another one."""
    names = list(PALETTES)
    return names[(names.index(theme) + 1) % len(names)]


def looks(shell: Shell) -> list[tuple[str, int, Callable[[], None], bool]]:
    """The buttons that change how the window looks: label, key, deed, and that they can always be pressed."""
    size = "Window" if shell.is_full_screen else "Full screen"
    return [
        (f"{other_theme(shell.theme).capitalize()} (T)", pygame.K_t, shell.change_theme, True),
        (f"{size} (F11)", pygame.K_F11, shell.change_size, True),
    ]
