"""Drawing: text, marks, the shapes that stand for values. Knows pixels, not games."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import pygame
from pygame import Rect, Surface, Vector2

from tictactoe.draw.palette import Palette

SMOOTH = 4
"""Curves and slopes are drawn this many times too large and shrunk, which smooths their edges."""
SMALLEST_TEXT = 8


class Canvas(NamedTuple):
    """What is drawn on, and in which colours."""

    surface: Surface
    colours: Palette

    @property
    def area(self) -> Rect:
        return self.surface.get_rect()


@lru_cache(maxsize=64)
def _font(size: int) -> pygame.font.Font:
    """The font that comes with pygame, the same on every machine; too large, so that its letters stand evenly."""
    return pygame.font.Font(None, max(SMALLEST_TEXT, size) * SMOOTH)


def forget() -> None:
    """Fonts do not outlive the pygame that they were made with."""
    _font.cache_clear()
    _words.cache_clear()


def width_of(text: str, size: int) -> int:
    return _font(size).size(text)[0] // SMOOTH


@lru_cache(maxsize=512)
def _words(text: str, size: int, colour: str) -> Surface:
    big = _font(size).render(text, True, colour)
    return pygame.transform.smoothscale(big, (max(1, big.get_width() // SMOOTH), max(1, big.get_height() // SMOOTH)))


def write(canvas: Canvas, text: str, at: Rect, size: int, colour: str | None = None, align: str = "left") -> None:
    """One line of text in the middle of a rectangle's height, in ink if nothing else, shortened if it is too wide."""
    size = max(SMALLEST_TEXT, size)
    text = shorten(text, size, at.width)
    if not width_of(text, size):
        return  # pygame 2.5.8 crashes when it scales a picture without any width
    drawn = _words(text, size, colour or canvas.colours.ink)
    place = drawn.get_rect(centery=at.centery)
    if align == "centre":
        place.centerx = at.centerx
    elif align == "right":
        place.right = at.right
    else:
        place.left = at.left
    canvas.surface.blit(drawn, place)


def fitting(text: str, size: int, width: int) -> int:
    """The largest size up to this one in which the text fits; but never much smaller, where it is shortened rather."""
    least = max(SMALLEST_TEXT, size * 3 // 4)
    return next((each for each in range(size, least, -1) if width_of(text, each) <= width), min(size, least))


def shorten(text: str, size: int, width: int) -> str:
    """The text, or as much of its beginning as fits, and an ellipsis."""
    if width_of(text, size) <= width:
        return text
    while text and width_of(text + "…", size) > width:
        text = text[:-1]
    return text + "…" if text else ""


def wrap(text: str, size: int, width: int) -> list[str]:
    """The text in lines that fit; a word that is too wide has a line of its own."""
    lines = [""]
    for word in text.split():
        longer = f"{lines[-1]} {word}".strip()
        if lines[-1] and width_of(longer, size) > width:
            lines.append(word)
        else:
            lines[-1] = longer
    return lines


def paragraph(canvas: Canvas, text: str, at: Rect, size: int, colour: str | None = None) -> None:
    """Text in as many lines as fit into a rectangle, from its top."""
    height = round(size * 0.95)
    lines = wrap(text, size, at.width)
    room = max(1, at.height // max(1, height))
    if len(lines) > room:
        lines = [*lines[: room - 1], " ".join(lines[room - 1 :])]
    for number, line in enumerate(lines):
        write(canvas, line, Rect(at.left, at.top + number * height, at.width, height), size, colour)


@lru_cache(maxsize=128)
def mark(name: str, size: int, colours: Palette, alpha: int = 255) -> Surface:
    """An X or an O that fills a square of this size."""
    big = Surface((size * SMOOTH, size * SMOOTH), pygame.SRCALPHA)
    side, colour = size * SMOOTH, colours.x if name == "X" else colours.o
    width = max(SMOOTH, side // 7)
    if name == "X":
        far = side - width
        _stroke(big, Vector2(width, width), Vector2(far, far), width, colour)
        _stroke(big, Vector2(width, far), Vector2(far, width), width, colour)
    else:
        pygame.draw.circle(big, colour, (side / 2, side / 2), max(1, side / 2 - width / 2), width)
    small = pygame.transform.smoothscale(big, (size, size))
    small.set_alpha(alpha)
    return small


def _stroke(surface: Surface, start: Vector2, end: Vector2, width: float, colour: str) -> None:
    """A straight line with round ends; a dot, if it has no length."""
    if start == end:
        pygame.draw.circle(surface, colour, start, width / 2)
        return
    aside = (end - start).normalize().rotate(90) * width / 2
    pygame.draw.polygon(surface, colour, [start + aside, end + aside, end - aside, start - aside])
    for point in (start, end):
        pygame.draw.circle(surface, colour, point, width / 2)


def strike(canvas: Canvas, start: Vector2, end: Vector2, width: int) -> None:
    """A line through the middle of other things, which stay visible."""
    if start == end:
        return
    area = Rect(0, 0, 1, 1)
    area.size = (round(abs(end.x - start.x)) + 2 * width, round(abs(end.y - start.y)) + 2 * width)
    area.center = round((start.x + end.x) / 2), round((start.y + end.y) / 2)
    big = Surface((area.width * 2, area.height * 2), pygame.SRCALPHA)
    corner = Vector2(area.topleft)
    _stroke(big, (start - corner) * 2, (end - corner) * 2, width * 2, canvas.colours.ink)
    small = pygame.transform.smoothscale(big, area.size)
    small.set_alpha(170)
    canvas.surface.blit(small, area)


@lru_cache(maxsize=64)
def shape(bounds: tuple[int, int], size: int, colours: Palette) -> Surface:
    """A triangle upwards for a win, two bars for a draw, a triangle downwards for a loss.

    Of what lies between two bounds it is the outline: upwards for a draw at least, downwards for a draw at most.
    """
    side = size * SMOOTH
    big = Surface((side, side), pygame.SRCALPHA)
    if bounds == (0, 0):
        for top in (0.22, 0.58):
            pygame.draw.rect(big, colours.ink, Rect(side * 0.1, side * top, side * 0.8, side * 0.2))
    else:
        is_up, is_open = sum(bounds) > 0, bounds[0] != bounds[1]
        tip, base = (0.08, 0.9) if is_up else (0.92, 0.1)
        points = [(side / 2, side * tip), (side * 0.95, side * base), (side * 0.05, side * base)]
        colour = colours.faint if is_open else colours.x if is_up else colours.o
        pygame.draw.polygon(big, colour, points, side // 8 if is_open else 0)
    return pygame.transform.smoothscale(big, (size, size))


def diamond(canvas: Canvas, rect: Rect) -> None:
    """The outline of a square that stands on a corner, as large as a cell."""
    half, width = rect.width * 0.44, max(2, rect.width // 12)
    middle = Vector2(rect.center)
    corners = [middle + Vector2(half, 0).rotate(90 * quarter) for quarter in range(4)]
    for start, end in zip(corners, [*corners[1:], corners[0]], strict=True):
        pygame.draw.line(canvas.surface, canvas.colours.ink, start, end, width)


def dim(canvas: Canvas) -> None:
    """Make all that was drawn so far step back."""
    veil = Surface(canvas.surface.get_size())
    veil.fill(canvas.colours.paper)
    veil.set_alpha(200)
    canvas.surface.blit(veil, (0, 0))


def box(canvas: Canvas, rect: Rect, fill: str | None, line: str | None = None, width: int = 1) -> None:
    """A rectangle with rounded corners."""
    radius = max(2, min(12, rect.width // 6, rect.height // 6))
    if fill is not None:
        pygame.draw.rect(canvas.surface, fill, rect, border_radius=radius)
    if line is not None:
        pygame.draw.rect(canvas.surface, line, rect, max(1, width), border_radius=radius)
