"""Print a textbook search of POSITION step by step, and what it comes to."""

from __future__ import annotations

import click

from tictactoe.draw.data import envelope, insight_data, summary_data
from tictactoe.draw.search import draw_steps, draw_summary
from tictactoe.rules import Game, format_position
from tictactoe.search.textbook import ALGORITHMS, DEFAULT_ALGORITHM
from tictactoe.study.trace import require_traceable
from tictactoe.study.trace import trace as traced
from tictactoe.ui.arguments import JSON, WholeNumber, position_of, takes_position
from tictactoe.ui.output import print_json


@click.command("trace", help=__doc__)
@takes_position
@click.option("--algorithm", type=click.Choice([*ALGORITHMS]), default=DEFAULT_ALGORITHM, show_default=True)
@click.option("--limit", type=WholeNumber(), default=200, show_default=True, help="Print so many steps.")
@JSON
def command(
    position: str | None, game: Game | None, moves: str | None, algorithm: str, limit: int, as_json: bool
) -> None:
    which, where = position_of(position, game, moves)
    require_traceable(which, where)
    steps, summary = traced(which, where, ALGORITHMS[algorithm], limit)
    if as_json:
        shown = [insight_data(which, step) for step in steps]
        found = {"algorithm": algorithm, "steps": shown, "summary": summary_data(summary)}
        print_json(envelope("trace", which, where, found))
        return
    for line in draw_steps(which, steps):
        click.echo(line)
    if summary.steps > limit:
        click.echo(f"… {summary.steps - limit:,} more steps (--limit shows more)")
    click.echo(f"\n{algorithm} on {format_position(which, where)}, {where.turn} to move:\n\n{draw_summary(summary)}")
