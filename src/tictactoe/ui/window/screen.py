"""What every screen of the window can do, and the measure that all its sizes come from."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from pygame import Rect, Surface
from pygame.event import Event

from tictactoe.ui.window.widgets import Button


class Screen(Protocol):
    """A screen draws itself and takes what a person does. It keeps nothing that a game is made of."""

    def buttons(self, area: Rect) -> Sequence[Button]:
        """What can be pressed just now."""

    def draw(self, surface: Surface, mouse: tuple[int, int]) -> None: ...

    def click(self, at: tuple[int, int], area: Rect) -> None: ...

    def key(self, event: Event, area: Rect) -> None: ...

    def type(self, text: str) -> None: ...


def unit(area: Rect) -> int:
    """The height of a line of text: it grows with the window."""
    across, down = (40, 26) if area.width >= area.height else (26, 42)
    return max(10, min(area.width // across, area.height // down))
