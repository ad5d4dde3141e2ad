"""The judge: asks a program everything, and says of each function whether it is right, wrong, or misled by another.

Each function is asked as it stands. If it is wrong, it is asked once more with the exercise's own helpers in place of
the program's: if it is right then, the fault is in a helper, and that is where the blame goes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from time import monotonic

from tictactoe.check.diagnosis import diagnose
from tictactoe.check.exercise import FUNCTIONS, Board, after, place_of
from tictactoe.check.games import beaten, move_of
from tictactoe.check.questions import Question, questions_for
from tictactoe.check.report import Fault, Report, Verdict
from tictactoe.check.sandbox import Reply, Sandbox, Stopped, TooSlow

SECONDS = 180.0
"""For a whole program, unless more is asked for."""
CALL_SECONDS = 90.0
"""For one call: no program takes as long for a reason."""
CHEAP = 6
"""With so few empty cells, even a search without tricks takes no time."""
Answers = dict[Question, Reply]


def judge(
    path: Path,
    functions: Iterable[str] = FUNCTIONS,
    seconds: float = SECONDS,
    watch: Callable[[str], None] | None = None,
) -> Report:
    """Check the program at `path` within about so many seconds; `watch` hears which function is being judged."""
    began = monotonic()
    bench = _Bench(path, began + seconds, watch or (lambda _: None))
    try:
        return bench.judge(tuple(functions))._replace(seconds=monotonic() - began)
    finally:
        bench.close()


class _Bench:
    """One program being judged. If its process ends, another is started for the functions that are left."""

    def __init__(self, path: Path, deadline: float, watch: Callable[[str], None]) -> None:
        self._path = path
        self._deadline = deadline
        self._watch = watch
        self._sandbox: Sandbox | None = None
        self._report = Report(path, ())
        self._moves: Answers = {}

    def close(self) -> None:
        """End the process; what it has printed is kept."""
        if self._sandbox is not None:
            printed = self._report.output or self._sandbox.output.decode(errors="replace")
            self._report = self._report._replace(output=printed)
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
        moves = {question.board: reply for question, reply in self._moves.items() if question.board is not None}
        first = moves.get("." * 9)
        return self._report._replace(
            verdicts=tuple(verdicts),
            games=beaten(moves) if moves else None,
            first_move=None if first is None else first.seconds,
        )

    def _open(self) -> Sandbox:
        if self._sandbox is None:
            self._sandbox = Sandbox(self._path, CALL_SECONDS)
            self._sandbox.load()
            self._report = self._report._replace(guards=self._sandbox.guards)
        return self._sandbox

    def _verdict(self, name: str) -> Verdict:
        """As it stands; and if that is wrong, whether our helpers make it right."""
        questions = questions_for(name)
        answers, why = self._ask(questions, "theirs")
        if name == "minimax":
            self._moves = answers
        own = _verdict(name, len(questions), answers, why)
        if own.status != "wrong":
            return own
        wrong = [fault.question for fault in _faults(answers)]
        self.close()  # what it remembers of the wrong helpers must not mislead it
        again, why = self._ask(wrong, "ours")
        self.close()
        if not why and not _faults(again):
            return own._replace(status="misled", causes=(), note="It is right when the functions that it calls are.")
        return own

    def _ask(self, questions: list[Question], helpers: str) -> tuple[Answers, str]:
        """The answers as far as they come, and why they ended early: "" if they did not, "time" if time ran out."""
        answers: Answers = {}
        order = _order(questions, answers)
        asked: list[Question] = []

        def data() -> Iterator[dict[str, object]]:
            for question in order:
                if self._left() <= 0:
                    return
                asked.append(question)
                yield question.data(helpers)

        try:
            for number, reply in enumerate(self._open().ask(data(), lambda: min(CALL_SECONDS, max(1.0, self._left())))):
                answers[asked[number]] = reply
        except TooSlow as error:
            self.close()
            return answers, "time" if self._left() <= 0 else str(error)
        except Stopped as error:
            self.close()
            return answers, str(error)
        return answers, "" if len(answers) == len(questions) else "time"

    def _left(self) -> float:
        return self._deadline - monotonic()


def _order(questions: list[Question], answers: Answers) -> Iterator[Question]:
    """The order in which to ask: what is cheap first, and then what decides whether it can be beaten."""
    if questions and questions[0].function != "minimax":
        yield from questions
        return
    todo = {question.board: question for question in questions if question.board is not None}
    for board in [board for board in todo if board.count(".") <= CHEAP]:
        yield todo.pop(board)
    for board in _on_its_way(todo, answers):
        yield todo.pop(board)
    yield from sorted(todo.values(), key=lambda question: (question.board or "").count("."))


def _on_its_way(todo: dict[Board, Question], answers: Answers) -> Iterator[Board]:
    """The empty board; what can follow the move that it makes there; and every first move of an opponent."""
    empty = "." * 9
    if empty in todo:
        question = todo[empty]
        yield empty
        while question not in answers:  # its answer comes with the next ones that are read
            return
        first = move_of(answers[question])
        place = place_of(empty)
        if first in place.actions:
            middle = after(empty, first)
            yield from [
                board for board in (after(middle, reply) for reply in sorted(place_of(middle).actions)) if board in todo
            ]
    yield from [board for board in todo if board.count(".") == 8]


def _faults(answers: Answers) -> list[Fault]:
    return [Fault(question, reply) for question, reply in answers.items() if not question.accepts(reply)]


def _verdict(name: str, total: int, answers: Answers, why: str) -> Verdict:
    faults = _faults(answers)
    first = min(faults, key=lambda fault: _size(fault.question.board), default=None)
    found = Verdict(name, "right", len(answers), total, len(faults), first)
    if faults:
        found = found._replace(status="wrong", causes=diagnose(name, answers, faults))
    if why == "time":
        left = total - len(answers)
        note = f"Time ran out: {left:,} of {total:,} questions were not asked, and nothing is said of them."
        return found._replace(note=note, status=found.status if answers else "not judged")
    if why:
        return found._replace(status="wrong", note=f"It could not be asked any further: {why}.")
    return found


def _size(board: Board | None) -> tuple[int, Board]:
    return (0, "") if board is None else (place_of(board).stones, board)
