"""A strong table being filled, slice by slice, so that it can be watched and stopped."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from tictactoe.rules import BadInput, Game, format_game
from tictactoe.search.memory import format_bytes, require_memory

if TYPE_CHECKING:
    from numpy import int64, uint64
    from numpy.typing import NDArray

MOST_CELLS = 21
"""The table takes 10 GB then."""
SLICE = 2**21
"""Entries worked out between two looks at the clock: well under a tenth of a second's work."""


class TableShape(NamedTuple):
    """A game as the kernels of strong tables see it, in the order in which they take it."""

    lines: NDArray[uint64]
    powers: NDArray[int64]
    """Of 3, for each cell."""
    cells: int
    halves: NDArray[uint64]
    """For each half of the cells and each way to fill it, the words of X's and O's stones there."""


class Filling:
    """What has been worked out so far of a table: every entry from `left` up."""

    def __init__(self, game: Game) -> None:
        """BadInput, before anything is begun, if the table would be too large, or larger than memory is."""
        require_room(game)
        import numpy as np

        from tictactoe.search.kernels.strong import fill

        self.left: int = 3 ** len(game.cells)
        try:
            self.table = np.empty(self.left, np.int8)
        except MemoryError:
            raise BadInput(f"{_name(game)} takes {format_bytes(self.left)} of memory, which cannot be had") from None
        self._shape = shape_of(game)
        self._needs = [np.zeros(len(game.lines), np.uint64) for _ in range(2)]
        fill(self.table, 0, 0, *self._shape, *self._needs)  # which loads it, or compiles it

    def go_on(self) -> int:
        """Work out the next slice; how many entries that is, 0 if none is left."""
        from tictactoe.search.kernels.strong import fill

        first = max(0, self.left - SLICE)
        fill(self.table, first, self.left, *self._shape, *self._needs)
        done, self.left = self.left - first, first
        return done


def require_room(game: Game) -> None:
    """BadInput if a table of this game would be too large, or larger than memory is."""
    cells = len(game.cells)
    if cells > MOST_CELLS:
        raise BadInput(f"{_name(game)} would take 3^{cells} bytes: the most is 3^{MOST_CELLS}")
    require_memory(_name(game), 3**cells)


@cache
def shape_of(game: Game) -> TableShape:
    import numpy as np

    cells = len(game.cells)
    half = (cells + 1) // 2
    digits = np.arange(3**half)
    halves = np.zeros((2, 3**half, 2), np.uint64)
    for cell in range(cells):
        which, place = divmod(cell, half)
        for mark in range(2):
            halves[which, digits // 3**place % 3 == mark + 1, mark] |= np.uint64(1 << cell)
    powers = np.array([3**cell for cell in game.cells], np.int64)
    return TableShape(np.array(game.lines, np.uint64), powers, cells, halves)


def _name(game: Game) -> str:
    return f"a strong table of {format_game(game)}"
