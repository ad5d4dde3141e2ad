"""A class on a cluster: the verdicts of one machine, whatever becomes of the workers."""

from __future__ import annotations

import os
import pickle
import shutil
import signal
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path
from threading import Thread

import pytest

from machines import Machines, wait_for
from programs import GOOD, changed, hostile
from tictactoe.check import Report, check_file
from tictactoe.check.cluster.check_class import MOST_LOST, ClassCheck
from tictactoe.check.cluster.crew import CheckingCrew
from tictactoe.check.cluster.job import CheckJob, FoundByJob, Introduction, introduce, version
from tictactoe.check.limits import GUARDS
from tictactoe.check.questions import questions_for
from tictactoe.check.submissions import Submission, programs_in
from tictactoe.check.wire import FUNCTIONS
from tictactoe.rules import BadInput
from tictactoe.search.cluster.work import Ended
from tictactoe.search.places import PACKAGE

pytestmark = pytest.mark.skipif(os.name == "nt", reason="it takes signals that Windows does not have")

QUICK = ("initial_state", "utility")
WRONG = changed(("O: -1, None: 0}", "O: 0, None: 0}"))
WAITS = "while True:\n    pass\n"
"""It is at this for as long as it may."""
SLOW = (
    f"from time import process_time\n{GOOD}\n\ndef player(board):\n    while process_time() % 1 > 0.01:\n        pass\n"
)
"""A second for a question, of which there are thousands."""


def write_class(folder: Path, **programs: str) -> list[Submission]:
    folder.mkdir()
    for name, text in programs.items():
        (folder / f"{name}.py").write_text(text, encoding="utf-8")
    return programs_in(folder)


def told(report: Report) -> tuple[object, ...]:
    """All of a report but times, and what a fault was compared with."""
    verdicts = [verdict._replace(fault=None) for verdict in report.verdicts]
    faults = [verdict.fault and (verdict.fault.question[:4], verdict.fault.came) for verdict in report.verdicts]
    return report._replace(verdicts=(), seconds=0, first_move=None), verdicts, faults


class Crew:
    """Workers of which one is lost with every job whose program has a certain name, and the others answer at once."""

    def __init__(self, workers: int, deadly: str = "", gone_after: int = 10**9) -> None:
        self.given: list[str] = []
        self.deadly = deadly
        self.gone_after = gone_after
        self._free = [f"worker {number}" for number in range(workers)]
        self._ended: list[Ended[FoundByJob]] = []

    def count(self) -> int:
        return len(self._free)

    def free(self) -> list[str]:
        return [*self._free]

    def give(self, worker: str, ticket: int, job: CheckJob) -> None:
        if len(self.given) >= self.gone_after:
            raise BadInput("the cluster does not answer any more")
        self.given.append(Path(job.name).stem)
        report = check_file(Path("x.py"), job.functions, program=pickle.loads(pickle.dumps(job)).program)  # noqa: S301
        done = FoundByJob(Introduction(version(), ()), tuple(report)[1:])
        lost = self.deadly and job.name.endswith(self.deadly)
        self._ended.append(Ended(ticket, worker, None if lost else pickle.loads(pickle.dumps(done))))  # noqa: S301

    def collect(self, seconds: float) -> list[Ended[FoundByJob]]:  # noqa: ARG002  it need not wait
        ended, self._ended = self._ended, []
        return ended


def test_what_is_asked_can_be_sent() -> None:
    for name in FUNCTIONS:
        for question in questions_for(name):
            assert pickle.loads(pickle.dumps(question))[:4] == question[:4]  # noqa: S301


def test_reports_are_those_of_one_machine_and_their_paths_are_ours(tmp_path: Path) -> None:
    programs = write_class(
        tmp_path / "class", ann=GOOD, bob=WRONG, cat="def player(:\n", dan="import bob, nobody\n", eve="print('hm')\n"
    )
    (tmp_path / "class" / "out.py").symlink_to(tmp_path)
    programs = programs_in(tmp_path / "class")
    notes: list[str] = []
    reports = ClassCheck(programs, QUICK, 60, Crew(2), notes.append).run(lambda _: None)
    here = [check_file(path, QUICK, within=within) for path, within in programs]
    assert [told(report) for report in reports] == [told(report) for report in here]
    assert "not what lies beside it" in reports[3].stopped
    assert notes == []


def test_a_program_that_ends_its_workers_is_given_to_three_and_no_more(tmp_path: Path) -> None:
    programs = write_class(tmp_path / "class", ann=GOOD, bob=GOOD, cat=GOOD)
    notes: list[str] = []
    crew = Crew(1, deadly="ann.py")
    reports = ClassCheck(programs, QUICK, 60, crew, notes.append).run(lambda _: None)
    assert [report.outcome for report in reports] == ["not judged", "right", "right"]
    assert reports[0].stopped == "3 workers, one after the other, were lost or failed while they checked it"
    assert crew.given == ["ann", "bob", "cat", "ann", "ann"]
    assert len(notes) == MOST_LOST


def test_a_cluster_that_goes_costs_what_it_had_not_checked(tmp_path: Path) -> None:
    programs = write_class(tmp_path / "class", ann=GOOD, bob=GOOD)
    reports = ClassCheck(programs, QUICK, 60, Crew(1, gone_after=1), print).run(lambda _: None)
    assert [report.outcome for report in reports] == ["right", "not judged"]
    assert reports[1].stopped == "the cluster does not answer any more"
    with pytest.raises(BadInput, match="does not answer"):
        ClassCheck(programs, QUICK, 60, Crew(1, gone_after=0), print).run(lambda _: None)


@pytest.fixture
def machines(tmp_path: Path) -> Iterator[Machines]:
    made = Machines(tmp_path)
    try:
        yield made
    finally:
        made.end()


@pytest.fixture
def closing() -> Iterator[ExitStack]:
    with ExitStack() as stack:
        yield stack


class Checking:
    """A class that is checked while the test looks on."""

    def __init__(self, programs: Sequence[Submission], crew: CheckingCrew, notes: Callable[[str], None]) -> None:
        self.reports: list[Report] = []
        self.check = ClassCheck(programs, QUICK, 600, crew, notes)
        self._thread = Thread(target=self._run)
        self._thread.start()

    def _run(self) -> None:
        self.reports = self.check.run(lambda _: None)

    def end(self) -> list[Report]:
        self._thread.join()
        return self.reports


def inmates_of(process: int) -> list[int]:
    """The processes that a process has started."""
    found = []
    for file in Path(f"/proc/{process}/task").glob("*/children"):
        found += [int(child) for child in file.read_text().split()]
    return found


def is_at_work(process: int) -> bool:
    """Whether it has started one that has used the processor for a while."""
    for child in inmates_of(process):
        try:
            fields = Path(f"/proc/{child}/stat").read_text().rpartition(")")[2].split()
        except OSError:
            continue
        if int(fields[11]) > 100:  # a second
            return True
    return False


def test_a_worker_that_is_killed_costs_its_job_and_one_that_is_late_takes_it(
    machines: Machines, closing: ExitStack, tmp_path: Path
) -> None:
    programs = write_class(tmp_path / "class", ann=WAITS, bob=WRONG, cat=hostile("kills_itself"))
    crew = CheckingCrew(machines.address, machines.notes.append)
    closing.callback(crew.close)
    checking = Checking(programs, crew, machines.notes.append)
    closing.callback(checking.end)
    wait_for(lambda: str(checking.check.progress) == "waiting for a worker, checked 0 of 3")
    unlucky = machines.worker("unlucky")
    wait_for(lambda: is_at_work(unlucky.pid))
    (inmate,) = inmates_of(unlucky.pid)
    unlucky.send_signal(signal.SIGKILL)
    wait_for(lambda: "worker unlucky was lost" in machines.notes)
    wait_for(lambda: not Path(f"/proc/{inmate}/exe").exists())
    machines.worker("late")
    here = [check_file(path, QUICK, within=within) for path, within in programs]
    reports = checking.end()
    assert [told(report) for report in reports] == [told(report) for report in here]
    assert reports[0].stopped.startswith("it did not come back within 10 seconds")
    assert [note for note in machines.notes if "ann.py" in note] == [
        f"{programs[0].path} was not checked to the end: it is given to another worker"
    ]


def test_a_worker_of_another_version_is_refused_by_name(machines: Machines, closing: ExitStack, tmp_path: Path) -> None:
    shutil.copytree(PACKAGE, tmp_path / "other" / "tictactoe")
    with (tmp_path / "other" / "tictactoe" / "check" / "judge.py").open("a") as file:
        file.write("# changed\n")
    machines.worker("stranger", path=tmp_path / "other")
    crew = CheckingCrew(machines.address, machines.notes.append)
    closing.callback(crew.close)
    wait_for(lambda: crew.count() == 0 and bool(machines.notes))
    assert machines.notes[0].startswith("worker stranger is not used: it has version ")


def test_a_worker_without_a_guard_is_refused_by_name_where_all_are_required(
    machines: Machines, closing: ExitStack, tmp_path: Path
) -> None:
    (tmp_path / "sitecustomize.py").write_text(
        "from tictactoe.check.sandbox import Sandbox\nSandbox.without = ('files',)\n"
    )
    machines.start(
        "worker", machines.address, "--name", "open", "--nthreads", "1", "--no-nanny", "--no-dashboard",
        "--host", "127.0.0.1", PYTHONPATH=f"{tmp_path}{os.pathsep}{PACKAGE.parent}",
    )  # fmt: skip
    strict = CheckingCrew(machines.address, machines.notes.append, guarded=True)
    closing.callback(strict.close)
    lenient = CheckingCrew(machines.address, print)
    closing.callback(lenient.close)
    wait_for(lambda: strict.count() == 0 and bool(machines.notes))
    assert machines.notes[0].startswith("worker open is not used: a whole sandbox is required, and ")
    assert "files" in machines.notes[0]
    wait_for(lambda: lenient.count() == 1)


def test_what_is_not_waited_for_any_more_is_ended_on_the_worker(
    machines: Machines, closing: ExitStack, tmp_path: Path
) -> None:
    programs = write_class(tmp_path / "class", ann=SLOW)
    worker = machines.worker("one")
    crew = CheckingCrew(machines.address, machines.notes.append)
    closing.callback(crew.close)
    wait_for(lambda: bool(crew.free()))
    check = ClassCheck(programs, ("player",), 10**6, crew, print)
    check._hand_out()
    wait_for(lambda: is_at_work(worker.pid))
    crew.close()
    wait_for(lambda: not inmates_of(worker.pid))
    assert worker.poll() is None


def test_a_worker_says_which_guards_it_lacks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tictactoe.check.sandbox.Sandbox.without", ("files",))
    assert "files" in introduce().missing
    assert set(introduce().missing) <= set(GUARDS)
