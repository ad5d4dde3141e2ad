"""What checking a program found, as values. How they look on paper is drawn elsewhere."""

from __future__ import annotations

from pathlib import Path
from typing import Literal, NamedTuple

from tictactoe.check.limits import GUARDS
from tictactoe.check.playout import Beaten
from tictactoe.check.questions import Question
from tictactoe.check.wire import Reply, show

Status = Literal["right", "wrong", "misled", "missing", "not judged"]


class Fault(NamedTuple):
    """One wrong answer: what was asked, and what came back."""

    question: Question
    reply: Reply

    @property
    def came(self) -> str:
        if self.reply.raised:
            kind, text = self.reply.raised
            return f"{kind}: {text}" if text else kind
        text = show(self.reply.value)
        return f"{text}, and the board it was given is changed" if self.reply.changed else text


class Verdict(NamedTuple):
    """What is to be said of one function.

    right        every question that was asked was answered rightly
    wrong        it was not, and the fault is here
    misled       it was not, but it is right when the functions that it calls are
    missing      there is no such function
    not judged   nothing could be asked
    """

    function: str
    status: Status
    asked: int = 0
    total: int = 0
    wrong: int = 0
    fault: Fault | None = None
    """The smallest board that shows what is wrong."""
    causes: tuple[str, ...] = ()
    note: str = ""


class Report(NamedTuple):
    """What checking one program found."""

    path: Path
    verdicts: tuple[Verdict, ...]
    stopped: str = ""
    """Why the program could not be loaded; empty if it could."""
    games: Beaten | None = None
    first_move: float | None = None
    """Seconds that minimax took on the empty board; None if it was not asked."""
    seconds: float = 0.0
    output: str = ""
    """The beginning of what it printed."""
    printed: int = 0
    """How many bytes it printed."""
    guards: tuple[str, ...] = ()
    """Those that held while it ran; none if it did not."""

    @property
    def missing_guards(self) -> tuple[str, ...]:
        """The guards that did not hold while it ran."""
        return tuple(name for name in GUARDS if self.guards and name not in self.guards)

    @property
    def is_right(self) -> bool:
        """Whether every function was asked something, and nothing was answered wrongly."""
        return not self.stopped and all(verdict.status == "right" for verdict in self.verdicts)

    @property
    def to_blame(self) -> tuple[str, ...]:
        """The functions in which the faults are."""
        return tuple(verdict.function for verdict in self.verdicts if verdict.status in ("wrong", "missing"))
