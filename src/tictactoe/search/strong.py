"""Strong tables: exact scores with distance for every position of a game small enough for memory."""

from __future__ import annotations

from typing import Any

import numpy as np

from tictactoe.rules import DRAWN, Game, Mark, O, Position, Score, X, cells_of, loss_in, symmetries, win_in
from tictactoe.search.census import Census
from tictactoe.search.kernels.strong import LONGEST, count, fill, walk


class StrongTable:
    """The scores of all positions that can arise in a game, worked out when it is made: 3^cells bytes."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self._powers = np.array([3**cell for cell in game.cells], np.int64)
        self._lines = np.array(game.lines, np.uint64)
        self._scores = np.empty(3 ** len(game.cells), np.int8)
        self._halves = _halves(len(game.cells))
        fill(self._scores, self._lines, self._powers, len(game.cells), self._halves)

    def __len__(self) -> int:
        """How many entries the table has."""
        return len(self._scores)

    def score(self, position: Position) -> Score:
        """The score of a position that can arise in play."""
        index = sum(3**cell for cell in cells_of(position.x)) + 2 * sum(3**cell for cell in cells_of(position.o))
        code = int(self._scores[index])
        if code == 0:
            return DRAWN
        return win_in(LONGEST - code) if code > 0 else loss_in(LONGEST + code)

    def census(self) -> Census:
        """The counts of the game, out of the table."""
        cells = len(self.game.cells)
        mirrored = np.array([[3**landed for landed in symmetry] for symmetry in symmetries(self.game)], np.int64)
        positions, finished = np.zeros((2, cells + 1), np.int64), np.zeros((2, 3), np.int64)
        count(self._scores, self._lines, cells, self._halves, mirrored, positions, finished)
        nodes, games = np.zeros(cells + 1, np.int64), np.zeros(3, np.int64)
        ways = np.zeros(len(self._scores), np.int64)
        ways[0] = 1
        walk(self._scores, ways, self._lines, self._powers, cells, self._halves, nodes, games)
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


def _halves(cells: int) -> Any:
    """For each half of the cells and each way to fill it, the words of X's and O's stones there."""
    half = (cells + 1) // 2
    halves = np.zeros((2, 3**half, 2), np.uint64)
    for which in range(2):
        for digits in range(3**half):
            for place in range(half):
                digit = digits // 3**place % 3
                if digit:
                    halves[which, digits, digit - 1] |= np.uint64(1 << (which * half + place) % 64)
    return halves
