"""The judge: asks a program everything, and says of each function whether it is right, wrong, or misled by another.

Each function is asked as it stands. If it is wrong, it is asked once more with right functions in the place of all the
others that have not been found right: if it is right then, the fault is in one of them, and there the blame goes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from pathlib import Path
from time import monotonic

from tictactoe.check.course import START, Action, after, place_of
from tictactoe.check.diagnosis import diagnose
from tictactoe.check.playout import beaten, move_of
from tictactoe.check.questions import CHEAP, Answers, Question, questions_for
from tictactoe.check.report import Fault, Report, Verdict
from tictactoe.check.sandbox import Sandbox, Stopped, TooSlow
from tictactoe.check.wire import FUNCTIONS, Call, Reply, clean
from tictactoe.search import Solver

SECONDS = 180.0
"""For a whole program, unless more is asked for."""
CALL_SECONDS = 10.0
"""For one call, and for loading: what is asked takes no time."""
SEARCH_SECONDS = 90.0
"""For one call of minimax on a board that is nearly empty: no program takes as long for a reason."""
HELPERS = FUNCTIONS[1:-1]
"""The functions that others call, and for which there are stand-ins."""
TIME = "time"
SAMPLE = 100
"""So many wrong answers, or twice that, are looked into before all of them are."""


def check_file(
    path: Path,
    functions: Iterable[str] = FUNCTIONS,
    seconds: float = SECONDS,
    watch: Callable[[str], None] | None = None,
    call_seconds: float = CALL_SECONDS,
    solver: Solver | None = None,
) -> Report:
    """Check the program at `path` within about so many seconds; `watch` hears which function is being judged.

    A call that takes longer than `call_seconds` is wrong, but for a search on a board that is nearly empty. The solver,
    if one is given, says which moves are best; it is one of 3×3.
    """
    began = monotonic()
    hearing = _Hearing(path, began + seconds, call_seconds, watch or (lambda _: None), solver)
    try:
        return hearing.judge(tuple(functions))._replace(seconds=monotonic() - began)
    finally:
        hearing.close()


class _Hearing:
    """One program being judged. If its process ends, another is started for the functions that are left."""

    def __init__(
        self, path: Path, deadline: float, call_seconds: float, watch: Callable[[str], None], solver: Solver | None
    ) -> None:
        self._path = path
        self._deadline = deadline
        self._call_seconds = call_seconds
        self._watch = watch
        self._solver = solver
        self._sandbox: Sandbox | None = None
        self._report = Report(path, ())
        self._moves: Answers = {}
        self._right: set[str] = set()

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
        verdicts: list[Verdict] = []
        for name in functions:
            self._watch(name)
            verdicts.append(self._verdict(name) if name in names else Verdict(name, "missing"))
        self.close()
        moves = {question.place.board: reply for question, reply in self._moves.items() if not question.again}
        first = moves.get(START)
        return self._report._replace(
            verdicts=tuple(verdicts),
            games=beaten(moves) if moves else None,
            first_move=None if first is None else first.seconds,
        )

    def _open(self, stand_ins: Iterable[str] = ()) -> Sandbox:
        if self._sandbox is None:
            self._sandbox = Sandbox(self._path, stand_ins)
            self._report = self._report._replace(guards=self._sandbox.start())
            self._sandbox.load(self._call_seconds)
        return self._sandbox

    def _verdict(self, name: str) -> Verdict:
        """As it stands; and if that is wrong, whether right helpers make it right."""
        questions = questions_for(name, self._solver)
        answers, why = self._ask(questions)
        if name == "minimax":
            self._moves = answers
        own = _verdict(name, len(questions), answers, why)
        if own.status == "right" and own.asked == own.total:
            self._right.add(name)
        stand_ins = [helper for helper in HELPERS if helper != name and helper not in self._right]
        if own.status != "wrong" or name == "initial_state" or not stand_ins:
            return own
        asked = [fault.question for fault in _faults(answers)] or [q for q in questions if q not in answers]
        if all(self._is_right_with(stand_ins, part) for part in (asked[:: len(asked) // SAMPLE + 1], asked)):
            return own._replace(status="misled", causes=(), note="It is right when the functions that it calls are.")
        return own

    def _is_right_with(self, stand_ins: list[str], questions: list[Question]) -> bool:
        """Whether there is no fault left with right helpers; in a new process, since it may remember the wrong ones."""
        self.close()
        answers, why = self._ask(questions, stand_ins)
        self.close()
        return bool(answers) and why in ("", TIME) and not _faults(answers)

    def _ask(self, questions: list[Question], stand_ins: Iterable[str] = ()) -> tuple[Answers, str]:
        """The answers as far as they come, and why they ended early: "" if they did not, TIME if time ran out."""
        answers: Answers = {}
        try:
            sandbox = self._open(stand_ins)
            for batch in _batches(questions, answers):
                if self._left() <= 0:
                    break
                most = SEARCH_SECONDS if _is_search(batch[0]) else self._call_seconds
                replies = sandbox.ask(self._while_time(batch), partial(self._patience, most))
                answers.update(zip(batch, replies, strict=False))
        except TooSlow as error:
            self.close()
            return answers, TIME if self._left() <= 0 else str(error)
        except Stopped as error:
            self.close()
            return answers, str(error)
        return answers, "" if len(answers) == len(questions) else TIME

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


def _is_search(question: Question) -> bool:
    return question.function == "minimax" and question.board is not None and question.board.count(".") > CHEAP


def _batches(questions: list[Question], answers: Answers) -> Iterator[list[Question]]:
    """What is cheap first, and then what decides whether it can be beaten; each batch when the last is answered."""
    cheap = [question for question in questions if not _is_search(question)]
    todo = {question.place.board: question for question in questions if _is_search(question)}
    if cheap:
        yield cheap
    empty = todo.pop(START, None)
    if empty:
        yield [empty]
        decisive = [after(after(START, move), reply) for move, reply in _openings(answers.get(empty))]
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
    first = min(faults, key=lambda fault: (fault.question.place.stones, fault.question.place.board), default=None)
    found = Verdict(name, "right", len(answers), total, len(faults), first)
    if faults:
        found = found._replace(status="wrong", causes=diagnose(name, answers, faults))
    if why == TIME:
        left = total - len(answers)
        note = f"Time ran out: {left:,} of {total:,} questions were not asked, and nothing is said of them."
        return found._replace(note=note, status=found.status if answers else "not judged")
    if why:
        return found._replace(status="wrong", note=f"It could not be asked any further: {why}.")
    return found
