"""Measure speed and count nodes.

Times are for comparing within one run; node counts repeat exactly.
"""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path

import click

from tictactoe.bench import checks, engines, environments, measure, recording, scaling
from tictactoe.install import install_command
from tictactoe.rules import BadInput, Game
from tictactoe.search.limits import is_installed, require_solvable
from tictactoe.search.many import count_cores
from tictactoe.ui.arguments import GAME, NEW_FILE
from tictactoe.ui.signals import ToldToEnd, leave, told_to_end


@click.command("bench", help=__doc__)
@click.option("--long", "long_run", is_flag=True, help="Also what takes minutes: 4,8,4, 10,6,5, 8,8,5, a class of 100.")
@click.option(
    "--record-jobs",
    type=(NEW_FILE, GAME),
    metavar="FILE GAME",
    help="Only this: search GAME with workers of Dask, and write what each job took to FILE. It takes minutes.",
)
@click.option(
    "--scaling",
    "recorded",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Only this: simulate from such a file how long 9,9,5 would take on 1 to 1,024 workers.",
)
def command(long_run: bool, record_jobs: tuple[Path, Game] | None, recorded: Path | None) -> None:
    if sum((long_run, record_jobs is not None, recorded is not None)) > 1:
        raise BadInput("--long, --record-jobs and --scaling are three things: give one of them")
    try:
        with told_to_end():  # before SDL looks, which takes signals that nobody listens to for itself
            if record_jobs is not None:
                _record(*record_jobs)
            elif recorded is not None:
                _scale(recorded)
            else:
                _measure(long_run)
    except ToldToEnd as told:
        leave(told)


def _record(path: Path, game: Game) -> None:
    require_solvable(game)
    if find_spec("distributed") is None:
        raise BadInput(f"workers need Dask, which is not installed: {install_command('cluster')}")
    from tictactoe.bench.recorder import record_jobs

    for said in record_jobs(game, max(2, count_cores())):
        if isinstance(said, recording.Recording):
            recording.write_recording(said, path)
            click.echo(f"Wrote {len(said.jobs):,} jobs to {path}.")
        else:
            click.echo(said)


def _scale(path: Path) -> None:
    if not is_installed():
        raise BadInput(f"the simulation needs the compiled solver: install it with {install_command('solve')}")
    for line in scaling.report(recording.read_recording(path)):
        click.echo(line)


def _measure(long_run: bool) -> None:
    for line in measure.report(measure.LONG if long_run else measure.USUAL):
        click.echo(line)
    if find_spec("pygame") and is_installed():
        from tictactoe.ui.window import frames

        click.echo()
        for line in frames.report():
            click.echo(line)
    click.echo()
    for line in checks.report(classmates=checks.CLASS if long_run else ()):
        click.echo(line)
    click.echo()
    for line in engines.report():
        click.echo(line)
    click.echo()
    for line in environments.report():
        click.echo(line)
    if find_spec("uvicorn") and is_installed():
        from tictactoe.ui.web import load

        click.echo()
        for line in load.report():
            click.echo(line)
