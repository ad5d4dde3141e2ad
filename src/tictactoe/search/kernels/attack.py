"""Wins by threats of two kinds: stones that must be answered at once, and stones that threaten a win by such alone.

The first kind leaves one answer; the second those that could spoil what is threatened (see `threats`). So there is
little to look at in each position, and it can be looked far ahead. This is proof-number search like `dfpn`, with a
table of its own. What it finds is a win in the real game; what it does not find is unknown.

A row of the table is: the cells of both sides, the zone if it is a win, and proof and disproof number with whose turn
it is. The stones are the whole key, so a row is never taken for another position's.
"""

from __future__ import annotations

import numpy as np

from tictactoe.search.kernels.bits import CELL, NONE, ONE, copy, first_cell, set_all
from tictactoe.search.kernels.compiled import compiled
from tictactoe.search.kernels.lines import (
    COUNT,
    DISPROOF_LIMIT,
    NO_CELL,
    PROOF_LIMIT,
    TRIED,
    completing,
    play,
)
from tictactoe.search.kernels.threats import put_answers, wins_by_threats

ENDLESS = np.int64(1 << 28)
MIXER = np.uint64(0x9E3779B97F4A7C15)
BITS_29, BITS_32, LOW_32 = np.uint64(29), np.uint64(32), np.uint64(0xFFFFFFFF)
BITS_1 = np.uint64(1)

# What comes of it.
FOUND, OPEN, NOT_BY_THREATS = np.int64(1), np.int64(0), np.int64(-1)


def attack_words(board_words: int) -> int:
    """The length of a row, in words of 8 bytes."""
    return 3 * board_words + 1


@compiled()
def _place(row, attacking, stones, table):
    mixed = MIXER if attacking else ~MIXER
    for side in range(2):
        for word in range(stones.shape[2]):
            mixed = (mixed ^ stones[row, side, word]) * MIXER
            mixed ^= mixed >> BITS_29
    return np.int64((mixed * MIXER >> BITS_32) & np.uint64(table.shape[0] - 1))


@compiled()
def _recall(row, attacking, stones, table, zone):
    """What the table says: (proof, disproof), both 0 if nothing; the zone is filled in if it is a win."""
    known = table[_place(row, attacking, stones, table)]
    words = stones.shape[2]
    numbers = known[3 * words]
    same = numbers != NONE and (numbers & ONE != NONE) == attacking
    for word in range(words):
        same &= known[word] == stones[row, 0, word] and known[words + word] == stones[row, 1, word]
    if not same:
        return np.int64(0), np.int64(0)
    for word in range(words):
        zone[word] = known[2 * words + word]
    return np.int64(numbers >> BITS_32), np.int64((numbers & LOW_32) >> BITS_1)


@compiled()
def _remember(row, attacking, proof, disproof, stones, table, zone):
    known = table[_place(row, attacking, stones, table)]
    words = stones.shape[2]
    for word in range(words):
        known[word] = stones[row, 0, word]
        known[words + word] = stones[row, 1, word]
        known[2 * words + word] = zone[word] if proof == 0 else NONE
    known[3 * words] = np.uint64(proof) << BITS_32 | np.uint64(disproof) << BITS_1 | (ONE if attacking else NONE)


@compiled()
def _answers(row, who, game, frames, sets, zone, cells):
    """Whether `who`, who is not to move, would win by stones that must be answered at once.

    Then the zone is what that stands on, and `cells` are all that could spoil it.
    """
    set_all(zone, NONE)
    stones = wins_by_threats(row, who, True, game, frames, sets, zone)
    if stones:
        put_answers(row, who, stones, game, frames, sets[0], zone, cells)
    return stones > 0


@compiled()
def _left_by_answers(row, who, game, frames, sets, looked, zone):
    """How many answers to a threat do not lose at once; endless if nothing is threatened, or one wins.

    The zone is filled in if there are none.
    """
    if not _answers(row, who, game, frames, sets, zone, sets[3]):
        return ENDLESS
    left = np.int64(0)
    for word in range(sets.shape[1]):
        cells = sets[3, word]
        while cells:
            cell = 64 * word + first_cell(cells)
            cells &= cells - ONE
            looked[0] += 1
            play(row, 1 - who, cell, True, game.through_word, game.through, frames.stones, frames.live)
            theirs, _ = completing(row + 1, 1 - who, game.masks, frames.stones, frames.live, sets[1])
            if theirs > 1:
                return ENDLESS
            if theirs or not wins_by_threats(row + 1, who, True, game, frames, sets, zone):
                left += 1
    return left


@compiled()
def _look(row, attacking, who, game, frames, sets, table, looked, zone):
    """(proof, disproof) of a position, as far as its next stones and the table say; the zone if it is a win."""
    other = 1 - who
    mine, first = completing(row, who, game.masks, frames.stones, frames.live, sets[0])
    theirs, _ = completing(row, other, game.masks, frames.stones, frames.live, sets[1])
    if (theirs > 1 and mine == 0) or (theirs and not attacking):
        return ENDLESS, np.int64(0)
    if mine > 1 or (mine and attacking):
        set_all(zone, NONE)
        if attacking:
            zone[first >> 6] |= CELL[first & 63]
        else:
            copy(zone, sets[0])
        return np.int64(0), ENDLESS
    proof, disproof = _recall(row, attacking, frames.stones, table, zone)
    if proof or disproof:
        return proof, disproof
    looked[0] += 1
    proof, disproof = np.int64(1), np.int64(1)
    if attacking:
        set_all(zone, NONE)
        if theirs == 0 and wins_by_threats(row, who, True, game, frames, sets, zone):
            proof, disproof = np.int64(0), ENDLESS
    elif mine == 0:
        proof = _left_by_answers(row, who, game, frames, sets, looked, zone)
        disproof = np.int64(0) if proof == ENDLESS else ENDLESS if proof == 0 else np.int64(1)
    _remember(row, attacking, proof, disproof, frames.stones, table, zone)
    return proof, disproof


@compiled()
def _list_moves(row, attacking, who, game, frames, sets, relied_on):
    """Fill row `row` of the moves: how many. For the defender, what all of it relies on is put into `relied_on`."""
    stones, live, moves = frames.stones, frames.live, frames.moves
    set_all(relied_on, NONE)
    whose = 1 - who if attacking else who
    _, must = completing(row, whose, game.masks, stones, live, sets[1])
    if must >= 0:
        moves[row, 0] = must
        relied_on[must >> 6] |= CELL[must & 63]
        return 1
    cells = sets[3]
    if attacking:
        set_all(cells, NONE)
        for empties in range(2, min(4, live.shape[2])):
            for word in range(live.shape[3]):
                lines = live[row, who, empties, word]
                while lines:
                    line = 64 * word + first_cell(lines)
                    lines &= lines - ONE
                    for at in range(cells.shape[0]):
                        cells[at] |= game.masks[line, at] & ~stones[row, who, at]
    else:
        _answers(row, who, game, frames, sets, relied_on, cells)
    count = 0
    for word in range(cells.shape[0]):
        left = cells[word]
        while left:
            moves[row, count] = 64 * word + first_cell(left)
            left &= left - ONE
            count += 1
    return count


@compiled()
def _look_at_children(row, attacking, who, game, frames, sets, table, looked):
    """List the moves that are not decided; or the one that decides for the player to move, alone."""
    moves, proofs, disproofs = frames.moves, frames.proofs, frames.disproofs
    relied_on = frames.threat[row]
    count = _list_moves(row, attacking, who, game, frames, sets, relied_on)
    side = who if attacking else 1 - who
    child = 0
    while child < count:
        cell = moves[row, child]
        play(row, side, cell, True, game.through_word, game.through, frames.stones, frames.live)
        proof, disproof = _look(row + 1, not attacking, who, game, frames, sets, table, looked, frames.guard[row])
        if (proof if attacking else disproof) == 0:
            moves[row, 0], proofs[row, 0], disproofs[row, 0] = cell, proof, disproof
            if attacking:
                _rely(cell, frames.guard[row], relied_on)
            count = 1
            break
        if (disproof if attacking else proof) == 0:
            if not attacking:
                _rely(NO_CELL, frames.guard[row], relied_on)
            count -= 1
            moves[row, child] = moves[row, count]
            continue
        proofs[row, child], disproofs[row, child] = proof, disproof
        child += 1
    frames.numbers[row, COUNT] = count


@compiled()
def _rely(cell, zone, relied_on):
    for word in range(zone.shape[0]):
        relied_on[word] |= zone[word]
    if cell >= 0:
        relied_on[cell >> 6] |= CELL[cell & 63]


@compiled()
def attack(root, who, most, game, frames, sets, table, looked, zone):
    """Whether `who`, to move in row `root` of the real game, is found to win by threats; the zone is filled in if so.

    At most about so many positions are looked at. Rows from `root` on are written over, but for the position itself.
    The zone does not say what the other side's lines need (see `put_guard`).
    """
    numbers, moves, proofs, disproofs = frames.numbers, frames.moves, frames.proofs, frames.disproofs
    looked[0] = 0
    proof, disproof = _look(root, True, who, game, frames, sets, table, looked, zone)
    if proof == 0 or disproof == 0:
        return FOUND if proof == 0 else NOT_BY_THREATS
    at = root
    numbers[at, PROOF_LIMIT] = ENDLESS
    numbers[at, DISPROOF_LIMIT] = ENDLESS
    is_new = True
    while True:
        attacking = (at - root) & 1 == 0
        if is_new:
            _look_at_children(at, attacking, who, game, frames, sets, table, looked)
        best, least, second, total = NO_CELL, ENDLESS, ENDLESS, np.int64(0)
        for child in range(numbers[at, COUNT]):
            mine, others = proofs[at, child], disproofs[at, child]
            if not attacking:
                mine, others = others, mine
            if others == 0:
                continue
            total = min(total + others, ENDLESS - 1)
            if best < 0 or mine < least:
                best, least, second = np.int64(child), mine, least
            elif mine < second:
                second = mine
        if best >= 0 and least == 0:
            total = ENDLESS
        proof, disproof = (least, total) if attacking else (total, least)
        within = proof < numbers[at, PROOF_LIMIT] and disproof < numbers[at, DISPROOF_LIMIT]
        if proof and disproof and within and looked[0] < most:
            limit = second + second // 4 + 1
            numbers[at, TRIED] = best
            if attacking:
                numbers[at + 1, PROOF_LIMIT] = min(limit, numbers[at, PROOF_LIMIT])
                numbers[at + 1, DISPROOF_LIMIT] = numbers[at, DISPROOF_LIMIT] - disproof + disproofs[at, best]
            else:
                numbers[at + 1, DISPROOF_LIMIT] = min(limit, numbers[at, DISPROOF_LIMIT])
                numbers[at + 1, PROOF_LIMIT] = numbers[at, PROOF_LIMIT] - proof + proofs[at, best]
            side = who if attacking else 1 - who
            play(at, side, moves[at, best], True, game.through_word, game.through, frames.stones, frames.live)
            at += 1
            is_new = True
            continue
        _remember(at, attacking, proof, disproof, frames.stones, table, frames.threat[at])
        if at == root:
            if proof == 0:
                copy(zone, frames.threat[at])
                return FOUND
            return NOT_BY_THREATS if disproof == 0 else OPEN
        at -= 1
        child = numbers[at, TRIED]
        proofs[at, child], disproofs[at, child] = proof, disproof
        if proof == 0:
            _rely(moves[at, child] if attacking else NO_CELL, frames.threat[at + 1], frames.threat[at])
        is_new = False
