"""Who plays against an agent in many games at once: for each game the moves that it is content with."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

import numpy as np

from tictactoe.adapters.boards import Boards, Flags, Rows, has_table
from tictactoe.match import PERFECT, require_level
from tictactoe.match.odds import content_of
from tictactoe.rules import BadInput, Game, Position, format_game
from tictactoe.rules.notation import require_text
from tictactoe.search import solver_for
from tictactoe.search.limits import AT_ONCE

RowContents: TypeAlias = Callable[[Boards, Rows], Flags]
"""Which cells it is content with, in each of these games."""


def contents_for(game: Game, who: str) -> RowContents:
    """The opponent of this name: a level; BadInput if it cannot play many games of this kind at once.

    On boards of up to 9 cells it is any level; on those of up to 16 the random and the perfect one, who is content with
    every move that no other is better than; on larger ones the random one.
    """
    level = require_level(game, require_text(who, "opponent", PERFECT))
    if level.plies == 0:
        return _any
    if len(game.cells) <= AT_ONCE:
        return Remembered(game, level.name).contents
    if level.name == PERFECT and has_table(game):
        return _best
    can = "random and perfect" if has_table(game) else "random"
    raise BadInput(f"{level.name} cannot play many games of {format_game(game)} at once: the levels that can are {can}")


def _any(boards: Boards, rows: Rows) -> Flags:
    return boards.empty(rows)


def _best(boards: Boards, rows: Rows) -> Flags:
    scores = boards.scores(rows)
    best: Flags = scores == scores.max(axis=1, keepdims=True)
    return best


class Remembered:
    """What a level is content with in each position of a small game, worked out when it is first come to."""

    def __init__(self, game: Game, level: str) -> None:
        self._level = level
        self._solver = solver_for(game)
        self._cells = np.arange(len(game.cells))
        self._known = np.zeros(3 ** len(game.cells), np.int16)
        """Sets of cells; 0 for what is not known yet."""

    def contents(self, boards: Boards, rows: Rows) -> Flags:
        assert boards.index is not None  # noqa: S101  on a small board there is one
        index = boards.index[rows]
        for place in np.flatnonzero(self._known[index] == 0):
            if not self._known[index[place]]:
                self._known[index[place]] = self._work_out(boards, int(rows[place]))
        sets: Flags = (self._known[index][:, None] >> self._cells & 1).astype(np.bool_)
        return sets

    def _work_out(self, boards: Boards, row: int) -> int:
        x, o = (sum(1 << int(cell) for cell in np.flatnonzero(boards.stones[row, :, mark])) for mark in range(2))
        return sum(1 << cell for cell in content_of(self._level, self._solver, Position.of(x, o)))
