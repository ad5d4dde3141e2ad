"""One move within a time: the strongest that there is here, or that of a level. Whoever keeps to a clock asks this.

`think` is what `tictactoe engine` plays: the level strong, or wary where what that needs is not installed.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from tictactoe.match.levels import LEVELS, PERFECT, STRONG, Level, choice, require_level, throw
from tictactoe.rules import BadInput, Cell, Game, Position, cells_of, completing
from tictactoe.search import Budget, Solver, solver_for
from tictactoe.search.compiling import COMPILING, when_compiling
from tictactoe.search.limits import is_installed
from tictactoe.search.threats.choice import MEMORY, ROOM

FALLBACK = "wary"
"""The level that needs nothing installed."""
FEW = 7
"""With so few empty cells everything that can follow is looked at in a few milliseconds."""


MARGIN, MARGIN_SHARE = 0.02, 0.02
"""Seconds, and the part of a time limit, that are kept for everything but thinking."""
LONGEST = 600.0
"""Nobody thinks longer than this about a move, whatever the limit."""


def time_to_think(limit: float) -> float:
    """How many seconds to think, so that the move is there in so many."""
    return max(0.0, min(limit, LONGEST) * (1 - MARGIN_SHARE) - MARGIN)


class ChosenMove(NamedTuple):
    """A move, and what there is to say of it: what is proven of it, or who has judged it."""

    cell: Cell
    words: str


def get_ready(game: Game, tell: Callable[[str], None]) -> None:
    """Load or compile what `think` needs for this game, so that no move waits for it.

    `tell` is told if something is compiled, which takes long.
    """
    with when_compiling(lambda: tell(COMPILING)):
        think(game, Position(), 0.0, 0)


def think(game: Game, position: Position, seconds: float, seed: int) -> ChosenMove:
    """The strongest move that is found in so long, at a position that has not ended."""
    if wins := completing(game.lines, position.mine, game.board & ~position.taken):
        return ChosenMove(throw(cells_of(wins), seed, position), "win in 1, proven")
    if len(game.cells) - position.taken.bit_count() <= FEW:
        return choose(LEVELS[PERFECT], solver_for(game), position, seconds, seed)
    return choose(_strongest(game), solver_for(game), position, seconds, seed)


def memory_to_think() -> int:
    """How many bytes `think` may take while it thinks, beside what it has loaded to get ready."""
    return MEMORY + ROOM if is_installed() else 0


def _strongest(game: Game) -> Level:
    try:
        return require_level(game, STRONG)
    except BadInput:
        return LEVELS[FALLBACK]


def choose(level: Level, solver: Solver, position: Position, seconds: float, seed: int) -> ChosenMove:
    """The move of a level, which takes what it has found when the time is over."""
    made = choice(level, solver, position, seed, Budget(seconds))
    proven = None if made.answer is None else f"{made.answer}, proven"
    return ChosenMove(made.cell, proven or f"judged by the level {level.name}")
