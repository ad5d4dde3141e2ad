"""The table: what is known of positions, in one array of words, four places for each hash.

A row is: attacker's cells, defender's cells, empty cells, zone, proof and disproof number, work and side. The first
three and the side are the whole key, so a row is never taken for another position's.
"""

from __future__ import annotations

import numpy as np

from tictactoe.search.kernels.compiled import compiled

PLACES = 4
ROW_WORDS = 6
ROW_BYTES = 8 * ROW_WORDS
ATTACKER, DEFENDER, EMPTY, ZONE, NUMBERS, WORK = range(ROW_WORDS)
LOW_32 = np.uint64(0xFFFFFFFF)
LOW_8 = np.uint64(0xFF)
BITS_32 = np.uint64(32)
BITS_8 = np.uint64(8)


@compiled()
def place_of(table, attacker, defender, empty, side):
    """The first of the rows where this position may be."""
    mixed = attacker * np.uint64(0x9E3779B97F4A7C15)
    mixed ^= (empty + np.uint64(side)) * np.uint64(0xC2B2AE3D27D4EB4F)
    mixed ^= defender * np.uint64(0x165667B19E3779F9)
    mixed ^= mixed >> np.uint64(29)
    mixed *= np.uint64(0xBF58476D1CE4E5B9)
    mixed ^= mixed >> np.uint64(32)
    return np.int64(mixed & np.uint64(table.shape[0] // PLACES - 1)) * PLACES


@compiled()
def row_of(table, place, attacker, defender, empty, side):
    """The row that holds this position, or -1."""
    for row in range(place, place + PLACES):
        if (
            table[row, ATTACKER] == attacker
            and table[row, EMPTY] == empty
            and table[row, DEFENDER] == defender
            and np.int64(table[row, WORK] & LOW_8) == side + 1
        ):
            return row
    return -1


@compiled()
def remember(table, attacker, defender, empty, side, proof, disproof, zone, work):
    """Write what is known of a position, in its own row, a free one, or the one that took the least work."""
    place = place_of(table, attacker, defender, empty, side)
    row = row_of(table, place, attacker, defender, empty, side)
    if row >= 0:
        work += np.int64(table[row, WORK] >> BITS_8)
    else:
        row = place
        for other in range(place, place + PLACES):
            if table[other, WORK] >> BITS_8 < table[row, WORK] >> BITS_8:
                row = other
    table[row, ATTACKER] = attacker
    table[row, DEFENDER] = defender
    table[row, EMPTY] = empty
    table[row, ZONE] = zone
    table[row, NUMBERS] = np.uint64(proof) | np.uint64(disproof) << BITS_32
    table[row, WORK] = np.uint64(work) << BITS_8 | np.uint64(side + 1)


@compiled()
def restore(table, rows):
    """Put rows of another table into this one."""
    for row in rows:
        side = np.int64(row[WORK] & LOW_8) - 1
        proof, disproof = np.int64(row[NUMBERS] & LOW_32), np.int64(row[NUMBERS] >> BITS_32)
        work = np.int64(row[WORK] >> BITS_8)
        remember(table, row[ATTACKER], row[DEFENDER], row[EMPTY], side, proof, disproof, row[ZONE], work)
