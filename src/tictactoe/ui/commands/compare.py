"""Put the textbook searches side by side on POSITION: the same value, with less and less work."""

from __future__ import annotations

import click

from tictactoe.draw.data import envelope, summary_data
from tictactoe.draw.search import draw_comparison
from tictactoe.rules import Game
from tictactoe.search.textbook import ALGORITHMS
from tictactoe.study.trace import require_traceable
from tictactoe.study.trace import trace as traced
from tictactoe.ui.arguments import JSON, position_of, takes_position
from tictactoe.ui.output import print_json


@click.command("compare", help=__doc__)
@takes_position
@JSON
def command(position: str | None, game: Game | None, moves: str | None, as_json: bool) -> None:
    which, where = position_of(position, game, moves)
    require_traceable(which, where)
    summaries = {name: traced(which, where, algorithm, 0)[1] for name, algorithm in ALGORITHMS.items()}
    if as_json:
        found = {name: summary_data(summary) for name, summary in summaries.items()}
        print_json(envelope("compare", which, where, {"algorithms": found}))
    else:
        click.echo(draw_comparison(summaries))
