"""Count all positions and games of GAME (3,3,3 if not given)."""

from __future__ import annotations

import click

from tictactoe.draw.data import census_data, envelope
from tictactoe.draw.text import draw_census
from tictactoe.rules import Game
from tictactoe.search.census import census
from tictactoe.ui.arguments import GAME, JSON
from tictactoe.ui.output import print_json


@click.command("count", help=__doc__)
@click.argument("game", type=GAME, default="3,3,3")
@JSON
def command(game: Game, as_json: bool) -> None:
    counted = census(game)
    if as_json:
        print_json(envelope("count", game, None, census_data(game, counted)))
    else:
        click.echo(draw_census(game, counted))
