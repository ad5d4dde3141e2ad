"""Alpha-beta search over patterns: principal variations, a table, and the rules that decide a position at once.

It is one loop over rows, one for each ply, so it can pause after any number of nodes and go on from there. `tree` says
what its values mean. A bound is as good as what it was made from: where moves were left out, a proven loss becomes a
judged one.
"""

from __future__ import annotations

import numpy as np

from tictactoe.search.kernels.attack import LOOKED, MOVE, attacks
from tictactoe.search.kernels.candidates import add, add_defences, add_promising, prefer
from tictactoe.search.kernels.compiled import compiled
from tictactoe.search.kernels.fours import wins_by_fours
from tictactoe.search.kernels.patterns import (
    NOWHERE,
    ONE_SHORT,
    TWO_SHORT,
    marked_cells,
    next_fork,
    put,
    take,
)
from tictactoe.search.kernels.recall import EXACT, LOWER, UPPER, recall, remember
from tictactoe.search.kernels.tree import (
    ALPHA,
    ATTACKS,
    BEST,
    BEST_MOVE,
    BETA,
    COUNT,
    DEPTH,
    DONE,
    EMPTIES,
    ENDLESS,
    ENTER,
    FLOOR,
    GO_ON,
    IS_FORCED,
    IS_WHOLE,
    JUDGED_MATE,
    KILLERS,
    MATE,
    MODE,
    MOST,
    NEXT_MOVE,
    NODES,
    PLY,
    PROVEN,
    RETURN,
    SIDE,
    STAGE,
    VALUE,
)

QUIET_DEPTH = np.int64(-8)
"""Answers to threats are looked at so far below the depth asked for."""
FOURS_DEEP, FOURS_LEAF = np.int64(200), np.int64(40)
"""Threats tried in one position."""
NARROWER, NARROWEST = np.int64(6), np.int64(14)
"""With every ply so many moves less are looked at, but so many at least,"""
SHALLOW, SHALLOW_PLY = np.int64(6), np.int64(3)
"""and near the end of the search so many, and so many more with each ply that is left. Unless all are looked at."""
ATTACK_DEPTH, ATTACK_FEWEST, ATTACK_DOUBLED = np.int64(3), np.int64(8), np.int64(5)
"""With so many plies left it is asked whether a side wins by threats of two kinds, and so many positions are looked at
for that; twice as many with each ply more, so often at most.
"""
ATTACK_NODES, ATTACK_SHARE = np.int64(8), np.int64(4)
"""Such a position takes the time of so many nodes; and no more than this part of all nodes goes there."""
LONG = np.int64(300)
"""Plies of a win by such threats, at most."""
# Stages of a move's search
FULL, SCOUT, REDUCED = np.int64(0), np.int64(1), np.int64(2)


@compiled()
def start(side, depth, tree):
    """Begin a search to this depth. The position has not ended."""
    tree.now[PLY] = 0
    tree.now[MODE] = ENTER
    tree.now[SIDE] = side
    tree.rows[0, ALPHA] = -ENDLESS
    tree.rows[0, BETA] = ENDLESS
    tree.rows[0, DEPTH] = depth
    tree.rows[0, BEST_MOVE] = NOWHERE
    tree.rows[0, NEXT_MOVE] = 0
    tree.lengths[0] = 0


@compiled()
def search(limit, width, tree, chain, room, at):
    """Search on until so many nodes are counted in all; whether it is done. The result is in row 0 and `now`.

    Where nothing forces a side, `width` moves of the first row are looked at.
    """
    rows, now = tree.rows, tree.now
    while now[MODE] != DONE:
        ply = now[PLY]
        if now[MODE] == ENTER:
            if now[NODES] >= limit:
                return False
            now[NODES] += 1
            _enter(ply, max(NARROWEST, width - NARROWER * ply), tree, chain, room, at)
        elif now[MODE] == GO_ON:
            if rows[ply, NEXT_MOVE] >= rows[ply, COUNT] or rows[ply, BEST] >= rows[ply, BETA]:
                _finish(ply, tree, at)
            else:
                _descend(ply, tree, at)
        elif ply == 0:
            now[MODE] = DONE
        else:
            _take_in(ply - 1, tree, at)
    return True


@compiled()
def _answer(value, tree):
    tree.now[VALUE] = value
    tree.now[MODE] = RETURN


@compiled()
def _enter(ply, width, tree, chain, room, at):
    """Decide a position by the rules, the table or the evaluation; or find the moves to look at."""
    rows, now = tree.rows, tree.now
    side = now[SIDE]
    other = 1 - side
    depth = rows[ply, DEPTH]
    tree.lengths[ply] = 0
    rows[ply, BEST] = -ENDLESS
    rows[ply, BEST_MOVE] = NOWHERE
    rows[ply, NEXT_MOVE] = 0
    rows[ply, COUNT] = 0
    rows[ply, IS_WHOLE] = 1
    rows[ply, IS_FORCED] = 1
    rows[ply, FLOOR] = rows[ply, ALPHA]

    if now[EMPTIES] == 0 or (at.live[0] == 0 and at.live[1] == 0 and ply > 0):
        _answer(np.int64(0), tree)
        return
    wins, cell = marked_cells(side, ONE_SHORT, at)
    if wins > 0:
        _note(ply, cell, tree)
        _answer(MATE - ply - 1, tree)
        return
    losses, must = marked_cells(other, ONE_SHORT, at)
    if losses > 0:
        if losses > 1:
            _note(ply, must, tree)
            _answer(-(MATE - ply - 2), tree)
            return
        add(ply, must, np.int64(0), tree)
        now[MODE] = GO_ON
        if ply >= rows.shape[0] - 2:
            _answer(_evaluation(side, at), tree)
        return
    fork = next_fork(side, NOWHERE, at)
    if fork != NOWHERE:
        _note(ply, fork, tree)
        _answer(MATE - ply - 3, tree)
        return
    known, value = recall(ply, side, depth, tree, at)
    if known and ply > 0:
        _answer(value, tree)
        return
    best = rows[ply, BEST_MOVE]  # the table's
    rows[ply, BEST_MOVE] = NOWHERE
    plies, tried = wins_by_fours(side, FOURS_LEAF if depth < 2 else FOURS_DEEP, chain, at)
    now[NODES] += tried
    if plies > 0:
        _note(ply, chain.threats[0], tree)
        rows[ply, BEST] = MATE - ply - plies
        remember(ply, side, LOWER, tree, at)
        _answer(MATE - ply - plies, tree)
        return
    if _wins_by_attack(ply, side, depth, tree, room, at):
        if room.numbers[MOVE] != NOWHERE:
            _note(ply, room.numbers[MOVE], tree)
        rows[ply, BEST] = MATE - ply - LONG
        remember(ply, side, LOWER, tree, at)
        _answer(MATE - ply - LONG, tree)
        return
    if ply >= rows.shape[0] - 2 or depth < QUIET_DEPTH:
        _answer(_evaluation(side, at), tree)
        return
    now[MODE] = GO_ON
    fork = next_fork(other, NOWHERE, at)
    if fork != NOWHERE:
        add_defences(ply, side, fork, tree, at)
        if rows[ply, COUNT] == 0:  # whatever is played, the fork comes
            _note(ply, fork, tree)
            _answer(-(MATE - ply - 4), tree)
    elif depth <= 0:
        _answer(_evaluation(side, at), tree)
    else:
        rows[ply, IS_FORCED] = 0
        if ply > 0 and width < at.owner.shape[0]:
            width = min(width, SHALLOW + SHALLOW_PLY * depth)
        add_promising(ply, side, best, width, tree, at)
        return
    prefer(ply, best, tree)


@compiled()
def _wins_by_attack(ply, side, depth, tree, room, at):
    """Whether a win by threats of two kinds is found; the first row is not asked about."""
    now = tree.now
    if ply == 0 or depth < ATTACK_DEPTH or now[ATTACKS] * ATTACK_NODES * ATTACK_SHARE > now[NODES]:
        return False
    most = ATTACK_FEWEST << min(depth - ATTACK_DEPTH, ATTACK_DOUBLED)
    wins = attacks(side, most, at.stones, room)
    now[ATTACKS] += room.numbers[LOOKED]
    now[NODES] += room.numbers[LOOKED] * ATTACK_NODES
    return wins


@compiled()
def _evaluation(side, at):
    """What the lines promise; half as much again to the one whose turn it is."""
    mine, theirs = at.total[side], at.total[1 - side]
    return max(-MOST, min(MOST, mine + mine // 2 - theirs))


@compiled()
def _note(ply, cell, tree):
    """The best move of a row, if it is known without a search."""
    tree.rows[ply, BEST_MOVE] = cell
    tree.lines[ply, 0] = cell
    tree.lengths[ply] = 1


@compiled()
def _descend(ply, tree, at):
    """Make the next move of a row, the best of those that are left first."""
    rows, moves, scores = tree.rows, tree.moves, tree.scores
    number = rows[ply, NEXT_MOVE]
    top = number
    for i in range(number + 1, rows[ply, COUNT]):
        if scores[ply, i] > scores[ply, top]:
            top = i
    moves[ply, number], moves[ply, top] = moves[ply, top], moves[ply, number]
    scores[ply, number], scores[ply, top] = scores[ply, top], scores[ply, number]
    stage = FULL
    if number > 0:
        stage = SCOUT
        cell = moves[ply, number]
        quiet = at.short[tree.now[SIDE], TWO_SHORT, cell] == 0
        if rows[ply, DEPTH] >= 3 and number >= 3 and rows[ply, IS_FORCED] == 0 and quiet:
            stage = REDUCED
    _make(ply, stage, tree, at)


@compiled()
def _make(ply, stage, tree, at):
    """Go to the row below with the move that is next, and the window and depth of this stage."""
    rows, now = tree.rows, tree.now
    number = rows[ply, NEXT_MOVE]
    rows[ply, STAGE] = stage
    depth = rows[ply, DEPTH]
    if rows[ply, COUNT] > 1 or rows[ply, IS_FORCED] == 0:  # the only move costs nothing
        depth -= 1
    if stage == REDUCED:
        depth -= 2 if number >= 10 and depth >= 4 else 1
    alpha = max(rows[ply, ALPHA], rows[ply, BEST])
    rows[ply + 1, BETA] = -alpha
    rows[ply + 1, ALPHA] = -rows[ply, BETA] if stage == FULL else -alpha - 1
    rows[ply + 1, DEPTH] = depth
    put(now[SIDE], tree.moves[ply, number], at)
    now[SIDE] = 1 - now[SIDE]
    now[EMPTIES] -= 1
    now[PLY] = ply + 1
    now[MODE] = ENTER


@compiled()
def _take_in(ply, tree, at):
    """Take a move back, with the value of what came after it; or look again, more closely."""
    rows, now = tree.rows, tree.now
    number = rows[ply, NEXT_MOVE]
    cell = tree.moves[ply, number]
    now[PLY] = ply
    now[SIDE] = 1 - now[SIDE]
    now[EMPTIES] += 1
    take(now[SIDE], cell, at)
    value = -now[VALUE]
    alpha = max(rows[ply, ALPHA], rows[ply, BEST])
    stage = rows[ply, STAGE]
    if stage == REDUCED and value > alpha:
        _make(ply, SCOUT, tree, at)
        return
    if stage == SCOUT and value > alpha and value < rows[ply, BETA]:
        _make(ply, FULL, tree, at)
        return
    rows[ply, NEXT_MOVE] = number + 1
    if value > rows[ply, BEST]:
        rows[ply, BEST] = value
        rows[ply, BEST_MOVE] = cell
        tree.lines[ply, 0] = cell
        length = min(tree.lengths[ply + 1], tree.lines.shape[1] - 1)
        for i in range(length):
            tree.lines[ply, i + 1] = tree.lines[ply + 1, i]
        tree.lengths[ply] = length + 1
        if value >= rows[ply, BETA] and rows[ply, IS_FORCED] == 0 and tree.killers[ply, 0] != cell:
            for i in range(KILLERS - 1, 0, -1):
                tree.killers[ply, i] = tree.killers[ply, i - 1]
            tree.killers[ply, 0] = cell
    now[MODE] = GO_ON


@compiled()
def _finish(ply, tree, at):
    """All moves of a row were looked at, or as many as it takes."""
    rows = tree.rows
    if rows[ply, IS_WHOLE] == 0 and rows[ply, BEST] <= -PROVEN:
        rows[ply, BEST] += MATE - JUDGED_MATE
    best = rows[ply, BEST]
    kind = EXACT
    if best >= rows[ply, BETA]:
        kind = LOWER
    elif best <= rows[ply, FLOOR]:
        kind = UPPER
    remember(ply, tree.now[SIDE], kind, tree, at)
    _answer(best, tree)
