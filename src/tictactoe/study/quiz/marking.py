"""What is filled in, as text, and what it is worth.

One letter for each blank, in the order of the blanks: the letter of a reply, small if a hint was asked for; `0` for a
blank that is left, `1` if a hint was asked for and it was left all the same. After a `-` comes the second try.

    XDO0        the first try; one blank is left
    XDO0-XDOd   and the second, one of whose replies was found with a hint
"""

from __future__ import annotations

from typing import NamedTuple

from tictactoe.rules import BadInput, quote
from tictactoe.study.quiz.kinds import Blank, Quiz, QuizKind

LEFT, LEFT_WITH_HINT, AGAIN = "0", "1", "-"
WHOLE, LESSER = 2, 1
"""Points for what is right at once, and for what is right at the second try or with a hint."""


class MarkedBlank(NamedTuple):
    """One blank, judged."""

    blank: Blank
    first: str | None
    """The letter of the first try; None if it was left."""
    last: str | None
    """The letter that counts."""
    has_hint: bool
    points: int
    """Less than nothing if it is wrong."""

    @property
    def is_right(self) -> bool:
        return self.last == self.blank.right

    @property
    def is_at_once(self) -> bool:
        """Whether it was right at the first try, without a hint."""
        return self.points == WHOLE


class Marks(NamedTuple):
    """A quiz, judged."""

    blanks: tuple[MarkedBlank, ...]
    tries: int

    @property
    def right(self) -> int:
        return sum(found.is_right for found in self.blanks)

    @property
    def is_settled(self) -> bool:
        """Whether there is nothing left to try, so that the answers may be shown."""
        return self.tries > 1 or self.right == len(self.blanks)

    @property
    def points(self) -> int:
        """Never less than nothing."""
        return max(0, sum(found.points for found in self.blanks))

    @property
    def most(self) -> int:
        return WHOLE * len(self.blanks)


def mark(quiz: Quiz, work: str = "") -> Marks:
    """Judge what was filled in; BadInput if it cannot be that of this quiz."""
    tries = _tries(quiz, work)
    first, last = tries[0], tries[-1]
    found = []
    for blank, one, two in zip(quiz.blanks, first, last, strict=True):
        has_hint = LEFT_WITH_HINT in one + two or (one + two).upper() != one + two
        points = _points(quiz.kind, blank.right, one.upper(), two.upper(), has_hint)
        found.append(MarkedBlank(blank, _letter(one), _letter(two), has_hint, points))
    return Marks(tuple(found), len(tries) if work else 0)


def _points(kind: QuizKind, right: str, first: str, last: str, has_hint: bool) -> int:
    """What is wrong costs what guessing would gain, so that guessing gains nothing."""
    if _letter(last) is None:
        return 0
    if last != right:
        return -(WHOLE // (len(kind.replies) - 1))
    return WHOLE if first == last and not has_hint else LESSER


def _letter(written: str) -> str | None:
    return None if written in (LEFT, LEFT_WITH_HINT) else written.upper()


def _tries(quiz: Quiz, work: str) -> list[str]:
    number, letters = len(quiz.blanks), [reply.letter for reply in quiz.kind.replies]
    tries = work.split(AGAIN) if work else [LEFT * number]
    if len(tries) > 2:
        raise BadInput(f"answers {quote(work)} have {len(tries)} tries, but there are two at most")
    for one in tries:
        strange = next((letter for letter in one if not _is_reply(letter, letters)), None)
        if strange is not None or len(one) != number:
            what = f"has {quote(strange)}" if strange is not None else f"has {len(one)} of {number} letters"
            raise BadInput(
                f"answer {quote(one)} to the exercise on {quiz.kind.title} number {quiz.seed} {what}: "
                f"for each of its {number} blanks it should have {', '.join(letters)} or {LEFT}"
            )
    return tries


def _is_reply(letter: str, letters: list[str]) -> bool:
    return letter in (LEFT, LEFT_WITH_HINT) or (letter.isascii() and letter.upper() in letters)
