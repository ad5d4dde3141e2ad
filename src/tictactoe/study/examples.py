"""Positions of 3 x 3 whose searches are worth stepping through, from the shortest to the longest."""

from __future__ import annotations

from typing import NamedTuple


class Example(NamedTuple):
    """A position by name, and how it is called in a list."""

    position: str
    title: str


EXAMPLES = (
    Example("OXX/XXO/O..", "two cells left"),
    Example("XXO/OOX/...", "three cells left"),
    Example("O.X/X.O/.XO", "three left, X wins"),
    Example("O../OXX/X..", "four cells left"),
    Example("X.O/OX./...", "five cells left"),
    Example("O../.X./..X", "six cells left"),
    Example(".../.../...", "the empty board"),
)
DEFAULT_EXAMPLE = EXAMPLES[1]
"""Short enough to be drawn whole, and alpha-beta leaves branches out that one sees."""
