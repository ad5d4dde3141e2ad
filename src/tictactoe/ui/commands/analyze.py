"""Show a board and the score of every legal move.

POSITION is written row by row, such as X.O/.X./..O; without it, the empty board.
"""

from __future__ import annotations

import click

from tictactoe.draw.data import analysis_data, envelope
from tictactoe.draw.text import draw_analysis
from tictactoe.rules import Game, Position, format_cell
from tictactoe.search import Analysis, Budget
from tictactoe.ui.arguments import JSON, SECONDS, make_solver, position_of, takes_position
from tictactoe.ui.one_line import exit_if_interrupted
from tictactoe.ui.output import print_json
from tictactoe.ui.progress import Solving


@click.command("analyze", help=__doc__)
@takes_position
@SECONDS
@JSON
def command(position: str | None, game: Game | None, moves: str | None, seconds: float, as_json: bool) -> None:
    which, where = position_of(position, game, moves)
    solver = make_solver(which)
    run = Solving(solver, where, seconds)

    def work(position: Position, budget: Budget) -> Analysis:
        for analysis in solver.analyses(position, budget):
            if analysis.choice is not None and analysis.is_proven:
                run.so_far = f"{format_cell(which, analysis.choice)}: {analysis.moves[analysis.choice]}; "
        return analysis

    analysis = run.run(work)
    if as_json:
        print_json(envelope("analyze", which, where, analysis_data(which, where, analysis)))
    else:
        click.echo(draw_analysis(which, where, analysis))
    exit_if_interrupted(run.budget)
