"""What can be said of a position without searching: who wins at once, what is surely held, which cells matter."""

from __future__ import annotations

import numpy as np

from tictactoe.search.kernels.bits import CELL, NONE, copy, first_cell, set_all
from tictactoe.search.kernels.compiled import compiled
from tictactoe.search.kernels.hashtable import (
    BITS_8,
    BITS_32,
    LOW_32,
    NUMBERS,
    SETS,
    WORK,
    ZONE,
    find,
    hash_of,
    remember,
)
from tictactoe.search.kernels.lines import ATTACKER, DEFENDER, any_live, completing, live_cells, potential_of, weigh
from tictactoe.search.kernels.pairs import FIXED_JOKER, FREE_JOKER, NO_JOKER, find_pairs
from tictactoe.search.kernels.threats import ANY_STONES, MOST_THREATS, put_answers, wins_by_threats

INFINITE = 1 << 28

# The rules that can be switched off, and the game that is played.
POTENTIAL, PAIRING, SYMMETRY, ZONES, WIDENING, REAL, THREATS, ANSWERS = 1, 2, 4, 8, 16, 32, 64, 256
# And whether a search that has spent all goes back to where it began, so that what it has found is all in the table.
RETURNING = 128
ALL_RULES = POTENTIAL | PAIRING | SYMMETRY | ZONES | WIDENING | THREATS | ANSWERS

# Places in the counter: positions evaluated, what decided the last of them, the ply at which a search has paused, and
# whether that is because the position there is handed out.
EVALUATED, REASON, PAUSED, AWAY = range(4)
NOWHERE = -1
BY_LINES, BY_POTENTIAL, BY_PAIRS, BY_SEARCH, BY_THREATS = range(5)

# How long pairs are looked for, and how much less so with each line that is left: at first, and before a search.
STEPS, FADING = np.int64(60), 0.6
STEPS_BEFORE_SEARCH, FADING_BEFORE_SEARCH = np.int64(600), 0.5

ONCE = np.int64(1)
"""The work of one evaluation."""
WHOLE = np.int64(0)
"""Where a set starts that is an array of its own."""


@compiled()
def image(cells, start, tables, symmetry, landed, begin):
    """Put where a symmetry takes the set of cells that starts there into `landed`, another set, from `begin` on."""
    words = tables.shape[3]
    for word in range(words):
        landed[begin + word] = NONE
    for byte in range(tables.shape[1]):
        value = np.int64(cells[start + (byte >> 3)] >> np.uint64(8 * (byte & 7)) & np.uint64(255))
        if value:
            for word in range(words):
                landed[begin + word] |= tables[symmetry, byte, value, word]


@compiled()
def make_key(ply, rules, game, frames, room):
    """Put the three sets that stand for a position and its images into room.row; the symmetry that leads there.

    Stones and cells on no line that can still be completed do not matter, so they are left out.
    """
    words = game.board.shape[0]
    stones, row, given, turned = frames.stones, room.row, room.given, room.turned
    attackers, defenders = room.sets[0], room.sets[1]
    live_cells(ply, ATTACKER, game.masks, frames.live, attackers)
    if rules & REAL:
        live_cells(ply, DEFENDER, game.masks, frames.live, defenders)
    else:
        set_all(defenders, NONE)
    for word in range(words):
        mine, theirs = stones[ply, ATTACKER, word], stones[ply, DEFENDER, word]
        given[word] = mine & attackers[word]
        given[words + word] = game.board[word] & ~(mine | theirs) & (attackers[word] | defenders[word])
        given[2 * words + word] = theirs & defenders[word]
    keys = 3 * words
    for at in range(keys):
        row[at] = given[at]
    best = 0
    if rules & SYMMETRY:
        for symmetry in range(1, game.images.shape[0]):
            order = 0
            for which in range(3):
                image(given, which * words, game.images, symmetry, turned, which * words)
                at = which * words
                while order == 0 and at < (which + 1) * words:
                    if turned[at] != row[at]:
                        order = -1 if turned[at] < row[at] else 1
                    at += 1
                if order > 0:
                    break
            if order < 0:
                best = symmetry
                for at in range(keys):
                    row[at] = turned[at]
    return best


@compiled()
def at_once(ply, side, rules, game, frames, room, zone):
    """Whether the next stones decide: (proof, disproof, the cell that must be taken or -1); both numbers 1 if not.

    A zone is the cells that a result relies on. It stands even if the other side is given all empty cells outside it.
    """
    cells = room.sets[0]
    count, first = completing(ply, ATTACKER, game.masks, frames.stones, frames.live, cells)
    theirs, their_first = 0, -1
    set_all(zone, NONE)
    if rules & REAL:
        theirs, their_first = completing(ply, DEFENDER, game.masks, frames.stones, frames.live, room.sets[1])
    if side == ATTACKER:
        if count:
            _win_with(ply, first, rules, game.masks, frames.stones, frames.live, zone)
            return 0, INFINITE, -1
        if theirs > 1:
            copy(zone, game.board)
            return INFINITE, 0, -1
        forced = their_first
    else:
        if theirs:
            copy(zone, game.board)
            return INFINITE, 0, -1
        if count > 1:
            _win_with(ply, first, rules, game.masks, frames.stones, frames.live, zone)
            found = False
            for word in range(cells.shape[0]):  # another one
                left = cells[word]
                if first >> 6 == word:
                    left &= ~(np.uint64(1) << np.uint64(first & 63))
                if left and not found:
                    zone[word] |= left & (~left + np.uint64(1))
                    found = True
            return 0, INFINITE, -1
        forced = first
    if not any_live(ply, ATTACKER, frames.live):
        return INFINITE, 0, -1
    return 1, 1, forced


@compiled()
def _win_with(ply, cell, rules, masks, stones, live, zone):
    """The zone of a win by this cell: in the real game the defender's lines are watched too."""
    if rules & REAL:
        put_guard(ply, masks, stones, live, zone)
    zone[cell >> 6] |= np.uint64(1) << np.uint64(cell & 63)


@compiled()
def put_guard(ply, masks, stones, live, cells):
    """Put the empty cells on lines that the defender could still complete into `cells`."""
    live_cells(ply, DEFENDER, masks, live, cells)
    for word in range(cells.shape[0]):
        cells[word] &= ~(stones[ply, ATTACKER, word] | stones[ply, DEFENDER, word])


@compiled()
def held(ply, side, forced, rules, pairing, wanted, most, fading, game, frames, room, counter, zone):
    """Whether the defender is sure to hold, by pairs or by potential: how many lines are left without a pair.

    0 is a proof, and the zone is filled in; -1 says that pairs were not looked for. Pairs come first: their zone is
    smaller.
    """
    left = -1
    if rules & PAIRING:
        kind = NO_JOKER
        if side == DEFENDER:
            kind = FREE_JOKER if forced < 0 else FIXED_JOKER
        counter[REASON] = BY_PAIRS
        left = find_pairs(ply, kind, forced, pairing, wanted, most, fading, game, frames, room, zone)
    if left != 0 and rules & POTENTIAL and _has_little_potential(ply, side, game, frames, room.potential):
        counter[REASON] = BY_POTENTIAL
        live_cells(ply, ATTACKER, game.masks, frames.live, zone)
        for word in range(zone.shape[0]):
            zone[word] &= ~frames.stones[ply, ATTACKER, word]  # the defender has none there
        left = 0
    return left


@compiled()
def _has_little_potential(ply, side, game, frames, weights):
    """Whether all that the attacker can complete weighs too little, also after the best next stone."""
    k = game.cells.shape[1]
    total = potential_of(ply, frames.live)
    if side == DEFENDER or total >= 1 << k:
        return total < 1 << k
    set_all(weights, 0)
    weigh(ply, ATTACKER, game.cells, frames.live, weights)
    most = 0
    for cell in range(weights.shape[0]):
        if frames.stones[ply, ATTACKER, cell >> 6] & CELL[cell & 63] == NONE:
            most = max(most, weights[cell])
    return total + most < 1 << k


@compiled()
def kind_of(side, rules):
    """What a row of the table is about, from 1: whose turn it is, and which game is played."""
    return 1 + side + (2 if rules & REAL else 0)


@compiled()
def locate(ply, side, rules, game, frames, room):
    """Make the key of a position, in room.row: (its hash, the symmetry that leads to the key)."""
    symmetry = make_key(ply, rules, game, frames, room)
    return hash_of(room.row, ZONE * game.board.shape[0], kind_of(side, rules)), symmetry


@compiled()
def look_up(ply, side, rules, game, frames, room, table, zone):
    """What the table says: (whether anything, proof, disproof, work, hash, symmetry); the zone is filled in."""
    place, symmetry = locate(ply, side, rules, game, frames, room)
    words = game.board.shape[0]
    if not find(table, place, room.row, ZONE * words, kind_of(side, rules), room.found):
        return False, 1, 1, 0, place, symmetry
    behind = SETS * words
    numbers, work = room.found[behind + NUMBERS], room.found[behind + WORK]
    image(room.found, ZONE * words, game.inverses, symmetry, zone, WHOLE)
    return True, np.int64(numbers & LOW_32), np.int64(numbers >> BITS_32), np.int64(work >> BITS_8), place, symmetry


@compiled()
def keep(side, rules, proof, disproof, zone, work, place, symmetry, game, room, table):
    """Write what is known of the position whose key was made last."""
    words = game.board.shape[0]
    behind = SETS * words
    row = room.row
    if disproof == 0 or proof == 0:
        image(zone, WHOLE, game.images, symmetry, row, ZONE * words)
    else:
        for at in range(ZONE * words, behind):
            row[at] = NONE
    row[behind + NUMBERS] = np.uint64(proof) | np.uint64(disproof) << BITS_32
    row[behind + WORK] = np.uint64(work) << BITS_8 | np.uint64(kind_of(side, rules))
    remember(table, place, row)


@compiled()
def threatens(ply, side, rules, game, frames, room, zone):
    """Whether the player to move wins by threats alone; the zone is filled in if so."""
    real = rules & REAL != 0
    set_all(zone, NONE)
    if real and completing(ply, 1 - side, game.masks, frames.stones, frames.live, room.sets[0])[0]:
        return False  # there is something to answer first
    if not wins_by_threats(ply, side, real, MOST_THREATS, ANY_STONES, game, frames, room.sets, zone):
        return False
    if side == DEFENDER:
        copy(zone, game.board)
    elif real:
        put_guard(ply, game.masks, frames.stones, frames.live, room.sets[0])
        for word in range(zone.shape[0]):
            zone[word] |= room.sets[0, word]
    return True


@compiled()
def is_threatened(ply, side, game, frames, room, zone, cells):
    """Whether the player who is not to move in the real game would win by threats if the other passed.

    Then the zone is what that stands on, and `cells` has every move that could prevent it. Neither side can complete a
    line at once.
    """
    set_all(zone, NONE)
    stones = wins_by_threats(ply, 1 - side, True, MOST_THREATS, ANY_STONES, game, frames, room.sets, zone)
    if stones == 0:
        return False
    put_answers(ply, 1 - side, stones, game, frames, room.sets[0], zone, cells)
    return True


@compiled()
def judge(ply, side, rules, pairing, wanted, game, frames, room, table, counter, zone):
    """What is known of a position, worked out and remembered if it is new: (proof, disproof, its hash).

    A proof number of 0 says that the attacker wins, a disproof number of 0 that the defender holds.
    """
    proof, disproof, forced = at_once(ply, side, rules, game, frames, room, zone)
    if proof == 0 or disproof == 0:
        counter[REASON] = BY_LINES
        return proof, disproof, NONE
    known, proof, disproof, _, place, symmetry = look_up(ply, side, rules, game, frames, room, table, zone)
    if known:
        return proof, disproof, place
    counter[EVALUATED] += 1
    if rules & THREATS and (side == ATTACKER or rules & REAL) and threatens(ply, side, rules, game, frames, room, zone):
        proof, disproof = (0, INFINITE) if side == ATTACKER else (INFINITE, 0)
        counter[REASON] = BY_THREATS
        keep(side, rules, proof, disproof, zone, ONCE, place, symmetry, game, room, table)
        return proof, disproof, place
    left = held(ply, side, forced, rules, pairing, wanted, STEPS, FADING, game, frames, room, counter, zone)
    if left == 0:
        proof, disproof = INFINITE, 0
    elif left > 0:
        disproof = 1 + left // 2
    keep(side, rules, proof, disproof, zone, ONCE, place, symmetry, game, room, table)
    return proof, disproof, place


@compiled()
def order_moves(ply, forced, rules, joker, game, frames, room):
    """Fill row `ply` of the moves with those worth trying, best first: how many there are.

    In the real game, of moves with equal potential the one nearer the middle is better: on a board of k rows all cells
    of a column have equal potential at first.
    """
    moves, potential, stones = frames.moves, room.potential, frames.stones
    if forced >= 0:
        moves[ply, 0] = forced
        return 1
    set_all(potential, 0)
    weigh(ply, ATTACKER, game.cells, frames.live, potential)
    if rules & REAL:
        weigh(ply, DEFENDER, game.cells, frames.live, potential)
    if joker >= 0:
        potential[joker] += 1 << 40
    count = 0
    for word in range(stones.shape[2]):
        empty = game.board[word] & ~(stones[ply, ATTACKER, word] | stones[ply, DEFENDER, word])
        while empty:
            cell = 64 * word + first_cell(empty)
            empty &= empty - np.uint64(1)
            if potential[cell] == 0:
                continue
            if rules & REAL:
                potential[cell] = potential[cell] * potential.shape[0] + game.nearness[cell]
            at = count
            while at > 0 and potential[moves[ply, at - 1]] < potential[cell]:
                moves[ply, at] = moves[ply, at - 1]
                at -= 1
            moves[ply, at] = cell
            count += 1
    return count
