"""What a search for a strong move comes to."""

from __future__ import annotations

from typing import NamedTuple

from tictactoe.rules import Cell
from tictactoe.search.answer import Answer


class StrongMove(NamedTuple):
    """A move, and what is known of the position for the player who makes it."""

    cell: Cell
    proven: Answer | None
    """What the position is worth, if that is certain. The move keeps it."""
    judged: float
    """What it seems to be worth, from -1, lost, to 1, won."""
    depth: int
    """How many plies were looked ahead; lines of play with threats further. 0 if no search was needed."""
    nodes: int
    line: tuple[Cell, ...]
    """The play that is expected, beginning with the move."""
