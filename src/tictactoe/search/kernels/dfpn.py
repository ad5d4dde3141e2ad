"""Depth-first proof-number search: can the attacker complete a line?

Each position has a proof number, roughly how much is left to do to prove a win, and a disproof number, the same for a
hold. The search goes where least is left, until one of them is 0. It keeps its own stack (numba cannot cache a function
that calls itself) and can stop at any time: what it has learned is in the table, and the next call goes on from there.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from tictactoe.search.kernels.bits import CELL, NONE
from tictactoe.search.kernels.compiled import compiled
from tictactoe.search.kernels.hashtable import remember
from tictactoe.search.kernels.static import (
    ATTACKER_MOVES,
    EVALUATED,
    INFINITE,
    REAL,
    STOP,
    WIDENING,
    ZONES,
    image,
    judge,
    look,
    make_key,
    order_moves,
)

WIDE, WIDE_IN_THE_REAL_GAME = 8, 4
"""How many of the best moves are looked at before all of them have failed."""


class Stack(NamedTuple):
    """One row for each ply; the last three are a row of children each."""

    attacker: Any
    defender: Any
    forced: Any
    guard: Any
    proof_limit: Any
    disproof_limit: Any
    count: Any
    made: Any
    width: Any
    tried: Any
    began: Any
    moves: Any
    proofs: Any
    disproofs: Any
    zones: Any


# What the children of a position say of it.
DECIDED, OPEN, LOOK_FURTHER = range(3)


@compiled(nogil=True)
def search(attacker, defender, side, rules, geometry, scratch, table, stack, counter):
    """Search until the position is decided or counter[STOP] positions have been evaluated: (proof, disproof, zone)."""
    ply = 0
    stack.attacker[0] = attacker
    stack.defender[0] = defender
    stack.proof_limit[0] = INFINITE
    stack.disproof_limit[0] = INFINITE
    _enter(0, side, rules, geometry, scratch, stack, counter)
    while True:
        turn = (side + ply) & 1
        _judge_children(ply, turn, rules, geometry, scratch, table, stack, counter)
        said, proof, disproof, zone, best, limit = _combine(ply, turn, rules, geometry, stack)
        if said == LOOK_FURTHER:
            continue
        within = proof < stack.proof_limit[ply] and disproof < stack.disproof_limit[ply]
        if said == OPEN and within and counter[EVALUATED] < counter[STOP]:
            _descend(ply, turn, best, proof, disproof, limit, stack)
            ply += 1
            _enter(ply, 1 - turn, rules, geometry, scratch, stack, counter)
            continue
        _leave(ply, turn, proof, disproof, zone, rules, geometry, scratch, table, stack, counter)
        if ply == 0:
            return proof, disproof, zone
        ply -= 1
        child = stack.tried[ply]
        stack.proofs[ply, child] = proof
        stack.disproofs[ply, child] = disproof
        stack.zones[ply, child] = zone


@compiled()
def _enter(ply, turn, rules, geometry, scratch, stack, counter):
    """Begin with a position: its moves in order, no child looked at yet."""
    attacker, defender = stack.attacker[ply], stack.defender[ply]
    count, forced, guard = order_moves(ply, attacker, defender, turn, rules, geometry, scratch, stack.moves)
    width = 64
    if rules & WIDENING:
        width = WIDE_IN_THE_REAL_GAME if rules & REAL else WIDE
    stack.count[ply] = count
    stack.width[ply] = min(width, count)
    stack.made[ply] = 0
    stack.forced[ply] = forced
    stack.guard[ply] = guard
    stack.began[ply] = counter[EVALUATED]


@compiled()
def _judge_children(ply, turn, rules, geometry, scratch, table, stack, counter):
    attacker, defender = stack.attacker[ply], stack.defender[ply]
    for child in range(stack.made[ply], stack.width[ply]):
        cell = CELL[stack.moves[ply, child]]
        if turn == ATTACKER_MOVES:
            said = judge(attacker | cell, defender, 1 - turn, rules, geometry, scratch, table, counter)
        else:
            said = judge(attacker, defender | cell, 1 - turn, rules, geometry, scratch, table, counter)
        stack.proofs[ply, child], stack.disproofs[ply, child], stack.zones[ply, child] = said
    stack.made[ply] = stack.width[ply]


@compiled()
def _combine(ply, turn, rules, geometry, stack):
    """What the children say: (verdict, proof, disproof, zone, the child to go to, the limit for what it is chosen by).

    A child that is good for the player to move decides. A child that has failed with a zone takes with it all moves
    outside that zone: the same answer refutes them. When every move has failed, the player to move has failed.
    """
    attacking = turn == ATTACKER_MOVES
    allowed = geometry.board
    relied_on = NONE
    for child in range(stack.made[ply]):
        proof, disproof, zone = stack.proofs[ply, child], stack.disproofs[ply, child], stack.zones[ply, child]
        if (proof if attacking else disproof) == 0:
            zone |= CELL[stack.moves[ply, child]]
            if attacking:
                return DECIDED, 0, INFINITE, zone | stack.guard[ply], child, 0
            return DECIDED, INFINITE, 0, zone, child, 0
        if (disproof if attacking else proof) == 0:
            relied_on |= zone
            if rules & ZONES:
                allowed &= zone if attacking else zone | stack.guard[ply]
    best, least, second, total = -1, INFINITE + 1, INFINITE, 0
    for child in range(stack.made[ply]):
        mine, other = stack.proofs[ply, child], stack.disproofs[ply, child]
        if not attacking:
            mine, other = other, mine
        if other == 0 or allowed & CELL[stack.moves[ply, child]] == NONE:
            continue
        total = min(total + other, INFINITE - 1)
        if mine < least:
            best, least, second = child, mine, min(least, INFINITE)
        elif mine < second:
            second = mine
    if best >= 0:
        limit = second + second // 4 + 1
        if attacking:
            return OPEN, least, total, NONE, best, limit
        return OPEN, total, least, NONE, best, limit
    while stack.width[ply] < stack.count[ply]:
        if allowed & CELL[stack.moves[ply, stack.width[ply]]]:
            stack.width[ply] += 1
            return LOOK_FURTHER, 1, 1, NONE, -1, 0
        stack.count[ply] -= 1
        for later in range(stack.width[ply], stack.count[ply]):
            stack.moves[ply, later] = stack.moves[ply, later + 1]
    relied_on |= stack.forced[ply]
    if attacking:
        # a move forced by the defender's threat relies on the defender's lines, that is on everything
        return DECIDED, INFINITE, 0, geometry.board if stack.forced[ply] else relied_on, -1, 0
    return DECIDED, 0, INFINITE, relied_on | stack.guard[ply], -1, 0


@compiled()
def _descend(ply, turn, best, proof, disproof, limit, stack):
    """Go to a child, until it is no longer the one to go to."""
    stack.tried[ply] = best
    cell = CELL[stack.moves[ply, best]]
    stack.attacker[ply + 1] = stack.attacker[ply]
    stack.defender[ply + 1] = stack.defender[ply]
    if turn == ATTACKER_MOVES:
        stack.attacker[ply + 1] |= cell
        stack.proof_limit[ply + 1] = min(stack.proof_limit[ply], limit)
        rest = stack.disproof_limit[ply] - disproof + stack.disproofs[ply, best]
        stack.disproof_limit[ply + 1] = min(rest, INFINITE)
    else:
        stack.defender[ply + 1] |= cell
        rest = stack.proof_limit[ply] - proof + stack.proofs[ply, best]
        stack.proof_limit[ply + 1] = min(rest, INFINITE)
        stack.disproof_limit[ply + 1] = min(stack.disproof_limit[ply], limit)


@compiled()
def _leave(ply, turn, proof, disproof, zone, rules, geometry, scratch, table, stack, counter):
    """Remember what was found."""
    attacker, defender = stack.attacker[ply], stack.defender[ply]
    look(attacker, defender, rules & REAL != 0, geometry, scratch)
    symmetry = make_key(attacker, defender, rules, geometry, scratch)
    stored = image(zone, geometry.images, symmetry, geometry.bytes)
    work = counter[EVALUATED] - stack.began[ply] + 1
    remember(table, scratch.key[0], scratch.key[1], scratch.key[2], turn, proof, disproof, stored, work)
