"""Wins by threats alone: every stone leaves one cell to be answered, until one leaves two.

The other side has no choice on the way, so a win is a list of stones, and the zone is what they and the answers stand
on. Whoever is answered may threaten too: then the answer to that must itself be a threat, or the way ends there.
"""

from __future__ import annotations

import numpy as np

from tictactoe.search.kernels.bits import CELL, NONE, ONE, count_cells, first_cell, set_all
from tictactoe.search.kernels.compiled import compiled
from tictactoe.search.kernels.lines import COUNT, NO_CELL, TRIED, completing, play

MOST_THREATS = np.int64(60)
"""Stones tried before it is given up."""
ANY_STONES = np.int64(1000)
NOT_SO = np.int64(0)


@compiled()
def wins_by_threats(ply, who, real, most, longest, game, frames, sets, zone):
    """With how many stones `who`, to move in row `ply`, wins so; 0, not. Neither side can complete a line at once.

    No more than `most` stones are tried, and no more than `longest` one after the other. The stones and the answers are
    put into the zone. Rows from `ply` on are written over, but for the position itself.
    """
    live, numbers, moves = frames.live, frames.numbers, frames.moves
    if live.shape[2] < 4:  # with k of 1 or 2 the next stones decide
        return NOT_SO
    other = 1 - who
    forks = NONE
    for word in range(live.shape[3]):
        forks |= live[ply, who, 2, word]
    if forks & (forks - ONE) == NONE and live.shape[3] == 1:
        return NOT_SO
    at = ply
    tried = 0
    numbers[at, COUNT] = _threats(at, who, NO_CELL, game.cells, live, frames.stones, moves)
    numbers[at, TRIED] = -1
    while True:
        numbers[at, TRIED] += 1
        if numbers[at, TRIED] >= numbers[at, COUNT] or tried >= most:
            if at == ply or tried >= most:
                return NOT_SO
            at -= 2
            continue
        tried += 1
        play(at, who, moves[at, numbers[at, TRIED]], real, game.through_word, game.through, frames.stones, live)
        count, answer = completing(at + 1, who, game.masks, frames.stones, live, sets[0])
        if real and completing(at + 1, other, game.masks, frames.stones, live, sets[1])[0]:
            continue
        if count > 1:
            for word in range(zone.shape[0]):
                zone[word] |= sets[0, word]
            for row in range(ply, at + 1, 2):
                cell = moves[row, numbers[row, TRIED]]
                zone[cell >> 6] |= CELL[cell & 63]
                if row < at:
                    cell = moves[row + 1, 0]
                    zone[cell >> 6] |= CELL[cell & 63]
            return np.int64(1 + ((at - ply) >> 1))
        if count == 0 or (at - ply) >> 1 >= longest - 1:
            continue
        moves[at + 1, 0] = answer
        play(at + 1, other, answer, real, game.through_word, game.through, frames.stones, live)
        must = NO_CELL
        if real:
            _, must = completing(at + 2, other, game.masks, frames.stones, live, sets[1])
        found = _threats(at + 2, who, must, game.cells, live, frames.stones, moves)
        if found:
            at += 2
            numbers[at, COUNT] = found
            numbers[at, TRIED] = -1


@compiled()
def _threats(ply, who, must, cells, live, stones, moves):
    """Fill row `ply` of the moves with the cells that leave a line one cell short, only `must` if that is one."""
    count = 0
    for word in range(live.shape[3]):
        lines = live[ply, who, 2, word]
        while lines:
            line = 64 * word + first_cell(lines)
            lines &= lines - ONE
            for i in range(cells.shape[1]):
                cell = cells[line, i]
                if stones[ply, who, cell >> 6] & CELL[cell & 63] or (must >= 0 and cell != must):
                    continue
                is_new = True
                for j in range(count):
                    is_new &= moves[ply, j] != cell
                if is_new:
                    moves[ply, count] = cell
                    count += 1
    return np.int64(count)


@compiled()
def put_answers(ply, who, stones, game, frames, forced, zone, cells):
    """Put all stones of the other side into `cells` that could spoil the win by so many threats that was just found.

    They are those that it stands on, and those with which the other side would complete a line on the way, or threaten
    to: with one more stone on a line on which two are missing, those counted to which it will be forced.
    """
    other = 1 - who
    set_all(forced, NONE)
    for turn in range(stones - 1):
        cell = frames.moves[ply + 2 * turn + 1, 0]
        forced[cell >> 6] |= CELL[cell & 63]
    for word in range(cells.shape[0]):
        cells[word] = zone[word]
    live = frames.live
    for empties in range(2, min(live.shape[2], 2 + stones)):
        for word in range(live.shape[3]):
            lines = live[ply, other, empties, word]
            while lines:
                line = 64 * word + first_cell(lines)
                lines &= lines - ONE
                missing = empties
                for at in range(cells.shape[0]):
                    missing -= count_cells(game.masks[line, at] & forced[at])
                if missing <= 2:
                    for at in range(cells.shape[0]):
                        cells[at] |= game.masks[line, at] & ~frames.stones[ply, other, at]
