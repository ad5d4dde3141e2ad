"""One game being played. Playing and undoing return a new session, so an old one is always there to go back to."""

from __future__ import annotations

from functools import reduce
from typing import NamedTuple

from tictactoe.rules import Cell, Game, Outcome, Position, require_move


class Session(NamedTuple):
    """The moves made so far: those of `play`, begun with none or with a list that `parse_moves` has read."""

    game: Game
    moves: tuple[Cell, ...] = ()

    @property
    def position(self) -> Position:
        return reduce(Position.play, self.moves, Position())

    @property
    def outcome(self) -> Outcome | None:
        return self.game.outcome(self.position)

    def play(self, cell: Cell) -> Session:
        """The session after this move; BadInput if it is not legal now."""
        return self._replace(moves=(*self.moves, require_move(self.game, self.position, cell)))

    def undo(self) -> Session:
        """The session before the last move; the same one if there is none."""
        return self._replace(moves=self.moves[:-1])
