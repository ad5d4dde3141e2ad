"""Check a tictactoe.py over all positions, or every program in a folder.

PATHS are files, folders that hold a tictactoe.py, or folders of submissions. Exit code 0: all right, 1: something
is wrong, 2: something could not be run.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from contextlib import suppress
from os import cpu_count
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Thread

import click

from tictactoe.check import Report, check_file
from tictactoe.check.judge import SECONDS
from tictactoe.check.sandbox import Sandbox, missing_guards
from tictactoe.check.wire import FUNCTIONS
from tictactoe.draw.report import FORMATS, draw_reports
from tictactoe.draw.report.words import about_guards, not_guarded
from tictactoe.rules import BadInput, quote
from tictactoe.ui.arguments import JSON, OUTPUT, Seconds, form_of, format_option
from tictactoe.ui.output import write
from tictactoe.ui.signals import ToldToEnd, told_to_end

PROGRAM = "tictactoe.py"


@click.command("check", help=__doc__)
@click.argument("paths", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("--function", "functions", multiple=True, type=click.Choice(FUNCTIONS), help="Only this one; repeatable.")
@click.option("--seconds", type=Seconds(min=1), default=SECONDS, show_default=True, help="For one program.")
@click.option("--workers", type=click.IntRange(1, 64), help="Programs at once.  [default: the number of cores]")
@format_option(FORMATS)
@JSON
@click.option("--require-sandbox", is_flag=True, help="Refuse to run a program unless every guard holds.")
@OUTPUT
@click.pass_context
def command(
    context: click.Context,
    paths: tuple[Path, ...],
    functions: tuple[str, ...],
    seconds: float,
    workers: int | None,
    form: str,
    as_json: bool,
    require_sandbox: bool,
    output: Path | None,
) -> None:
    form = form_of(form, as_json)
    programs = [program for path in paths for program in programs_in(path)]
    if form == "gradescope" and len(programs) > 1:
        raise BadInput(f"Gradescope reads a report of one program, and these are {len(programs)}")
    wanted = tuple(name for name in FUNCTIONS if name in functions) or FUNCTIONS
    try:
        with told_to_end():
            if require_sandbox and (missing := missing_guards()):
                raise BadInput(f"nothing was run, since a whole sandbox is required: {not_guarded(missing)}")
            reports = _check_all(programs, wanted, seconds, workers or cpu_count() or 1)
    except ToldToEnd as told:
        Sandbox.interrupt_all()
        with suppress(OSError):  # the terminal may have gone
            click.echo("Stopped before the end, so there is no report.", err=True)
        context.exit(told.exit_code)
    if (said := about_guards(reports)) and (form != "text" or output):
        click.echo(said, err=True)
    write(draw_reports(reports, form), output, f"The report is in {output}.")
    context.exit(2 if any(report.stopped for report in reports) else 0 if all(r.is_right for r in reports) else 1)


def programs_in(path: Path) -> list[Path]:
    """The programs that a path means; BadInput if there are none."""
    if path.is_file():
        return [path]
    if (path / PROGRAM).is_file():
        return [path / PROGRAM]
    if not path.is_dir():
        raise BadInput(f"there is no file or folder {quote(str(path))}")
    found = sorted({*path.glob(f"*/{PROGRAM}"), *path.glob("*.py")})
    if not found:
        raise BadInput(f"{quote(str(path))} holds no {PROGRAM} and no other Python file")
    return found


def _check_all(programs: Sequence[Path], functions: Sequence[str], seconds: float, workers: int) -> list[Report]:
    """The reports in the order of the programs; each program is a process, so threads are enough to wait for them.

    The threads are daemons: nothing waits for them when the command is told to end.
    """
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
                done.put((number, check_file(programs[number], functions, seconds)))
            except BaseException as error:
                done.put((number, error))

    for _ in range(min(workers, len(programs))):
        Thread(target=work, daemon=True).start()
    reports: dict[int, Report] = {}
    try:
        while len(reports) < len(programs):
            number, report = done.get()
            if isinstance(report, BaseException):
                raise report
            reports[number] = report
            _tell(f"checked {len(reports)} of {len(programs)}")
    finally:
        _tell("")
    return [reports[number] for number in range(len(programs))]


def _tell(text: str) -> None:
    """How far it has come, on a terminal."""
    if sys.stderr.isatty():
        sys.stderr.write(f"\r{text:<30}\r")
        sys.stderr.flush()
