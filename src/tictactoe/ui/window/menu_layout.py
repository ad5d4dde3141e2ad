"""Where things are in the menu: one below the other, in as many rows as the labels need, in text as large as fits."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from pygame import Rect

from tictactoe.ui.window import paint
from tictactoe.ui.window.measure import unit
from tictactoe.ui.window.widgets import columns

SMALLEST_LINE = 7
WIDEST = 44
"""Lines of text that the menu is wide."""
HEADING, BUTTON, FOOT, GAP, TITLE = 1.5, 2.0, 2.4, 0.4, 3.2
"""Heights in lines of text."""


class MenuLayout(NamedTuple):
    """The places of everything, for text of one height."""

    line: int
    title: Rect
    headings: dict[str, Rect]
    choices: dict[str, list[Rect]]
    field: Rect
    """For a board that is typed: below the boards. Its room is there also when nothing is typed, so nothing jumps."""
    manner: Rect
    """What is said of the level: below the levels."""
    foot: Rect
    last: Rect
    tools: Rect


def lay_out(area: Rect, labels: Mapping[str, Sequence[str]], has_last: bool) -> MenuLayout:
    """The menu in the middle of the area; if it is too high for it, in smaller text."""
    for line in range(unit(area), SMALLEST_LINE, -1):
        layout, height = _lay_out(area, line, labels, has_last)
        if height <= area.height - line:
            break
    down = max(0, (area.height - height) // 2)
    return _moved(layout, down)


def _lay_out(area: Rect, line: int, labels: Mapping[str, Sequence[str]], has_last: bool) -> tuple[MenuLayout, int]:
    """From the top of the area, and how high it is."""
    width = max(1, min(area.width - 2 * line, WIDEST * line))
    left, top = area.centerx - width // 2, float(area.top)

    def strip(height: float, below: float = 0.0) -> Rect:
        """The next so many lines, and after them some that stay free."""
        nonlocal top
        rect = Rect(left, round(top), width, round(height * line))
        top += (height + below) * line
        return rect

    title = strip(TITLE, GAP)
    headings, choices = {}, {}
    field = manner = title
    for name, texts in labels.items():
        headings[name] = strip(HEADING)
        rows = _rows(texts, line, width)
        choices[name] = [rect for count in rows for rect in _buttons(strip(BUTTON, GAP), max(rows), count, line)]
        if name == "board":
            field = strip(1.7, GAP)
        elif name == "level":
            manner = strip(2.0, GAP)
        else:
            strip(GAP)
    foot = strip(FOOT, 2 * GAP)
    last = strip(BUTTON, GAP) if has_last else foot
    tools = strip(BUTTON)
    found = MenuLayout(line, title, headings, choices, field, manner, _narrow(foot, 26 * line), last, tools)
    return found, round(top - area.top)


def _rows(texts: Sequence[str], line: int, width: int) -> list[int]:
    """How many buttons are in each row, so that all labels can be read and no row is much shorter than another."""
    gap = line // 2
    widest = max(paint.width_of(f"• {text}", line) for text in texts) + line
    fit = max(1, min(len(texts), (width + gap) // (widest + gap)))
    rows = -(-len(texts) // fit)
    across = -(-len(texts) // rows)
    return [min(across, len(texts) - start) for start in range(0, len(texts), across)]


def _buttons(strip: Rect, across: int, count: int, line: int) -> list[Rect]:
    return columns(strip, across, line // 2)[:count]


def _narrow(strip: Rect, width: int) -> Rect:
    narrow = Rect(0, 0, min(width, strip.width), strip.height)
    narrow.center = strip.center
    return narrow


def _moved(layout: MenuLayout, down: int) -> MenuLayout:
    return layout._replace(
        title=layout.title.move(0, down),
        headings={name: rect.move(0, down) for name, rect in layout.headings.items()},
        choices={name: [rect.move(0, down) for rect in rects] for name, rects in layout.choices.items()},
        field=layout.field.move(0, down),
        manner=layout.manner.move(0, down),
        foot=layout.foot.move(0, down),
        last=layout.last.move(0, down),
        tools=layout.tools.move(0, down),
    )
