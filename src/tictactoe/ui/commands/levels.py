"""List the computer's levels, and the exact odds of each against each on 3 x 3."""

from __future__ import annotations

import click

from tictactoe.draw.data import envelope
from tictactoe.draw.levels import draw_levels, draw_odds, odds_data
from tictactoe.match.odds import all_odds
from tictactoe.rules import Game
from tictactoe.ui.arguments import JSON
from tictactoe.ui.output import print_json


@click.command("levels", help=__doc__)
@JSON
def command(as_json: bool) -> None:
    game = Game(3, 3, 3)
    odds = all_odds(game)
    if as_json:
        print_json(envelope("levels", game, None, odds_data(odds)))
    else:
        click.echo(f"{draw_levels()}\n\n{draw_odds(odds)}")
