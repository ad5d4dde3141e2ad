"""Pairings: disjoint pairs of empty cells such that every line the attacker could still complete contains a whole pair.

Then the defender holds by answering one cell of a pair with the other. If it is the defender's turn, one stone comes
first, the joker, and the lines through it need no pair.

Pairings are found by local search with weights. A step takes a line that nothing holds and gives it a pair (or the
joker), whichever costs the other lines least; lines that stay without one weigh more and more, and still do so when
the next position is looked at. What is found is a proof whatever way it was found: no live line is left, and a cell is
in one pair at most. What is not found is unknown.

A pairing is an array: for each cell the other one of its pair, or -1; and last the joker, or -1.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from tictactoe.search.kernels.bits import CELL, NONE, ONE, copy, count_cells, first_cell, set_all
from tictactoe.search.kernels.compiled import compiled
from tictactoe.search.kernels.lines import ATTACKER, NO_CELL

EVICTION = 4
"""What breaking a pair costs, where a line weighs 16."""
WEIGHT_BITS = 6
FEWEST_STEPS = 10
REMEMBERED = 64
"""How many pairings that were found lately are tried first, for each side to move."""
XORSHIFT = np.uint64(0x2545F4914F6CDD1D)
BITS_7, BITS_13, BITS_17, BITS_32 = np.uint64(7), np.uint64(13), np.uint64(17), np.uint64(32)
BITS_2, BITS_62, BITS_63, LOW_2 = np.uint64(2), np.uint64(62), np.uint64(63), np.uint64(3)

# Whether the defender has a stone to place first: no; yes, wherever it likes; yes, where the attacker would win.
NO_JOKER, FREE_JOKER, FIXED_JOKER = range(3)

# Places in Room.numbers
CLOCK, STEPS = range(2)


class Room(NamedTuple):
    """Where a pairing is worked out."""

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
    weight: Any
    """[word, n] the lines whose weight has bit n."""
    tabu: Any
    """For each cell: until when it stays as it is."""
    numbers: Any
    """The time, and how many steps have been taken in all."""
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
    """For each of them the lines, all in one word, that only its pair holds."""
    lost_word: Any
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
def _pair(one, two, pair_word, pair, now, cover):
    now[one] = two
    now[two] = one
    _hold(cover, np.int64(pair_word[one, two]), pair[one, two])


@compiled()
def _part(one, pair_word, pair, now, cover):
    two = now[one]
    now[one] = NO_CELL
    now[two] = NO_CELL
    _release(cover, np.int64(pair_word[one, two]), pair[one, two])


@compiled()
def _place_joker(cell, through_word, through, now, cover):
    now[-1] = cell
    for direction in range(4):
        _hold(cover, np.int64(through_word[cell, direction]), through[cell, direction])


@compiled()
def _take_joker(through_word, through, now, cover):
    cell = now[-1]
    now[-1] = NO_CELL
    for direction in range(4):
        _release(cover, np.int64(through_word[cell, direction]), through[cell, direction])


@compiled()
def _not_held(lines, cover):
    """How many live lines are held by nothing."""
    count = 0
    for word in range(lines.shape[0]):
        count += count_cells(lines[word] & ~cover[0, word])
    return count


@compiled()
def _take_over(pairing, joker, game, room):
    """Begin with this joker and what is still possible of a pairing: how many lines are not held."""
    for level in range(room.cover.shape[0]):
        for word in range(room.cover.shape[1]):
            room.cover[level, word] = NONE
    set_all(room.now, NO_CELL)
    empty = room.empty
    for one in range(pairing.shape[0] - 1):
        two = np.int64(pairing[one])
        if (
            two > one
            and one != joker
            and two != joker
            and empty[one >> 6] & CELL[one & 63] != NONE
            and empty[two >> 6] & CELL[two & 63] != NONE
        ):
            _pair(one, two, game.pair_word, game.pair, room.now, room.cover)
    if joker >= 0:
        _place_joker(joker, game.through_word, game.through, room.now, room.cover)
    return _not_held(room.lines, room.cover)


@compiled()
def _leaves(side, which, joker, enough, game, room):
    """How many lines `_take_over` would leave of a pairing in the ring, or something not below `enough` if it is more.

    A line is lost if all that held it is: so at least those are that one broken pair alone held.
    """
    known, cover, lost = room.ring[side, which], room.ring_cover[side, which], room.tried
    words = lost.shape[0]
    for word in range(words):
        lost[word] = ~cover[0, word]
    broken = 0
    for at in range(room.empty.shape[0]):
        gone = room.ring_cells[side, which, at] & ~room.empty[at]
        if joker >= 0 and joker >> 6 == at:
            gone |= room.ring_cells[side, which, at] & CELL[joker & 63]
        while gone:
            cell = 64 * at + first_cell(gone)
            gone &= gone - ONE
            two = np.int64(known[cell])
            if two >= 0:
                word = np.int64(game.pair_word[cell, two])
                lost[word] |= game.pair[cell, two] & ~cover[1, word]
                broken += 1
    was = np.int64(known[-1])
    if was >= 0 and was != joker:
        for direction in range(4):
            word = np.int64(game.through_word[was, direction])
            lost[word] |= game.through[was, direction] & ~cover[1, word]
        broken += 1
    if joker >= 0:
        for direction in range(4):
            lost[game.through_word[joker, direction]] &= ~game.through[joker, direction]
    left = 0
    for word in range(words):
        left += count_cells(room.lines[word] & lost[word])
    return left if broken <= 1 or left >= enough else _leaves_exactly(known, joker, game, room)


@compiled()
def _leaves_exactly(pairing, joker, game, room):
    """How many lines `_take_over` would leave."""
    held, empty, pair_word, pair = room.tried, room.empty, game.pair_word, game.pair
    set_all(held, NONE)
    for one in range(pairing.shape[0] - 1):
        two = np.int64(pairing[one])
        if (
            two > one
            and one != joker
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
def _put_into_ring(side, zone, room):
    """Remember the pairing as it is: every live line is held, and the zone is its cells."""
    which = room.ring_end[side] % REMEMBERED
    room.ring_end[side] += 1
    copy(room.ring[side, which], room.now)
    copy(room.ring_cells[side, which], zone)
    for level in range(2):
        copy(room.ring_cover[side, which, level], room.cover[level])


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
    if lines == NONE:
        return 0
    total = 0
    for bit in range(WEIGHT_BITS):
        total += count_cells(lines & weight[word, bit]) << bit
    return total


@compiled()
def _weigh_more(word, lines, weight):
    """Add 1 to the weight of lines, of those that are not the heaviest possible."""
    heaviest = ~NONE
    for bit in range(WEIGHT_BITS):
        heaviest &= weight[word, bit]
    carry = lines & ~heaviest
    for bit in range(WEIGHT_BITS):
        both = weight[word, bit] & carry
        weight[word, bit] ^= carry
        carry = both


@compiled()
def _level_weights(lines, weight):
    """Get the weights ready for another position: what was hard to hold in the last one is likely to be so again.

    They stay as they are, but for lines that have none yet, and are halved once the heaviest are half the most.
    """
    most = NONE
    for word in range(lines.shape[0]):
        most |= weight[word, WEIGHT_BITS - 1]
    for word in range(lines.shape[0]):
        if most:
            for bit in range(WEIGHT_BITS - 1):
                weight[word, bit] = weight[word, bit + 1]
            weight[word, WEIGHT_BITS - 1] = NONE
        none = lines[word]
        for bit in range(WEIGHT_BITS):
            none &= ~weight[word, bit]
        weight[word, 0] |= none


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
    pick = np.int64((random_word(seed) >> BITS_32) * np.uint64(left) >> BITS_32)
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
def _only_held_by_pair(cell, pair_word, pair, now, lines, cover):
    """The word and the lines in it that nothing but this cell's pair holds."""
    two = np.int64(now[cell])
    if two < 0:
        return 0, NONE
    word = np.int64(pair_word[cell, two])
    return word, pair[cell, two] & lines[word] & cover[0, word] & ~cover[1, word]


@compiled()
def _improve(kind, most, fading, game, room):
    """Change the pairing until it holds every line, or patience ends: how many lines the best one leaves."""
    now, cover, lines, weight, tabu, numbers = room.now, room.cover, room.lines, room.weight, room.tabu, room.numbers
    here, gone, gone_word, costs = room.here, room.lost, room.lost_word, room.costs
    left = _not_held(room.lines, room.cover)
    best_left = left
    copy(room.best, now)
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
            cell = np.int64(game.cells[line, i])
            if room.empty[cell >> 6] & CELL[cell & 63]:
                word, lost = _only_held_by_pair(cell, game.pair_word, game.pair, now, lines, cover)
                here[count], gone[count], gone_word[count] = cell, lost, word
                costs[0, count] = 16 * _weight_of(word, lost, weight) + (EVICTION if now[cell] >= 0 else 0)
                costs[1, count] = count_cells(lost)
                count += 1
        noise = random_word(room.seed)
        least = 1 << 40
        first, second = NO_CELL, NO_CELL
        for i in range(count):
            one = np.int64(here[i])
            for j in range(i + 1, count):
                two = np.int64(here[j])
                word = np.int64(game.pair_word[one, two])
                pair = game.pair[one, two] & lines[word]
                gained = pair & ~cover[0, word]
                if gone_word[i] == word:
                    gained |= gone[i] & pair  # lost and held again
                if gone_word[j] == word:
                    gained |= gone[j] & pair
                cost = costs[0, i] + costs[0, j] - 16 * _weight_of(word, gained, weight) + np.int64(noise & LOW_2)
                noise = noise >> BITS_2 | noise << BITS_62
                if cost >= least:
                    continue
                if (tabu[one] > clock or tabu[two] > clock) and (
                    left + costs[1, i] + costs[1, j] - count_cells(gained) >= best_left
                ):
                    continue
                least, first, second = cost, one, two
        if kind == FREE_JOKER:
            joker = np.int64(now[-1])
            lost_weight, lost_count = 0, 0
            if joker >= 0:
                for direction in range(4):
                    word = np.int64(game.through_word[joker, direction])
                    lost = game.through[joker, direction] & lines[word] & cover[0, word] & ~cover[1, word]
                    lost_weight += 16 * _weight_of(word, lost, weight)
                    lost_count += count_cells(lost)
            for i in range(count):
                one = np.int64(here[i])
                cost = lost_weight + costs[0, i] + np.int64(noise & LOW_2)
                noise = noise >> BITS_2 | noise << BITS_62
                new_count = 0
                for direction in range(4):
                    word = np.int64(game.through_word[one, direction])
                    new = game.through[one, direction] & lines[word] & ~cover[0, word]
                    cost -= 16 * _weight_of(word, new, weight)
                    new_count += count_cells(new)
                if cost >= least:
                    continue
                if (tabu[one] > clock or (joker >= 0 and tabu[joker] > clock)) and (
                    left + lost_count + costs[1, i] - new_count >= best_left
                ):
                    continue
                least, first, second = cost, one, NO_CELL
        if least >= 0:
            for word in range(lines.shape[0]):
                _weigh_more(word, lines[word] & ~cover[0, word], weight)
        if first < 0:
            continue
        if now[first] >= 0:
            _part(first, game.pair_word, game.pair, now, cover)
        until = clock + 2 + np.int64(random_word(room.seed) >> BITS_63)
        tabu[first] = until
        if second >= 0:
            if now[second] >= 0:
                _part(second, game.pair_word, game.pair, now, cover)
            tabu[second] = until
            _pair(first, second, game.pair_word, game.pair, now, cover)
        else:
            if now[-1] >= 0:
                _take_joker(game.through_word, game.through, now, cover)
            _place_joker(first, game.through_word, game.through, now, cover)
        left = _not_held(room.lines, room.cover)
        if left < best_left:
            best_left = left
            copy(room.best, now)
            patience = _patience(most, fading, left)
            waited = 0
    return best_left


@compiled()
def _drop_what_is_not_needed(game, room):
    """Part the pairs, and take the joker, without which every line is held all the same."""
    now, lines, cover = room.now, room.lines, room.cover
    for one in range(now.shape[0] - 1):
        if now[one] > one and _only_held_by_pair(one, game.pair_word, game.pair, now, lines, cover)[1] == NONE:
            _part(one, game.pair_word, game.pair, now, cover)
    joker = np.int64(now[-1])
    if joker >= 0:
        needed = NONE
        for direction in range(4):
            word = np.int64(game.through_word[joker, direction])
            needed |= game.through[joker, direction] & room.lines[word] & room.cover[0, word] & ~room.cover[1, word]
        if needed == NONE:
            _take_joker(game.through_word, game.through, now, cover)


@compiled()
def find_pairs(ply, kind, forced, pairing, wanted, most, fading, game, frames, room, zone):
    """Pairs, and a joker if there is one, that hold every live line: how many lines the best that was found leaves.

    If it is none, room.now is the pairing, and the zone is all its cells. If not, room.best is what came nearest. The
    search starts from `pairing` with the joker where it is wanted, or from a pairing that was found lately, whichever
    leaves less. `most` and `fading` say how long it is tried.
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
    nearest = -1
    for which in range(min(room.ring_end[side], REMEMBERED)):
        if left == 0:
            break
        joker = _joker_of(kind, forced, np.int64(room.ring[side, which, -1]), room.empty)
        leaves = _leaves(side, which, joker, left, game, room)
        if leaves < left:
            left, nearest = leaves, which
    if nearest >= 0:
        known = room.ring[side, nearest]
        left = _take_over(known, _joker_of(kind, forced, np.int64(known[-1]), room.empty), game, room)
    is_new = left > 0
    if is_new:
        _level_weights(lines, room.weight)
        left = _improve(kind, most, fading, game, room)
        if left > 0:
            return left
    _drop_what_is_not_needed(game, room)
    set_all(zone, NONE)
    for at in range(room.now.shape[0]):
        cell = at if at < room.now.shape[0] - 1 else np.int64(room.now[-1])
        if room.now[at] >= 0:
            zone[cell >> 6] |= CELL[cell & 63]
    if is_new:
        _put_into_ring(side, zone, room)
    return 0
