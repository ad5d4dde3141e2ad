"""What checking a program found, as values. How they look on paper is drawn elsewhere."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Literal, NamedTuple

from tictactoe.check.degrees import DEGREES, Degree, degree_of, worst
from tictactoe.check.limits import GUARDS
from tictactoe.check.playout import Beaten
from tictactoe.check.questions import Question
from tictactoe.check.reading import Reply, clean, show
from tictactoe.check.wire import LINE

Status = Literal["right", "wrong", "misled", "missing", "unfinished", "not judged"]
Judgement = Literal["right", "wrong", "not judged"]


class Fault(NamedTuple):
    """One wrong answer: what was asked, and what came back."""

    question: Question
    reply: Reply

    @property
    def degree(self) -> Degree:
        return degree_of(self.question, self.reply)

    @property
    def came(self) -> str:
        """What was returned, or raised."""
        if self.reply.raised:
            kind, text = self.reply.raised
            return f"{kind}: {text}" if text and not text.startswith(LINE) else f"{kind} {text}".rstrip()
        return show(self.reply.value)


class Verdict(NamedTuple):
    """What is to be said of one function.

    right        every question was asked, and answered rightly
    wrong        one was not, and the fault is here
    misled       one was not, but all are when the functions that mislead it are replaced by right ones
    missing      there is no such function
    unfinished   what was asked was answered rightly, but time ran out
    not judged   nothing could be asked
    """

    function: str
    status: Status
    asked: int = 0
    total: int = 0
    wrong: int = 0
    fault: Fault | None = None
    """The smallest board that shows the worst that is wrong."""
    degree: Degree | None = None
    """Of the worst that is wrong with it, or with what it misleads."""
    causes: tuple[str, ...] = ()
    note: str = ""
    misled_by: tuple[str, ...] = ()
    """Functions that are to blame instead of it."""

    @property
    def is_complete(self) -> bool:
        """Whether every question was asked."""
        return self.asked == self.total > 0


class Report(NamedTuple):
    """What checking one program found."""

    path: Path
    verdicts: tuple[Verdict, ...]
    stopped: str = ""
    """Why the program could not be loaded; empty if it could."""
    games: Beaten | None = None
    first_move: float | None = None
    """Seconds of processor time that minimax took on the empty board; None if it was not asked, or raised."""
    seconds: float = 0.0
    output: str = ""
    """The beginning of what it printed."""
    printed: int = 0
    """How many bytes it printed."""
    guards: tuple[str, ...] = ()
    """Those that held while it ran; none if it did not."""
    counted: Degree = DEGREES[-1]
    """The mildest degree that counts as wrong."""
    lines: tuple[tuple[str, int], ...] = ()
    """Functions, and the line of the file where each begins."""

    @property
    def name(self) -> str:
        """The path, fit to be shown: a file may have any name."""
        return clean(str(self.path))

    @property
    def degree(self) -> Degree | None:
        """Of the worst that is wrong."""
        return worst(verdict.degree for verdict in self.verdicts)

    def counts(self, verdict: Verdict) -> bool:
        """Whether something is wrong with a function that counts as wrong."""
        return verdict.degree is not None and DEGREES.index(verdict.degree) <= DEGREES.index(self.counted)

    def points(self, verdict: Verdict) -> float:
        """From 0 to 1: of a function that does not count as wrong, or is only misled, what share it has answered.

        Who is misled has the point only if one who misleads it is in the report, and has lost theirs.
        """
        excused = {other.function for other in self.verdicts}.intersection(verdict.misled_by)
        if verdict.total == 0 or (self.counts(verdict) and not excused):
            return 0
        return 1 if verdict.is_complete else verdict.asked * 100 // verdict.total / 100

    @property
    def outcome(self) -> Judgement:
        """Wrong if anything is that counts; right if nothing is and all was judged; else it was not judged so far."""
        if any(self.counts(verdict) for verdict in self.verdicts):
            return "wrong"
        judged = all(verdict.is_complete or verdict.status == "missing" for verdict in self.verdicts)
        return "right" if judged and not self.stopped else "not judged"

    @property
    def missing_guards(self) -> tuple[str, ...]:
        """The guards that did not hold while it ran."""
        return tuple(name for name in GUARDS if self.guards and name not in self.guards)

    @property
    def is_right(self) -> bool:
        """Whether every question was asked, and no answer counts as wrong."""
        return self.outcome == "right"

    @property
    def to_blame(self) -> tuple[str, ...]:
        """The functions in which the faults are, also of those that nobody asked for."""
        found = [verdict.function for verdict in self.verdicts if verdict.status in ("wrong", "missing")]
        return tuple(dict.fromkeys([*found, *(name for verdict in self.verdicts for name in verdict.misled_by)]))


def unjudged(path: Path, functions: Iterable[str], why: str, guards: tuple[str, ...] = ()) -> Report:
    """Of a program of which nothing could be asked."""
    return Report(path, tuple(Verdict(name, "not judged") for name in functions), why, guards=guards)


def judge_failed(path: Path, functions: Iterable[str], error: Exception) -> Report:
    """Of a program that was not judged through a fault of ours, which must not cost others their reports."""
    why = f"the judge failed, which is its fault: {type(error).__name__}: {error}"
    return unjudged(path, functions, clean(why))
