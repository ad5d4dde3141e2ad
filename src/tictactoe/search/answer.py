"""What the solver says of a position, and what kind of statement it is."""

from __future__ import annotations

from typing import Literal, NamedTuple

from tictactoe.rules import Cell, Mark, Score, opponent

UNKNOWN_PLIES = 10**6
"""A distance that is not known is taken for a long one."""
Statement = Literal["exact with distance", "exact", "bound", "unknown"]
Variant = Literal["weak", "real"]
"""In the weak game the defender's lines do not count, so a hold there is a hold in the real game."""


class OpenWords(NamedTuple):
    """How bounds between which a value lies are said. {player} stands for the one to move."""

    text: str
    """By itself, as it stands beside `win` and `draw`."""
    named: str
    """By the player's name."""
    short: str
    """For a cell of a board."""
    sentence: str
    """Of a move that this player makes."""


OPEN = {
    (-1, 1): OpenWords("not known", "not known", "?", "What it is worth is not known within the time."),
    (0, 1): OpenWords(
        "draw or win",
        "{player} does not lose",
        "=+",
        "Proven: {player} does not lose; whether {player} wins is not known within the time.",
    ),
    (-1, 0): OpenWords(
        "draw or loss",
        "{player} does not win",
        "=-",
        "Proven: {player} does not win; whether {player} loses is not known within the time.",
    ),
}
"""The words for every answer that leaves the value open."""


class Fact(NamedTuple):
    """One thing that a search has established, or left open, on the way to an answer."""

    attacker: Mark
    game: Variant
    wins: bool | None
    """Whether the attacker can complete a line against every defence; None: not found out."""
    reason: str
    """lines, potential, pairing, threats or search; search if it was not found out."""
    nodes: int


class Answer(NamedTuple):
    """The value of a position for the player to move lies from `low` to `high`; `plies` is the distance, if known.

    >>> from tictactoe import Answer, Board
    >>> answer = Board(".O./.X./...").solve()
    >>> print(answer, answer.value, answer.plies, answer.kind)
    win in 5 1 5 exact with distance
    >>> print(Answer(low=0, high=1), Answer(low=0, high=1).score)
    draw or win None
    """

    low: int
    high: int
    plies: int | None = None
    facts: tuple[Fact, ...] = ()
    nodes: int = 0
    """Positions evaluated to find it; or, if it comes from a table, positions in the table."""
    line: tuple[Cell, ...] = ()
    """A line of play that shows a win."""

    @property
    def value(self) -> int | None:
        """1, 0 or -1 if it is known, else None."""
        return self.low if self.low == self.high else None

    @property
    def score(self) -> Score | None:
        """The score, if the value and the distance are known."""
        if self.value is None or (self.value and self.plies is None):
            return None
        return Score(self.value, -self.value * (self.plies or 0))

    @property
    def kind(self) -> Statement:
        if self.value is not None:
            return "exact" if self.value and self.plies is None else "exact with distance"
        return "unknown" if (self.low, self.high) == (-1, 1) else "bound"

    def before_move(self) -> Answer:
        """If this is the answer after a move, for the player who must reply: the answer for the one who makes it."""
        plies = None if self.plies is None else self.plies + 1
        return self._replace(low=-self.high, high=-self.low, plies=plies)

    def after_move(self) -> Answer:
        """If this is the answer for the player who makes a move: the answer after it, for the one who must reply."""
        plies = None if self.plies is None else self.plies - 1
        return self._replace(low=-self.high, high=-self.low, plies=plies)

    @property
    def rank(self) -> tuple[int, int, int]:
        """Answers in the order in which the player to move prefers them; what is not known is hoped for last."""
        plies = UNKNOWN_PLIES if self.plies is None else self.plies
        return self.low, self.high, -self.low * plies

    def __str__(self) -> str:
        if self.value is None:
            return OPEN[self.low, self.high].text
        if self.value == 0:
            return "draw"
        return ("win" if self.value > 0 else "loss") + ("" if self.plies is None else f" in {self.plies}")

    def __repr__(self) -> str:
        return f"<Answer: {self}>"

    @property
    def short(self) -> str:
        """In at most a few characters, for a cell of a board: +5 wins in 5 plies, = draws, -4 loses in 4."""
        if self.value is None:
            return OPEN[self.low, self.high].short
        if self.value == 0:
            return "="
        return ("+" if self.value > 0 else "-") + ("" if self.plies is None else str(self.plies))

    def named(self, player: Mark) -> str:
        """By name, if this is the answer for this player: `X wins in 3`, `draw`, `O has won`."""
        if self.value is None:
            return OPEN[self.low, self.high].named.format(player=player)
        if self.value == 0:
            return "draw"
        winner = player if self.value > 0 else opponent(player)
        if self.plies == 0:
            return f"{winner} has won"
        return f"{winner} wins" + ("" if self.plies is None else f" in {self.plies}")


def answer_of(score: Score) -> Answer:
    """An exact score as an answer."""
    return Answer(score.value, score.value, score.plies)
