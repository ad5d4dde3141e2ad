"""What an alpha-beta search works in: a row for each ply, and what its values mean.

A value is that of the side to move, in three bands:

    PROVEN and above    won within MATE - value plies: every reply that could matter was looked at
    JUDGED and above    won as far as was looked: some replies were left out, because they promise little
    below               the evaluation

and the same below zero for losses.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

MATE = np.int64(1 << 44)
PROVEN = MATE - 1000
JUDGED_MATE = np.int64(1 << 43)
JUDGED = JUDGED_MATE - 1000
MOST = np.int64(1 << 42)
"""No evaluation is larger."""
ENDLESS = np.int64(1 << 45)

KILLERS = 2
# Places in Tree.rows
ALPHA, BETA, BEST, BEST_MOVE, DEPTH, COUNT, NEXT_MOVE, IS_WHOLE, FLOOR, STAGE, IS_FORCED = range(11)
ROW_NUMBERS = 11
# Places in Tree.now
PLY, MODE, VALUE, SIDE, NODES, EMPTIES, ATTACKS = range(7)
NOW_NUMBERS = 7
# Modes
ENTER, GO_ON, RETURN, DONE = np.int64(0), np.int64(1), np.int64(2), np.int64(3)


class Tree(NamedTuple):
    """Room for a search."""

    rows: Any
    """[ply, ...] see the names above."""
    moves: Any
    scores: Any
    """[ply, i] the moves of a row, and what they are ordered by."""
    lines: Any
    """[ply, i] the best line of play from there."""
    lengths: Any
    """[ply] of it."""
    killers: Any
    """[ply, i] moves that were too good elsewhere on this ply."""
    refuted: Any
    """[cell] moves of the first row that are known to lose, and are not looked at."""
    table: Any
    """[row, ...] the stones, the value, and what kind of value it is."""
    now: Any
    """[...] see the names above."""
