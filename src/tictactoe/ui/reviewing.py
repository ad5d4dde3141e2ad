"""The review of a game in front of a person: worked out by the host, then one mistake after the other, each a question.

The words are those of `study.review`; here is only where the person is.
"""

from __future__ import annotations

from functools import partial

from tictactoe.draw.text import review_rows
from tictactoe.match import PERSON, Session
from tictactoe.match.host import Host
from tictactoe.rules import BadInput, Cell
from tictactoe.search import Analysis
from tictactoe.study.review import Lesson, Review, review
from tictactoe.ui.choices import sentence

WORKING = "Looking back at the game…"


class Reviewing:
    """A person looking back at the host's game, which stays as it is."""

    def __init__(self, host: Host) -> None:
        """BadInput if there is nothing to look back at."""
        self._host = host
        self._game = host.session
        self.review: Review | None = None
        """None until it has been worked out."""
        self.lessons: list[Lesson] = []
        self.at = 0
        """Which of the lessons the person is at."""
        if not self._game.moves:
            raise BadInput("there is nothing to review: no move has been made")
        host.send(partial(review, moves=self._game.moves, start=self._game.start))

    def poll(self) -> bool:
        """Take in what the host has found out; whether there is news."""
        if self.review is not None or not isinstance(self._host.found, Review):
            return False
        self.review = self._host.found
        self.lessons = list(self.review.lessons)
        return True

    @property
    def lesson(self) -> Lesson | None:
        return self.lessons[self.at] if self.lessons else None

    @property
    def can_try(self) -> bool:
        return self.lesson is not None and not self.lesson.is_over

    @property
    def session(self) -> Session:
        """What is on the board: the position before the mistake; the end of the game, if none is asked about."""
        count = self.lesson.mistake.number - 1 if self.lesson else len(self._game.moves)
        moves = self._game.moves
        return self._game._replace(x=PERSON, o=PERSON, resigned=None, moves=moves[:count], undone=moves[count:])

    @property
    def analysis(self) -> Analysis | None:
        """What may be shown by now of the moves there."""
        if self.lesson is None or not self.lesson.known:
            return None
        mistake = self.lesson.mistake
        return Analysis(mistake.worth, {cell: mistake.moves[cell] for cell in self.lesson.known}, None)

    @property
    def problem(self) -> str:
        """Why there can be no review; empty if there is nothing of the kind."""
        return sentence(BadInput(self._host.problem)) if self._host.problem else ""

    @property
    def text(self) -> str:
        """What is to be said now."""
        if self.problem:
            return self.problem
        if self.review is None:
            return WORKING
        if self.lesson is None:
            return nothing_found(self.review)
        count = f"({self.at + 1} of {len(self.lessons)}) " if len(self.lessons) > 1 else ""
        return f"{count}{self.lesson.text}"

    def rows(self) -> list[tuple[bool, list[str]]]:
        """The values so far, a row for each move, with whether it is the one that is asked about."""
        if self.review is None:
            return []
        asked = self.lesson.mistake.number if self.lesson else None
        return [(number == asked, row) for number, row in enumerate(review_rows(self._game.game, self.review))]

    def play(self, cell: Cell) -> None:
        """Try a cell in the place of the mistake; BadInput if nothing is asked, or the move is not legal."""
        if self.lesson is None:
            raise BadInput("nothing is asked here")
        self.lessons[self.at] = self.lesson.play(cell)

    def tell(self) -> None:
        if self.lesson:
            self.lessons[self.at] = self.lesson.tell()

    def step(self, by: int) -> None:
        """Go to the next lesson, or the one before; nothing happens at the ends."""
        self.at = max(0, min(len(self.lessons) - 1, self.at + by))

    def close(self) -> None:
        self._host.recall()


def nothing_found(review: Review) -> str:
    """What to say of a game without a mistake that could be asked about."""
    if any(ply.answer.value is None for ply in review.plies):
        return "No mistake was found; what some of the positions are worth is not known."
    if any(ply.mistake for ply in review.plies):
        return "What would have been better than the mistakes was not found out in time."
    return "No mistakes: nobody gave anything away."
