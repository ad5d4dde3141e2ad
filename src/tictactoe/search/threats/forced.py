"""Forced wins: by stones that must be answered at once, and by stones that threaten to win so.

What is found is proven, on any board: every answer that could spoil what is threatened has been looked at, the other
side's own threats among them. What is not found is not known.
"""

from __future__ import annotations

from collections.abc import Iterator
from threading import RLock
from typing import NamedTuple

import numpy as np

from tictactoe.rules import Cell, Cells, Game, Position, cells_of, completing, makes_fork
from tictactoe.search.kernels.attack import (
    ANSWERS,
    FOUND,
    LOOKED,
    MINE,
    MOVE,
    NUMBERS,
    SETS,
    STANDS_ON,
    attack,
    attack_words,
)
from tictactoe.search.kernels.lines import ATTACKER, DEFENDER, TRIED, set_up
from tictactoe.search.kernels.threats import put_answers, wins_by_threats
from tictactoe.search.proof.arrays import as_words, frames_for, from_words, geometry, words_of

ROWS = 1 << 16
"""Of the table: what has been found out about so many positions is remembered."""
MOST = 20_000
"""Positions looked at, unless something else is asked for."""


class ForcedWin(NamedTuple):
    """A proven win of the player to move."""

    line: tuple[Cell, ...]
    """A line of play that ends with it; the other side's stones are some that could have spoilt it."""
    plies: int | None
    """How long it takes against the best defence, where that is certain."""


class ThreatSearch:
    """Looks for forced wins in the positions of one game, in which nobody has won. It remembers what it has found.

    Threads that ask at the same time wait for each other.
    """

    def __init__(self, game: Game) -> None:
        self.game = game
        self.positions = 0
        """How many have been looked at in all."""
        words = words_of(game)
        self._geometry = geometry(game)
        self._frames = frames_for(game)
        self._sets = np.zeros((SETS, words), np.uint64)
        self._table = np.zeros((ROWS, attack_words(words)), np.uint64)
        self._numbers = np.zeros(NUMBERS, np.int64)
        self._most = MOST
        """The most that was ever looked at for one position: it suffices to find again what was found."""
        self._lock = RLock()

    def find(self, position: Position, most: int = MOST) -> ForcedWin | None:
        """A win of the player to move, if one is found by looking at about so many positions."""
        with self._lock:
            if not self.wins(position, most):
                return None
            return ForcedWin(tuple(self._line(position)), self._plies(position))

    def wins(self, position: Position, most: int = MOST) -> bool:
        """Whether the player to move is found to win."""
        with self._lock:
            self._most = max(most, self._most)
            self._place(position)
            found = attack(ATTACKER, most, self._geometry, self._frames, self._sets, self._table, self._numbers)
            self.positions += int(self._numbers[LOOKED])
            return bool(found == FOUND)

    def loses(self, position: Position, most: int = MOST) -> bool:
        """Whether the other side is found to win, whatever the player to move does."""
        with self._lock:
            if self._completing(position, position.mine):
                return False
            if self._completing(position, position.theirs).bit_count() > 1:
                return True
            answers = self.answers(position)
            return bool(answers) and all(self.wins(position.play(answer), most) for answer in answers)

    def move(self, position: Position) -> Cell:
        """The next move where the player to move was found to win."""
        with self._lock:
            if wins := self._completing(position, position.mine):
                return cells_of(wins)[0]
            if stones := self.stones(position):
                return stones[0]
            if not self.wins(position, self._most):
                raise AssertionError("a win that was found is not found again")
            return int(self._numbers[MOVE])

    def stones(self, position: Position, passed: bool = False) -> tuple[Cell, ...]:
        """The stones with which the player to move wins if each must be answered at once; the last cannot be.

        The same for the other side, as if the player to move had `passed`. Empty if none are found, or if a line can be
        completed at once.
        """
        with self._lock:
            if self._completing(position, position.theirs) or self._completing(position, position.mine):
                return ()
            count = self._count_stones(position, DEFENDER if passed else ATTACKER)
            rows = range(0, 2 * count, 2)
            return tuple(int(self._frames.moves[row, self._frames.numbers[row, TRIED]]) for row in rows)

    def answers(self, position: Position) -> tuple[Cell, ...]:
        """The moves that could spoil what the other side threatens, all others lose; empty if nothing is threatened."""
        with self._lock:
            if self._completing(position, position.mine):
                return ()
            if threats := self._completing(position, position.theirs):
                return cells_of(threats)[:1]
            count = self._count_stones(position, DEFENDER)
            if not count:
                return ()
            sets = self._sets
            put_answers(
                0, DEFENDER, count, self._geometry, self._frames, sets[MINE], sets[STANDS_ON], sets[ANSWERS]
            )
            return cells_of(from_words(sets[ANSWERS]))

    def _count_stones(self, position: Position, who: np.int64) -> int:
        """How many stones it takes `who`, as if to move, to win so; 0 if that is not found. They are in the frames."""
        self._place(position)
        self._sets[STANDS_ON] = 0
        arrays = self._geometry, self._frames, self._sets, self._sets[STANDS_ON]
        return int(wins_by_threats(0, who, True, *arrays))

    def _place(self, position: Position) -> None:
        stones, words = self._frames.stones, words_of(self.game)
        stones[0, ATTACKER], stones[0, DEFENDER] = as_words(position.mine, words), as_words(position.theirs, words)
        set_up(0, True, self._geometry, self._frames)

    def _line(self, position: Position) -> Iterator[Cell]:
        """The stones that follow where the player to move was found to win."""
        winner = position.turn
        while self.game.outcome(position) is None:
            cell = self.move(position) if position.turn == winner else self.answers(position)[0]
            yield cell
            position = position.play(cell)

    def _plies(self, position: Position) -> int | None:
        """1 if the next stone completes a line, 3 if it can leave two cells to complete one: no way is shorter."""
        if self._completing(position, position.mine):
            return 1
        moves = cells_of(self._completing(position, position.theirs)) or self.game.moves(position)
        free = self.game.board & ~position.taken
        return 3 if any(makes_fork(self.game, position.mine, move, free) for move in moves) else None

    def _completing(self, position: Position, stones: Cells) -> Cells:
        return completing(self.game.lines, stones, self.game.board & ~position.taken)
