"""A learning curve as a picture: how good the checkpoints of a learner are, one after the other."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape
from typing import NamedTuple

from tictactoe.draw.palette import LIGHT
from tictactoe.draw.svg import picture, svg_text

WIDTH, HEIGHT = 560, 300
LEFT, TOP, RIGHT, BOTTOM = 52, 40, 20, 58
TEXT = 12
LABEL = 56
"""Room for the name of a checkpoint below."""


class Point(NamedTuple):
    """What is drawn of a checkpoint."""

    name: str
    at: float
    """Where it stands from left to right: how long the learner had learnt, in whatever it is counted."""
    percent: float
    error: float = 0.0
    """How far to either side the percentage may be wrong."""
    safe: bool = False
    """Whether it was never beaten: drawn as a filled point."""


def draw_curve(title: str, points: Sequence[Point]) -> str:
    """Percent of the moves that keep the value, from 0 to 100. Points are filled where it cannot be beaten."""
    least, most = min(point.at for point in points), max(point.at for point in points)
    width, height = WIDTH - LEFT - RIGHT, HEIGHT - TOP - BOTTOM
    where = [
        (LEFT + (width * (point.at - least) / (most - least) if most > least else width / 2), _y(point.percent))
        for point in points
    ]
    parts = [*_frame(), svg_text(WIDTH / 2, 22, TEXT + 1, "label", title)]
    path = "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in where)
    parts.append(f'<path d="{path}" stroke="{LIGHT.x}" stroke-width="1.8" fill="none"/>')
    for point, (x, y) in zip(points, where, strict=True):
        if point.error:
            high, low = _y(min(100.0, point.percent + point.error)), _y(max(0.0, point.percent - point.error))
            parts.append(f'<path d="M{x:.1f} {high:.1f}V{low:.1f}" stroke="{LIGHT.x}" stroke-width="1"/>')
        fill = LIGHT.x if point.safe else LIGHT.card
        parts.append(
            f'<circle cx="{x:.1f}" cy="{y:.1f}" r="4" fill="{fill}" stroke="{LIGHT.x}" stroke-width="1.5">'
            f"<title>{escape(point.name)}: {point.percent:.1f} %</title></circle>"
        )
    parts += [
        svg_text(where[number][0], TOP + height + 18, TEXT - 1, "faint", f"{points[number].at:,.0f}")
        for number in _named([x for x, _ in where])
    ]
    beaten = "was not beaten" if any(point.error for point in points) else "cannot be beaten"
    says = f"moves that keep the value, in percent; filled: it {beaten}"
    parts.append(svg_text(LEFT + width / 2, HEIGHT - 14, TEXT, "faint", says))
    return picture(WIDTH, HEIGHT, title, "".join(parts))


def _y(percent: float) -> float:
    return TOP + (HEIGHT - TOP - BOTTOM) * (1 - percent / 100)


def _frame() -> Iterator[str]:
    for percent in range(0, 101, 25):
        y = _y(percent)
        yield f'<path d="M{LEFT} {y:.1f}H{WIDTH - RIGHT}" stroke="{LIGHT.soft}" stroke-width="1"/>'
        yield svg_text(LEFT - 22, y + TEXT / 3, TEXT - 1, "faint", f"{percent} %")


def _named(places: Sequence[float]) -> Iterator[int]:
    """Which of the points that stand at these places are named: the first, and every one that there is room for."""
    free = places[0]
    for number, place in enumerate(places):
        if place >= free:
            yield number
            free = place + LABEL
