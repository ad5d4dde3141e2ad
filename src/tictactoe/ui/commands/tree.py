"""Draw the game tree below POSITION, with the exact score of every node.

A label is the letter of the ply and the number of the move: a5 is the fifth first move, b3 the third reply to it.
"""

from __future__ import annotations

from pathlib import Path

import click

from tictactoe.draw.text import numbered
from tictactoe.draw.tree import FORMATS, draw_tree
from tictactoe.rules import Game, format_position
from tictactoe.search import Budget
from tictactoe.study.tree import Limits, Node, follow, grow
from tictactoe.ui.arguments import (
    JSON,
    OUTPUT,
    SECONDS,
    WholeNumber,
    form_of,
    format_option,
    make_solver,
    position_of,
    takes_position,
)
from tictactoe.ui.output import write


@click.command("tree", help=__doc__)
@takes_position
@click.option("--walk", help="Labels to follow first, such as 'a5 b3 c6'.")
@click.option("--depth", type=WholeNumber(), default=1, show_default=True, help="How many plies to show.")
@click.option("--width", type=WholeNumber(1), help="Show so many moves of each position, the best.")
@click.option("--fold", is_flag=True, help="One move for all that are the same turned or mirrored.")
@format_option(FORMATS)
@JSON
@SECONDS
@OUTPUT
def command(
    position: str | None,
    game: Game | None,
    moves: str | None,
    walk: str | None,
    depth: int,
    width: int | None,
    fold: bool,
    form: str,
    as_json: bool,
    seconds: float,
    output: Path | None,
) -> None:
    form = form_of(form, as_json)
    which, where = position_of(position, game, moves)
    for cell in follow(which, where, walk or ""):
        where = where.play(cell)
    root = grow(make_solver(which), where, Limits(depth, width, fold), Budget(seconds))
    write_tree(which, root, form, f"Game tree of {format_position(which, where)}", output)


def write_tree(game: Game, root: Node, form: str, title: str, path: Path | None, is_map: bool = False) -> None:
    """Print a tree, or write it to a file and say how large it is."""
    text = draw_tree(game, root, form, title, is_map)
    what = "map" if is_map else "tree"
    write(text, path, f"The {what} is in {path}: {numbered(sum(1 for _ in root.walk()), 'node')}.")
