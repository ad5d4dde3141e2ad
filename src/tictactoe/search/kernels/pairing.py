"""A pairing and the lines it holds, as they are changed pair by pair; and the pairings that were found lately.

A pairing is an array: for each cell the other one of its pair, or -1; and last the joker, or -1. What it holds is kept
as sets: the lines held more than n times, so that what only one pair holds is known at once.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from tictactoe.search.kernels.bits import CELL, NONE, ONE, copy, count_cells, first_cell, has, set_all
from tictactoe.search.kernels.compiled import compiled
from tictactoe.search.kernels.lines import NO_CELL

REMEMBERED = 64
"""How many pairings that were found lately are tried first, for each side to move."""


class Room(NamedTuple):
    """Where one thread works: at a pairing, and at the key of a position."""

    lines: Any
    """The live lines."""
    empty: Any
    """The empty cells."""
    now: Any
    """The pairing as it is."""
    best: Any
    """The best pairing that was seen."""
    cover: Any
    """[n, word] the lines that are held more than n times."""
    open: Any
    """The live lines that nothing holds."""
    weight: Any
    """Of each line, from 1; and last the heaviest that there is."""
    tabu: Any
    """For each cell: until when it stays as it is."""
    clock: Any
    """How many steps have been taken in all."""
    seed: Any
    ring: Any
    """[side, which] pairings found lately."""
    ring_cells: Any
    """[side, which, word] their cells."""
    ring_cover: Any
    """[side, which, n, word] the lines that each holds more than n times, for n of 0 and 1."""
    ring_end: Any
    """[side] how many have been written in all."""
    tried: Any
    """[word] lines held by what is tried."""
    here: Any
    """The empty cells of one line."""
    lost: Any
    """For each of them the lines in that line's word that only its pair holds."""
    sums: Any
    """[n] the weight of the lines in that word, near that line, that nothing holds and whose bit is below n."""
    costs: Any
    """[0] what parting that pair costs, and [1] how many lines."""
    potential: Any
    """For each cell, the weight of the lines through it."""
    sets: Any
    """Sets of cells to work with."""
    given: Any
    turned: Any
    """The three sets of a key as they are, and turned or mirrored."""
    row: Any
    """A row of the table that is being made, and one that was found."""
    found: Any
    no_pairing: Any
    news: Any
    """The rows that a search has written lately, if somebody wants to know; none are kept if there is no room."""
    told: Any
    """How many that were in all."""


@compiled()
def _hold(cover, word, lines):
    for level in range(cover.shape[0] - 1, 0, -1):
        cover[level, word] |= cover[level - 1, word] & lines
    cover[0, word] |= lines


@compiled()
def _release(cover, word, lines):
    last = cover.shape[0] - 1
    for level in range(last):
        cover[level, word] = (cover[level, word] & ~lines) | (cover[level + 1, word] & lines)
    cover[last, word] &= ~lines


@compiled()
def join(one, two, pair_word, pair, now, cover):
    now[one] = two
    now[two] = one
    _hold(cover, np.int64(pair_word[one, two]), pair[one, two])


@compiled()
def part(one, pair_word, pair, now, cover):
    two = now[one]
    now[one] = NO_CELL
    now[two] = NO_CELL
    _release(cover, np.int64(pair_word[one, two]), pair[one, two])


@compiled()
def place_joker(cell, through_word, through, now, cover):
    now[-1] = cell
    for direction in range(4):
        _hold(cover, np.int64(through_word[cell, direction]), through[cell, direction])


@compiled()
def take_joker(through_word, through, now, cover):
    cell = now[-1]
    now[-1] = NO_CELL
    for direction in range(4):
        _release(cover, np.int64(through_word[cell, direction]), through[cell, direction])


@compiled()
def find_open(lines, cover, open_lines):
    """Put the live lines that nothing holds into `open_lines`: how many there are."""
    count = 0
    for word in range(lines.shape[0]):
        open_lines[word] = lines[word] & ~cover[0, word]
        count += count_cells(open_lines[word])
    return count


@compiled()
def _stands(one, two, joker, empty):
    """Whether two cells can still be a pair: both are empty, and neither is the joker."""
    return one != joker and two != joker and has(empty, one) and has(empty, two)


@compiled()
def take_over(pairing, joker, game, room):
    """Begin with this joker and what is still possible of a pairing: how many lines are not held."""
    for level in range(room.cover.shape[0]):
        for word in range(room.cover.shape[1]):
            room.cover[level, word] = NONE
    set_all(room.now, NO_CELL)
    for one in range(pairing.shape[0] - 1):
        two = np.int64(pairing[one])
        if two > one and _stands(one, two, joker, room.empty):
            join(one, two, game.pair_word, game.pair, room.now, room.cover)
    if joker >= 0:
        place_joker(joker, game.through_word, game.through, room.now, room.cover)
    return find_open(room.lines, room.cover, room.open)


@compiled()
def only_held_by_pair(cell, pair_word, pair, now, lines, cover):
    """The word and the lines in it that nothing but this cell's pair holds."""
    two = np.int64(now[cell])
    if two < 0:
        return 0, NONE
    word = np.int64(pair_word[cell, two])
    return word, pair[cell, two] & lines[word] & cover[0, word] & ~cover[1, word]


@compiled()
def drop_what_is_not_needed(game, room):
    """Part the pairs, and take the joker, without which every line is held all the same."""
    now, lines, cover = room.now, room.lines, room.cover
    for one in range(now.shape[0] - 1):
        if now[one] > one and only_held_by_pair(one, game.pair_word, game.pair, now, lines, cover)[1] == NONE:
            part(one, game.pair_word, game.pair, now, cover)
    joker = np.int64(now[-1])
    if joker >= 0:
        needed = NONE
        for direction in range(4):
            word = np.int64(game.through_word[joker, direction])
            needed |= game.through[joker, direction] & room.lines[word] & room.cover[0, word] & ~room.cover[1, word]
        if needed == NONE:
            take_joker(game.through_word, game.through, now, cover)


@compiled()
def nearest_in_ring(side, joker, moves, left, pair_word, pair, through_word, through, lines, empty, room):
    """Which pairing in the ring leaves fewer lines than `left`, the fewest of all; -1 if none does.

    Its joker is `joker`, or its own if that `moves` and can still stand.

    A line is lost if all that held it is: so at least those are that one broken pair alone held, and mostly no more.
    """
    ring, ring_cells, ring_cover, wanted = room.ring[side], room.ring_cells[side], room.ring_cover[side], room.tried
    words = lines.shape[0]
    nearest = -1
    for which in range(min(room.ring_end[side], REMEMBERED)):
        if left == 0:
            break
        known = ring[which]
        was = np.int64(known[-1])
        if moves:
            joker = was if was >= 0 and has(empty, was) else NO_CELL
        for word in range(words):
            wanted[word] = lines[word]
        if joker >= 0:
            for direction in range(4):
                wanted[through_word[joker, direction]] &= ~through[joker, direction]
        leaves = 0
        for word in range(words):
            leaves += count_cells(wanted[word] & ~ring_cover[which, 0, word])
            wanted[word] &= ring_cover[which, 0, word] & ~ring_cover[which, 1, word]
        broken = 0
        if was >= 0 and was != joker:
            for direction in range(4):
                leaves += count_cells(wanted[through_word[was, direction]] & through[was, direction])
            broken = 1
        for at in range(empty.shape[0]):
            gone = ring_cells[which, at] & ~empty[at]
            if joker >= 0 and joker >> 6 == at:
                gone |= ring_cells[which, at] & CELL[joker & 63]
            while gone and leaves < left:
                cell = 64 * at + first_cell(gone)
                gone &= gone - ONE
                two = np.int64(known[cell])
                if two >= 0:
                    word = np.int64(pair_word[cell, two])
                    leaves += count_cells(wanted[word] & pair[cell, two])
                    wanted[word] &= ~pair[cell, two]
                    broken += 1
        if leaves < left and broken > 1:
            leaves = _leaves_exactly(known, joker, pair_word, pair, through_word, through, lines, empty, wanted)
        if leaves < left:
            left, nearest = leaves, which
    return nearest


@compiled()
def _leaves_exactly(pairing, joker, pair_word, pair, through_word, through, lines, empty, held):
    """How many lines `take_over` would leave."""
    set_all(held, NONE)
    for one in range(pairing.shape[0] - 1):
        two = np.int64(pairing[one])
        if two > one and _stands(one, two, joker, empty):
            held[np.int64(pair_word[one, two])] |= pair[one, two]
    if joker >= 0:
        for direction in range(4):
            held[through_word[joker, direction]] |= through[joker, direction]
    left = 0
    for word in range(held.shape[0]):
        left += count_cells(lines[word] & ~held[word])
    return left


@compiled()
def put_into_ring(side, zone, room):
    """Remember the pairing as it is: every live line is held, and the zone is its cells."""
    which = room.ring_end[side] % REMEMBERED
    room.ring_end[side] += 1
    copy(room.ring[side, which], room.now)
    copy(room.ring_cells[side, which], zone)
    for level in range(2):
        copy(room.ring_cover[side, which, level], room.cover[level])
