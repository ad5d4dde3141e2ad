"""Measure speed and count nodes.

Times are for comparing within one run; node counts repeat exactly.
"""

from __future__ import annotations

from importlib.util import find_spec

import click

from tictactoe.bench import checks, measure
from tictactoe.search.limits import is_installed


@click.command("bench", help=__doc__)
@click.option("--long", "long_run", is_flag=True, help="Also what takes minutes: 4,8,4, 10,6,5, 8,8,5, a class of 100.")
def command(long_run: bool) -> None:
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
    if find_spec("uvicorn") and is_installed():
        from tictactoe.ui.web import load

        click.echo()
        for line in load.report():
            click.echo(line)
