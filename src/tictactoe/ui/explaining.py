"""The commands that explain: tree, trace, compare, explain and map."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import click

from tictactoe.draw.tree import FORMATS
from tictactoe.rules import BadInput, Game, format_game, format_position, parse_cell, quote, require_move
from tictactoe.search.textbook import ALGORITHMS, DEFAULT_ALGORITHM
from tictactoe.ui.arguments import GAME, position_of

if TYPE_CHECKING:
    from tictactoe.study.tree import Node


@click.command()
@click.argument("position", required=False)
@click.option("--game", type=GAME, help="The game; without it, N in a row on a board of N by N.")
@click.option("--moves", help="A move list such as 'b2 a1' instead of a position.")
@click.option("--walk", help="Labels to follow first, such as 'a5 b3 c6'.")
@click.option("--depth", type=click.IntRange(min=0), default=1, show_default=True, help="How many plies to show.")
@click.option("--width", type=click.IntRange(min=1), help="Show so many moves of each position, the best.")
@click.option("--fold", is_flag=True, help="One move for all that are the same turned or mirrored.")
@click.option("--format", "form", type=click.Choice(FORMATS), default="text", show_default=True)
@click.option(
    "--seconds", type=click.FloatRange(min=0), default=60, show_default=True, help="Stop solving after so long."
)
@click.option("--output", type=click.Path(path_type=Path, dir_okay=False), help="Write to a file.")
def tree(
    position: str | None,
    game: Game | None,
    moves: str | None,
    walk: str | None,
    depth: int,
    width: int | None,
    fold: bool,
    form: str,
    seconds: float,
    output: Path | None,
) -> None:
    """Draw the game tree below POSITION, with the exact score of every node.

    A label is the letter of the ply and the number of the move: a5 is the fifth first move, b3 the third reply to it.
    """
    from tictactoe.search import Effort, Solver
    from tictactoe.study.tree import Limits, follow, grow

    which, where = position_of(position, game, moves)
    for cell in follow(which, where, walk or ""):
        where = where.play(cell)
    root = grow(Solver(which), where, Limits(depth, width, fold), Effort(seconds))
    _write_tree(which, root, form, f"Game tree of {format_position(which, where)}", output)


@click.command("map")
@click.option(
    "--as", "side", type=click.Choice(["x", "o"]), default="x", show_default=True, help="Who plays perfectly."
)
@click.option("--game", type=GAME, default="3,3,3", show_default=True)
@click.option("--format", "form", type=click.Choice(FORMATS), default="text", show_default=True)
@click.option("--output", type=click.Path(path_type=Path, dir_okay=False), help="Write to a file.")
def play_map(side: str, game: Game, form: str, output: Path | None) -> None:
    """Draw perfect play from the empty board against everything the opponent may do, symmetry folded."""
    from tictactoe.rules import O, X
    from tictactoe.study.map import perfect_map

    root = perfect_map(game, X if side == "x" else O)
    _write_tree(game, root, form, f"Perfect play as {side.upper()} in {format_game(game)}", output, is_map=True)


@click.command()
@click.argument("position", required=False)
@click.option("--game", type=GAME, help="The game; without it, N in a row on a board of N by N.")
@click.option("--moves", help="A move list such as 'b2 a1' instead of a position.")
@click.option("--algorithm", type=click.Choice([*ALGORITHMS]), default=DEFAULT_ALGORITHM, show_default=True)
@click.option("--limit", type=click.IntRange(min=0), default=200, show_default=True, help="Print so many steps.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def trace(
    position: str | None, game: Game | None, moves: str | None, algorithm: str, limit: int, as_json: bool
) -> None:
    """Print a textbook search of POSITION step by step, and what it comes to."""
    from tictactoe.draw.data import moment_data, summary_data
    from tictactoe.draw.search import draw_steps, draw_summary
    from tictactoe.study.trace import require_traceable
    from tictactoe.study.trace import trace as traced

    which, where = position_of(position, game, moves)
    require_traceable(which, where)
    steps, summary = traced(which, where, ALGORITHMS[algorithm], limit)
    if as_json:
        data = {"algorithm": algorithm, "steps": [moment_data(which, step) for step in steps], **summary_data(summary)}
        click.echo(json.dumps(data, indent=2))
        return
    for line in draw_steps(which, steps):
        click.echo(line)
    if summary.steps > limit:
        click.echo(f"… {summary.steps - limit:,} more steps (--limit shows more)")
    click.echo(f"\n{algorithm} on {format_position(which, where)}, {where.turn} to move:\n\n{draw_summary(summary)}")


@click.command()
@click.argument("position", required=False)
@click.option("--game", type=GAME, help="The game; without it, N in a row on a board of N by N.")
@click.option("--moves", help="A move list such as 'b2 a1' instead of a position.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def compare(position: str | None, game: Game | None, moves: str | None, as_json: bool) -> None:
    """Put the textbook searches side by side on POSITION: the same value, with less and less work."""
    from tictactoe.draw.data import summary_data
    from tictactoe.draw.search import draw_comparison
    from tictactoe.study.trace import require_traceable
    from tictactoe.study.trace import trace as traced

    which, where = position_of(position, game, moves)
    require_traceable(which, where)
    summaries = {name: traced(which, where, algorithm, 0)[1] for name, algorithm in ALGORITHMS.items()}
    if as_json:
        click.echo(json.dumps({name: summary_data(found) for name, found in summaries.items()}, indent=2))
    else:
        click.echo(draw_comparison(summaries))


@click.command()
@click.argument("position", required=False)
@click.argument("move", required=False)
@click.option("--game", type=GAME, help="The game; without it, N in a row on a board of N by N.")
@click.option("--moves", help="A move list such as 'b2 a1' instead of a position.")
@click.option(
    "--seconds", type=click.FloatRange(min=0), default=60, show_default=True, help="Stop solving after so long."
)
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def explain(
    position: str | None, move: str | None, game: Game | None, moves: str | None, seconds: float, as_json: bool
) -> None:
    """Say in words what each move of POSITION does and why, or what MOVE does."""
    from tictactoe.draw.explain import draw_explanation, explanation_data
    from tictactoe.search import Solver
    from tictactoe.study.reasons import explain_move, explain_moves
    from tictactoe.ui import solving

    if moves is not None and position is not None and move is None:
        position, move = None, position  # with --moves, the only argument is the move
    which, where = position_of(position, game, moves)
    wanted = None if move is None else require_move(which, where, parse_cell(which, move))
    solver = Solver(which)
    run = solving.Solving(solver, where, seconds)
    analysis, reasons = run.run(
        lambda position, effort: (
            explain_moves(solver, position, effort)
            if wanted is None
            else explain_move(solver, position, wanted, effort)
        )
    )
    if as_json:
        click.echo(json.dumps(explanation_data(which, where, analysis, reasons), indent=2))
    else:
        click.echo(draw_explanation(which, where, analysis, reasons))


def _write_tree(game: Game, root: Node, form: str, title: str, output: Path | None, is_map: bool = False) -> None:
    from tictactoe.draw.tree import draw_tree

    text = draw_tree(game, root, form, title, is_map)
    if output is None:
        click.echo(text, nl=False)
        return
    try:
        output.write_text(text, encoding="utf-8")
    except OSError as error:
        raise BadInput(f"{quote(str(output))} cannot be written: {error.strerror}") from None
    click.echo(f"The tree is in {output}: {sum(1 for _ in root.walk()):,} nodes.")
