"""Who plays against an agent: a level, or a function that is shown a position and names a cell."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from tictactoe.match.levels import Player, choice, require_level, throw
from tictactoe.match.odds import content_of
from tictactoe.rules import Cell, Game, Position, require_move
from tictactoe.rules.notation import require_text
from tictactoe.search import Budget, solver_for
from tictactoe.search.limits import AT_ONCE

Opponent: TypeAlias = Callable[[Position, int], Cell]
"""Shown a position and the seed of its dice, it names a cell."""


def opponent_of(game: Game, who: str | Player, seconds: float | None = None) -> Opponent:
    """The opponent of this name, or that this function is; BadInput if there is none or it cannot play this game.

    `seconds` is for a move of a level that searches; left out, it takes the level's own time.
    """
    if callable(who):
        return lambda position, _: require_move(game, position, who(position))
    level = require_level(game, require_text(who, "opponent", "perfect"))
    solver = solver_for(game)
    if len(game.cells) <= AT_ONCE:
        return lambda position, seed: throw(content_of(level.name, solver, position), seed, position)
    return lambda position, seed: choice(level, solver, position, seed, _budget(seconds)).cell


def _budget(seconds: float | None) -> Budget | None:
    return None if seconds is None else Budget(seconds)
