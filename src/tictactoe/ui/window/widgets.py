"""What can be pressed and typed into. A screen makes its buttons anew for every frame, from what is true just then."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import pairwise
from typing import NamedTuple

import pygame
from pygame import Rect

from tictactoe.ui.window import paint
from tictactoe.ui.window.paint import Canvas

LONGEST = 200
"""Characters that a field takes."""


class Button(NamedTuple):
    """A rectangle that does something when it is clicked, or its key is pressed."""

    rect: Rect
    label: str
    do: Callable[[], None]
    key: int | None = None
    enabled: bool = True
    chosen: bool = False
    """It is the one in force among several: it is filled, and has a tick before its label."""
    focused: bool = False
    """The keyboard is here: it has a second outline."""
    strong: bool = False
    """It is what a person is likely to want now."""

    def draw(self, canvas: Canvas, size: int, hovered: bool) -> None:
        colours = canvas.colours
        filled = self.chosen or self.strong
        fill = colours.ink if filled else colours.box if hovered and self.enabled else colours.card
        paint.box(canvas, self.rect, fill, colours.rule if self.enabled else None)
        if self.focused:
            paint.box(canvas, self.rect.inflate(size * 0.5, size * 0.5), None, colours.x, max(2, size // 8))
        colour = colours.box if filled else colours.ink if self.enabled else colours.faint
        label = f"• {self.label}" if self.chosen else self.label
        inside = self.rect.inflate(-size * 0.6, 0)
        paint.write(canvas, label, inside, paint.fitting(label, size, inside.width), colour, "centre")


class Field:
    """One line of text being typed."""

    def __init__(self, text: str = "") -> None:
        self.text = text
        self._fresh = True

    def type(self, text: str) -> None:
        """Add what was typed; the first of it takes the place of what was offered."""
        self.text = ("" if self._fresh else self.text) + "".join(filter(str.isprintable, text))
        self.text = self.text[:LONGEST]
        self._fresh = False

    def rub_out(self) -> None:
        """Take away the last character, or all of what was offered."""
        self.text = "" if self._fresh else self.text[:-1]
        self._fresh = False

    def draw(self, canvas: Canvas, rect: Rect, size: int, focused: bool) -> None:
        colours = canvas.colours
        paint.box(canvas, rect, colours.box, colours.x if focused else colours.rule, 2 if focused else 1)
        inside = rect.inflate(-size, 0)
        shown = self.text
        while shown and paint.width_of(shown, size) > inside.width - size // 2:
            shown = shown[1:]  # the end, where the typing goes on, stays in sight
        width = paint.width_of(shown, size)
        if self._fresh and focused and shown:
            paint.box(canvas, Rect(inside.left, rect.centery - size // 2, width, size), colours.gold)
        paint.write(canvas, shown, inside, size)
        if focused and not self._fresh:
            x = inside.left + width + 1
            pygame.draw.line(canvas.surface, colours.ink, (x, rect.centery - size // 2), (x, rect.centery + size // 2))


def press(buttons: Iterable[Button], at: tuple[int, int]) -> bool:
    """Do what the button at this point does; whether there is one."""
    for button in buttons:
        if button.enabled and button.rect.collidepoint(at):
            button.do()
            return True
    return False


def press_key(buttons: Iterable[Button], key: int) -> bool:
    """Do what the button with this key does; whether there is one."""
    for button in buttons:
        if button.enabled and button.key == key:
            button.do()
            return True
    return False


def columns(area: Rect, count: int, gap: int) -> list[Rect]:
    """An area cut into so many equal parts side by side."""
    edges = [area.left + number * (area.width + gap) // count for number in range(count + 1)]
    return [Rect(left, area.top, max(1, after - gap - left), area.height) for left, after in pairwise(edges)]
