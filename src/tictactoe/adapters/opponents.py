"""Who plays against an agent: a level, or a function that is shown a position and names a cell.

An opponent is a value without a solver in it, so that an environment can be copied in the middle of a game.
"""

from __future__ import annotations

from typing import NamedTuple

from tictactoe.match.levels import LEVELS, Player, choice, require_level, throw
from tictactoe.match.odds import content_of
from tictactoe.rules import Cell, Game, Position, require_move
from tictactoe.rules.notation import require_text
from tictactoe.search import Budget, solver_for
from tictactoe.search.limits import AT_ONCE


class LevelOpponent(NamedTuple):
    """A level. What it is content with on a small board is remembered: a learner plays the same games for long."""

    game: Game
    level: str
    seconds: float | None

    def reply(self, position: Position, seed: int) -> Cell:
        """Its move, by dice of this seed."""
        solver = solver_for(self.game)
        if len(self.game.cells) <= AT_ONCE:
            return throw(content_of(self.level, solver, position), seed, position)
        budget = None if self.seconds is None else Budget(self.seconds)
        return choice(LEVELS[self.level], solver, position, seed, budget).cell


class OwnOpponent(NamedTuple):
    """Somebody's function."""

    game: Game
    player: Player

    def reply(self, position: Position, _seed: int) -> Cell:
        """Its move; BadInput if it is none."""
        return require_move(self.game, position, self.player(position))


def opponent_of(game: Game, who: str | Player, seconds: float | None = None) -> LevelOpponent | OwnOpponent:
    """The opponent of this name, or that this function is; BadInput if there is none or it cannot play this game.

    `seconds` is for a move of a level that searches; left out, it takes the level's own time.
    """
    if callable(who):
        return OwnOpponent(game, who)
    return LevelOpponent(game, require_level(game, require_text(who, "opponent", "perfect")).name, seconds)
