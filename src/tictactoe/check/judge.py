"""The judge: asks a program everything, and says of each function whether it is right, wrong, or misled by another.

Each function is asked as it stands. If it is wrong, it is asked once more with right functions in the place of others
that have not been found right: if it is right then, the fault is in them, and there the blame goes.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import cache, partial
from pathlib import Path
from time import monotonic
from typing import NamedTuple

from tictactoe.check.blame import Blame, find_blame
from tictactoe.check.course import START, Action, after, place_of
from tictactoe.check.degrees import DEGREES, INNER, Degree, worst
from tictactoe.check.diagnosis import diagnose
from tictactoe.check.playout import beaten, move_of
from tictactoe.check.questions import CHEAP, Answers, Question, questions_for
from tictactoe.check.report import Fault, Report, Status, Verdict
from tictactoe.check.sandbox import Sandbox, Stopped, TooSlow
from tictactoe.check.wire import FUNCTIONS, Call, Reply, Strange, clean, show, weight
from tictactoe.search import Solver

SECONDS = 180.0
"""For a whole program, unless more is asked for."""
CALL_SECONDS = 10.0
"""For one call, and for loading: what is asked takes no time."""
SEARCH_SECONDS = 90.0
"""For one call of minimax on a board that is nearly empty: no program takes as long for a reason."""
SLOW_SEARCH = 2.0
"""For the first move: a program that takes longer is asked in a way that spares it time."""
HELPERS = FUNCTIONS[1:-1]
"""The functions that others call, and for which there are stand-ins."""
TIME = "time"
SAMPLE = 100
"""So many wrong answers, or twice that, are looked into before all of them are."""
MOST_KEPT = 500_000
"""By weight, of the replies of one function: more than any right one needs. Of wrong ones after that little is kept."""
BRIEF = 40


def check_file(
    path: Path,
    functions: Iterable[str] = FUNCTIONS,
    seconds: float = SECONDS,
    watch: Callable[[Asking], None] | None = None,
    call_seconds: float = CALL_SECONDS,
    solver: Solver | None = None,
    counted: Degree = DEGREES[-1],
    within: Path | None = None,
) -> Report:
    """Check the program at `path` within about so many seconds; `watch` hears what is being asked.

    A call that takes longer than `call_seconds` is wrong, but for a search on a board that is nearly empty. The solver,
    if one is given, says which moves are best; it is one of 3×3. Faults that are milder than `counted` are told, but do
    not count as wrong. A link that leads out of the folder `within` is not followed.
    """
    if within and not path.resolve().is_relative_to(within.resolve()):
        unjudged = tuple(Verdict(name, "not judged") for name in functions)
        return Report(path, unjudged, stopped="it is a link that leads out of the folder", counted=counted)
    began = monotonic()
    hearing = _Hearing(path, began + seconds, call_seconds, watch or (lambda _: None), solver)
    try:
        return hearing.judge(tuple(functions))._replace(seconds=monotonic() - began, counted=counted)
    finally:
        hearing.close()


class Asking(NamedTuple):
    """What is being asked."""

    function: str
    asked: int
    total: int
    again: bool
    """Whether it is asked once more, with right functions in the place of others."""


class _Finding(NamedTuple):
    """How a function answered as it stands."""

    verdict: Verdict
    doubts: list[Question]
    """What it answered wrongly, or did not come to answer."""


class _Hearing:
    """One program being judged. If its process ends, another is started for the functions that are left."""

    def __init__(
        self, path: Path, deadline: float, call_seconds: float, watch: Callable[[Asking], None], solver: Solver | None
    ) -> None:
        self._path = path
        self._deadline = deadline
        self._call_seconds = call_seconds
        self._watch = watch
        self._solver = solver
        self._sandbox: Sandbox | None = None
        self._report = Report(path, ())
        self._moves: Answers = {}
        self._findings: dict[str, _Finding] = {}

    def close(self) -> None:
        """End the process; what it has printed is kept."""
        if self._sandbox is not None:
            printed = self._report.output or clean(self._sandbox.output.decode(errors="replace"))
            total = self._report.printed + self._sandbox.printed
            self._report = self._report._replace(output=printed, printed=total)
            self._sandbox.close()
            self._sandbox = None

    def judge(self, functions: tuple[str, ...]) -> Report:
        try:
            names = self._open().functions
        except Stopped as error:
            self.close()
            unjudged = tuple(Verdict(name, "not judged") for name in functions)
            return self._report._replace(verdicts=unjudged, stopped=str(error))
        for name in functions:
            self._findings[name] = self._as_it_stands(name, name in names)
        verdicts = self._blamed(names)
        self.close()
        moves = {question.place.board: reply for question, reply in self._moves.items() if not question.again}
        first = moves.get(START)
        return self._report._replace(
            verdicts=tuple(verdicts[name] for name in functions),
            games=beaten(moves) if moves else None,
            first_move=None if first is None else first.seconds,
        )

    def _open(self) -> Sandbox:
        if self._sandbox is None:
            self._sandbox = Sandbox(self._path)
            self._report = self._report._replace(guards=self._sandbox.start())
            self._sandbox.load(self._call_seconds)
        return self._sandbox

    def _as_it_stands(self, name: str, is_there: bool) -> _Finding:
        if not is_there:
            return _Finding(Verdict(name, "missing", degree="games"), [])
        questions = questions_for(name, self._solver)
        if name == "minimax":
            answers, why, note = self._searched(questions)
            self._moves = answers
        else:
            (answers, why), note = self._ask(questions), ""
        doubts = [fault.question for fault in _faults(answers)] or [q for q in questions if q not in answers]
        found = _verdict(name, len(questions), answers, why)
        return _Finding(found._replace(note=f"{note} {found.note}".strip()), doubts)

    def _searched(self, questions: list[Question]) -> tuple[Answers, str, str]:
        """The answers of minimax, why they ended early, and what is to be said of how it was asked.

        If it is slow and all its helpers are right, quick ones stand in for them in the longest searches but one: what
        is right stays so. An answer that is wrong with them is not held against it, and all is asked as it stands.
        """
        far = [question for question in questions if _is_search(question) and question.board != START]
        near = [question for question in questions if not _is_search(question) or question.board == START]
        answers, why = self._ask(near, later=len(far))
        first = next((reply for question, reply in answers.items() if question.board == START), None)
        if why or not far:
            return answers, why, ""
        if first and first.seconds > SLOW_SEARCH and not self._doubtful(HELPERS):
            quick, why = self._ask(far, HELPERS, answers)
            if why in ("", TIME) and not _faults(quick):
                asked = len(quick) - len(answers)
                return quick, why, f"It is slow: {asked} searches were made with quick functions in the place of yours."
        answers, why = self._ask(far, (), answers)
        return answers, why, ""

    def _blamed(self, names: Collection[str]) -> dict[str, Verdict]:
        """The verdicts, with those excused that are wrong only because others are."""
        is_right = cache(self._try_with)
        wrong, doubtful = self._wrong(), self._doubtful(names)
        if any(is_right(name, doubtful - {name}) for name in wrong if doubtful - {name}):
            for name in sorted(doubtful - set(self._findings)):  # one of these may be to blame, though nobody asked
                self._findings[name] = self._as_it_stands(name, True)
            wrong, doubtful = self._wrong(), self._doubtful(names)
        verdicts = {name: found.verdict for name, found in self._findings.items()}
        for name, blame in find_blame(wrong, doubtful, is_right).items():
            verdicts[name] = _excused(verdicts[name], blame)
        return _weighed(verdicts)

    def _wrong(self) -> list[str]:
        """The functions that answered wrongly and call others."""
        return [
            name for name in FUNCTIONS[1:] if name in self._findings and self._findings[name].verdict.status == "wrong"
        ]

    def _doubtful(self, names: Collection[str]) -> frozenset[str]:
        """The helpers that have not been found right."""
        right = {name for name, found in self._findings.items() if found.verdict.status == "right"}
        return frozenset(name for name in HELPERS if name in names and name not in right)

    def _try_with(self, name: str, stand_ins: frozenset[str]) -> bool:
        """Whether there is no fault left with right helpers; in a new process, since it may remember the wrong ones."""
        doubts = self._findings[name].doubts
        if not doubts:
            return False
        for part in (doubts[:: len(doubts) // SAMPLE + 1], doubts):
            answers, why = self._ask(part, stand_ins)
            if why or _faults(answers):
                return False
        return True

    def _ask(
        self,
        questions: list[Question],
        stand_ins: Iterable[str] = (),
        known: Mapping[Question, Reply] | None = None,
        later: int = 0,
    ) -> tuple[Answers, str]:
        """The answers as far as they come, and why they ended early: "" if they did not, TIME if time ran out.

        With stand-ins, they are asked of a process of their own. The answers that are known are among them,
        and so many questions will be asked later.
        """
        answers: Answers = dict(known or {})
        try:
            if not stand_ins:
                self._ask_in(self._open(), questions, answers, later, False)
            else:
                with Sandbox(self._path, stand_ins) as sandbox:
                    sandbox.load(self._call_seconds)
                    self._ask_in(sandbox, questions, answers, later, True)
        except Stopped as error:
            if not stand_ins:
                self.close()
            return answers, TIME if isinstance(error, TooSlow) and self._left() <= 0 else str(error)
        return answers, "" if all(question in answers for question in questions) else TIME

    def _ask_in(self, sandbox: Sandbox, questions: list[Question], answers: Answers, later: int, again: bool) -> None:
        room, total = MOST_KEPT, len(answers) + len(questions) + later
        self._watch(Asking(questions[0].function, len(answers), total, again))
        for batch in _batches(questions, answers):
            if self._left() <= 0:
                return
            most = SEARCH_SECONDS if _is_search(batch[0]) else self._call_seconds
            replies = sandbox.ask(self._while_time(batch), partial(self._patience, most))
            for question, reply in zip(batch, replies, strict=False):
                answers[question] = reply if room > 0 or question.accepts(reply) else _brief(reply)
                room -= weight(reply.value)
                self._watch(Asking(question.function, len(answers), total, again))

    def _while_time(self, batch: Iterable[Question]) -> Iterator[Call]:
        for question in batch:
            if self._left() <= 0:
                return
            yield question.call

    def _patience(self, most: float) -> float:
        """How long to wait for an answer now; when time is up, not at all."""
        return min(most, max(0.0, self._left()))

    def _left(self) -> float:
        return self._deadline - monotonic()


def _brief(reply: Reply) -> Reply:
    """A wrong reply of which only the beginning is kept."""
    value = None if reply.value is None else Strange("what is not shown", show(reply.value)[:BRIEF])
    return reply._replace(value=value, raised=reply.raised and (reply.raised[0], reply.raised[1][:BRIEF]))


def _is_search(question: Question) -> bool:
    return question.function == "minimax" and question.board is not None and question.board.count(".") > CHEAP


def _batches(questions: list[Question], answers: Answers) -> Iterator[list[Question]]:
    """What is cheap first, and then what decides whether it can be beaten; each batch when the last is answered."""
    cheap = [question for question in questions if not _is_search(question)]
    todo = {question.place.board: question for question in questions if _is_search(question)}
    if cheap:
        yield cheap
    if START in todo:
        yield [todo.pop(START)]
    start = next((reply for question, reply in answers.items() if question.board == START), None)
    decisive = [after(after(START, move), reply) for move, reply in _openings(start)]
    first = [*(board for board in todo if board.count(".") == 8), *decisive]
    if batch := [todo.pop(board) for board in first if board in todo]:
        yield batch
    if todo:
        yield list(todo.values())


def _openings(reply: Reply | None) -> list[tuple[Action, Action]]:
    """The program's first move with all that can be answered to it; nothing if it is no move."""
    actions = place_of(START).actions
    move = move_of(reply) if reply else None
    return [(move, other) for other in sorted(actions) if other != move] if move and move in actions else []


def _faults(answers: Answers) -> list[Fault]:
    return [Fault(question, reply) for question, reply in answers.items() if not question.accepts(reply)]


def _verdict(name: str, total: int, answers: Answers, why: str) -> Verdict:
    faults = _faults(answers)
    first = min(faults, key=_order, default=None)
    found = Verdict(name, "right", len(answers), total, len(faults), first, first and first.degree)
    if faults:
        found = found._replace(status="wrong", causes=diagnose(name, answers, faults))
    if why == TIME:
        left = total - len(answers)
        note = f"Time ran out: {left:,} of {total:,} questions were not asked, and nothing is said of them."
        partly: Status = "wrong" if faults else "unfinished" if answers else "not judged"
        return found._replace(note=note, status=partly)
    if why:
        return found._replace(status="wrong", degree="games", note=f"It could not be asked any further: {why}.")
    return found


def _order(fault: Fault) -> tuple[int, int, str]:
    """The worst first, and of these the smallest board."""
    return DEGREES.index(fault.degree), fault.question.place.stones, fault.question.place.board


def _weighed(verdicts: Mapping[str, Verdict]) -> dict[str, Verdict]:
    """The verdicts with their degrees as they come out in play.

    What no game asks itself does no harm to one if minimax is right; but a function is as bad as what it misleads.
    """
    search = verdicts.get("minimax")
    mild: Degree | None = "specification" if search and search.status == "right" else None
    found = dict(verdicts)
    for name, verdict in verdicts.items():
        own = mild if mild and verdict.degree == "games" and name in INNER else verdict.degree
        misled = (other.degree for other in verdicts.values() if name in other.misled_by)
        found[name] = verdict._replace(degree=worst((own, *misled)))
    return found


def _excused(verdict: Verdict, blame: Blame) -> Verdict:
    if blame.misled_by:
        note = f"It is right when {_and(blame.misled_by)} {'is' if len(blame.misled_by) == 1 else 'are'}."
        return verdict._replace(status="misled", causes=(), note=note, misled_by=blame.misled_by)
    if blame.tangled_with:
        note = (
            f"It and {_and(blame.tangled_with)} depend on each other: each is right if the rest is, but not together."
        )
        return verdict._replace(note=f"{note} {verdict.note}".rstrip())
    return verdict


def _and(names: Sequence[str]) -> str:
    return f"{', '.join(names[:-1])} and {names[-1]}" if len(names) > 1 else names[0]
