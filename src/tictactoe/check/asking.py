"""Asking a program: in a process of its own, or in several at once, for as long as there is time.

What is asked in which process, and in which order, does not depend on how many run at once: so the answers do not.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import count
from pathlib import Path
from threading import Thread
from time import monotonic
from typing import NamedTuple

from tictactoe.check.questions import Answers, Question, is_search
from tictactoe.check.reading import SHORT, Reply, Strange, clean, show
from tictactoe.check.sandbox import MOST_DELAY, ProgramText, Sandbox, Stopped, TooSlow
from tictactoe.check.wire import Call

SEARCH_SECONDS = 90.0
"""For one call of minimax on a board that is nearly empty: no program takes as long for a reason."""
TIME = "time"
MOST_KEPT = 6_000_000
"""Characters of the wrong replies to a list of questions; of those after that little is. Right ones are short."""
BRIEF = 40
LONGEST_CHECK = 1e9
"""Seconds: for ever."""


class Asking(NamedTuple):
    """What is being asked."""

    function: str
    asked: int
    total: int
    again: bool
    """Whether right functions stand in the place of others."""


class Testimony(NamedTuple):
    """What came of some questions."""

    answers: Answers
    why: str
    """Why they ended early: empty if they did not, TIME if time ran out."""


class _Part:
    """A list of questions for one process, and what came of it."""

    def __init__(self, questions: Sequence[Question], stand_ins: tuple[str, ...], is_own: bool, reserve: float) -> None:
        self.questions = questions
        self.stand_ins = stand_ins
        self.is_own = is_own
        self.reserve = reserve
        """Seconds that are left for others."""
        self.answers: Answers = {}
        self.why = ""
        self.error: BaseException | None = None
        self.sandbox: Sandbox | None = None
        self.is_given_up = False
        self.is_cut_short = False
        """Whether the answer that is waited for has less time than its call should have, since there is no more."""

    def give_up(self) -> None:
        """From any thread; if it is being asked, that ends with a KeyboardInterrupt."""
        self.is_given_up = True
        if self.sandbox and not self.is_own:
            self.sandbox.interrupt()


class Asker:
    """Asks one program. If its process ends, another is started for what is left."""

    def __init__(
        self,
        program: Path | ProgramText,
        seconds: float,
        call_seconds: float,
        watch: Callable[[Asking], None],
        processes: int,
    ) -> None:
        """It has about so many seconds in all, and for a call, not counting what it waits for a core."""
        self.output = ""
        """The beginning of what it has printed in processes that have ended."""
        self.printed = 0
        """How many bytes it has printed in those."""
        self.guards: tuple[str, ...] = ()
        self.source = b""
        """The program, once it is there."""
        self._program = program
        self._call_seconds = call_seconds
        seconds = min(seconds, LONGEST_CHECK)  # since what is infinite has no parts
        self._deadline = monotonic() + seconds
        self._most_delay = MOST_DELAY * seconds
        self._delay = 0.0
        self._watch = watch
        self._processes = processes
        self._own: Sandbox | None = None

    def open(self) -> Sandbox:
        """The program's own process, with the program loaded; Stopped if it cannot be."""
        if self._own is None:
            self._own = Sandbox(self._program)
            self.source = self._own.source
            self.guards = self._own.start()
            self._own.load(self._call_seconds)
        return self._own

    def close(self) -> None:
        """End the program's own process."""
        if self._own is not None:
            self._delay += self._own.delay
            self._take_output(self._own)
            self._own.close()
            self._own = None

    def ask(
        self,
        questions: Sequence[Question],
        stand_ins: Iterable[str] = (),
        apart: Sequence[Sequence[Question]] = (),
        known: Mapping[Question, Reply] | None = None,
        later: int = 0,
        share: float = 1,
    ) -> Testimony:
        """The answers to these questions as far as they come, with those that are known.

        They are asked in the program's own process, or with stand-ins in one for them alone; each list in `apart` at
        the same time in one of its own. If one cannot be asked to its end, those after it count for nothing. So many
        questions will be asked later. This may take so great a share of the time that is left.
        """
        answers: Answers = dict(known or {})
        names = tuple(stand_ins)
        reserve = (1 - share) * max(0, self._left())
        parts = [_Part(part, names, False, reserve) for part in apart if part]
        if questions:
            parts.insert(0, _Part(questions, names, not names, reserve))
        total = len(answers) + sum(len(part.questions) for part in parts) + later
        asked = count(len(answers))

        def tell(function: str) -> None:
            self._watch(Asking(function, next(asked), total, bool(names)))

        if not parts:
            return Testimony(answers, "")
        tell(parts[0].questions[0].function)
        self._ask_at_once(parts, tell)
        self._delay += max((part.sandbox.delay for part in parts if part.sandbox and not part.is_own), default=0)
        why = ""
        for part in parts:
            if part.error:
                raise part.error
            answers |= part.answers
            if part.sandbox and not part.is_own and not names:
                self._take_output(part.sandbox)
            why = part.why or why
            if part.why not in ("", TIME):
                break
        return Testimony(answers, why)

    def _ask_at_once(self, parts: Sequence[_Part], tell: Callable[[str], None]) -> None:
        """The first part is asked in this thread, since the program's own process ends with the thread it is from."""
        todo = iter(parts[1:])

        def work() -> None:
            for part in todo:
                self._ask_part(part, parts, tell)

        others = [Thread(target=work, daemon=True) for _ in parts[1 : self._processes]]
        try:
            for other in others:
                other.start()
            self._ask_part(parts[0], parts, tell)
            work()
            for other in others:
                other.join()
        except BaseException:
            for part in parts:
                part.give_up()
            raise

    def _ask_part(self, part: _Part, parts: Sequence[_Part], tell: Callable[[str], None]) -> None:
        try:
            if self._left(part) <= 0:
                pass
            elif part.is_own:
                part.sandbox = self.open()
                self._ask_in(part.sandbox, part, tell)
            else:
                with Sandbox(self._program, part.stand_ins) as part.sandbox:
                    if not part.is_given_up:
                        part.sandbox.load(self._call_seconds)
                        self._ask_in(part.sandbox, part, tell)
        except Stopped as error:
            part.why = TIME if isinstance(error, TooSlow) and part.is_cut_short else str(error)
            if part.is_own:
                self.close()
        except BaseException as error:
            part.error = error
        else:
            part.why = "" if len(part.answers) == len(part.questions) else TIME
        if part.error or part.why not in ("", TIME):
            for other in parts[parts.index(part) + 1 :]:
                other.give_up()

    def _ask_in(self, sandbox: Sandbox, part: _Part, tell: Callable[[str], None]) -> None:
        def calls() -> Iterator[Call]:
            for question in part.questions:
                if self._left(part) <= 0:
                    return
                yield question.call

        def patience(call: Call) -> float:
            due, left = SEARCH_SECONDS if is_search(call) else self._call_seconds, max(0.0, self._left(part))
            part.is_cut_short = left < due
            return min(due, left)

        room = MOST_KEPT
        for question, reply in zip(part.questions, sandbox.ask(calls(), patience), strict=False):
            if question.accepts(reply):
                part.answers[question] = reply if len(reply.text) <= SHORT else reply._replace(text="")
            else:
                part.answers[question] = reply if room > 0 else _brief(reply)
                room -= len(reply.text)
            tell(question.function)

    def _left(self, part: _Part | None = None) -> float:
        """The seconds that are left, for a part of the questions."""
        sandboxes = {self._own, part.sandbox if part else None}
        delay = self._delay + sum(sandbox.delay for sandbox in sandboxes if sandbox)
        return self._deadline - monotonic() + min(delay, self._most_delay) - (part.reserve if part else 0)

    def _take_output(self, sandbox: Sandbox) -> None:
        self.output = self.output or clean(sandbox.output.decode(errors="replace"))
        self.printed += sandbox.printed


def _brief(reply: Reply) -> Reply:
    """A wrong reply of which only the beginning is kept."""
    value = None if reply.value is None else Strange("what is not shown", show(reply.value)[:BRIEF])
    return reply._replace(text="", value=value, raised=reply.raised and (reply.raised[0], reply.raised[1][:BRIEF]))
