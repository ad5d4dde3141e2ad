"""Pairings: disjoint pairs of empty cells such that every line the attacker could still complete contains a whole pair.

Then the defender holds by answering one cell of a pair with the other. If it is the defender's turn, one stone comes
first, the joker, and the lines through it need no pair.

Pairings are found by local search with weights. A step takes a line that nothing holds and gives it a pair (or the
joker), whichever costs the other lines least; lines that stay without one weigh more and more. What is found is a
proof whatever way it was found: no live line is left, and a cell is in one pair at most. What is not found is unknown.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from tictactoe.search.kernels.bits import CELL, NONE, ONE, count_cells, first_cell, set_all
from tictactoe.search.kernels.compiled import compiled
from tictactoe.search.kernels.lines import ATTACKER

NO_CELL = -1
EVICTION = 4
"""What breaking a pair costs, where a line weighs 16."""
HEAVIEST = 40
FEWEST_STEPS = 10
REMEMBERED = 64
"""How many pairings that were found lately are tried first, for each side to move."""
XORSHIFT = np.uint64(0x2545F4914F6CDD1D)
BITS_7, BITS_13, BITS_17, BITS_32 = np.uint64(7), np.uint64(13), np.uint64(17), np.uint64(32)
BITS_4, BITS_60, LOW_4 = np.uint64(4), np.uint64(60), np.uint64(15)

# Whether the defender has a stone to place first: no; yes, wherever it likes; yes, where the attacker would win.
NO_JOKER, FREE_JOKER, FIXED_JOKER = range(3)

# Places in Room.numbers
NOW, CLOCK, STEPS = range(3)


class Room(NamedTuple):
    """Where a pairing is worked out."""

    lines: Any
    """The live lines."""
    empty: Any
    """The empty cells."""
    mate: Any
    """For each cell the other one of its pair, or -1."""
    best: Any
    """The best pairing that was seen, written down: the joker or -1, where the list ends, and the cells two by two."""
    cover: Any
    """[n, word] the lines that are held more than n times."""
    weight: Any
    tabu: Any
    """For each cell: until when it stays as it is."""
    numbers: Any
    """The joker, or -1; the time; and how many steps have been taken in all."""
    seed: Any
    ring: Any
    """[side, which] pairings found lately, written down; those not used yet end at 0."""
    ring_at: Any
    tried: Any
    """[word] lines held by what is tried."""
    cells: Any
    """The empty cells of one line, and what taking each of them costs."""
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


@compiled()
def random_word(seed):
    word = seed[0]
    word ^= word << BITS_13
    word ^= word >> BITS_7
    word ^= word << BITS_17
    seed[0] = word
    return word * XORSHIFT


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
def _pair(one, two, pair_word, pair, mate, cover):
    mate[one] = two
    mate[two] = one
    _hold(cover, np.int64(pair_word[one, two]), pair[one, two])


@compiled()
def _part(one, pair_word, pair, mate, cover):
    two = mate[one]
    mate[one] = NO_CELL
    mate[two] = NO_CELL
    _release(cover, np.int64(pair_word[one, two]), pair[one, two])


@compiled()
def _place_joker(cell, through_word, through, cover, numbers):
    numbers[NOW] = cell
    for direction in range(4):
        _hold(cover, through_word[cell, direction], through[cell, direction])


@compiled()
def _take_joker(through_word, through, cover, numbers):
    cell = numbers[NOW]
    numbers[NOW] = NO_CELL
    for direction in range(4):
        _release(cover, through_word[cell, direction], through[cell, direction])


@compiled()
def _not_held(lines, cover):
    """How many live lines are held by nothing."""
    count = 0
    for word in range(lines.shape[0]):
        count += count_cells(lines[word] & ~cover[0, word])
    return count


@compiled()
def _note(pairing, mate, joker):
    """Write the pairing down."""
    pairing[0] = joker
    end = 2
    for one in range(mate.shape[0]):
        two = mate[one]
        if two > one:
            pairing[end] = one
            pairing[end + 1] = two
            end += 2
    pairing[1] = end


@compiled()
def _take_over(pairing, joker, game, room):
    """Begin with this joker and what is still possible of a pairing: how many lines are not held."""
    for level in range(room.cover.shape[0]):
        for word in range(room.cover.shape[1]):
            room.cover[level, word] = NONE
    set_all(room.mate, NO_CELL)
    room.numbers[NOW] = NO_CELL
    empty = room.empty
    for i in range(2, np.int64(pairing[1]), 2):
        one, two = np.int64(pairing[i]), np.int64(pairing[i + 1])
        if (
            one != joker
            and two != joker
            and empty[one >> 6] & CELL[one & 63] != NONE
            and empty[two >> 6] & CELL[two & 63] != NONE
        ):
            _pair(one, two, game.pair_word, game.pair, room.mate, room.cover)
    if joker >= 0:
        _place_joker(joker, game.through_word, game.through, room.cover, room.numbers)
    return _not_held(room.lines, room.cover)


@compiled()
def _would_leave(pairing, joker, game, room):
    """How many lines `_take_over` would leave."""
    held, empty, pair_word, pair = room.tried, room.empty, game.pair_word, game.pair
    set_all(held, NONE)
    for i in range(2, np.int64(pairing[1]), 2):
        one, two = np.int64(pairing[i]), np.int64(pairing[i + 1])
        if (
            one != joker
            and two != joker
            and empty[one >> 6] & CELL[one & 63] != NONE
            and empty[two >> 6] & CELL[two & 63] != NONE
        ):
            held[np.int64(pair_word[one, two])] |= pair[one, two]
    if joker >= 0:
        for direction in range(4):
            held[game.through_word[joker, direction]] |= game.through[joker, direction]
    left = 0
    for word in range(held.shape[0]):
        left += count_cells(room.lines[word] & ~held[word])
    return left


@compiled()
def _joker_of(kind, forced, wanted, empty):
    """Where the joker stands at first: where it must, or where it is wanted, if that can be."""
    if kind == FIXED_JOKER:
        return forced
    if kind == FREE_JOKER and wanted >= 0 and empty[wanted >> 6] & CELL[wanted & 63] != NONE:
        return wanted
    return NO_CELL


@compiled()
def _weight_of(word, lines, weight):
    total = 0
    while lines:
        total += weight[64 * word + first_cell(lines)]
        lines &= lines - ONE
    return total


@compiled()
def _patience(most, fading, left):
    """How many steps without improvement are allowed, with so many lines left: fewer, the more there are."""
    steps = float(most)
    for _ in range(1, left):
        steps *= fading
        if steps < FEWEST_STEPS:
            break
    return max(FEWEST_STEPS, int(steps))


@compiled()
def _choose_line(left, lines, cover, seed):
    """A random line that nothing holds."""
    pick = np.int64(random_word(seed) >> BITS_32) % left
    for word in range(lines.shape[0]):
        rest = lines[word] & ~cover[0, word]
        count = count_cells(rest)
        if pick < count:
            while pick > 0:
                rest &= rest - ONE
                pick -= 1
            return 64 * word + first_cell(rest)
        pick -= count
    return -1


@compiled()
def _only_held_by_pair(cell, pair_word, pair, mate, lines, cover):
    """The word and the lines in it that nothing but this cell's pair holds."""
    two = mate[cell]
    if two < 0:
        return 0, NONE
    word = np.int64(pair_word[cell, two])
    return word, pair[cell, two] & lines[word] & cover[0, word] & ~cover[1, word]


@compiled()
def _improve(kind, most, fading, game, room):
    """Change the pairing until it holds every line, or patience ends: how many lines the best one leaves."""
    mate, cover, lines, weight, tabu, cells = room.mate, room.cover, room.lines, room.weight, room.tabu, room.cells
    numbers = room.numbers
    left = _not_held(room.lines, room.cover)
    best_left = left
    _note(room.best, mate, numbers[NOW])
    patience = _patience(most, fading, left)
    waited = 0
    while left > 0 and waited < patience:
        numbers[CLOCK] += 1
        numbers[STEPS] += 1
        clock = numbers[CLOCK]
        waited += 1
        line = _choose_line(left, lines, cover, room.seed)
        count = 0
        for i in range(game.cells.shape[1]):
            cell = game.cells[line, i]
            if room.empty[cell >> 6] & CELL[cell & 63]:
                cells[0, count] = cell
                word, lost = _only_held_by_pair(cell, game.pair_word, game.pair, mate, lines, cover)
                cells[1, count] = 16 * _weight_of(word, lost, weight) + (EVICTION if mate[cell] >= 0 else 0)
                cells[2, count] = count_cells(lost)
                count += 1
        noise = random_word(room.seed)
        least = 1 << 40
        first, second = NO_CELL, NO_CELL
        for i in range(count):
            one = cells[0, i]
            for j in range(i + 1, count):
                two = cells[0, j]
                word = np.int64(game.pair_word[one, two])
                pair = game.pair[one, two] & lines[word]
                new = pair & ~cover[0, word]
                cost = cells[1, i] + cells[1, j] - 16 * _weight_of(word, new, weight) + np.int64(noise & LOW_4)
                noise = noise >> BITS_4 | noise << BITS_60
                if cells[2, i] + cells[2, j]:  # what is lost may be held again by the new pair
                    again = NONE
                    where, lost = _only_held_by_pair(one, game.pair_word, game.pair, mate, lines, cover)
                    if where == word:
                        again |= lost & pair
                    where, lost = _only_held_by_pair(two, game.pair_word, game.pair, mate, lines, cover)
                    if where == word:
                        again |= lost & pair
                    cost -= 16 * _weight_of(word, again, weight)
                if cost >= least:
                    continue
                if (tabu[one] > clock or tabu[two] > clock) and (
                    left + cells[2, i] + cells[2, j] - count_cells(new) >= best_left
                ):
                    continue
                least, first, second = cost, one, two
        if kind == FREE_JOKER:
            joker = numbers[NOW]
            lost_weight, lost_count = 0, 0
            if joker >= 0:
                for direction in range(4):
                    word = game.through_word[joker, direction]
                    lost = game.through[joker, direction] & lines[word] & cover[0, word] & ~cover[1, word]
                    lost_weight += 16 * _weight_of(word, lost, weight)
                    lost_count += count_cells(lost)
            for i in range(count):
                one = cells[0, i]
                cost = lost_weight + cells[1, i] + np.int64(noise & LOW_4)
                noise = noise >> BITS_4 | noise << BITS_60
                new_count = 0
                for direction in range(4):
                    word = game.through_word[one, direction]
                    new = game.through[one, direction] & lines[word] & ~cover[0, word]
                    cost -= 16 * _weight_of(word, new, weight)
                    new_count += count_cells(new)
                if cost >= least:
                    continue
                if (tabu[one] > clock or (joker >= 0 and tabu[joker] > clock)) and (
                    left + lost_count + cells[2, i] - new_count >= best_left
                ):
                    continue
                least, first, second = cost, one, NO_CELL
        if least >= 0:
            for word in range(lines.shape[0]):
                rest = lines[word] & ~cover[0, word]
                while rest:
                    line = 64 * word + first_cell(rest)
                    rest &= rest - ONE
                    weight[line] = min(weight[line] + 1, HEAVIEST)
        if first < 0:
            continue
        if mate[first] >= 0:
            _part(first, game.pair_word, game.pair, mate, cover)
        until = clock + 2 + np.int64(random_word(room.seed) >> BITS_60) % 4
        tabu[first] = until
        if second >= 0:
            if mate[second] >= 0:
                _part(second, game.pair_word, game.pair, mate, cover)
            tabu[second] = until
            _pair(first, second, game.pair_word, game.pair, mate, cover)
        else:
            if numbers[NOW] >= 0:
                _take_joker(game.through_word, game.through, cover, numbers)
            _place_joker(first, game.through_word, game.through, cover, numbers)
        left = _not_held(room.lines, room.cover)
        if left < best_left:
            best_left = left
            _note(room.best, mate, numbers[NOW])
            patience = _patience(most, fading, left)
            waited = 0
    return best_left


@compiled()
def _drop_what_is_not_needed(game, room):
    """Part the pairs, and take the joker, without which every line is held all the same."""
    mate, lines, cover = room.mate, room.lines, room.cover
    for one in range(mate.shape[0]):
        if mate[one] > one and _only_held_by_pair(one, game.pair_word, game.pair, mate, lines, cover)[1] == NONE:
            _part(one, game.pair_word, game.pair, room.mate, room.cover)
    joker = room.numbers[NOW]
    if joker >= 0:
        needed = NONE
        for direction in range(4):
            word = game.through_word[joker, direction]
            needed |= game.through[joker, direction] & room.lines[word] & room.cover[0, word] & ~room.cover[1, word]
        if needed == NONE:
            _take_joker(game.through_word, game.through, room.cover, room.numbers)


@compiled()
def find_pairs(ply, kind, forced, pairing, wanted, most, fading, game, frames, room, zone):
    """Pairs, and a joker if there is one, that hold every live line: how many lines the best that was found leaves.

    If it is none, the pairs are in room.mate, the joker in room.numbers, and the zone is all their cells. If not,
    room.best is what came nearest. The search starts from `pairing` with the joker where it is wanted, or from a
    pairing that was found lately, whichever leaves less. `most` and `fading` say how long it is tried.
    """
    live, lines = frames.live, room.lines
    for word in range(lines.shape[0]):
        lines[word] = NONE
        for empties in range(1, live.shape[2]):
            lines[word] |= live[ply, ATTACKER, empties, word]
    for word in range(room.empty.shape[0]):
        room.empty[word] = game.board[word] & ~(frames.stones[ply, 0, word] | frames.stones[ply, 1, word])
    side = 0 if kind == NO_JOKER else 1
    left = _take_over(pairing, _joker_of(kind, forced, wanted, room.empty), game, room)
    remembered = -1
    if left > 0:
        for which in range(REMEMBERED):
            known = room.ring[side, which]
            if known[1] == 0:
                break
            would = _would_leave(known, _joker_of(kind, forced, np.int64(known[0]), room.empty), game, room)
            if would < left:
                left, remembered = would, which
                if left == 0:
                    break
        if remembered >= 0:
            known = room.ring[side, remembered]
            _take_over(known, _joker_of(kind, forced, np.int64(known[0]), room.empty), game, room)
    is_new = left > 0
    if is_new:
        for empties in range(1, live.shape[2]):
            for word in range(lines.shape[0]):
                rest = live[ply, ATTACKER, empties, word]
                while rest:
                    room.weight[64 * word + first_cell(rest)] = 1 + (live.shape[2] - 1 - empties) // 2
                    rest &= rest - ONE
        left = _improve(kind, most, fading, game, room)
        if left > 0:
            return left
    _drop_what_is_not_needed(game, room)
    set_all(zone, NONE)
    for cell in range(room.mate.shape[0]):
        if room.mate[cell] >= 0:
            zone[cell >> 6] |= CELL[cell & 63]
    joker = room.numbers[NOW]
    if joker >= 0:
        zone[joker >> 6] |= CELL[joker & 63]
    if is_new:
        _note(room.ring[side, room.ring_at[side]], room.mate, joker)
        room.ring_at[side] = (room.ring_at[side] + 1) % REMEMBERED
    return 0
