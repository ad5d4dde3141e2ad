"""Check a tictactoe.py over all positions, or every program in a folder.

PATHS are files, folders that hold a tictactoe.py, or folders of submissions:
Python files, or a folder each. Exit code 0: all is right, 1:
something is wrong, 2: something could not be run, or not judged to the end.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import closing, suppress
from os import cpu_count
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Thread
from time import monotonic

import click

from tictactoe.adapters.classroom.settings import Settings
from tictactoe.check import Report, check_file
from tictactoe.check.asking import Asking
from tictactoe.check.degrees import DEGREES, Degree
from tictactoe.check.judge import SECONDS
from tictactoe.check.report import judge_failed
from tictactoe.check.sandbox import Sandbox, missing_guards
from tictactoe.check.submissions import Submission, programs_in
from tictactoe.check.wire import FUNCTIONS
from tictactoe.draw.report import FORMATS, draw_reports
from tictactoe.draw.report.words import about_guards, not_guarded
from tictactoe.install import join_words
from tictactoe.rules import BadInput
from tictactoe.search.cluster.work import LOCAL
from tictactoe.ui.arguments import JSON, NEW_FOLDER, OUTPUT, Seconds, WholeNumber, form_of, format_option
from tictactoe.ui.output import WIDEST, text_width, write
from tictactoe.ui.progress import note
from tictactoe.ui.signals import ToldToEnd, leave, told_to_end
from tictactoe.ui.status_line import StatusLine

SHOW_EVERY = 0.1
SAY_AFTER = 5.0
"""Seconds without a worker, after which it is said that there is none, also where nobody sees the line."""
EXIT_CODES = {"right": 0, "wrong": 1, "not judged": 2}
"""Of several, the greatest counts."""


@click.command("check", help=__doc__)
@click.argument("paths", nargs=-1, type=click.Path(path_type=Path))
@click.option(
    "--function",
    "functions",
    multiple=True,
    type=click.Choice(FUNCTIONS),
    metavar="NAME",
    help="Only this one, such as winner; repeatable.",
)
@click.option(
    "--seconds",
    type=Seconds(least=1),
    default=SECONDS,
    show_default=True,
    help="Time for one program; what has not been asked by then is not judged.",
)
@click.option("--workers", type=WholeNumber(1, 64), help="Processes at once.  [default: the number of cores]")
@click.option("--cluster", help="Have a Dask cluster check: its address, or local:N for N cores of this machine.")
@format_option(FORMATS)
@JSON
@click.option("--require-sandbox", is_flag=True, help="Refuse to run a program unless every guard holds.")
@click.option(
    "--count-as-wrong",
    "counted",
    type=click.Choice(DEGREES),
    default=DEGREES[-1],
    show_default=True,
    help="The mildest fault that counts: one that loses or spoils games, one that breaks the specification, or any.",
)
@OUTPUT
@click.option("--make-autograder", type=NEW_FOLDER, help="Make a folder that judges programs on Gradescope.")
@click.option("--make-check50", type=NEW_FOLDER, help="Make a folder of checks for the tool check50.")
@click.pass_context
def command(
    context: click.Context,
    paths: tuple[Path, ...],
    functions: tuple[str, ...],
    seconds: float,
    workers: int | None,
    cluster: str | None,
    form: str,
    as_json: bool,
    require_sandbox: bool,
    counted: Degree,
    output: Path | None,
    make_autograder: Path | None,
    make_check50: Path | None,
) -> None:
    form = form_of(form, as_json)
    if cluster is not None and workers is not None:
        raise BadInput("--workers is for processes of this machine, --cluster for those elsewhere: give one of them")
    wanted = tuple(name for name in FUNCTIONS if name in functions) or FUNCTIONS
    if make_autograder or make_check50:
        if paths:
            raise BadInput("a folder that judges programs elsewhere is made without any: leave out PATHS")
        _make(make_autograder, make_check50, Settings(wanted, seconds, counted))
        return
    if not paths:
        raise click.UsageError("Missing argument 'PATHS...'.", context)
    programs = [program for path in paths for program in programs_in(path)]
    if form == "gradescope" and len(programs) > 1:
        raise BadInput(f"Gradescope reads a report of one program, and these are {len(programs)}")
    try:
        with told_to_end():
            is_here = cluster is None or cluster.startswith(LOCAL)
            if require_sandbox and is_here and (missing := missing_guards()):
                raise BadInput(f"nothing was run, since a whole sandbox is required: {not_guarded(missing)}")
            if cluster is not None:
                reports = _check_on(cluster, programs, wanted, seconds, require_sandbox)
            else:
                reports = _check_all(programs, wanted, seconds, workers or cpu_count() or 1)
    except ToldToEnd as told:
        Sandbox.interrupt_all()
        with suppress(OSError):  # the terminal may have gone
            click.echo("Stopped before the end, so there is no report.", err=True)
        leave(told)
    if (said := about_guards(reports)) and (form != "text" or output):
        click.echo(said, err=True)
    reports = [report._replace(counted=counted) for report in reports]
    width = WIDEST if output else text_width()
    write(draw_reports(reports, form, width), output, f"The report is in {output}.")
    context.exit(max(EXIT_CODES[report.outcome] for report in reports))


def _make(autograder: Path | None, checks: Path | None, settings: Settings) -> None:
    """Make folders that judge programs elsewhere, as the other options say."""
    from tictactoe.adapters.classroom.packs import make_pack

    if autograder:
        make_pack("gradescope", autograder, settings)
        go = join_words(["cd", str(autograder)])
        click.echo(f"The autograder is in {autograder}. To upload it: {go} && zip -r ../autograder.zip .")
    if checks:
        make_pack("check50", checks, settings)
        click.echo(f"The checks are in {checks}. To try them: {join_words(['check50', '--dev', str(checks)])}")


def _check_all(programs: Sequence[Submission], functions: Sequence[str], seconds: float, workers: int) -> list[Report]:
    """The reports in the order of the programs; each program is a process, so threads are enough to wait for them.

    The threads are daemons: nothing waits for them when the command is told to end.
    """
    line = _Line(len(programs))
    at_once = min(workers, len(programs))
    todo: SimpleQueue[int] = SimpleQueue()
    done: SimpleQueue[tuple[int, Report | BaseException]] = SimpleQueue()
    for number in range(len(programs)):
        todo.put(number)

    def work() -> None:
        while True:
            try:
                number = todo.get_nowait()
            except Empty:
                return
            try:
                program = programs[number]
                found = check_file(
                    program.path,
                    functions,
                    seconds,
                    line.watch,
                    within=program.within,
                    processes=workers // at_once,
                )
                done.put((number, found))
            except Exception as error:  # of ours: it must not cost the others their reports
                done.put((number, judge_failed(programs[number].path, functions, error)))
            except BaseException as error:
                done.put((number, error))

    for _ in range(at_once):
        Thread(target=work, daemon=True).start()
    reports: dict[int, Report] = {}
    try:
        while len(reports) < len(programs):
            number, report = done.get()
            if isinstance(report, BaseException):
                raise report
            reports[number] = report
            line.checked += 1
    finally:
        line.clear()
    return [reports[number] for number in range(len(programs))]


def _check_on(
    cluster: str, programs: Sequence[Submission], functions: Sequence[str], seconds: float, guarded: bool
) -> list[Report]:
    """The reports in the order of the programs, which the workers of a cluster check."""
    from tictactoe.search.cluster.backend import require_cluster

    require_cluster()
    from tictactoe.check.cluster.check_class import ClassCheck, ClassProgress
    from tictactoe.check.cluster.crew import CheckingCrew

    line = StatusLine()
    is_said = False
    began = monotonic()

    def tell(sentence: str) -> None:
        line.clear()
        note(sentence)

    def watch(progress: ClassProgress) -> None:
        nonlocal is_said
        line.write(f"{progress} (Ctrl-C stops)")
        if not progress.workers and not is_said and monotonic() - began > SAY_AFTER:
            is_said = True
            tell("there is no worker yet: waiting for one")

    with closing(CheckingCrew(cluster, tell, guarded, not_guarded)) as crew:
        try:
            return ClassCheck(programs, functions, seconds, crew, tell, guarded).run(watch)
        finally:
            line.clear()


class _Line(StatusLine):
    """What is being asked, and of how many programs all has been."""

    def __init__(self, programs: int) -> None:
        super().__init__()
        self.checked = 0
        self._programs = programs
        self._next = 0.0

    def watch(self, progress: Asking) -> None:
        if monotonic() < self._next or not self.is_seen:
            return
        self._next = monotonic() + SHOW_EVERY
        before = f"checked {self.checked} of {self._programs}; " if self._programs > 1 else ""
        again = ", with right functions in the place of others" if progress.again else ""
        asked = f"asking {progress.function}: {progress.asked:,} of {progress.total:,} questions"
        self.write(f"{before}{asked}{again}")
