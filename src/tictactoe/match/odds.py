"""How two levels fare against each other: exact odds, not an impression."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import lru_cache
from math import lcm
from typing import NamedTuple

from tictactoe.match.levels import LEVELS, Level, content
from tictactoe.rules import Cell, Game, O, Outcome, Position, X, opponent
from tictactoe.search import Solver, solver_for


class Odds(NamedTuple):
    """How likely each result is. The three make 1."""

    x_wins: Fraction
    draw: Fraction
    o_wins: Fraction


def odds(game: Game, x: Level, o: Level, solver: Solver | None = None) -> Odds:
    """What comes of all games between two levels, each as likely as their dice make it. For small boards."""
    asked = solver or solver_for(game)
    return odds_of(game, lambda where: content_of((x if where.turn == X else o).name, asked, where))


def all_odds(game: Game, solver: Solver | None = None) -> dict[tuple[str, str], Odds]:
    """The odds of every pair of levels, by the names of X's and O's."""
    return {(x.name, o.name): odds(game, x, o, solver) for x in LEVELS.values() for o in LEVELS.values()}


@lru_cache(maxsize=2**16)
def content_of(level: str, solver: Solver, position: Position) -> tuple[Cell, ...]:
    """The moves that the level of this name is content with, remembered: whoever counts games comes again."""
    return content(LEVELS[level], solver, position)


def odds_of(game: Game, moves: Callable[[Position], tuple[Cell, ...]]) -> Odds:
    """What comes of all games in which each of these moves is as likely as the others; whoever has none has lost.

    Counted in whole numbers: with so many empty cells left, certainty is `share` to the power of that number.
    """
    share = lcm(*range(1, len(game.cells) + 1))
    known: dict[Position, tuple[int, int, int]] = {}

    def count(position: Position) -> tuple[int, int, int]:
        if position in known:
            return known[position]
        outcome = game.outcome(position)
        cells = () if outcome else moves(position)
        if not cells:
            outcome = outcome or Outcome(opponent(position.turn))
            all_of_it = share ** (len(game.cells) - position.taken.bit_count())
            found = (
                all_of_it * (outcome.winner == X),
                all_of_it * (outcome.winner is None),
                all_of_it * (outcome.winner == O),
            )
        else:
            after = [count(position.play(cell)) for cell in cells]
            weight = share // len(after)
            x_wins, draw, o_wins = map(sum, zip(*after, strict=True))
            found = x_wins * weight, draw * weight, o_wins * weight
        known[position] = found
        return found

    x_wins, draw, o_wins = count(Position())
    total = share ** len(game.cells)
    return Odds(Fraction(x_wins, total), Fraction(draw, total), Fraction(o_wins, total))
