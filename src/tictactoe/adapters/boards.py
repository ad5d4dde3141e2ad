"""Many games of one kind at once, in arrays: each operation is one of numpy's for all of them.

A game is a row. Its stones are `stones[row, cell, mark]`, mark 0 for X and 1 for O, and whose turn it is follows from
how many there are. They are kept as words of 64 cells too, in which lines are looked for, and on boards with a strong
table as the index of the position there.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from tictactoe.adapters.arrays import Small
from tictactoe.rules import Game
from tictactoe.search.kernels.entries import IMPOSSIBLE
from tictactoe.search.limits import require_compiled
from tictactoe.search.strong import STRONG_CELLS

Rows: TypeAlias = NDArray[np.intp]
Flags: TypeAlias = NDArray[np.bool_]
Words: TypeAlias = NDArray[np.uint64]
WORD = 64
"""Cells in a word."""


class Boards:
    """So many games, all at their beginning."""

    def __init__(self, game: Game, number: int) -> None:
        cells = np.arange(len(game.cells))
        self.game = game
        self.stones = np.zeros((number, len(cells), 2), np.int8)
        self.plies = np.zeros(number, np.intp)
        self.index = np.zeros(number, np.int64) if has_table(game) else None
        """Of each position in the strong table: its cells as digits to the base 3."""
        self._powers = 3**cells if has_table(game) else None
        self._lines = _lines_through(game)
        self._words = np.zeros((2, number, self._lines.shape[2]), np.uint64)
        self._word, self._bit = cells // WORD, np.uint64(1) << (cells % WORD).astype(np.uint64)

    @property
    def _pairs(self) -> NDArray[np.int16]:
        """The two stones of a cell as one number, 0 if it is empty: a view, which a copy of this has to make anew."""
        found: NDArray[np.int16] = self.stones.view(np.int16)[:, :, 0]
        return found

    @property
    def turns(self) -> Rows:
        """Who is to move in each game: 0 for X, 1 for O."""
        return self.plies & 1

    def empty(self, rows: Rows | slice = slice(None)) -> Flags:
        """Which cells are empty in these games."""
        found: Flags = self._pairs[rows] == 0
        return found

    def is_taken(self, rows: Rows, cells: Rows) -> Flags:
        """Whether a cell of each of these games is taken."""
        found: Flags = self._pairs[rows, cells] != 0
        return found

    def play(self, rows: Rows, cells: Rows) -> Flags:
        """In each of these games whoever is to move takes an empty cell; whether that completes a line."""
        turns = self.plies[rows] & 1
        self.stones[rows, cells, turns] = 1
        self.plies[rows] += 1
        if self.index is not None and self._powers is not None:
            self.index[rows] += (turns + 1) * self._powers[cells]
        self._words[turns, rows, self._word[cells]] |= self._bit[cells]
        held = self._words[turns, rows]
        won = np.zeros(len(rows), np.bool_)
        for line in range(self._lines.shape[1]):
            is_full = np.ones(len(rows), np.bool_)
            for word in range(self._lines.shape[2]):
                needed = self._lines[:, line, word][cells]
                is_full &= held[:, word] & needed == needed
            won |= is_full
        return won

    def full(self, rows: Rows) -> Flags:
        """In which of these games every cell is taken."""
        found: Flags = self.plies[rows] == self.stones.shape[1]
        return found

    def begin(self, rows: Rows) -> None:
        """Begin these games anew."""
        self.stones[rows] = 0
        self.plies[rows] = 0
        self._words[:, rows] = 0
        if self.index is not None:
            self.index[rows] = 0

    def seen_by(self, viewers: Rows, rows: Rows | slice = slice(None)) -> Small:
        """The stones of these games as each viewer, 0 for X or 1 for O, sees them: its own first."""
        pairs = self._pairs[rows]
        seen = np.where(viewers[:, None] == 1, pairs.byteswap(), pairs).view(np.int8)
        return seen.reshape(len(seen), self.game.rows, self.game.cols, 2)

    def scores(self, rows: Rows | slice = slice(None)) -> Small:
        """The exact score of every cell for whoever is to move, as `arrays.move_scores` writes it."""
        assert self.index is not None  # noqa: S101  who asks has asked has_table
        assert self._powers is not None  # noqa: S101
        empty = self.empty(rows)
        digits = (self.plies[rows] & 1) + 1
        after = self.index[rows][:, None] + digits[:, None] * self._powers
        entries = entries_of(self.game)[np.where(empty, after, 0)]  # where it is not empty, anything will do
        return np.where(empty, np.where(entries > 0, 1 - entries, np.where(entries < 0, -1 - entries, 0)), IMPOSSIBLE)


def has_table(game: Game) -> bool:
    """Whether all positions of a game are in a table that is filled at once."""
    return len(game.cells) <= STRONG_CELLS


@lru_cache(maxsize=2)
def entries_of(game: Game) -> Small:
    """The scores of all positions of a game, as a strong table has them."""
    require_compiled(game)
    from tictactoe.search.filling import Filling

    filling = Filling(game)
    while filling.left:
        filling.go_on()
    table: Small = filling.table
    return table


def _lines_through(game: Game) -> Words:
    """For each cell the words of the lines through it; lines are repeated so that each cell has as many."""
    words = -(-len(game.cells) // WORD)
    most = max(map(len, game.lines_through))
    found = np.zeros((len(game.cells), most, words), np.uint64)
    for cell, lines in enumerate(game.lines_through):
        for place in range(most):
            line = lines[place % len(lines)]
            found[cell, place] = [line >> WORD * word & (1 << WORD) - 1 for word in range(words)]
    return found
