"""Say in words what each move of POSITION does and why, or what MOVE does."""

from __future__ import annotations

import click

from tictactoe.draw.data import envelope
from tictactoe.draw.explain import draw_explanation, explanation_data
from tictactoe.rules import Game, parse_cell, require_move
from tictactoe.study.reasons import explain_move, explain_moves
from tictactoe.ui.arguments import JSON, SECONDS, make_solver, position_of, takes_position
from tictactoe.ui.one_line import exit_if_interrupted
from tictactoe.ui.output import print_json, text_width
from tictactoe.ui.progress import Solving


@click.command("explain", help=__doc__)
@takes_position
@click.argument("move", required=False)
@SECONDS
@JSON
def command(
    position: str | None, move: str | None, game: Game | None, moves: str | None, seconds: float, as_json: bool
) -> None:
    if moves is not None and position is not None and move is None:
        position, move = None, position  # with --moves, the only argument is the move
    which, where = position_of(position, game, moves)
    wanted = None if move is None else require_move(which, where, parse_cell(which, move))
    solver = make_solver(which)
    run = Solving(solver, where, seconds)
    analysis, reasons = run.run(
        lambda position, budget: (
            explain_moves(solver, position, budget)
            if wanted is None
            else explain_move(solver, position, wanted, budget)
        )
    )
    if as_json:
        print_json(envelope("explain", which, where, explanation_data(which, where, analysis, reasons)))
    else:
        click.echo(draw_explanation(which, where, analysis, reasons, text_width()))
    exit_if_interrupted(run.budget)
