"""What can be said of a position without searching: who wins at once, what is surely held, which cells matter."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from tictactoe.search.kernels.bits import CELL, NONE, ONE, count_cells, first_cell
from tictactoe.search.kernels.compiled import compiled
from tictactoe.search.kernels.hashtable import BITS_32, LOW_32, NUMBERS, ZONE, place_of, remember, row_of
from tictactoe.search.kernels.pairs import find_pairs

INFINITE = 1 << 28
ATTACKER_MOVES, DEFENDER_MOVES = 0, 1
PROBES = 4
"""How many replies the defender tries before looking for pairs."""

# The rules that can be switched off, and the game that is played.
POTENTIAL, PAIRING, SYMMETRY, ZONES, WIDENING, REAL = 1, 2, 4, 8, 16, 32
ALL_RULES = POTENTIAL | PAIRING | SYMMETRY | ZONES | WIDENING

# Places in the counter: positions evaluated, where to stop, and what decided the last evaluated position.
EVALUATED, STOP, REASON = range(3)
BY_LINES, BY_POTENTIAL, BY_PAIRS, BY_SEARCH = range(4)


class Geometry(NamedTuple):
    """A game as arrays."""

    lines: Any
    collinear: Any
    """For each line those that share two cells with it or more, itself included; -1 ends a row."""
    images: Any
    """For each symmetry, byte of a word and value of that byte: where its cells go."""
    inverses: Any
    board: Any
    k: int
    bytes: int


class Scratch(NamedTuple):
    """Room to work in. The first three describe the live lines, those without a stone of the defender's."""

    line: Any
    empties: Any
    size: Any
    potential: Any
    """For each cell: the live lines through it, weighed by how nearly full they are."""
    found: Any
    key: Any
    state: Any
    rest: Any
    order: Any
    stuck: Any
    pairs: Any


# Places in Scratch.found
LIVE_CELLS, DEFENDERS_CELLS, COMPLETING, DEFENDERS_COMPLETING = range(4)


@compiled()
def look(attacker, defender, real, geometry, scratch):
    """Fill in the live lines and what they say: (how many there are, their potential).

    A live line with e empty cells weighs 2^(k-e); at 2^k in all, or more, the potential alone proves nothing.
    """
    lines, k = geometry.lines, geometry.k
    live_line, live_empties, live_size = scratch.line, scratch.empties, scratch.size
    live_cells = NONE
    defenders_cells = NONE
    completing = NONE
    defenders_completing = NONE
    live = 0
    potential = 0
    for i in range(lines.shape[0]):
        line = lines[i]
        if line & defender == NONE:
            empties = line & ~attacker
            size = count_cells(empties)
            live_cells |= line
            if size == 1:
                completing |= empties
            live_line[live] = i
            live_empties[live] = empties
            live_size[live] = size
            live += 1
            potential += 1 << (k - size)
        if real and line & attacker == NONE:
            defenders_cells |= line
            empties = line & ~defender
            if count_cells(empties) == 1:
                defenders_completing |= empties
    scratch.found[LIVE_CELLS] = live_cells
    scratch.found[DEFENDERS_CELLS] = defenders_cells
    scratch.found[COMPLETING] = completing
    scratch.found[DEFENDERS_COMPLETING] = defenders_completing
    return live, potential


@compiled()
def weigh(live, geometry, scratch):
    """Fill in each cell's potential; the largest."""
    potential, empties, size = scratch.potential, scratch.empties, scratch.size
    for cell in range(64):
        potential[cell] = 0
    for i in range(live):
        weight = 1 << (geometry.k - size[i])
        cells = empties[i]
        while cells:
            potential[first_cell(cells)] += weight
            cells &= cells - ONE
    most = 0
    for cell in range(64):
        most = max(most, potential[cell])
    return most


@compiled()
def image(cells, tables, symmetry, byte_count):
    """Where a symmetry takes a set of cells."""
    landed = NONE
    for byte in range(byte_count):
        landed |= tables[symmetry, byte, np.int64(cells >> np.uint64(8 * byte) & np.uint64(255))]
    return landed


@compiled()
def make_key(attacker, defender, rules, geometry, scratch):
    """Put the key of the position just looked at into scratch.key; the symmetry that leads there.

    Stones and cells on no line that can still be completed do not matter, so they are left out.
    """
    live_cells = scratch.found[LIVE_CELLS]
    defenders_cells = scratch.found[DEFENDERS_CELLS]
    first = attacker & live_cells
    second = defender & defenders_cells
    third = geometry.board & ~(attacker | defender) & (live_cells | defenders_cells)
    best_first, best_second, best_third, best = first, second, third, 0
    if rules & SYMMETRY:
        for symmetry in range(1, geometry.images.shape[0]):
            new_first = image(first, geometry.images, symmetry, geometry.bytes)
            if new_first > best_first:
                continue
            new_third = image(third, geometry.images, symmetry, geometry.bytes)
            if new_first == best_first and new_third > best_third:
                continue
            new_second = image(second, geometry.images, symmetry, geometry.bytes)
            if new_first < best_first or new_third < best_third or new_second < best_second:
                best_first, best_second, best_third, best = new_first, new_second, new_third, symmetry
    scratch.key[0] = best_first
    scratch.key[1] = best_second
    scratch.key[2] = best_third
    return best


@compiled()
def at_once(side, live, empty, scratch, board):
    """Whether the next stones decide: (proof, disproof, zone), with both numbers 1 if they do not.

    A zone is the cells that a result relies on. It stands even if the other side is given all empty cells outside it.
    """
    completing = scratch.found[COMPLETING]
    defenders_completing = scratch.found[DEFENDERS_COMPLETING]
    guard = scratch.found[DEFENDERS_CELLS] & empty
    if side == ATTACKER_MOVES:
        if completing:
            return 0, INFINITE, (completing & (~completing + ONE)) | guard
        if count_cells(defenders_completing) > 1:
            return INFINITE, 0, board
    else:
        if defenders_completing:
            return INFINITE, 0, board
        if count_cells(completing) > 1:
            one = completing & (~completing + ONE)
            rest = completing ^ one
            return 0, INFINITE, one | (rest & (~rest + ONE)) | guard
    if live == 0:
        return INFINITE, 0, NONE
    return 1, 1, NONE


@compiled()
def held(side, live, potential, empty, rules, geometry, scratch, counter):
    """Whether the defender is sure to hold, by potential or by pairs: (whether, the zone)."""
    most = weigh(live, geometry, scratch)
    if rules & POTENTIAL:
        after = potential + most if side == ATTACKER_MOVES else potential
        if after < 1 << geometry.k:
            counter[REASON] = BY_POTENTIAL
            return True, scratch.found[LIVE_CELLS] & empty
    if rules & PAIRING:
        counter[REASON] = BY_PAIRS
        if side == ATTACKER_MOVES:
            return find_pairs(NONE, live, geometry, scratch)
        forced = scratch.found[COMPLETING]
        tried = NONE
        for _ in range(PROBES):
            reply = forced
            if not forced:
                best = 0
                for cell in range(64):
                    if scratch.potential[cell] > best and tried & CELL[cell] == NONE:
                        best = scratch.potential[cell]
                        reply = CELL[cell]
            if reply == NONE:
                break
            tried |= reply
            found, paired = find_pairs(reply, live, geometry, scratch)
            if found:
                return True, paired | reply
            if forced:
                break
    return False, NONE


@compiled(nogil=True)
def judge(attacker, defender, side, rules, geometry, scratch, table, counter):
    """What is known of a position, worked out and remembered if it is new: (proof, disproof, zone).

    A proof number of 0 says that the attacker wins, a disproof number of 0 that the defender holds.
    """
    empty = geometry.board & ~(attacker | defender)
    live, potential = look(attacker, defender, rules & REAL != 0, geometry, scratch)
    proof, disproof, zone = at_once(side, live, empty, scratch, geometry.board)
    if proof == 0 or disproof == 0:
        counter[REASON] = BY_LINES
        return proof, disproof, zone
    symmetry = make_key(attacker, defender, rules, geometry, scratch)
    first, second, third = scratch.key[0], scratch.key[1], scratch.key[2]
    row = row_of(table, place_of(table, first, second, third, side), first, second, third, side)
    if row >= 0:
        zone = image(table[row, ZONE], geometry.inverses, symmetry, geometry.bytes)
        return np.int64(table[row, NUMBERS] & LOW_32), np.int64(table[row, NUMBERS] >> BITS_32), zone
    counter[EVALUATED] += 1
    holds, zone = held(side, live, potential, empty, rules, geometry, scratch, counter)
    if holds:
        proof, disproof = INFINITE, 0
    stored = image(zone, geometry.images, symmetry, geometry.bytes)
    remember(table, first, second, third, side, proof, disproof, stored, 1)
    return proof, disproof, zone


@compiled()
def order_moves(ply, attacker, defender, side, rules, geometry, scratch, moves):
    """Fill row `ply` of moves with those worth trying, best first: (how many, the cell that must be taken, the guard).

    The guard is the empty cells on lines that the defender could still complete.
    """
    real = rules & REAL != 0
    live, _ = look(attacker, defender, real, geometry, scratch)
    empty = geometry.board & ~(attacker | defender)
    guard = scratch.found[DEFENDERS_CELLS] & empty
    forced = scratch.found[DEFENDERS_COMPLETING] if side == ATTACKER_MOVES else scratch.found[COMPLETING]
    if forced:
        moves[ply, 0] = first_cell(forced)
        return 1, forced, guard
    weigh(live, geometry, scratch)
    if real:
        for i in range(geometry.lines.shape[0]):
            line = geometry.lines[i]
            if line & attacker == NONE:
                cells = line & ~defender
                weight = 1 << (geometry.k - count_cells(cells))
                while cells:
                    scratch.potential[first_cell(cells)] += weight
                    cells &= cells - ONE
    cells = (scratch.found[LIVE_CELLS] | guard) & empty
    count = 0
    while cells:
        cell = first_cell(cells)
        cells &= cells - ONE
        at = count
        while at > 0 and scratch.potential[moves[ply, at - 1]] < scratch.potential[cell]:
            moves[ply, at] = moves[ply, at - 1]
            at -= 1
        moves[ply, at] = cell
        count += 1
    return count, NONE, guard
