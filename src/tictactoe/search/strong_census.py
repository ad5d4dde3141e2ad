"""Counting a game out of its strong table."""

from __future__ import annotations

from typing import Any

import numpy as np

from tictactoe.rules import Game, Mark, O, X, symmetries
from tictactoe.search.census import Census
from tictactoe.search.filling import Filling, shape_of
from tictactoe.search.kernels.strong import count, walk


def strong_census(game: Game) -> Census:
    """Count a game by going through a table of all its positions; BadInput if the table would be too large."""
    filling, shape, cells = Filling(game), shape_of(game), len(game.cells)
    while filling.left:
        filling.go_on()
    mirrored = np.array([[3**landed for landed in symmetry] for symmetry in symmetries(game)], np.int64)
    positions, finished = np.zeros((2, cells + 1), np.int64), np.zeros((2, 3), np.int64)
    count(filling.table, shape.lines, cells, shape.halves, mirrored, positions, finished)
    nodes, games = np.zeros(cells + 1, np.int64), np.zeros(3, np.int64)
    ways = np.zeros(len(filling.table), np.int64)
    ways[0] = 1
    walk(filling.table, ways, *shape, nodes, games)
    plies = int(np.count_nonzero(positions[0]))
    return Census(
        positions=int(positions[0].sum()),
        classes=int(positions[1].sum()),
        finished=_by_winner(finished[0]),
        finished_classes=_by_winner(finished[1]),
        games=_by_winner(games),
        games_classes=None,
        nodes=tuple(map(int, nodes[:plies])),
        classes_by_ply=tuple(map(int, positions[1, :plies])),
    )


def _by_winner(counts: Any) -> dict[Mark | None, int]:
    winners: tuple[Mark | None, ...] = (X, O, None)
    return {winner: int(number) for winner, number in zip(winners, counts, strict=True) if number}
