"""Handing out a class: each program to a worker, and to another if that is lost."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Sequence

from tictactoe.check.cluster.job import CheckJob, FoundByJob, version
from tictactoe.check.report import Report, unjudged
from tictactoe.check.sandbox import ProgramText, Stopped, read_program
from tictactoe.check.submissions import LEADS_OUT, Submission, leads_into
from tictactoe.rules import BadInput
from tictactoe.search.cluster.work import Ended, Hands

MOST_LOST = 3
"""A program at which so many workers were lost is given to no other."""
PATIENCE = 0.2


class ClassProgress:
    """How far a class is."""

    def __init__(self, programs: int) -> None:
        self.programs = programs
        self.checked = 0
        self.workers = 0

    def __str__(self) -> str:
        workers = f"{self.workers} worker{'s' * (self.workers != 1)}" if self.workers else "waiting for a worker"
        return f"{workers}, checked {self.checked} of {self.programs}"


class ClassCheck:
    """A class that is checked by the workers of a cluster."""

    def __init__(
        self,
        programs: Sequence[Submission],
        functions: Sequence[str],
        seconds: float,
        crew: Hands[CheckJob, FoundByJob],
        note: Callable[[str], None],
        guarded: bool = False,
    ) -> None:
        self.progress = ClassProgress(len(programs))
        self._programs = programs
        self._functions = tuple(functions)
        self._seconds = seconds
        self._crew = crew
        self._note = note
        self._guarded = guarded
        self._todo = deque(range(len(programs)))
        self._out: dict[int, int] = {}
        """For each job that is out, by its ticket, the number of the program."""
        self._tickets = 0
        self._lost: Counter[int] = Counter()
        self._reports: dict[int, Report] = {}

    def run(self, watch: Callable[[ClassProgress], None]) -> list[Report]:
        """The reports in the order of the programs. BadInput if there is no cluster any more before any is there."""
        try:
            while len(self._reports) < len(self._programs):
                self._hand_out()
                self.progress.workers = self._crew.count()
                watch(self.progress)
                if self._out or self._todo:
                    for ended in self._crew.collect(PATIENCE):
                        self._take(ended)
        except BadInput as error:
            if not self.progress.checked:
                raise
            for number in range(len(self._programs)):
                self._reports.setdefault(number, self._unjudged(number, str(error)))
        return [self._reports[number] for number in range(len(self._programs))]

    def _hand_out(self) -> None:
        """Give a program to every worker that has nothing to do; those that cannot be read need none."""
        for worker in self._crew.free():
            while self._todo:
                number = self._todo.popleft()
                try:
                    program = _read(self._programs[number])
                except Stopped as error:
                    self._report(number, self._unjudged(number, str(error)))
                    continue
                self._give(worker, number, program)
                break

    def _give(self, worker: str, number: int, program: ProgramText) -> None:
        name = self._unjudged(number, "").name
        self._tickets += 1
        self._out[self._tickets] = number
        job = CheckJob(version(), name, program, self._functions, self._seconds, self._guarded)
        self._crew.give(worker, self._tickets, job)

    def _take(self, ended: Ended[FoundByJob]) -> None:
        number = self._out.pop(ended.ticket)
        path = self._programs[number].path
        if ended.result is None:
            self._lose(number)
        elif (report := ended.result.report(path)) is None:  # its worker is not used any more
            self._todo.appendleft(number)
        else:
            self._report(number, report)

    def _lose(self, number: int) -> None:
        """Try a program again, after the others: one that ends its workers must not keep them from being checked."""
        self._lost[number] += 1
        name = self._unjudged(number, "").name
        if self._lost[number] < MOST_LOST:
            self._todo.append(number)
            self._note(f"{name} was not checked to the end: it is given to another worker")
        else:
            why = f"{MOST_LOST} workers, one after the other, were lost or failed while they checked it"
            self._report(number, self._unjudged(number, why))
            self._note(f"{name} was not checked to the end, {MOST_LOST} times: it is given to nobody any more")

    def _report(self, number: int, report: Report) -> None:
        self._reports[number] = report
        self.progress.checked += 1

    def _unjudged(self, number: int, why: str) -> Report:
        return unjudged(self._programs[number].path, self._functions, why)


def _read(program: Submission) -> ProgramText:
    if program.within and not leads_into(program.path, program.within):
        raise Stopped(LEADS_OUT)
    return read_program(program.path)
