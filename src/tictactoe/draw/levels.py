"""The levels and their odds against each other, as text and as data."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from tictactoe.draw import shapes
from tictactoe.draw.text import draw_table
from tictactoe.match import LEVELS, offered
from tictactoe.match.odds import Odds
from tictactoe.rules import Game


def draw_levels(game: Game) -> str:
    """The levels that are offered for a game, weakest first, and what each does and misses there."""
    return draw_table([["level", ""], *([level.name, level.manner_in(game)] for level in offered(game))])


def draw_odds(odds: Mapping[tuple[str, str], Odds]) -> str:
    """What comes of each level as X (down) against each as O (across), in percent: X wins, draw, O wins."""
    cells = [[x, *("/".join(format_percent(part) for part in odds[x, o]) for o in LEVELS)] for x in LEVELS]
    rows = [["X \\ O", *LEVELS], *cells]
    heading = "X wins / draw / O wins, in percent, on 3 x 3:"
    return f"{heading}\n\n{draw_table(rows, right=frozenset(range(1, len(LEVELS) + 1)))}"


def format_percent(part: Fraction) -> str:
    """Rounded to a whole percent; only what never or always happens is 0 or 100."""
    if part in (0, 1):
        return str(int(part) * 100)
    return str(min(99, max(1, round(part * 100))))


def levels_data(game: Game, odds: Mapping[tuple[str, str], Odds]) -> shapes.LevelsData:
    """The levels that are offered, the best last, and odds as exact fractions in text, such as 1/8."""
    return {
        "levels": [
            {"name": level.name, "manner": level.manner_in(game), "plies": level.plies} for level in offered(game)
        ],
        "odds": [
            {"x": x, "o": o, "x_wins": str(found.x_wins), "draw": str(found.draw), "o_wins": str(found.o_wins)}
            for (x, o), found in odds.items()
        ],
    }
