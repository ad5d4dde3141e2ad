"""Depth-first proof-number search: can the attacker complete a line?

Each position has a proof number, roughly how much is left to do to prove a win, and a disproof number, the same for a
hold. The search goes where least is left, until one of them is 0. It keeps its own stack (numba cannot cache a function
that calls itself) and can pause at any time: the next call goes on where it was, as if there had been no pause.

Several threads can search one position at once, each with frames and a room of its own, and one table. Each says where
it is, and where every move has to be answered the others go elsewhere. Whoever decides a position tells those who are
at work below it, who go back there.

A search can also be the upper part of a larger one: what has taken little work so far it hands out. It pauses there,
somebody else searches that position, and when the rows of what was found are in the table it goes on.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from tictactoe.search.kernels.bits import CELL, NONE, copy, is_empty, set_all
from tictactoe.search.kernels.compiled import compiled
from tictactoe.search.kernels.lines import (
    ATTACKER,
    BEGAN,
    COUNT,
    DEFENDER,
    DISPROOF_LIMIT,
    FORCED,
    MADE,
    NO_CELL,
    PROOF_LIMIT,
    TRIED,
    WIDTH,
    completing,
    play,
)
from tictactoe.search.kernels.static import (
    ANSWERS,
    AWAY,
    BY_LINES,
    BY_SEARCH,
    EVALUATED,
    FADING,
    FADING_BEFORE_SEARCH,
    INFINITE,
    NOWHERE,
    PAUSED,
    REAL,
    REASON,
    RETURNING,
    STEPS,
    STEPS_BEFORE_SEARCH,
    WIDENING,
    ZONES,
    at_once,
    held,
    is_threatened,
    judge,
    keep,
    locate,
    look_up,
    order_moves,
    put_guard,
)

WIDE = 8
"""How many of the best moves are looked at before all of them have failed."""
WIDE_IN_THE_REAL_GAME = 4
DETOUR = 4
"""How many times the least that is left may be what another thread is at, before it is joined there."""
NEAR = 4
"""From so many plies above where that thread is; further up it is joined, so that both do what is needed soonest."""
NO_PLY = 1 << 30
"""Nobody has decided anything above: deeper than any ply."""


class Team(NamedTuple):
    """What the threads that search one position share."""

    table: Any
    paths: Any
    """[thread, ply] the hashes of the positions on the way to where each thread is, 0 beyond."""
    decided: Any
    """[thread] the ply of a position on the way to where each thread is that another has decided, or NO_PLY."""
    counters: Any
    """[thread, EVALUATED or REASON or PAUSED or AWAY]"""
    stop: Any
    """How many positions are to be evaluated by all; -1 once somebody has finished."""
    small: Any
    """What has taken less work than this is handed out; 0, nothing is."""


# What the children of a position say of it.
DECIDED, OPEN, LOOK_FURTHER = range(3)


@compiled(nogil=True)
def search(side, rules, me, game, frames, room, team, zone):
    """Search row 0, from where this paused, until it is decided or there is no more to be spent.

    Returns (proof, disproof), of which one is 0 if it is decided, and fills in the zone.
    """
    counter = team.counters[me]
    ply = counter[PAUSED]
    counter[PAUSED] = NOWHERE
    is_decided, by_search, proof, disproof = False, True, 1, 1
    if counter[AWAY]:
        if _is_small(ply, (side + ply) & 1, rules, game, frames, room, team, zone):
            counter[PAUSED] = ply
            return 1, 1
        counter[AWAY] = 0
        is_decided, proof, disproof = _enter(
            ply, (side + ply) & 1, rules, game, frames, room, team.table, counter, zone
        )
    elif ply == NOWHERE:
        ply = np.int64(0)
        proof, disproof, _ = at_once(ply, side, rules, game, frames, room, zone)
        if proof == 0 or disproof == 0:
            counter[REASON] = BY_LINES
            return proof, disproof
        if not look_up(ply, side, rules, game, frames, room, team.table, zone)[0]:
            counter[EVALUATED] += 1
        frames.numbers[0, PROOF_LIMIT] = INFINITE
        frames.numbers[0, DISPROOF_LIMIT] = INFINITE
        is_decided, proof, disproof = _enter(ply, side, rules, game, frames, room, team.table, counter, zone)
        by_search = not is_decided
    while True:
        if not is_decided and team.decided[me] <= ply:
            ply, is_decided, proof, disproof = _go_back(ply, side, rules, me, game, frames, room, team, zone)
        turn = (side + ply) & 1
        if not is_decided:
            is_spent = _is_spent(team)
            if is_spent and not rules & RETURNING:
                counter[PAUSED] = ply
                return 1, 1
            _judge_children(ply, turn, rules, game, frames, room, team.table, counter)
            said, proof, disproof, best, limit = _combine(ply, turn, rules, me, game, frames, team, zone)
            if said == LOOK_FURTHER:
                continue
            is_decided = said == DECIDED
            within = proof < frames.numbers[ply, PROOF_LIMIT] and disproof < frames.numbers[ply, DISPROOF_LIMIT]
            if not is_decided and within and not is_spent:
                _descend(ply, turn, best, proof, disproof, limit, rules, game, frames)
                ply += 1
                team.paths[me, ply] = frames.places[ply - 1, best]
                if team.small[0] and _is_small(ply, 1 - turn, rules, game, frames, room, team, zone):
                    counter[PAUSED] = ply
                    counter[AWAY] = 1
                    return 1, 1
                is_decided, proof, disproof = _enter(
                    ply, 1 - turn, rules, game, frames, room, team.table, counter, zone
                )
                continue
        place, symmetry = locate(ply, turn, rules, game, frames, room)
        work = counter[EVALUATED] - frames.numbers[ply, BEGAN] + 1
        keep(turn, rules, proof, disproof, zone, work, place, symmetry, game, room, team.table)
        if room.news.shape[0]:
            copy(room.news[room.told[0] % room.news.shape[0]], room.row)
            room.told[0] += 1
        team.paths[me, ply] = NONE
        if is_decided:
            _tell(ply, place, me, team)
        if ply == 0:
            if is_decided:
                team.stop[0] = -1
            if by_search:
                counter[REASON] = BY_SEARCH
            return proof, disproof
        ply -= 1
        child = frames.numbers[ply, TRIED]
        frames.proofs[ply, child] = proof
        frames.disproofs[ply, child] = disproof
        if is_decided:
            for word in range(zone.shape[0]):
                frames.zones[ply, child, word] = zone[word]
            if (disproof if turn == DEFENDER else proof) == 0:
                _narrow(ply, child, turn == DEFENDER, rules, frames)
        is_decided = False


@compiled()
def _is_small(ply, turn, rules, game, frames, room, team, zone):
    """Whether so little is known of a position that it is handed out."""
    known, proof, disproof, work, _, _ = look_up(ply, turn, rules, game, frames, room, team.table, zone)
    return not known or (proof != 0 and disproof != 0 and work < team.small[0])


@compiled()
def _tell(ply, place, me, team):
    """Let the threads know whose way leads through this position that it is decided."""
    for thread in range(team.paths.shape[0]):
        if thread != me and team.paths[thread, ply] == place:
            team.decided[thread] = min(team.decided[thread], ply)


@compiled()
def _go_back(ply, side, rules, me, game, frames, room, team, zone):
    """Go to the position that is said to be decided, if it is: (ply, whether it is, proof, disproof).

    What was said may be of another way that had led here, or be forgotten since: only the table is believed.
    """
    up = team.decided[me]
    team.decided[me] = NO_PLY
    known, proof, disproof, _, _, _ = look_up(up, (side + up) & 1, rules, game, frames, room, team.table, zone)
    if not known or (proof != 0 and disproof != 0):
        return ply, False, 1, 1
    for below in range(up + 1, ply + 1):
        team.paths[me, below] = NONE
    return up, True, proof, disproof


@compiled()
def _is_spent(team):
    """Whether all threads together have evaluated more positions than they should, or one has finished."""
    evaluated = 0
    for thread in range(team.counters.shape[0]):
        evaluated += team.counters[thread, EVALUATED]
    return evaluated > team.stop[0]


@compiled()
def _enter(ply, turn, rules, game, frames, room, table, counter, zone):
    """Begin with a position, no child looked at yet: (whether it is decided after all, proof, disproof)."""
    numbers = frames.numbers
    numbers[ply, BEGAN] = counter[EVALUATED]
    numbers[ply, MADE] = 0
    copy(frames.allowed[ply], game.board)
    known, proof, disproof, work, _, _ = look_up(ply, turn, rules, game, frames, room, table, zone)
    if known and (proof == 0 or disproof == 0):  # found earlier, or by another thread
        counter[REASON] = BY_SEARCH
        return True, proof, disproof
    whose = DEFENDER if turn == ATTACKER else ATTACKER
    forced = NO_CELL
    if turn == DEFENDER or rules & REAL:
        _, forced = completing(ply, whose, game.masks, frames.stones, frames.live, room.sets[0])
    numbers[ply, FORCED] = forced
    pairing, wanted = room.no_pairing, NO_CELL
    if ply:
        pairing = frames.pairing[ply - 1]
        wanted = np.int64(pairing[frames.moves[ply - 1, numbers[ply - 1, TRIED]]])
    joker = NO_CELL
    is_new = not known or work <= 1
    steps, fading = (STEPS_BEFORE_SEARCH, FADING_BEFORE_SEARCH) if is_new else (STEPS, FADING)
    left = held(ply, turn, forced, rules, pairing, wanted, steps, fading, game, frames, room, counter, zone)
    if left == 0:
        return True, INFINITE, 0
    if forced < 0 and rules & REAL and rules & ANSWERS:
        _allow_answers(ply, turn, game, frames, room)
    else:
        set_all(frames.threat[ply], NONE)
    if left > 0:
        copy(frames.pairing[ply], room.best)
        joker = np.int64(room.best[-1]) if turn == DEFENDER else NO_CELL
    else:
        set_all(frames.pairing[ply], NO_CELL)
    count = order_moves(ply, forced, rules, joker, game, frames, room)
    width = count
    if rules & WIDENING:
        width = min(count, WIDE_IN_THE_REAL_GAME if rules & REAL else WIDE)
    numbers[ply, COUNT] = count
    numbers[ply, WIDTH] = width
    if rules & REAL:
        put_guard(ply, game.masks, frames.stones, frames.live, frames.guard[ply])
    return False, proof, disproof


@compiled()
def _allow_answers(ply, turn, game, frames, room):
    """If the other side would win by threats, only the moves that could spoil that are worth looking at."""
    if is_threatened(ply, turn, game, frames, room, frames.threat[ply], room.sets[2]):
        for word in range(frames.allowed.shape[1]):
            frames.allowed[ply, word] &= room.sets[2, word]
    else:
        set_all(frames.threat[ply], NONE)


@compiled()
def _judge_children(ply, turn, rules, game, frames, room, table, counter):
    """Judge the moves that are to be looked at, until one decides, or more is left than the limit allows."""
    numbers, moves, proofs, disproofs = frames.numbers, frames.moves, frames.proofs, frames.disproofs
    attacking = turn == ATTACKER
    limit = numbers[ply, DISPROOF_LIMIT] if attacking else numbers[ply, PROOF_LIMIT]
    total = 0
    for child in range(numbers[ply, MADE]):
        total += disproofs[ply, child] if attacking else proofs[ply, child]
    while numbers[ply, MADE] < numbers[ply, WIDTH]:
        child = numbers[ply, MADE]
        cell = np.int64(moves[ply, child])
        if not frames.allowed[ply, cell >> 6] & CELL[cell & 63]:
            numbers[ply, COUNT] -= 1
            numbers[ply, WIDTH] = min(numbers[ply, WIDTH], numbers[ply, COUNT])
            for later in range(child, numbers[ply, COUNT]):
                moves[ply, later] = moves[ply, later + 1]
            continue
        play(ply, turn, cell, rules & REAL != 0, game.through_word, game.through, frames.stones, frames.live)
        wanted = np.int64(frames.pairing[ply, cell]) if attacking else NO_CELL
        said = judge(
            ply + 1, 1 - turn, rules, frames.pairing[ply], wanted, game, frames, room, table, counter,
            frames.zones[ply, child],
        )  # fmt: skip
        proofs[ply, child], disproofs[ply, child], frames.places[ply, child] = said
        numbers[ply, MADE] = child + 1
        mine, theirs = (said[0], said[1]) if attacking else (said[1], said[0])
        if theirs == 0:
            _narrow(ply, child, attacking, rules, frames)
        total += theirs
        if mine == 0 or total >= limit:
            return


@compiled()
def _narrow(ply, child, attacking, rules, frames):
    """A move that has failed with a zone takes with it all moves outside that zone: the same answer refutes them."""
    if rules & ZONES:
        for word in range(frames.allowed.shape[1]):
            kept = frames.zones[ply, child, word]
            if not attacking and rules & REAL:
                kept |= frames.guard[ply, word]
            frames.allowed[ply, word] &= kept


@compiled()
def _combine(ply, turn, rules, me, game, frames, team, zone):
    """What the children say: (verdict, proof, disproof, the child to go to, the limit for what it is chosen by).

    A child that is good for the player to move decides. When every move has failed, the player to move has failed.
    """
    numbers, moves = frames.numbers, frames.moves
    attacking = turn == ATTACKER
    made = numbers[ply, MADE]
    best, least, second, total = -1, INFINITE + 1, INFINITE, 0
    nearest, least_of_all, own = -1, INFINITE, INFINITE
    for child in range(made):
        mine, other = frames.proofs[ply, child], frames.disproofs[ply, child]
        if not attacking:
            mine, other = other, mine
        if mine == 0:
            _zone_of_success(ply, child, attacking, rules, frames, zone)
            return DECIDED, 0 if attacking else INFINITE, INFINITE if attacking else 0, child, 0
        cell = moves[ply, child]
        if other == 0 or frames.allowed[ply, cell >> 6] & CELL[cell & 63] == NONE:
            continue
        total = min(total + other, INFINITE - 1)
        if nearest < 0 or mine < least_of_all:
            nearest, least_of_all = child, mine
        really = mine
        if attacking:  # all must be answered, so it is no loss to begin with another
            for thread in range(team.paths.shape[0]):
                path = team.paths[thread]
                if thread != me and path[ply + 1] == frames.places[ply, child]:
                    if team.small[0]:
                        mine = INFINITE - 1
                    elif path[ply + 2 + NEAR] == NONE:
                        mine = min(mine * DETOUR, INFINITE - 1)
        if mine < least:
            best, least, second, own = child, mine, min(least, INFINITE), really
        elif mine < second:
            second = mine
    if best >= 0:
        if own >= numbers[ply, PROOF_LIMIT if attacking else DISPROOF_LIMIT]:  # it would be left at once, for ever
            best, second = nearest, least_of_all
        limit = second + second // 4 + 1
        if attacking:
            return OPEN, least_of_all, total, best, limit
        return OPEN, total, least_of_all, best, limit
    if made == numbers[ply, WIDTH]:
        numbers[ply, WIDTH] = min(made + 1, numbers[ply, COUNT])
    if made < numbers[ply, WIDTH]:
        return LOOK_FURTHER, 1, 1, -1, 0
    _zone_of_failure(ply, attacking, rules, game, frames, zone)
    return DECIDED, INFINITE if attacking else 0, 0 if attacking else INFINITE, -1, 0


@compiled()
def _zone_of_success(ply, child, attacking, rules, frames, zone):
    """What the child relies on, and the move to it; the attacker must be free of the defender's lines too."""
    for word in range(zone.shape[0]):
        zone[word] = frames.zones[ply, child, word]
        if attacking and rules & REAL:
            zone[word] |= frames.guard[ply, word]
    cell = frames.moves[ply, child]
    zone[cell >> 6] |= CELL[cell & 63]


@compiled()
def _zone_of_failure(ply, attacking, rules, game, frames, zone):
    """All that the answers to the moves rely on, and what is threatened if a move is none of those looked at."""
    forced = frames.numbers[ply, FORCED]
    copy(zone, frames.threat[ply])
    if attacking and (forced >= 0 or not is_empty(zone)):  # by the defender's threat, who relies on lines of its own
        copy(zone, game.board)
        return
    for child in range(frames.numbers[ply, MADE]):
        failed = frames.disproofs[ply, child] if attacking else frames.proofs[ply, child]
        if failed == 0:
            for word in range(zone.shape[0]):
                zone[word] |= frames.zones[ply, child, word]
    if attacking:
        return
    if rules & REAL:
        for word in range(zone.shape[0]):
            zone[word] |= frames.guard[ply, word]
    if forced >= 0:
        zone[forced >> 6] |= CELL[forced & 63]


@compiled()
def _descend(ply, turn, best, proof, disproof, limit, rules, game, frames):
    """Go to a child, until it is no longer the one to go to."""
    numbers = frames.numbers
    numbers[ply, TRIED] = best
    cell = np.int64(frames.moves[ply, best])
    play(ply, turn, cell, rules & REAL != 0, game.through_word, game.through, frames.stones, frames.live)
    if turn == ATTACKER:
        numbers[ply + 1, PROOF_LIMIT] = min(numbers[ply, PROOF_LIMIT], limit)
        rest = numbers[ply, DISPROOF_LIMIT] - disproof + frames.disproofs[ply, best]
        numbers[ply + 1, DISPROOF_LIMIT] = min(rest, INFINITE)
    else:
        rest = numbers[ply, PROOF_LIMIT] - proof + frames.proofs[ply, best]
        numbers[ply + 1, PROOF_LIMIT] = min(rest, INFINITE)
        numbers[ply + 1, DISPROOF_LIMIT] = min(numbers[ply, DISPROOF_LIMIT], limit)
