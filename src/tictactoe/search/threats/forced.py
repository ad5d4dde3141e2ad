"""Forced wins: by stones that must be answered at once, and by stones that threaten to win so.

What is found is proven, on any board: every answer that could spoil what is threatened has been looked at, the other
side's own threats among them. What is not found is not known.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np

from tictactoe.rules import Cell, Cells, Game, Position, cells_of, completing
from tictactoe.search.kernels.attack import FOUND, attack, attack_words
from tictactoe.search.kernels.lines import ATTACKER, DEFENDER, TRIED, set_up
from tictactoe.search.kernels.threats import put_answers, wins_by_threats
from tictactoe.search.proof.arrays import as_words, frames_for, from_words, geometry, words_of

ROWS = 1 << 16
"""Of the table: what has been found out about so many positions is remembered."""
MOST = 20_000


class ForcedWin(NamedTuple):
    """A proven win of the player to move."""

    line: tuple[Cell, ...]
    """A line of play that ends with it; the other side's stones are some that could have spoilt it."""
    zone: Cells
    """What it stands on. With all empty cells that are neither here nor on an open line of the other side given to the
    other side, it is a win still."""


class ThreatSearch:
    """Looks for forced wins in the positions of one game. It remembers what it has found. For one thread at a time."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.positions = 0
        """How many have been looked at in all."""
        words = words_of(game)
        self._geometry = geometry(game)
        self._frames = frames_for(game)
        self._sets = np.zeros((4, words), np.uint64)
        self._table = np.zeros((ROWS, attack_words(words)), np.uint64)
        self._looked = np.zeros(1, np.int64)
        self._zone = np.zeros(words, np.uint64)

    def find(self, position: Position, most: int = MOST) -> ForcedWin | None:
        """A win of the player to move, if one is found by looking at about so many positions; the game is not over."""
        if not self._is_won(position, most):
            return None
        zone = from_words(self._zone)
        return ForcedWin(tuple(self._line(position, most)), zone)

    def _place(self, position: Position) -> None:
        stones, words = self._frames.stones, words_of(self.game)
        stones[0, ATTACKER], stones[0, DEFENDER] = as_words(position.mine, words), as_words(position.theirs, words)
        set_up(0, True, self._geometry, self._frames)

    def _is_won(self, position: Position, most: int) -> bool:
        """Whether the player to move is found to win; the zone is left in `_zone`."""
        self._place(position)
        found = attack(
            0, ATTACKER, most, self._geometry, self._frames, self._sets, self._table, self._looked, self._zone
        )
        self.positions += int(self._looked[0])
        return bool(found == FOUND)

    def _line(self, position: Position, most: int) -> Iterator[Cell]:
        """The stones that follow where the player to move is found to win."""
        while True:
            free = self.game.board & ~position.taken
            if wins := completing(self.game.lines, position.mine, free):
                yield cells_of(wins)[0]
                return
            if stones := self._stones(position):
                yield from stones
                return
            move, answers = self._move(position, most)
            yield move
            position = position.play(move)
            yield answers[0]
            position = position.play(answers[0])

    def _stones(self, position: Position) -> list[Cell]:
        """A win by stones that must all be answered at once, to the end; empty if there is none."""
        if completing(self.game.lines, position.theirs, self.game.board & ~position.taken):
            return []
        self._place(position)
        count = self._wins_at_once(ATTACKER)
        rows = [self._frames.numbers[row, TRIED] if row % 2 == 0 else 0 for row in range(2 * count - 1)]
        line = [int(self._frames.moves[row, at]) for row, at in enumerate(rows)]
        if line:
            for cell in line:
                position = position.play(cell)
            free = self.game.board & ~position.taken
            last = cells_of(completing(self.game.lines, position.theirs, free))
            line += last[:2]  # two cells complete a line, and only one can be taken
        return line

    def _wins_at_once(self, who: Any) -> int:
        self._zone[:] = 0
        return int(wins_by_threats(0, who, True, self._geometry, self._frames, self._sets, self._zone))

    def _move(self, position: Position, most: int) -> tuple[Cell, tuple[Cell, ...]]:
        """A move that is found to win, and the answers that could spoil it, none of which does."""
        for move in self.game.moves(position):
            answers = self.answers(position.play(move))
            if answers and all(self._is_won(position.play(move).play(answer), most) for answer in answers):
                return move, answers
        raise AssertionError("a win was found, and no move of it")

    def answers(self, position: Position) -> tuple[Cell, ...]:
        """The moves that could spoil what the other side threatens, all others lose; empty if it threatens nothing."""
        free = self.game.board & ~position.taken
        if completing(self.game.lines, position.mine, free):
            return ()
        if threats := completing(self.game.lines, position.theirs, free):
            return cells_of(threats)[:1]
        self._place(position)
        stones = self._wins_at_once(DEFENDER)
        if not stones:
            return ()
        put_answers(0, DEFENDER, stones, self._geometry, self._frames, self._sets[0], self._zone, self._sets[3])
        return cells_of(from_words(self._sets[3]))
