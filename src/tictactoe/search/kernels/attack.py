"""Wins by threats of two kinds: stones that must be answered at once, and stones that threaten a win by such alone.

The first kind leaves one answer; the second those that could spoil what is threatened (see `threats`). So there is
little to look at in each position, and it can be looked far ahead. This is proof-number search like `dfpn`, with a
table of its own. What it finds is a win in the real game; what it does not find is unknown.

A row of the table is: the cells of both sides, the move that wins if one does, and proof and disproof number with
whose turn it is. The stones are the whole key, so a row is never taken for another position's.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from tictactoe.search.kernels.bits import NONE, ONE, first_cell, set_all
from tictactoe.search.kernels.compiled import compiled
from tictactoe.search.kernels.lines import (
    ATTACKER,
    COUNT,
    DEFENDER,
    DISPROOF_LIMIT,
    NO_CELL,
    PROOF_LIMIT,
    TRIED,
    Frames,
    Geometry,
    completing,
    play,
    set_up,
)
from tictactoe.search.kernels.threats import ANY_STONES, MOST_THREATS, put_answers, wins_by_threats

ENDLESS = np.int64(1 << 28)
MIXER = np.uint64(0x9E3779B97F4A7C15)
BITS_1, BITS_29, BITS_32, LOW_32 = np.uint64(1), np.uint64(29), np.uint64(32), np.uint64(0xFFFFFFFF)

ONE_STONE, MANY_THREATS = np.int64(1), np.int64(1000)

# What comes of it.
FOUND, OPEN, NOT_BY_THREATS = np.int64(1), np.int64(0), np.int64(-1)

# What is counted and told: the positions looked at, how many may be, and the move that wins.
LOOKED, LIMIT, MOVE, NUMBERS = 0, 1, 2, 3

# The sets of cells that are needed on the way; the first two are those of `threats`.
MINE, THEIRS, STANDS_ON, ANSWERS, SETS = 0, 1, 2, 3, 4


class AttackRoom(NamedTuple):
    """The arrays that such a search takes."""

    game: Geometry
    frames: Frames
    sets: Any
    table: Any
    numbers: Any


def attack_words(board_words: int) -> int:
    """The length of a row, in words of 8 bytes."""
    return 2 * board_words + 2


@compiled()
def _place(row, attacking, stones, table):
    mixed = MIXER if attacking else ~MIXER
    for side in range(2):
        for word in range(stones.shape[2]):
            mixed = (mixed ^ stones[row, side, word]) * MIXER
            mixed ^= mixed >> BITS_29
    return np.int64((mixed * MIXER >> BITS_32) & np.uint64(table.shape[0] - 1))


@compiled()
def _recall(row, attacking, stones, table):
    """What the table says: (proof, disproof, move); both numbers are 0 if it says nothing."""
    known = table[_place(row, attacking, stones, table)]
    words = stones.shape[2]
    numbers = known[2 * words + 1]
    same = numbers != NONE and (numbers & ONE != NONE) == attacking
    for word in range(words):
        same &= known[word] == stones[row, 0, word] and known[words + word] == stones[row, 1, word]
    if not same:
        return np.int64(0), np.int64(0), np.int64(NO_CELL)
    return np.int64(numbers >> BITS_32), np.int64((numbers & LOW_32) >> BITS_1), np.int64(known[2 * words])


@compiled()
def _remember(row, attacking, proof, disproof, move, stones, table):
    known = table[_place(row, attacking, stones, table)]
    words = stones.shape[2]
    is_won = known[2 * words + 1] != NONE and known[2 * words + 1] >> BITS_32 == NONE
    if is_won and proof > 0:  # a win that was found is kept, to be played
        return
    for word in range(words):
        known[word] = stones[row, 0, word]
        known[words + word] = stones[row, 1, word]
    known[2 * words] = np.uint64(move)
    known[2 * words + 1] = np.uint64(proof) << BITS_32 | np.uint64(disproof) << BITS_1 | (ONE if attacking else NONE)


@compiled()
def wins_at_once(row, who, game, frames, sets, zone):
    """With how many stones `who`, to move, wins that must each be answered at once; 0, not. The shortest ways first."""
    stones = wins_by_threats(row, who, True, MANY_THREATS, ONE_STONE, game, frames, sets, zone)
    if stones == 0:
        stones = wins_by_threats(row, who, True, MOST_THREATS, ANY_STONES, game, frames, sets, zone)
    return stones


@compiled()
def _put_answers(row, game, frames, sets):
    """Whether the attacker, not to move, would win by stones that must be answered at once; all that could spoil it."""
    set_all(sets[STANDS_ON], NONE)
    stones = wins_at_once(row, ATTACKER, game, frames, sets, sets[STANDS_ON])
    if stones:
        put_answers(row, ATTACKER, stones, game, frames, sets[MINE], sets[STANDS_ON], sets[ANSWERS])
    return stones > 0


@compiled()
def _left_by_answers(row, game, frames, sets, numbers):
    """How many answers to a threat do not lose at once; endless if nothing is threatened, or one wins."""
    if not _put_answers(row, game, frames, sets):
        return ENDLESS
    left = np.int64(0)
    for word in range(sets.shape[1]):
        cells = sets[ANSWERS, word]
        while cells:
            cell = 64 * word + first_cell(cells)
            cells &= cells - ONE
            if numbers[LOOKED] >= numbers[LIMIT]:
                return left + 1
            numbers[LOOKED] += 1
            play(row, DEFENDER, cell, True, game.through_word, game.through, frames.stones, frames.live)
            theirs, _ = completing(row + 1, DEFENDER, game.masks, frames.stones, frames.live, sets[THEIRS])
            if theirs > 1:
                return ENDLESS
            if theirs or not wins_at_once(row + 1, ATTACKER, game, frames, sets, sets[STANDS_ON]):
                left += 1
    return left


@compiled()
def _look(row, attacking, game, frames, sets, table, numbers):
    """(proof, disproof, move) of a position, as far as its next stones and the table say.

    The move is the one that wins, if that is found and is not one of a way that must be answered at every step.
    """
    mine, first = completing(row, ATTACKER, game.masks, frames.stones, frames.live, sets[MINE])
    theirs, _ = completing(row, DEFENDER, game.masks, frames.stones, frames.live, sets[THEIRS])
    if (theirs > 1 and mine == 0) or (theirs and not attacking):
        return ENDLESS, np.int64(0), NO_CELL
    if mine > 1 or (mine and attacking):
        return np.int64(0), ENDLESS, first
    proof, disproof, move = _recall(row, attacking, frames.stones, table)
    if proof or disproof:
        return proof, disproof, move
    if numbers[LOOKED] >= numbers[LIMIT]:
        return np.int64(1), np.int64(1), NO_CELL
    numbers[LOOKED] += 1
    proof, disproof = np.int64(1), np.int64(1)
    if attacking:
        if theirs == 0 and wins_at_once(row, ATTACKER, game, frames, sets, sets[STANDS_ON]):
            proof, disproof = np.int64(0), ENDLESS
    elif mine == 0:
        proof = _left_by_answers(row, game, frames, sets, numbers)
        disproof = np.int64(0) if proof == ENDLESS else ENDLESS if proof == 0 else np.int64(1)
    _remember(row, attacking, proof, disproof, NO_CELL, frames.stones, table)
    return proof, disproof, NO_CELL


@compiled()
def _list_moves(row, attacking, game, frames, sets):
    """Fill row `row` of the moves: how many."""
    stones, live, moves = frames.stones, frames.live, frames.moves
    whose = DEFENDER if attacking else ATTACKER
    _, must = completing(row, whose, game.masks, stones, live, sets[THEIRS])
    if must >= 0:
        moves[row, 0] = must
        return 1
    cells = sets[ANSWERS]
    if attacking:
        set_all(cells, NONE)
        for empties in range(2, min(4, live.shape[2])):
            for word in range(live.shape[3]):
                lines = live[row, ATTACKER, empties, word]
                while lines:
                    line = 64 * word + first_cell(lines)
                    lines &= lines - ONE
                    for at in range(cells.shape[0]):
                        cells[at] |= game.masks[line, at] & ~stones[row, ATTACKER, at]
    else:
        _put_answers(row, game, frames, sets)
    count = 0
    for word in range(cells.shape[0]):
        left = cells[word]
        while left:
            moves[row, count] = 64 * word + first_cell(left)
            left &= left - ONE
            count += 1
    return count


@compiled()
def _look_at_children(row, attacking, game, frames, sets, table, numbers):
    """List the moves that are not decided; or the one that decides for the player to move, alone."""
    moves, proofs, disproofs = frames.moves, frames.proofs, frames.disproofs
    count = _list_moves(row, attacking, game, frames, sets)
    side = ATTACKER if attacking else DEFENDER
    child = 0
    while child < count:
        cell = moves[row, child]
        play(row, side, cell, True, game.through_word, game.through, frames.stones, frames.live)
        proof, disproof, _ = _look(row + 1, not attacking, game, frames, sets, table, numbers)
        if (proof if attacking else disproof) == 0:
            moves[row, 0], proofs[row, 0], disproofs[row, 0] = cell, proof, disproof
            count = 1
            break
        if (disproof if attacking else proof) == 0:
            count -= 1
            moves[row, child] = moves[row, count]
            continue
        proofs[row, child], disproofs[row, child] = proof, disproof
        child += 1
    frames.numbers[row, COUNT] = count


@compiled(nogil=True)
def attack(most, game, frames, sets, table, numbers):
    """Whether the attacker, to move in row 0, is found to win the real game, looking at so many positions at most.

    The move that wins is among the numbers, or no cell if the stones of `wins_at_once` do.
    """
    limits, moves, proofs, disproofs = frames.numbers, frames.moves, frames.proofs, frames.disproofs
    numbers[LOOKED], numbers[LIMIT] = 0, most
    proof, disproof, numbers[MOVE] = _look(0, True, game, frames, sets, table, numbers)
    if proof == 0 or disproof == 0:
        return FOUND if proof == 0 else NOT_BY_THREATS
    at = 0
    limits[at, PROOF_LIMIT] = ENDLESS
    limits[at, DISPROOF_LIMIT] = ENDLESS
    is_new = True
    while True:
        attacking = at & 1 == 0
        if is_new:
            _look_at_children(at, attacking, game, frames, sets, table, numbers)
        best, least, second, total = NO_CELL, ENDLESS, ENDLESS, np.int64(0)
        for child in range(limits[at, COUNT]):
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
        within = proof < limits[at, PROOF_LIMIT] and disproof < limits[at, DISPROOF_LIMIT]
        if proof and disproof and within and numbers[LOOKED] < numbers[LIMIT]:
            limit = second + second // 4 + 1
            limits[at, TRIED] = best
            if attacking:
                limits[at + 1, PROOF_LIMIT] = min(limit, limits[at, PROOF_LIMIT])
                limits[at + 1, DISPROOF_LIMIT] = limits[at, DISPROOF_LIMIT] - disproof + disproofs[at, best]
            else:
                limits[at + 1, DISPROOF_LIMIT] = min(limit, limits[at, DISPROOF_LIMIT])
                limits[at + 1, PROOF_LIMIT] = limits[at, PROOF_LIMIT] - proof + proofs[at, best]
            side = ATTACKER if attacking else DEFENDER
            play(at, side, moves[at, best], True, game.through_word, game.through, frames.stones, frames.live)
            at += 1
            is_new = True
            continue
        move = moves[at, best] if attacking and proof == 0 else NO_CELL
        _remember(at, attacking, proof, disproof, move, frames.stones, table)
        if at == 0:
            numbers[MOVE] = move
            return FOUND if proof == 0 else NOT_BY_THREATS if disproof == 0 else OPEN
        at -= 1
        child = limits[at, TRIED]
        proofs[at, child], disproofs[at, child] = proof, disproof
        is_new = False


@compiled()
def attacks(side, most, stones, room):
    """Whether the side that is to move is found to win, its stones and the other's being given: [side, word] cells."""
    for word in range(stones.shape[1]):
        room.frames.stones[0, ATTACKER, word] = stones[side, word]
        room.frames.stones[0, DEFENDER, word] = stones[1 - side, word]
    set_up(np.int64(0), True, room.game, room.frames)
    return attack(most, room.game, room.frames, room.sets, room.table, room.numbers) == FOUND
