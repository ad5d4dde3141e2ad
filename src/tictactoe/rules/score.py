"""What perfect play makes of a position, for the player to move."""

from __future__ import annotations

from typing import NamedTuple


class Score(NamedTuple):
    """A win, draw or loss with its distance in plies: `win in 3`, `draw`, `loss in 4`.

    Scores compare as the player to move would: a quick win over a slow one, a slow loss over a quick one.
    A score of a finished position has distance 0. Make one with `win_in`, `loss_in` or `DRAWN`.

    >>> from tictactoe.rules import DRAWN, loss_in, win_in
    >>> [str(score) for score in sorted([win_in(5), loss_in(2), DRAWN, win_in(3), loss_in(4)])]
    ['loss in 2', 'loss in 4', 'draw', 'win in 5', 'win in 3']
    >>> print(-win_in(3))
    loss in 3
    """

    value: int
    """1 for a win, 0 for a draw, -1 for a loss."""
    tempo: int
    """The distance, counted against a win and for a loss: that makes tuple order the order of scores."""

    @property
    def plies(self) -> int | None:
        """How many plies until the game ends with best play; None for a draw, whose length is nobody's goal."""
        return abs(self.tempo) if self.value else None

    def __neg__(self) -> Score:
        """The same score for the other player."""
        return Score(-self.value, -self.tempo)

    def before_move(self) -> Score:
        """If this is the score after a move, for the player who must answer: the score for the one who makes it."""
        return Score(-self.value, self.value - self.tempo)

    def __str__(self) -> str:
        if not self.value:
            return "draw"
        return f"{'win' if self.value > 0 else 'loss'} in {self.plies}"


DRAWN = Score(0, 0)


def win_in(plies: int) -> Score:
    return Score(1, -plies)


def loss_in(plies: int) -> Score:
    return Score(-1, plies)
