"""What a match comes to: the games won, drawn and lost, and how much that says of the two players."""

from __future__ import annotations

from collections.abc import Iterable
from math import sqrt
from typing import NamedTuple

from tictactoe.match.contest import Clock, PlayedGame

SPREAD = 1.96
"""Standard deviations to either side within which 95 % lie."""


class Standing(NamedTuple):
    """What the first player has made of some games."""

    won: int = 0
    drawn: int = 0
    lost: int = 0

    @property
    def games(self) -> int:
        return self.won + self.drawn + self.lost

    @property
    def share(self) -> float:
        """The part of the points, a draw being half of one; one half if there is no game."""
        return (self.won + self.drawn / 2) / self.games if self.games else 0.5

    @property
    def bar(self) -> tuple[float, float]:
        """Where the share would be found in very many games, with a certainty of 95 %: from here to there.

        By Wilson's interval, which says something when all games are won too. A draw counts as half a win and half a
        loss, which makes the bar a little too long rather than too short.
        """
        if not self.games:
            return 0.0, 1.0
        weight = SPREAD**2 / self.games
        centre = (self.share + weight / 2) / (1 + weight)
        reach = SPREAD * sqrt(self.share * (1 - self.share) / self.games + weight / (4 * self.games)) / (1 + weight)
        return max(0.0, centre - reach), min(1.0, centre + reach)


def standing(games: Iterable[PlayedGame]) -> Standing:
    points = [game.points for game in games]
    return Standing(points.count(1.0), points.count(0.5), points.count(0.0))


def clocks(games: Iterable[PlayedGame]) -> tuple[Clock, Clock]:
    """How long the moves of the first and of the second player took."""
    first, second = Clock(), Clock()
    for game in games:
        first, second = first + game.clocks[0], second + game.clocks[1]
    return first, second


def overrun(clock: Clock, seconds: float) -> float:
    """How much longer than its time the longest move took; a time of 0 is no limit but a wish for haste."""
    return max(0.0, clock.longest - seconds) if seconds else 0.0
