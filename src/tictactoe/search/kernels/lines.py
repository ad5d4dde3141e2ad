"""Lines as sets, and what a stone does to them.

A line is a bit of a set of words. Lines that lie in one row, column or diagonal are neighbours in one word; so those
that contain two given cells are one word's, and those through a cell are in at most four words.

What is live in a position is kept as one set for each number of empty cells: the lines without a stone of the other
side that have so many.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from tictactoe.search.kernels.bits import CELL, NONE, ONE, count_cells, first_cell, has, set_all
from tictactoe.search.kernels.compiled import compiled

ATTACKER, DEFENDER = np.int64(0), np.int64(1)
"""Whose stones and lines, and whose turn."""
NO_CELL = np.int64(-1)


class Geometry(NamedTuple):
    """A game as arrays."""

    cells: Any
    """Of each line (by its bit): the cells, k of them."""
    masks: Any
    """Of each line: its cells as words."""
    through_word: Any
    through: Any
    """For each cell and direction: the word, and the lines in it that contain the cell."""
    pair_word: Any
    pair: Any
    """For each two cells: the word, and the lines in it that contain both."""
    images: Any
    """For each symmetry, byte of a set of cells and value of that byte: where its cells go."""
    inverses: Any
    board: Any
    all_lines: Any
    nearness: Any
    """Of each cell to the middle of the board: a number below that of cells, larger for those that are nearer."""


class Frames(NamedTuple):
    """The positions on the way from the root to where the search is, one row for each ply; and of their children."""

    stones: Any
    """[ply, side, word] the cells that each side holds."""
    live: Any
    """[ply, side, empties, word] the lines that each side can still complete; the defender's in the real game only."""
    pairing: Any
    """[ply] the pairing that came nearest to holding all lines (see `pairs`)."""
    guard: Any
    """[ply, word] the empty cells on lines that the defender could still complete."""
    threat: Any
    """[ply, word] what a win by threats stands on that the other side would have; empty if it has none."""
    allowed: Any
    """[ply, word] the cells where a move has not been refuted by the answer to another."""
    numbers: Any
    """[ply, ...] see the names below."""
    moves: Any
    """[ply, child] best first."""
    proofs: Any
    disproofs: Any
    places: Any
    """[ply, child] the hash by which other threads know it."""
    zones: Any
    """[ply, child, word]"""


# Places in Frames.numbers
FORCED, PROOF_LIMIT, DISPROOF_LIMIT, COUNT, MADE, WIDTH, TRIED, BEGAN = range(8)


@compiled()
def set_up(ply, real, game, frames):
    """Find out from the stones which lines are live."""
    attacker, defender = frames.stones[ply, ATTACKER], frames.stones[ply, DEFENDER]
    k = game.cells.shape[1]
    for who in range(2):
        for empties in range(k + 1):
            set_all(frames.live[ply, who, empties], NONE)
    for word in range(game.all_lines.shape[0]):
        lines = game.all_lines[word]
        while lines:
            bit = first_cell(lines)
            lines &= lines - ONE
            mine, theirs = 0, 0
            for i in range(k):
                cell = game.cells[64 * word + bit, i]
                mine += has(attacker, cell)
                theirs += has(defender, cell)
            if theirs == 0:
                frames.live[ply, ATTACKER, k - mine, word] |= CELL[bit]
            if real and mine == 0:
                frames.live[ply, DEFENDER, k - theirs, word] |= CELL[bit]


@compiled()
def play(ply, side, cell, real, through_word, through, stones, live):
    """Make row ply + 1 the position of row `ply` with one more stone."""
    for word in range(stones.shape[2]):
        stones[ply + 1, ATTACKER, word] = stones[ply, ATTACKER, word]
        stones[ply + 1, DEFENDER, word] = stones[ply, DEFENDER, word]
    stones[ply + 1, side, cell >> 6] |= CELL[cell & 63]
    sides = 2 if real else 1
    for who in range(sides):
        for empties in range(live.shape[2]):
            for word in range(live.shape[3]):
                live[ply + 1, who, empties, word] = live[ply, who, empties, word]
    for direction in range(4):
        lines = through[cell, direction]
        if lines == NONE:
            continue
        word = through_word[cell, direction]
        if side == ATTACKER or real:
            below = live[ply + 1, side, 0, word]
            for empties in range(1, live.shape[2]):
                here = live[ply + 1, side, empties, word]
                live[ply + 1, side, empties - 1, word] = below | (here & lines)
                below = here & ~lines
            live[ply + 1, side, live.shape[2] - 1, word] = below
        if side == DEFENDER or real:
            for empties in range(live.shape[2]):
                live[ply + 1, 1 - side, empties, word] &= ~lines


@compiled()
def completing(ply, side, masks, stones, live, cells):
    """Put the cells with which a side completes a line into `cells`: how many there are; the first, or -1."""
    for word in range(cells.shape[0]):
        cells[word] = NONE
    count = 0
    first = -1
    for word in range(live.shape[3]):
        lines = live[ply, side, 1, word]
        while lines:
            line = 64 * word + first_cell(lines)
            lines &= lines - ONE
            for at in range(cells.shape[0]):
                cell = masks[line, at] & ~stones[ply, side, at]
                if cell and not cells[at] & cell:
                    cells[at] |= cell
                    if count == 0:
                        first = 64 * at + first_cell(cell)
                    count += 1
    return count, first


@compiled()
def any_live(ply, side, live):
    """Whether this side can still complete a line."""
    for empties in range(1, live.shape[2]):
        for word in range(live.shape[3]):
            if live[ply, side, empties, word]:
                return True
    return False


@compiled()
def live_cells(ply, side, masks, live, cells):
    """Put every cell of a line that this side can still complete into `cells`."""
    for word in range(cells.shape[0]):
        cells[word] = NONE
    for word in range(live.shape[3]):
        lines = NONE
        for empties in range(1, live.shape[2]):
            lines |= live[ply, side, empties, word]
        while lines:
            line = 64 * word + first_cell(lines)
            lines &= lines - ONE
            for at in range(cells.shape[0]):
                cells[at] |= masks[line, at]


@compiled()
def potential_of(ply, live):
    """The weight of all that the attacker can still complete: 2^(k-e) for a line with e empty cells."""
    k = live.shape[2] - 1
    total = 0
    for empties in range(1, k + 1):
        for word in range(live.shape[3]):
            total += count_cells(live[ply, ATTACKER, empties, word]) << (k - empties)
    return total


@compiled()
def weigh(ply, side, cells, live, weights):
    """Add to each cell the weight of the lines through it that this side can still complete."""
    k = live.shape[2] - 1
    for empties in range(1, k + 1):
        for word in range(live.shape[3]):
            lines = live[ply, side, empties, word]
            while lines:
                line = 64 * word + first_cell(lines)
                lines &= lines - ONE
                for i in range(k):
                    weights[cells[line, i]] += 1 << (k - empties)
