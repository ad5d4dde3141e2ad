"""The lines of keys at the foot of the screen. Each can be clicked."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from textual.content import Content
from textual.widget import Widget


class Key(NamedTuple):
    key: str
    label: str
    action: str = ""
    spare: int = 0
    """Where there is little room, those with the largest number are left out first; never those with 0."""

    @property
    def width(self) -> int:
        return len(self.key) + 1 + len(self.label)

    @property
    def markup(self) -> str:
        text = f"[b]{self.key}[/b] {self.label}"
        return f"[@click={self.action}]{text}[/]" if self.action else text


class Keys(Widget):
    """Shows as many keys as there is room for, in their order."""

    ALLOW_SELECT = False

    def __init__(self, keys: Sequence[Key]) -> None:
        super().__init__()
        self._keys = tuple(keys)

    def show(self, keys: Sequence[Key]) -> None:
        """Show these from now on."""
        if tuple(keys) != self._keys:
            self._keys = tuple(keys)
            self.refresh()

    def render(self) -> Content:
        return Content.from_markup("\n".join("  ".join(key.markup for key in line) for line in self.lines()))

    def lines(self) -> list[list[Key]]:
        """The keys of each line."""
        keys = list(self._keys)
        while len(lines := _wrapped(keys, self.size.width)) > max(1, self.size.height):
            least = max(reversed(keys), key=lambda key: key.spare)
            if not least.spare:
                break
            keys.remove(least)
        return _evened(keys, lines)


def _wrapped(keys: Sequence[Key], width: int) -> list[list[Key]]:
    lines: list[list[Key]] = [[]]
    for key in keys:
        if lines[-1] and _width([*lines[-1], key]) > width:
            lines.append([])
        lines[-1].append(key)
    return lines


def _evened(keys: Sequence[Key], lines: list[list[Key]]) -> list[list[Key]]:
    """As many lines, none longer than need be."""
    narrower = (_wrapped(keys, width) for width in range(max(map(_width, lines)) + 1))
    return next(wrapped for wrapped in narrower if len(wrapped) <= len(lines))


def _width(line: Sequence[Key]) -> int:
    return sum(key.width + 2 for key in line) - 2
