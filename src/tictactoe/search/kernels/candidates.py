"""The moves that an alpha-beta search looks at in a position, and what they are ordered by.

A row of the tree gets them. Those of its first row that are refuted are left out.
"""

from __future__ import annotations

from tictactoe.search.kernels.compiled import compiled
from tictactoe.search.kernels.patterns import (
    EMPTY,
    NOWHERE,
    TWO_SHORT,
    next_fork,
    next_marked,
    pull_of,
    pulls,
    threatened,
)
from tictactoe.search.kernels.tree import COUNT, ENDLESS, IS_WHOLE, KILLERS


@compiled()
def add(ply, cell, score, tree):
    """Put a move into a row."""
    if ply == 0 and tree.refuted[cell]:
        return
    count = tree.rows[ply, COUNT]
    tree.moves[ply, count] = cell
    tree.scores[ply, count] = score
    tree.rows[ply, COUNT] = count + 1


@compiled()
def prefer(ply, cell, tree):
    """Put a move first, if it is there."""
    for i in range(tree.rows[ply, COUNT]):
        if tree.moves[ply, i] == cell:
            tree.scores[ply, i] = ENDLESS


@compiled()
def add_defences(ply, side, first, tree, at):
    """All moves that do not lose to a fork of the other side's, beginning with the cell `first`.

    A fork is prevented where it would stand, or on the two cells that it would threaten; or put off by a threat. What
    is no answer to one of the forks is no answer.
    """
    other = 1 - side
    count, one, two = threatened(other, first, at)
    cells = (first, one, two)
    for i in range(3 if count == 2 else 1):
        cell = cells[i]
        if at.short[side, TWO_SHORT, cell] > 0:
            continue  # a threat too, which comes below
        holds = True
        fork = next_fork(other, first, at)
        while fork != NOWHERE and holds:
            count, one, two = threatened(other, fork, at)
            holds = cell == fork or (count == 2 and cell in (one, two))
            fork = next_fork(other, fork, at)
        if holds:
            add(ply, cell, pull_of(cell, at), tree)
    cell = next_marked(side, TWO_SHORT, NOWHERE, at)
    while cell != NOWHERE:
        add(ply, cell, pull_of(cell, at), tree)
        cell = next_marked(side, TWO_SHORT, cell, at)


@compiled()
def add_promising(ply, side, best, width, tree, at):
    """The empty cells with the strongest pull, `width` of them at most, in their order."""
    rows, moves, scores = tree.rows, tree.moves, tree.scores
    other = 1 - side
    pulls(at)
    count = 0
    for cell in range(at.owner.shape[0]):
        if at.owner[cell] != EMPTY or (ply == 0 and tree.refuted[cell]):
            continue
        score = at.pull[side, cell] + (at.pull[side, cell] >> 1) + at.pull[other, cell]
        if cell == best:
            score = ENDLESS
        else:
            for i in range(KILLERS):
                if tree.killers[ply, i] == cell:
                    score += score >> 1
        if count == width:
            rows[ply, IS_WHOLE] = 0
            if score <= scores[ply, count - 1]:
                continue
            count -= 1
        place = count
        while place > 0 and scores[ply, place - 1] < score:
            scores[ply, place] = scores[ply, place - 1]
            moves[ply, place] = moves[ply, place - 1]
            place -= 1
        scores[ply, place] = score
        moves[ply, place] = cell
        count += 1
    rows[ply, COUNT] = count
