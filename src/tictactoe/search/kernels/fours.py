"""Wins by one threat after another, on patterns: each leaves one cell to be answered, until one leaves two.

`threats` does the same for the proof searches, which need to know on which cells it rests. Here it is to be quick.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from tictactoe.search.kernels.compiled import compiled
from tictactoe.search.kernels.patterns import (
    NOWHERE,
    ONE_SHORT,
    TWO_SHORT,
    marked_cells,
    next_marked,
    put,
    take,
    threatened,
)


class Chain(NamedTuple):
    """Threats and answers, by turns."""

    threats: Any
    """[step] the cell tried."""
    answers: Any
    """[step] the cell that it leaves to the other side."""
    musts: Any
    """[step] where the other side threatens in turn, or -1."""


@compiled()
def wins_by_fours(side, limit, chain, at):
    """In how many plies a side that is to move wins so, and how many threats were tried; 0 plies if it was not found.

    Neither side can complete a line at once. The chain holds the way, but for the two stones at its end. The number of
    plies is that of the way which was found, not of the shortest.
    """
    other = 1 - side
    step, tried, plies = 0, 0, 0
    chain.threats[0] = NOWHERE
    chain.musts[0] = NOWHERE
    while True:
        cell = np.int64(-1)
        if plies == 0 and tried < limit and step < chain.threats.shape[0] - 1:
            must = chain.musts[step]
            if must == NOWHERE:
                cell = next_marked(side, TWO_SHORT, chain.threats[step], at)
            elif chain.threats[step] == NOWHERE and at.short[side, TWO_SHORT, must] > 0:
                cell = must
        if cell == NOWHERE:  # all were tried, or it is over: one step back
            if step == 0:
                return plies, tried
            step -= 1
            take(other, chain.answers[step], at)
            take(side, chain.threats[step], at)
            continue
        tried += 1
        chain.threats[step] = cell
        count, answer, _ = threatened(side, cell, at)
        if count >= 2:
            plies = 2 * step + 3
            continue
        if count == 0:
            continue
        put(side, cell, at)
        put(other, answer, at)
        counter, must = marked_cells(other, ONE_SHORT, at)
        if counter >= 2:
            take(other, answer, at)
            take(side, cell, at)
            continue
        chain.answers[step] = answer
        step += 1
        chain.threats[step] = NOWHERE
        chain.musts[step] = must
