"""The table: what is known of positions, in one array of words, four places for each hash.

A row is: attacker's cells, empty cells, defender's cells and zone, each of as many words as a board takes; proof and
disproof number; work and kind; and a check of all that. The first three and the kind are the whole key, so a row is
never taken for another position's. Several threads write at once without a lock: a row of which a part is somebody
else's does not fit its check and is not believed.
"""

from __future__ import annotations

import numpy as np

from tictactoe.search.kernels.compiled import compiled

PLACES = 4
SETS = 4
MORE_WORDS = 3
ZONE = 3
"""Which of the sets is the zone: the three before it are the key."""
NUMBERS, WORK, CHECK = range(MORE_WORDS)
"""Behind the sets."""
KINDS = 4
"""What a row can be about, from 1: whose turn it is, in which game (see `static.kind_of`)."""
LOW_32 = np.uint64(0xFFFFFFFF)
LOW_8 = np.uint64(0xFF)
NOTHING = np.uint64(0)
BITS_32 = np.uint64(32)
BITS_29 = np.uint64(29)
BITS_8 = np.uint64(8)
GOLDEN = np.uint64(0x9E3779B97F4A7C15)
MIXER = np.uint64(0xBF58476D1CE4E5B9)


def row_words(board_words: int) -> int:
    """The length of a row, in words of 8 bytes."""
    return SETS * board_words + MORE_WORDS


@compiled()
def _mix(mixed, word):
    mixed = (mixed ^ word) * GOLDEN
    return mixed ^ mixed >> BITS_29


@compiled()
def hash_of(row, keys, kind):
    """What says where a position may be, from the words of its three sets."""
    mixed = np.uint64(kind)
    for i in range(keys):
        mixed = _mix(mixed, row[i])
    mixed *= MIXER
    return mixed ^ mixed >> BITS_32


@compiled()
def _check_of(row):
    mixed = GOLDEN
    for i in range(row.shape[0] - 1):
        mixed = _mix(mixed, row[i])
    return mixed * MIXER


@compiled()
def find(table, place, key, keys, kind, row):
    """Copy the row that holds this position into `row`: whether there is a whole one."""
    size = row.shape[0]
    behind = size - MORE_WORDS
    start = np.int64(place & np.uint64(table.shape[0] // PLACES - 1)) * PLACES
    for at in range(start, start + PLACES):
        if table[at, 0] != key[0] or np.int64(table[at, behind + WORK] & LOW_8) != kind:
            continue
        for i in range(size):
            row[i] = table[at, i]
        same = np.int64(row[behind + WORK] & LOW_8) == kind
        for i in range(keys):
            same &= row[i] == key[i]
        if same and row[size - 1] == _check_of(row):
            return True
    return False


@compiled()
def remember(table, place, row):
    """Write a row: in the place of what was known of the position, in a free one, or where the least work is lost.

    Whether there is one more than before.
    """
    size = row.shape[0]
    behind = size - MORE_WORDS
    keys = behind // SETS * ZONE
    start = np.int64(place & np.uint64(table.shape[0] // PLACES - 1)) * PLACES
    at = start
    for other in range(start, start + PLACES):
        same = (table[other, behind + WORK] & LOW_8) == (row[behind + WORK] & LOW_8)
        for i in range(keys):
            same &= table[other, i] == row[i]
        if same:
            row[behind + WORK] += table[other, behind + WORK] & ~LOW_8
            at = other
            break
        if table[other, behind + WORK] >> BITS_8 < table[at, behind + WORK] >> BITS_8:
            at = other
    row[size - 1] = _check_of(row)
    is_more = table[at, behind + WORK] == NOTHING
    for i in range(size):
        table[at, i] = row[i]
    return is_more


@compiled()
def restore(table, rows, row):
    """Put rows of another table that are whole into this one, one by one into `row` first: how many more it has."""
    count = 0
    behind = row.shape[0] - MORE_WORDS
    for given in range(rows.shape[0]):
        for i in range(row.shape[0]):
            row[i] = rows[given, i]
        if row[row.shape[0] - 1] == _check_of(row):
            kind = np.int64(row[behind + WORK] & LOW_8)
            count += remember(table, hash_of(row, behind // SETS * ZONE, kind), row)
    return count
