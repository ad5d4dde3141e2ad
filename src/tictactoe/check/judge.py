"""The judge: asks a program everything, and says of each function whether it is right, wrong, or misled by another.

Each function is asked as it stands. If it is wrong, it is asked once more with right functions in the place of others
that have not been found right: if it is right then, the fault is in them, and there the blame goes.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import cache
from os import cpu_count
from pathlib import Path
from time import monotonic
from typing import NamedTuple

from tictactoe.check.asking import SEARCH_SECONDS, TIME, Asker, Asking, Testimony
from tictactoe.check.blame import Blame, find_blame
from tictactoe.check.course import START, after, place_of
from tictactoe.check.degrees import DEGREES, INNER, Degree, worst
from tictactoe.check.diagnosis import diagnose
from tictactoe.check.playout import beaten, move_of
from tictactoe.check.questions import LATE, Answers, Question, is_search, questions_for
from tictactoe.check.reading import Reply
from tictactoe.check.report import Fault, Report, Status, Verdict, unjudged
from tictactoe.check.sandbox import ProgramText, Stopped
from tictactoe.check.submissions import LEADS_OUT, leads_into
from tictactoe.check.where import lines_of
from tictactoe.check.wire import FUNCTIONS
from tictactoe.search import Solver
from tictactoe.search.budget import require_seconds

SECONDS = 180.0
"""For a whole program, unless more is asked for."""
CALL_SECONDS = 10.0
"""For one call, and for loading: what is asked takes no time."""
HELPERS = FUNCTIONS[1:-1]
"""The functions that others call, and for which there are stand-ins."""
DOUBTFUL_SHARE = 1 / 3
"""Of the time that is left, for minimax while it may be misled: the rest is for finding out."""
APART = 2
"""Long searches are asked in so many processes: as many as there are cores in most machines that check a class."""
UNTRIED = "There was no time to find out whether another function misleads it."
SAMPLE = 100
"""So many wrong answers, or twice that, are looked into before all of them are."""


def check_file(
    path: Path,
    functions: Iterable[str] = FUNCTIONS,
    seconds: float = SECONDS,
    watch: Callable[[Asking], None] | None = None,
    call_seconds: float = CALL_SECONDS,
    solver: Solver | None = None,
    counted: Degree = DEGREES[-1],
    within: Path | None = None,
    processes: int | None = None,
    program: ProgramText | None = None,
) -> Report:
    """Check the program at `path` within about so many seconds; `watch` hears what is being asked.

    A call that takes longer than `call_seconds` is wrong, but for a search on a board that is nearly empty. The solver,
    if one is given, says which moves are best; it is one of 3×3. Faults that are milder than `counted` are told, but do
    not count as wrong. A link that leads out of the folder `within` is not followed. So many processes of the program
    run at once, one for each core unless it is said; the verdicts do not depend on it. If `program` is given, that was
    read at the path before, and no file is read.
    """
    if within and not leads_into(path, within):
        return unjudged(path, functions, LEADS_OUT)._replace(counted=counted)
    for length in (seconds, call_seconds):
        require_seconds(length)
    began = monotonic()
    asker = Asker(program or path, seconds, call_seconds, watch or (lambda _: None), processes or cpu_count() or 1)
    try:
        report = _Hearing(path, asker, solver).judge(tuple(functions))
    finally:
        asker.close()
    return report._replace(
        seconds=monotonic() - began,
        counted=counted,
        output=asker.output,
        printed=asker.printed,
        lines=lines_of(asker.source),
    )


class _Finding(NamedTuple):
    """How a function answered as it stands."""

    verdict: Verdict
    doubts: list[Question]
    """What it answered wrongly, or did not come to answer."""


class _Hearing:
    """One program being judged."""

    def __init__(self, path: Path, asker: Asker, solver: Solver | None) -> None:
        self._path = path
        self._asker = asker
        self._solver = solver
        self._moves: Answers = {}
        self._findings: dict[str, _Finding] = {}
        self._is_right = cache(self._try_with)
        self._hopeless: set[str] = set()
        """Functions that hang, or end their process, though others are replaced: that takes too long to try twice."""
        self._untried: set[str] = set()
        """Functions of which there was no time to find out whether others mislead them."""

    def judge(self, functions: tuple[str, ...]) -> Report:
        try:
            names = self._asker.open().functions
        except Stopped as error:
            return unjudged(self._path, functions, str(error), self._asker.guards)
        verdicts: dict[str, Verdict] = {}
        for names_of_part in _parts(functions):
            for name in names_of_part:
                self._findings[name] = self._as_it_stands(name, name in names)
            verdicts = self._blamed(names)  # those of the helpers first: a search may take all the time there is
        moves = {question.place.board: reply for question, reply in self._moves.items() if not question.again}
        first = moves.get(START)
        return Report(
            self._path,
            tuple(verdicts[name] for name in functions),
            games=beaten(moves) if moves else None,
            first_move=None if first is None or first.raised else min(first.seconds, SEARCH_SECONDS),
            guards=self._asker.guards,
        )

    def _as_it_stands(self, name: str, is_there: bool) -> _Finding:
        if not is_there:
            return _Finding(Verdict(name, "missing", degree="games"), [])
        questions = questions_for(name, self._solver)
        if name == "minimax":
            answers, why = self._searched(questions)
            if why == TIME and not _faults(answers):  # there may be some time that was to be kept for finding faults
                answers, why = self._asker.ask([q for q in questions if q not in answers], known=answers)
            self._moves = answers
        else:
            answers, why = self._asker.ask(questions)
        faults = _faults(answers)
        doubts = [fault.question for fault in faults] or [q for q in questions if q not in answers]
        return _Finding(_verdict(name, len(questions), answers, faults, why), doubts)

    def _searched(self, questions: list[Question]) -> Testimony:
        """What came of the questions to minimax; the searches from boards with two marks are the last."""
        near = [question for question in questions if not is_search(question.call)]
        own = [question for question in near if question.again < LATE]
        late = [question for question in near if question.again == LATE]
        start = [question for question in questions if question.board == START]
        ones = [question for question in questions if question.place.stones == 1]
        twos = [question for question in questions if question.place.stones == 2]
        share = DOUBTFUL_SHARE if self._doubtful() else 1
        heard = self._asker.ask([*own, *start, *late], apart=_dealt(ones), later=len(twos), share=share)
        if heard.why or not start:
            return heard
        apart = _dealt(_decisive_first(twos, heard.answers[start[0]]))
        return self._asker.ask((), (), apart, heard.answers, share=share)

    def _blamed(self, names: Collection[str]) -> dict[str, Verdict]:
        """The verdicts, with those excused that are wrong only because others are."""
        for name in self._suspects():
            self._findings[name] = self._as_it_stands(name, name in names)
        verdicts = {name: found.verdict for name, found in self._findings.items()}
        for name, blame in find_blame(self._wrong(), self._doubtful(), self._is_right).items():
            verdicts[name] = _excused(verdicts[name], blame)
            if name in self._untried and verdicts[name].status == "wrong":
                verdicts[name] = verdicts[name]._replace(note=f"{verdicts[name].note} {UNTRIED}".strip())
        return _weighed(verdicts)

    def _suspects(self) -> list[str]:
        """Helpers that nobody asked for, one of which may be to blame: those in whose place a right one is enough."""
        wrong, doubtful = self._wrong(), self._doubtful()
        misled = [name for name in wrong if self._is_right(name, doubtful - {name})]
        known = doubtful.intersection(wrong)
        if all(self._is_right(name, known - {name}) for name in misled):
            return []
        unasked = sorted(doubtful - set(self._findings))
        return [
            other for other in unasked if any(self._is_right(name, frozenset({other})) for name in misled)
        ] or unasked

    def _wrong(self) -> list[str]:
        """The functions that others may call, or that call others, and that answered wrongly or are not there."""
        bad = {name for name, found in self._findings.items() if found.verdict.status in ("wrong", "missing")}
        return [name for name in FUNCTIONS[1:] if name in bad]

    def _doubtful(self) -> frozenset[str]:
        """The helpers that have not been found right."""
        right = {name for name, found in self._findings.items() if found.verdict.status == "right"}
        return frozenset(name for name in HELPERS if name not in right)

    def _try_with(self, name: str, stand_ins: frozenset[str]) -> bool:
        """Whether there is no fault left with right helpers; in a new process, since it may remember the wrong ones."""
        doubts = self._findings[name].doubts
        if not doubts or not stand_ins or name in self._hopeless:
            return False
        for part in (doubts[:: len(doubts) // SAMPLE + 1], doubts):
            heard = self._asker.ask(part, stand_ins)
            if heard.why == TIME and not _faults(heard.answers):
                self._untried.add(name)
            elif heard.why and heard.why != TIME:
                self._hopeless.add(name)
            if heard.why or _faults(heard.answers):
                return False
        return True


def _parts(functions: Sequence[str]) -> tuple[list[str], list[str]]:
    """The search, and all others before it."""
    return [name for name in functions if name != "minimax"], [name for name in functions if name == "minimax"]


def _decisive_first(twos: Sequence[Question], first: Reply) -> list[Question]:
    """Of boards with two marks, those first that follow the program's own first move; what is asked again last."""
    move = move_of(first)
    actions = place_of(START).actions
    answered = after(START, move) if move and move in actions else ""
    replies = {after(answered, other) for other in actions if other != move} if answered else set()
    return sorted(twos, key=lambda question: (question.again, question.board not in replies))


def _dealt(questions: Sequence[Question]) -> list[list[Question]]:
    """In a few lists, for as many processes; what is about the same board in the same list."""
    boards = list(dict.fromkeys(question.board for question in questions))
    lists: list[list[Question]] = [[] for _ in range(APART)]
    for question in questions:
        lists[boards.index(question.board) % APART].append(question)
    return lists


def _faults(answers: Answers) -> list[Fault]:
    return [Fault(question, reply) for question, reply in answers.items() if not question.accepts(reply)]


def _verdict(name: str, total: int, answers: Answers, faults: list[Fault], why: str) -> Verdict:
    first = min(faults, key=_order, default=None)
    found = Verdict(name, "right", len(answers), total, len(faults), first, first and first.degree)
    if faults:
        found = found._replace(status="wrong", causes=diagnose(name, answers, faults))
    if why == TIME:
        note = f"Time ran out: {_unasked(len(answers), total)} More time (--seconds) would tell."
        partly: Status = "wrong" if faults else "unfinished" if answers else "not judged"
        return found._replace(note=note, status=partly)
    if why:
        return found._replace(status="wrong", degree="games", note=f"It could not be asked any further: {why}.")
    return found


def _unasked(asked: int, total: int) -> str:
    return f"{total - asked:,} of {total:,} questions were not asked, and nothing is said of them."


def _order(fault: Fault) -> tuple[int, int, str]:
    """The worst first, and of these the smallest board."""
    return DEGREES.index(fault.degree), fault.question.place.stones, fault.question.place.board


def _weighed(verdicts: Mapping[str, Verdict]) -> dict[str, Verdict]:
    """The verdicts with their degrees as they come out in play.

    What no game asks itself does no harm to one if minimax is right; but a function is as bad as what it misleads. If
    minimax was not asked, a `result` that changes boards is taken to mislead it.
    """
    search = verdicts.get("minimax")
    mild: Degree | None = "specification" if search and search.status == "right" else None
    found = dict(verdicts)
    for name, verdict in verdicts.items():
        own = mild if mild and verdict.degree == "games" and name in INNER else verdict.degree
        if search is None and verdict.fault and (verdict.fault.reply.changed or verdict.fault.reply.altered):
            own = "games"
        misled = (other.degree for other in verdicts.values() if name in other.misled_by)
        found[name] = verdict._replace(degree=worst((own, *misled)))
    return found


def _excused(verdict: Verdict, blame: Blame) -> Verdict:
    if blame.misled_by:
        note = f"It is right when {_and(blame.misled_by)} {'is' if len(blame.misled_by) == 1 else 'are'}."
        if verdict.asked < verdict.total:
            note = f"{note} {_unasked(verdict.asked, verdict.total)}"
        return verdict._replace(status="misled", causes=(), note=note, misled_by=blame.misled_by)
    if blame.tangled_with:
        note = (
            f"It and {_and(blame.tangled_with)} depend on each other: each is right if the rest is, but not together."
        )
        return verdict._replace(note=f"{note} {verdict.note}".rstrip())
    return verdict


def _and(names: Sequence[str]) -> str:
    return f"{', '.join(names[:-1])} and {names[-1]}" if len(names) > 1 else names[0]
