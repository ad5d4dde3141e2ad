"""Pairings: disjoint pairs of empty cells such that every line the attacker could still complete contains a whole pair.

Then the defender holds by answering one cell of a pair with the other. If it is the defender's turn, one stone comes
first, the joker, and the lines through it need no pair.

Pairings are found by local search with weights. A step takes a line that nothing holds and gives it a pair (or the
joker), whichever costs the other lines least; lines that stay without one weigh more and more, and still do so when
the next position is looked at. What is found is a proof whatever way it was found: no live line is left, and a cell is
in one pair at most. What is not found is unknown.
"""

from __future__ import annotations

import numpy as np

from tictactoe.search.kernels.bits import CELL, NONE, ONE, copy, count_cells, first_cell, has, set_all
from tictactoe.search.kernels.compiled import compiled
from tictactoe.search.kernels.lines import ATTACKER, NO_CELL
from tictactoe.search.kernels.pairing import (
    REMEMBERED,
    drop_what_is_not_needed,
    join,
    leaves_of,
    not_held,
    only_held_by_pair,
    part,
    place_joker,
    put_into_ring,
    take_joker,
    take_over,
)

EVICTION = 4
"""What breaking a pair costs, where a line weighs 16."""
WEIGHT_BITS = 6
FEWEST_STEPS = 10
XORSHIFT = np.uint64(0x2545F4914F6CDD1D)
BITS_7, BITS_13, BITS_17, BITS_32 = np.uint64(7), np.uint64(13), np.uint64(17), np.uint64(32)
BITS_2, BITS_62, BITS_63, LOW_2 = np.uint64(2), np.uint64(62), np.uint64(63), np.uint64(3)

# Whether the defender has a stone to place first: no; yes, wherever it likes; yes, where the attacker would win.
NO_JOKER, FREE_JOKER, FIXED_JOKER = range(3)


@compiled()
def random_word(seed):
    word = seed[0]
    word ^= word << BITS_13
    word ^= word >> BITS_7
    word ^= word << BITS_17
    seed[0] = word
    return word * XORSHIFT


@compiled()
def _joker_of(kind, forced, wanted, empty):
    """Where the joker stands at first: where it must, or where it is wanted, if that can be."""
    if kind == FIXED_JOKER:
        return forced
    if kind == FREE_JOKER and wanted >= 0 and has(empty, wanted):
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
def _improve(kind, most, fading, game, room):
    """Change the pairing until it holds every line, or patience ends: how many lines the best one leaves."""
    now, cover, lines, weight, tabu = room.now, room.cover, room.lines, room.weight, room.tabu
    here, gone, gone_word, costs = room.here, room.lost, room.lost_word, room.costs
    left = not_held(room.lines, room.cover)
    best_left = left
    copy(room.best, now)
    patience = _patience(most, fading, left)
    waited = 0
    while left > 0 and waited < patience:
        room.clock[0] += 1
        clock = room.clock[0]
        waited += 1
        line = _choose_line(left, lines, cover, room.seed)
        count = 0
        for i in range(game.cells.shape[1]):
            cell = np.int64(game.cells[line, i])
            if has(room.empty, cell):
                word, lost = only_held_by_pair(cell, game.pair_word, game.pair, now, lines, cover)
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
            part(first, game.pair_word, game.pair, now, cover)
        until = clock + 2 + np.int64(random_word(room.seed) >> BITS_63)
        tabu[first] = until
        if second >= 0:
            if now[second] >= 0:
                part(second, game.pair_word, game.pair, now, cover)
            tabu[second] = until
            join(first, second, game.pair_word, game.pair, now, cover)
        else:
            if now[-1] >= 0:
                take_joker(game.through_word, game.through, now, cover)
            place_joker(first, game.through_word, game.through, now, cover)
        left = not_held(room.lines, room.cover)
        if left < best_left:
            best_left = left
            copy(room.best, now)
            patience = _patience(most, fading, left)
            waited = 0
    return best_left


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
    left = take_over(pairing, _joker_of(kind, forced, wanted, room.empty), game, room)
    nearest = -1
    for which in range(min(room.ring_end[side], REMEMBERED)):
        if left == 0:
            break
        joker = _joker_of(kind, forced, np.int64(room.ring[side, which, -1]), room.empty)
        leaves = leaves_of(side, which, joker, left, game, room)
        if leaves < left:
            left, nearest = leaves, which
    if nearest >= 0:
        known = room.ring[side, nearest]
        left = take_over(known, _joker_of(kind, forced, np.int64(known[-1]), room.empty), game, room)
    is_new = left > 0
    if is_new:
        _level_weights(lines, room.weight)
        left = _improve(kind, most, fading, game, room)
        if left > 0:
            return left
    drop_what_is_not_needed(game, room)
    set_all(zone, NONE)
    for at in range(room.now.shape[0]):
        cell = at if at < room.now.shape[0] - 1 else np.int64(room.now[-1])
        if room.now[at] >= 0:
            zone[cell >> 6] |= CELL[cell & 63]
    if is_new:
        put_into_ring(side, zone, room)
    return 0
