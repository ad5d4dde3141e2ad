"""Forced wins: by stones that must be answered at once, and by stones that threaten to win so.

What is found is proven, on any board: every answer that could spoil what is threatened has been looked at, the other
side's own threats among them. What is not found is not known.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from threading import RLock
from typing import NamedTuple

import numpy as np

from tictactoe.rules import BadInput, Cell, Cells, Game, Mark, Position, cells_of, completing, makes_fork, opponent
from tictactoe.search.kernels.attack import (
    ANSWERS,
    FOUND,
    LOOKED,
    MINE,
    MOVE,
    NOT_BY_THREATS,
    NUMBERS,
    OPEN,
    SETS,
    STANDS_ON,
    AttackRoom,
    attack,
    attack_words,
    wins_at_once,
)
from tictactoe.search.kernels.lines import ATTACKER, DEFENDER, TRIED, set_up
from tictactoe.search.kernels.threats import put_answers
from tictactoe.search.proof.arrays import as_words, frames_for, from_words, geometry, words_of
from tictactoe.search.proof.room import cleared

ROWS = 1 << 16
"""Of the table: what has been found out about so many positions is remembered."""
MOST = 20_000
"""Positions looked at, unless something else is asked for: less than a tenth of a second's work."""


class ForcedWin(NamedTuple):
    """A proven win."""

    line: tuple[Cell, ...]
    """A line of play that ends with it; the loser's stones are some that could have spoilt it.

    It ends sooner if the table has forgotten how it goes on, and finding that again would take more than was asked for.
    """
    plies: int | None
    """How long it takes against the best defence, where that is certain."""


class ThreatSearch:
    """Looks for forced wins in the positions of one game, in which nobody has won. It remembers what it has found.

    Threads that ask at the same time wait for each other.
    """

    def __init__(self, game: Game) -> None:
        self.game = game
        self.looked = 0
        """How many positions have been looked at in all."""
        self._made: AttackRoom | None = None
        self._lock = RLock()

    def find(self, position: Position, most: int = MOST) -> ForcedWin | None:
        """A win of the player to move, if one is found by looking at about so many positions."""
        with self._lock:
            if not self.wins(position, most):
                return None
            return ForcedWin(tuple(self._line(position, position.turn, most)), self._plies(position))

    def find_loss(self, position: Position, most: int = MOST) -> ForcedWin | None:
        """A win of the other side, whatever the player to move does, if one is found."""
        with self._lock:
            if not self.loses(position, most):
                return None
            is_next = self._completing(position, position.theirs)
            line = self._line(position, opponent(position.turn), most)
            return ForcedWin(tuple(line), 2 if is_next.bit_count() > 1 else None)

    def wins(self, position: Position, most: int = MOST) -> bool:
        """Whether the player to move is found to win."""
        with self._lock:
            return self._attack(position, most) == FOUND

    def loses(self, position: Position, most: int = MOST) -> bool:
        """Whether the other side is found to win, whatever the player to move does."""
        with self._lock:
            if self._completing(position, position.mine):
                return False
            if self._completing(position, position.theirs).bit_count() > 1:
                return True
            answers = self.answers(position)
            last = self.looked + most
            return bool(answers) and all(self.wins(position.play(cell), last - self.looked) for cell in answers)

    def move(self, position: Position) -> Cell:
        """The next move where the player to move was found to win; BadInput if it does not win by threats.

        It is looked for as long as it takes, if the table has forgotten it.
        """
        most = MOST
        while (cell := self._move(position, most)) is None:
            most *= 2
        return cell

    def _move(self, position: Position, most: int) -> Cell | None:
        """The same, by looking at so many positions; None if that does not do."""
        with self._lock:
            if wins := self._completing(position, position.mine):
                return cells_of(wins)[0]
            if stones := self.stones(position):
                return stones[0]
            found = self._attack(position, most)
            if found == NOT_BY_THREATS:
                raise BadInput("no winning move was found where one was proven: it is not a win by threats")
            return int(self.room.numbers[MOVE]) if found == FOUND else None

    def stones(self, position: Position, passed: bool = False) -> tuple[Cell, ...]:
        """The stones with which the player to move wins if each must be answered at once; the last cannot be.

        The same for the other side, as if the player to move had `passed`. Empty if none are found, or if a line can be
        completed at once.
        """
        with self._lock:
            if self._completing(position, position.theirs) or self._completing(position, position.mine):
                return ()
            count = self._count_stones(position, DEFENDER if passed else ATTACKER)
            frames, rows = self.room.frames, range(0, 2 * count, 2)
            return tuple(int(frames.moves[row, frames.numbers[row, TRIED]]) for row in rows)

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
            game, frames, sets, *_ = self.room
            put_answers(0, DEFENDER, count, game, frames, sets[MINE], sets[STANDS_ON], sets[ANSWERS])
            return cells_of(from_words(sets[ANSWERS]))

    @property
    def room(self) -> AttackRoom:
        """What it works in: another search may share it, and what is remembered there."""
        if self._made is None:
            words = words_of(self.game)
            self._made = AttackRoom(
                game=geometry(self.game),
                frames=frames_for(self.game),
                sets=np.zeros((SETS, words), np.uint64),
                table=cleared(ROWS, attack_words(words)),
                numbers=np.zeros(NUMBERS, np.int64),
            )
        return self._made

    def _attack(self, position: Position, most: int) -> int:
        """FOUND, OPEN or NOT_BY_THREATS."""
        if not self.game.lines:
            return int(NOT_BY_THREATS)
        if most < 1:
            return int(OPEN)
        room = self.room
        self._place(position)
        found = attack(most, *room)
        self.looked += int(room.numbers[LOOKED])
        return int(found)

    def _count_stones(self, position: Position, who: np.int64) -> int:
        """How many stones it takes `who`, as if to move, to win so; 0 if that is not found. They are in the frames."""
        if not self.game.lines:
            return 0
        self._place(position)
        game, frames, sets, *_ = self.room
        sets[STANDS_ON] = 0
        return int(wins_at_once(0, who, game, frames, sets, sets[STANDS_ON]))

    def _place(self, position: Position) -> None:
        game, frames, *_ = self.room
        words = words_of(self.game)
        frames.stones[0, ATTACKER] = as_words(position.mine, words)
        frames.stones[0, DEFENDER] = as_words(position.theirs, words)
        set_up(0, True, game, frames)

    def _line(self, position: Position, winner: Mark, most: int) -> Iterator[Cell]:
        """The stones that follow where this side was found to win, as far as looking at so many positions shows them.

        The first is there in any case: of a position that was just found to be won, the move is known.
        """
        last = self.looked + most
        while self.game.outcome(position) is None:
            is_winner = position.turn == winner
            cell = self._move(position, max(1, last - self.looked)) if is_winner else self.answers(position)[0]
            if cell is None:
                return
            yield cell
            position = position.play(cell)

    def _plies(self, position: Position) -> int | None:
        """How long a win takes, if it is short: 1, 3 where a stone can leave two cells to complete a line, or 5."""
        if self._completing(position, position.mine):
            return 1
        moves = cells_of(self._completing(position, position.theirs)) or self.game.moves(position)
        free = self.game.board & ~position.taken
        if any(makes_fork(self.game, position.mine, move, free) for move in moves):
            return 3
        return 5 if len(self.stones(position)) == 2 else None

    def _completing(self, position: Position, stones: Cells) -> Cells:
        return completing(self.game.lines, stones, self.game.board & ~position.taken)


@cache
def get_ready() -> None:
    """Load all that is compiled for this; compile what no earlier run has."""
    search = ThreatSearch(Game(3, 3, 3))
    search.wins(Position(), 1)
    search.stones(Position())
    search.loses(Position(x=1, o=2))
