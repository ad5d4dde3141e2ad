"""Strong tables: the score of every position of a small game, one byte each.

A position's index is its cells as digits to the base 3, cell 0 the lowest: 0 empty, 1 X, 2 O. A move only makes an
index larger, so the table is filled from the highest index down. `entries.py` says how a byte is read.
"""

from __future__ import annotations

import numpy as np

from tictactoe.search.kernels.bits import CELL, NONE, ONE, count_cells, first_cell
from tictactoe.search.kernels.compiled import compiled
from tictactoe.search.kernels.entries import IMPOSSIBLE, LONGEST

ALL = np.uint64(0xFFFFFFFFFFFFFFFF)


@compiled(nogil=True)
def fill(table, first, end, lines, powers, cells, halves, x_needs, o_needs):
    """Work out the entries from `end` - 1 down to `first`, once all from `end` up are there.

    What the high half of the digits says is looked at once for all that share it: how many stones each has there, and
    which lines each could have, given what they need in the low half (in `x_needs` and `o_needs`).
    """
    board = ALL >> np.uint64(64 - cells)
    size = halves.shape[1]
    low_cells = halves[0, size - 1, 1]
    index = end
    while index > first:
        high, low = (index - 1) // size, (index - 1) % size
        high_x, high_o = halves[1, high, 0], halves[1, high, 1]
        high_ahead = count_cells(high_x) - count_cells(high_o)
        x_lines = find_needs(high_x, lines, low_cells, x_needs)
        o_lines = find_needs(high_o, lines, low_cells, o_needs)
        for place in range(low, max(-1, low - (index - first)), -1):
            index -= 1
            table[index] = IMPOSSIBLE
            low_x, low_o = halves[0, place, 0], halves[0, place, 1]
            ahead = high_ahead + count_cells(low_x) - count_cells(low_o)
            if ahead != 0 and ahead != 1:
                continue
            x_has = has_line(low_x, x_needs[:x_lines])
            o_has = has_line(low_o, o_needs[:o_lines])
            if x_has if ahead == 0 else o_has:  # the one to move
                continue
            x, o = high_x | low_x, high_o | low_o
            if x_has or o_has:
                if cells_in_all_lines(x if x_has else o, lines):  # the last stone was one of these
                    table[index] = -LONGEST
                continue
            empty = board & ~(x | o)
            best = -LONGEST if empty else 0
            while empty:
                value = table[index + (1 + ahead) * powers[first_cell(empty)]]
                empty &= empty - ONE
                best = max(best, 1 - value if value > 0 else -1 - value if value < 0 else 0)
            table[index] = best


@compiled()
def find_needs(held, lines, low_cells, needs):
    """Put what each line of which this side holds all high cells needs in low ones; how many such lines there are."""
    found = 0
    for line in lines:
        low = line & low_cells
        if held & line == line & ~low_cells:
            needs[found] = low
            found += 1
    return found


@compiled()
def stones(index, halves):
    """The cells of X and of O. `halves[half, digits, mark]` holds those of each half of the digits."""
    size = halves.shape[1]
    high, low = index // size, index % size
    return halves[0, low, 0] | halves[1, high, 0], halves[0, low, 1] | halves[1, high, 1]


@compiled()
def has_line(held, lines):
    for line in lines:  # noqa: SIM110  numba compiles no any() over a generator
        if held & line == line:
            return True
    return False


@compiled()
def cells_in_all_lines(held, lines):
    """The cells that all filled lines have in common; ALL if there is no filled line."""
    shared = ALL
    for line in lines:
        if held & line == line:
            shared &= line
    return shared


@compiled()
def count(table, lines, cells, halves, mirrored, positions, finished):
    """Count positions by ply and finished ones by how they ended (X, O, draw): all of them, and up to symmetry.

    `mirrored[s, c]` is 3 to the power of the cell that symmetry s takes c to.
    """
    for index in range(table.shape[0]):
        if table[index] == IMPOSSIBLE:
            continue
        first = True
        for symmetry in range(mirrored.shape[0]):
            image, rest = 0, index
            for cell in range(cells):
                image += rest % 3 * mirrored[symmetry, cell]
                rest //= 3
            if image < index:
                first = False
                break
        x, o = stones(index, halves)
        ply = count_cells(x | o)
        positions[0, ply] += 1
        positions[1, ply] += first
        kind = -1
        if table[index] == -LONGEST:
            kind = 0 if has_line(x, lines) else 1
        elif ply == cells:
            kind = 2
        if kind >= 0:
            finished[0, kind] += 1
            finished[1, kind] += first


@compiled()
def walk(table, ways, lines, powers, cells, halves, nodes, games):
    """Count move lists: nodes of the game tree by ply, and games by how they end. `ways` begins with a 1 at index 0."""
    for index in range(table.shape[0]):
        if ways[index] == 0:
            continue
        x, o = stones(index, halves)
        ply = count_cells(x | o)
        nodes[ply] += ways[index]
        if table[index] == -LONGEST:
            games[0 if has_line(x, lines) else 1] += ways[index]
            continue
        if ply == cells:
            games[2] += ways[index]
            continue
        digit = 1 + ply % 2
        for cell in range(cells):
            if (x | o) & CELL[cell] == NONE:
                ways[index + digit * powers[cell]] += ways[index]
