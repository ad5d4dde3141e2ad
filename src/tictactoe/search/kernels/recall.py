"""The table of an alpha-beta search: what was found of a position, for when it is come to again.

A row has the whole position, so it is never taken for another's. Values in it count plies from the position.
"""

from __future__ import annotations

import numpy as np

from tictactoe.search.kernels.bits import NONE
from tictactoe.search.kernels.compiled import compiled
from tictactoe.search.kernels.tree import ALPHA, BEST, BEST_MOVE, BETA, DEPTH, JUDGED, PROVEN

# Kinds of bounds
EXACT, LOWER, UPPER = np.int64(1), np.int64(2), np.int64(3)

LOW_2, LOW_8, LOW_16 = np.uint64(3), np.uint64(0xFF), np.uint64(0xFFFF)
BITS_2, BITS_3, BITS_16 = np.uint64(2), np.uint64(3), np.uint64(16)
DEPTH_SHIFT = np.int64(64)
"""Depths in the table are from 0 up."""


@compiled()
def _from_here(value, ply):
    """A value counts the plies of a win from the root; in the table, from the position."""
    if value >= JUDGED:
        return value + ply
    if value <= -JUDGED:
        return value - ply
    return value


@compiled()
def _place(tree, at):
    return np.int64(at.hash[0] & np.uint64(tree.table.shape[0] - 1))


@compiled()
def _is_same(row, side, at):
    words = at.stones.shape[1]
    if np.int64(row[2 * words + 1] >> BITS_2 & np.uint64(1)) != side or row[2 * words + 1] & LOW_2 == NONE:
        return False
    for word in range(words):
        if row[word] != at.stones[0, word] or row[words + word] != at.stones[1, word]:
            return False
    return True


@compiled()
def recall(ply, side, depth, tree, at):
    """Whether the table answers for a position, and what; its best move is put into the row."""
    place = _place(tree, at)
    rows = tree.rows
    for slot in range(2):
        row = tree.table[place ^ slot]
        if not _is_same(row, side, at):
            continue
        words = at.stones.shape[1]
        data = row[2 * words + 1]
        rows[ply, BEST_MOVE] = np.int64(data >> BITS_16 & LOW_16) - 1
        value = _from_here(np.int64(row[2 * words]), -ply)
        kind = np.int64(data & LOW_2)
        deep = np.int64(data >> BITS_3 & LOW_8) - DEPTH_SHIFT >= depth
        if (deep or value >= PROVEN) and kind != UPPER and (kind == EXACT or value >= rows[ply, BETA]):
            return True, value
        if (deep or value <= -PROVEN) and kind != LOWER and (kind == EXACT or value <= rows[ply, ALPHA]):
            return True, value
        return False, np.int64(0)
    return False, np.int64(0)


@compiled()
def remember(ply, side, kind, tree, at):
    """Keep what was found in a row: the first of two places is for what took more depth."""
    place = _place(tree, at)
    words = at.stones.shape[1]
    rows, table = tree.rows, tree.table
    depth = np.uint64(max(np.int64(0), min(np.int64(255), rows[ply, DEPTH] + DEPTH_SHIFT)))
    first = table[place]
    if not _is_same(first, side, at) and first[2 * words + 1] >> BITS_3 & LOW_8 > depth:
        place ^= np.int64(1)
    row = table[place]
    for word in range(words):
        row[word] = at.stones[0, word]
        row[words + word] = at.stones[1, word]
    row[2 * words] = np.uint64(_from_here(rows[ply, BEST], ply))
    move = np.uint64(rows[ply, BEST_MOVE] + 1)
    row[2 * words + 1] = np.uint64(kind) | np.uint64(side) << BITS_2 | depth << BITS_3 | move << BITS_16
