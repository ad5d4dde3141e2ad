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
    drop_what_is_not_needed,
    find_open,
    join,
    nearest_in_ring,
    only_held_by_pair,
    part,
    place_joker,
    put_into_ring,
    take_joker,
    take_over,
)

EVICTION = 4
"""What breaking a pair costs, where a line weighs 16."""
HEAVIEST = 63
"""The most a line can weigh."""
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
    total = 0
    while lines:
        total += weight[64 * word + first_cell(lines)]
        lines &= lines - ONE
    return total


@compiled()
def _weigh_more(open_lines, weight):
    """Add 1 to the weight of the lines that nothing holds, of those that are not the heaviest possible."""
    for word in range(open_lines.shape[0]):
        lines = open_lines[word]
        while lines:
            line = 64 * word + first_cell(lines)
            lines &= lines - ONE
            weight[line] = min(weight[line] + 1, HEAVIEST)
            weight[-1] = max(weight[-1], weight[line])


@compiled()
def _level_weights(weight):
    """Get the weights ready for another position: what was hard to hold in the last one is likely to be so again.

    They stay as they are, and are halved once the heaviest is half the most.
    """
    if weight[-1] > HEAVIEST // 2:
        for line in range(weight.shape[0]):
            weight[line] = max(1, weight[line] >> 1)


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
def _choose_line(left, open_lines, seed):
    """A random line that nothing holds."""
    pick = np.int64((random_word(seed) >> BITS_32) * np.uint64(left) >> BITS_32)
    for word in range(open_lines.shape[0]):
        rest = open_lines[word]
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
    now, cover, lines, open_lines, weight, tabu = room.now, room.cover, room.lines, room.open, room.weight, room.tabu
    left = find_open(lines, cover, open_lines)
    best_left = left
    copy(room.best, now)
    patience = _patience(most, fading, left)
    waited = 0
    while left > 0 and waited < patience:
        room.clock[0] += 1
        clock = room.clock[0]
        waited += 1
        line = _choose_line(left, open_lines, room.seed)
        count = _look_at(
            line, game.cells, game.pair_word, game.pair, room.empty, now, lines, cover, open_lines, weight, room.here,
            room.lost, room.sums, room.costs,
        )  # fmt: skip
        noise = random_word(room.seed)
        spare = left - best_left
        least, first, second, noise = _best_pair(
            line, count, noise, spare, clock, game.pair, open_lines, weight, tabu, room.here, room.lost, room.sums,
            room.costs,
        )  # fmt: skip
        if kind == FREE_JOKER:
            least, first, second = _best_joker(
                count, noise, spare, clock, least, first, second, game.through_word, game.through, now, lines, cover,
                open_lines, weight, tabu, room.here, room.costs,
            )  # fmt: skip
        if least >= 0:
            _weigh_more(open_lines, weight)
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
        left = find_open(lines, cover, open_lines)
        if left < best_left:
            best_left = left
            copy(room.best, now)
            patience = _patience(most, fading, left)
            waited = 0
    return best_left


@compiled()
def _look_at(line, cells, pair_word, pair, empty, now, lines, cover, open_lines, weight, here, lost, sums, costs):
    """Find out about a line that nothing holds what its pairs are chosen by: how many empty cells it has."""
    k = cells.shape[1]
    at, bit = line >> 6, line & 63
    rest = open_lines[at]
    sums[max(0, bit - k + 1)] = 0
    for near in range(max(0, bit - k + 1), min(64, bit + k)):
        sums[near + 1] = sums[near] + (weight[64 * at + near] if rest & CELL[near] else 0)
    count = 0
    for i in range(k):
        cell = np.int64(cells[line, i])
        if has(empty, cell):
            word, gone = only_held_by_pair(cell, pair_word, pair, now, lines, cover)
            here[count] = cell
            costs[0, count] = 16 * _weight_of(word, gone, weight) + (EVICTION if now[cell] >= 0 else 0)
            costs[1, count] = count_cells(gone)
            lost[count] = gone if word == at else NONE
            count += 1
    return count


@compiled()
def _best_pair(line, count, noise, spare, clock, pair, open_lines, weight, tabu, here, lost, sums, costs):
    """The two empty cells of a line that cost least as a pair: (cost, the cells, the noise that is left)."""
    at = line >> 6
    least = 1 << 40
    first, second = NO_CELL, NO_CELL
    for i in range(count):
        one = np.int64(here[i])
        for j in range(i + 1, count):
            two = np.int64(here[j])
            both = pair[one, two]  # neighbours, the line itself among them
            start = first_cell(both)
            gained = sums[start + count_cells(both)] - sums[start]
            again = (lost[i] | lost[j]) & both
            if again:  # lost and held again
                gained += _weight_of(at, again, weight)
            cost = costs[0, i] + costs[0, j] - 16 * gained + np.int64(noise & LOW_2)
            noise = noise >> BITS_2 | noise << BITS_62
            if cost >= least:
                continue
            if tabu[one] > clock or tabu[two] > clock:
                new = both & (again | open_lines[at])
                if spare + costs[1, i] + costs[1, j] - count_cells(new) >= 0:
                    continue
            least, first, second = cost, one, two
    return least, first, second, noise


@compiled()
def _best_joker(
    count, noise, spare, clock, least, first, second, through_word, through, now, lines, cover, open_lines, weight,
    tabu, here, costs,
):  # fmt: skip
    """The same with the joker on one of the cells, if that costs less."""
    joker = np.int64(now[-1])
    lost_weight, lost_count = 0, 0
    if joker >= 0:
        for direction in range(4):
            word = np.int64(through_word[joker, direction])
            gone = through[joker, direction] & lines[word] & cover[0, word] & ~cover[1, word]
            lost_weight += 16 * _weight_of(word, gone, weight)
            lost_count += count_cells(gone)
    for i in range(count):
        one = np.int64(here[i])
        cost = lost_weight + costs[0, i] + np.int64(noise & LOW_2)
        noise = noise >> BITS_2 | noise << BITS_62
        new_count = 0
        for direction in range(4):
            word = np.int64(through_word[one, direction])
            new = through[one, direction] & open_lines[word]
            cost -= 16 * _weight_of(word, new, weight)
            new_count += count_cells(new)
        if cost >= least:
            continue
        is_tabu = tabu[one] > clock or (joker >= 0 and tabu[joker] > clock)
        if is_tabu and spare + lost_count + costs[1, i] - new_count >= 0:
            continue
        least, first, second = cost, one, NO_CELL
    return least, first, second


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
    nearest = NO_CELL
    if left > 0:
        nearest = nearest_in_ring(
            side, forced if kind == FIXED_JOKER else NO_CELL, kind == FREE_JOKER, left, game.pair_word, game.pair,
            game.through_word, game.through, lines, room.empty, room,
        )  # fmt: skip
    if nearest >= 0:
        known = room.ring[side, nearest]
        left = take_over(known, _joker_of(kind, forced, np.int64(known[-1]), room.empty), game, room)
    is_new = left > 0
    if is_new:
        _level_weights(room.weight)
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
