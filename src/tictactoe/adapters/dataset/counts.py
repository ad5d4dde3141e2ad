"""What there is in a data set, in numbers."""

from __future__ import annotations

from collections import Counter
from typing import NamedTuple

from tictactoe.adapters.dataset.rows import DRAWN_GAME, halves
from tictactoe.rules import O, X
from tictactoe.search.labels import Positions


class Counts(NamedTuple):
    """All of these count rows, but for `positions` and `classes`."""

    rows: int
    positions: int
    """Those that the rows stand for."""
    classes: int
    """Those that are different up to symmetry."""
    finished: dict[str, int]
    """By how the game has ended: X, O or draw."""
    unfinished: dict[int, int]
    """By their value for the one to move."""

    @property
    def ended(self) -> int:
        return sum(self.finished.values())


def count(positions: Positions) -> Counts:
    """Go through all positions once."""
    low, high = halves(positions.game)
    rows, images, values, finished = 0, Counter[int](), Counter[int](), Counter[str]()
    for block in positions:
        rows += len(block.indexes)
        images.update(block.images)
        for index, entry, best in zip(block.indexes, block.entries, block.best, strict=True):
            if best:
                values[(entry > 0) - (entry < 0)] += 1
            elif not entry:
                finished[DRAWN_GAME] += 1
            else:
                after, before = divmod(index, len(low))
                finished[X if low[before].ahead + high[after].ahead else O] += 1
    if positions.fold:
        stand_for, classes = sum(number * size for size, number in images.items()), rows
    else:
        stand_for, classes = rows, sum(number // size for size, number in images.items())
    return Counts(
        rows,
        stand_for,
        classes,
        {outcome: finished[outcome] for outcome in (X, O, DRAWN_GAME)},
        {value: values[value] for value in (1, 0, -1)},
    )
