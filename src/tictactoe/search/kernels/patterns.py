"""What the lines of a board promise to either side, kept up to date stone by stone.

A line is live for a side while the other has no stone on it. Each side has, for every cell, how many of its live lines
lack one cell or two. Only the lines through a cell change with it. All of it
follows from the stones, so one that is taken back leaves everything as it was. Of cells that are taken it says nothing
of use: whoever reads it looks at the empty ones.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from tictactoe.search.kernels.bits import CELL, NONE, ONE, count_cells, first_cell
from tictactoe.search.kernels.compiled import compiled

EMPTY = np.int8(2)
"""In `owner`, where the sides are 0 and 1."""
NOWHERE = np.int64(-1)
ONE_SHORT, TWO_SHORT = np.int64(0), np.int64(1)
"""Of how many cells a line lacks, as a place in `short` and `marked`."""


class Patterns(NamedTuple):
    """A game and a position, as arrays."""

    cells: Any
    """[line, k] the cells of each line."""
    through: Any
    many: Any
    """[cell, i] the lines through each cell, and [cell] how many they are."""
    worth: Any
    """[stones] what a live line with so many stones counts."""
    keys: Any
    """[side, cell] what a stone does to the hash."""
    taste: Any
    """[side, cell] a little that a stone counts in the evaluation, by the seed."""
    owner: Any
    """[cell] whose stone is there."""
    stones: Any
    """[side, word] the cells that each side holds."""
    counts: Any
    """[line, side] stones."""
    short: Any
    """[side, 0 or 1, cell] how many live lines through the cell lack one cell, or two."""
    marked: Any
    """[side, 0 or 1, word] the cells where that is not 0."""
    pull: Any
    """[side, cell] the weight of the live lines through the cell, if `pulls` has been called."""
    total: Any
    """[side] what all its live lines count, and the taste of its stones."""
    live: Any
    """[side] how many live lines it has."""
    hash: Any
    """[0] of the position."""


@compiled()
def _mark(who, kind, line, step, at):
    """A line that is live for a side and lacks one cell, or two, is there (1) or gone (-1)."""
    for i in range(at.cells.shape[1]):
        cell = np.int64(at.cells[line, i])
        at.short[who, kind, cell] += step
        if at.short[who, kind, cell] == 0:
            at.marked[who, kind, cell >> 6] &= ~CELL[cell & 63]
        else:
            at.marked[who, kind, cell >> 6] |= CELL[cell & 63]


@compiled()
def set_up(at):
    """Begin with an empty board: the arrays of the position hold zeros."""
    k = at.cells.shape[1]
    for cell in range(at.owner.shape[0]):
        at.owner[cell] = EMPTY
    for who in range(2):
        at.live[who] = at.cells.shape[0]
        at.total[who] = at.cells.shape[0] * at.worth[0]
        for kind in range(2):
            if k - 1 - kind == 0:
                for line in range(at.cells.shape[0]):
                    _mark(who, kind, line, 1, at)


@compiled()
def put(side, cell, at):
    """Put a stone on an empty cell."""
    other = 1 - side
    k = at.cells.shape[1]
    at.owner[cell] = side
    at.stones[side, cell >> 6] |= CELL[cell & 63]
    at.hash[0] ^= at.keys[side, cell]
    gain, loss, lost = at.taste[side, cell], np.int64(0), np.int64(0)
    for i in range(at.many[cell]):
        line = at.through[cell, i]
        mine, theirs = np.int64(at.counts[line, side]), np.int64(at.counts[line, other])
        at.counts[line, side] = mine + 1
        if theirs == 0:
            gain += at.worth[mine + 1] - at.worth[mine]
            if mine >= k - 3:
                if mine >= k - 2:
                    _mark(side, k - 1 - mine, line, -1, at)
                if mine < k - 1:
                    _mark(side, k - 2 - mine, line, 1, at)
        if mine == 0:
            loss += at.worth[theirs]
            lost += 1
            if theirs >= k - 2 and theirs < k:
                _mark(other, k - 1 - theirs, line, -1, at)
    at.total[side] += gain
    at.total[other] -= loss
    at.live[other] -= lost


@compiled()
def take(side, cell, at):
    """Take back a stone."""
    other = 1 - side
    k = at.cells.shape[1]
    gain, loss, lost = at.taste[side, cell], np.int64(0), np.int64(0)
    for i in range(at.many[cell]):
        line = at.through[cell, i]
        mine, theirs = np.int64(at.counts[line, side]) - 1, np.int64(at.counts[line, other])
        at.counts[line, side] = mine
        if theirs == 0:
            gain += at.worth[mine + 1] - at.worth[mine]
            if mine >= k - 3:
                if mine >= k - 2:
                    _mark(side, k - 1 - mine, line, 1, at)
                if mine < k - 1:
                    _mark(side, k - 2 - mine, line, -1, at)
        if mine == 0:
            loss += at.worth[theirs]
            lost += 1
            if theirs >= k - 2 and theirs < k:
                _mark(other, k - 1 - theirs, line, 1, at)
    at.total[side] -= gain
    at.total[other] += loss
    at.live[other] += lost
    at.hash[0] ^= at.keys[side, cell]
    at.stones[side, cell >> 6] &= ~CELL[cell & 63]
    at.owner[cell] = EMPTY


@compiled()
def pulls(at):
    """Find the pull of every cell."""
    for cell in range(at.owner.shape[0]):
        at.pull[0, cell] = 0
        at.pull[1, cell] = 0
    for line in range(at.cells.shape[0]):
        for side in range(2):
            if at.counts[line, 1 - side] == 0:
                weight = at.worth[at.counts[line, side]]
                for i in range(at.cells.shape[1]):
                    at.pull[side, at.cells[line, i]] += weight


@compiled()
def pull_of(cell, at):
    """The weight of all live lines through a cell."""
    total = np.int64(0)
    for i in range(at.many[cell]):
        line = at.through[cell, i]
        for side in range(2):
            if at.counts[line, 1 - side] == 0:
                total += at.worth[at.counts[line, side]]
    return total


@compiled()
def marked_cells(side, kind, at):
    """How many empty cells are marked, and the first of them, or -1."""
    count, first = 0, NOWHERE
    for word in range(at.stones.shape[1]):
        cells = at.marked[side, kind, word] & ~(at.stones[0, word] | at.stones[1, word])
        if cells != NONE:
            if count == 0:
                first = 64 * word + first_cell(cells)
            count += count_cells(cells)
    return count, first


@compiled()
def next_marked(side, kind, after, at):
    """The first empty cell behind `after` that is marked, or -1."""
    start = after + 1
    for word in range(start >> 6, at.stones.shape[1]):
        cells = at.marked[side, kind, word] & ~(at.stones[0, word] | at.stones[1, word])
        if word == start >> 6:
            cells &= ~(CELL[start & 63] - ONE)
        if cells != NONE:
            return 64 * word + first_cell(cells)
    return NOWHERE


@compiled()
def threatened(side, cell, at):
    """How many cells complete a line of this side's once it has taken `cell`, and the first two of them.

    It is no more than 3. Lines that lack one cell already are not looked at.
    """
    k = at.cells.shape[1]
    count, one, two = 0, NOWHERE, NOWHERE
    for i in range(at.many[cell]):
        line = at.through[cell, i]
        if at.counts[line, side] != k - 2 or at.counts[line, 1 - side] != 0:
            continue
        for j in range(k):
            missing = np.int64(at.cells[line, j])
            if missing == cell or at.owner[missing] != EMPTY:
                continue
            if missing != one and missing != two:
                count += 1
                if count == 1:
                    one = missing
                elif count == 2:
                    two = missing
                else:
                    return count, one, two
    return count, one, two


@compiled()
def next_fork(side, after, at):
    """The first cell behind `after` with which a side threatens to complete lines at two places at once, or -1."""
    cell = next_marked(side, TWO_SHORT, after, at)
    while cell != NOWHERE:
        if at.short[side, TWO_SHORT, cell] >= 2 and threatened(side, cell, at)[0] >= 2:
            return cell
        cell = next_marked(side, TWO_SHORT, cell, at)
    return NOWHERE
