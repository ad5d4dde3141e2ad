"""Draw perfect play from the empty board against everything the opponent may do, symmetry folded."""

from __future__ import annotations

from pathlib import Path

import click

from tictactoe.draw.tree import FORMATS
from tictactoe.rules import Game, O, X, format_game
from tictactoe.study.map import perfect_map
from tictactoe.ui.arguments import GAME, JSON, OUTPUT, form_of, format_option
from tictactoe.ui.commands.tree import write_tree


@click.command("map", help=__doc__)
@click.option(
    "--as", "side", type=click.Choice(["x", "o"]), default="x", show_default=True, help="Who plays perfectly."
)
@click.option("--game", type=GAME, default="3,3,3", show_default=True)
@format_option(FORMATS)
@JSON
@OUTPUT
def command(side: str, game: Game, form: str, as_json: bool, output: Path | None) -> None:
    form = form_of(form, as_json)
    root = perfect_map(game, X if side == "x" else O)
    title = f"Perfect play as {side.upper()} in {format_game(game)}"
    write_tree(game, root, form, title, output, is_map=True)
