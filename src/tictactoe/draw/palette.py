"""The colours of everything that is drawn: paper and ink, blue for X, vermilion for O, gold for what matters now.

All kinds of colour vision tell X from O; still, nothing is said by colour alone. Ink, X, O and what is faint can be
read as text on paper, cards and boxes: a contrast of at least 4.5, which a test measures.
"""

from __future__ import annotations

from typing import NamedTuple


class Palette(NamedTuple):
    """Each colour as #rrggbb."""

    paper: str
    card: str
    """What stands a little off the paper."""
    box: str
    """What stands in front of it."""
    sheet: str
    """A large drawing's ground."""
    ink: str
    faint: str
    rule: str
    """Lines that part things, and borders of what can be pressed."""
    soft: str
    """Lines that are there for order only."""
    x: str
    o: str
    gold: str
    gold_line: str
    focus: str


LIGHT = Palette(
    paper="#faf8f3",
    card="#f1ede4",
    box="#fffefb",
    sheet="#fdfcf9",
    ink="#26282e",
    faint="#5d5d62",
    rule="#848076",
    soft="#dcd6c9",
    x="#0060a0",
    o="#a94300",
    gold="#fce08a",
    gold_line="#c99a15",
    focus="#26282e",
)
DARK = Palette(
    paper="#16181d",
    card="#1f2229",
    box="#252932",
    sheet="#191b21",
    ink="#ece8df",
    faint="#a9a8a4",
    rule="#747882",
    soft="#343841",
    x="#6db9f2",
    o="#ff9a5c",
    gold="#5a4a1a",
    gold_line="#fce08a",
    focus="#fce08a",
)
PALETTES = {"light": LIGHT, "dark": DARK}
"""By the names of the themes."""
WHITE = "#ffffff"
"""The paper of a printer."""


def palette_css() -> str:
    """The colours as custom properties: --paper and so on, light or dark as the page is."""
    shades = zip(LIGHT._fields, LIGHT, DARK, strict=True)
    lines = [f"  --{name.replace('_', '-')}: light-dark({light}, {dark});" for name, light, dark in shades]
    return "\n".join([":root {", *lines, "}", ""])
