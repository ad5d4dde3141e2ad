"""List the computer's levels for a game, the best last, and on 3 x 3 the exact odds of each against each."""

from __future__ import annotations

import click

from tictactoe.draw.data import envelope
from tictactoe.draw.levels import draw_levels, draw_odds, levels_data
from tictactoe.match.odds import all_odds
from tictactoe.rules import Game, format_game
from tictactoe.ui.arguments import GAME, JSON
from tictactoe.ui.output import print_json

THREE = Game(3, 3, 3)


@click.command("levels", help=__doc__)
@click.option("--game", type=GAME, default=format_game(THREE), show_default=True, help="The game that they play.")
@JSON
def command(game: Game, as_json: bool) -> None:
    odds = all_odds(game) if game == THREE else {}
    if as_json:
        print_json(envelope("levels", game, None, levels_data(game, odds)))
    else:
        click.echo("\n\n".join([draw_levels(game), *([draw_odds(odds)] if odds else [])]))
