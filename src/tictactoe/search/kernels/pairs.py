"""Pairings: disjoint pairs of empty cells such that every line the attacker could still complete contains a whole pair.

Then the defender holds by answering one cell of a pair with the other.
"""

from __future__ import annotations

from tictactoe.search.kernels.bits import NONE, ONE, count_cells, first_cell
from tictactoe.search.kernels.compiled import compiled

TRIES = 8
HOPELESS = 2
"""A first pass that leaves more lines than this without a pair is not tried again."""
DEAD, OPEN, HELD = 0, 1, 2


@compiled()
def find_pairs(avoided, live, geometry, scratch):
    """Pairs that hold every live line without a cell of `avoided`: (whether found, the paired cells).

    The pairs themselves are left in scratch.pairs.

    Not found means unknown. A greedy pass takes the line with the fewest free cells and pairs the two that hold the
    most other lines, least wanted cells first; one that gets stuck is run again with the line it got stuck on in front.
    """
    line_count = geometry.lines.shape[0]
    collinear, empties, live_line = geometry.collinear, scratch.empties, scratch.line
    state, rest, order, stuck = scratch.state, scratch.rest, scratch.order, scratch.stuck
    stuck_count = 0
    for attempt in range(TRIES):
        for i in range(line_count):
            state[i] = DEAD
        failed, first_failed = 0, -1
        waiting = 0
        for i in range(live):
            if empties[i] & avoided == NONE:
                line = live_line[i]
                state[line] = OPEN
                rest[line] = empties[i]
                order[waiting] = line
                waiting += 1
        used = NONE
        first = 0
        while True:
            line = -1
            while first < stuck_count and line < 0:
                if state[stuck[first]] == OPEN:
                    line = stuck[first]
                first += 1
            if line < 0:
                fewest = 65
                kept = 0
                for i in range(waiting):
                    other = order[i]
                    if state[other] == OPEN:
                        order[kept] = other
                        kept += 1
                        free = count_cells(rest[other] & ~used)
                        if free < fewest:
                            fewest = free
                            line = other
                waiting = kept
            if line < 0:
                break
            free_cells = rest[line] & ~used
            if count_cells(free_cells) < 2:
                failed += 1
                if first_failed < 0:
                    first_failed = line
                if attempt > 0 or failed > HOPELESS:
                    break
                state[line] = DEAD
                continue
            pair = _best_pair(line, free_cells, collinear, state, rest, scratch.potential)
            used |= pair
            scratch.pairs[count_cells(used) // 2 - 1] = pair
            for i in range(collinear.shape[1]):  # by index: a view of a row would cost more than the loop
                other = collinear[line, i]
                if other < 0:
                    break
                if state[other] == OPEN and rest[other] & pair == pair:
                    state[other] = HELD
        if failed == 0:
            return True, used
        if failed > HOPELESS:
            return False, NONE
        # to the front with the line that got stuck
        line = first_failed
        place = stuck_count
        for i in range(stuck_count):
            if stuck[i] == line:
                place = i
        if place == stuck_count:
            stuck_count = min(stuck_count + 1, stuck.shape[0])
            place = stuck_count - 1
        for i in range(place, 0, -1):
            stuck[i] = stuck[i - 1]
        stuck[0] = line
    return False, NONE


@compiled()
def _best_pair(line, free_cells, collinear, state, rest, potential):
    """The two free cells of a line that hold the most open lines; between equals, those of least potential."""
    best = NONE
    best_value = -(1 << 62)
    firsts = free_cells
    while firsts:
        one = firsts & (~firsts + ONE)
        firsts ^= one
        seconds = firsts
        while seconds:
            two = seconds & (~seconds + ONE)
            seconds ^= two
            pair = one | two
            held = 0
            for i in range(collinear.shape[1]):
                other = collinear[line, i]
                if other < 0:
                    break
                if state[other] == OPEN and rest[other] & pair == pair:
                    held += 1
            value = (held << 32) - potential[first_cell(one)] - potential[first_cell(two)]
            if value > best_value:
                best_value = value
                best = pair
    return best
