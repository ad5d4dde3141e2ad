"""Find the value of GAME, from POSITION or the empty board.

A long solve shows what it does, stops at Ctrl-C with what is known by then, and can be resumed.
"""

from __future__ import annotations

import shlex
from pathlib import Path

import click
from click.core import ParameterSource

from tictactoe.draw.data import envelope, solution_data
from tictactoe.draw.text import draw_solution
from tictactoe.rules import BadInput, Game, Position, format_game, parse_position, require_legal
from tictactoe.search import Solver
from tictactoe.search.limits import DEFAULT_MEMORY, MOST_WORKERS, require_solvable
from tictactoe.ui.arguments import GAME, JSON, NEW_FILE, Seconds, WholeNumber
from tictactoe.ui.one_line import exit_if_interrupted
from tictactoe.ui.output import print_json
from tictactoe.ui.progress import Solving, cached_answer, keep, note


@click.command("solve", help=__doc__)
@click.argument("game", type=GAME)
@click.argument("position", required=False)
@click.option("--seconds", type=Seconds(), help="Stop after so long, with what is known by then.")
@click.option("--nodes", type=WholeNumber(), help="Stop after evaluating so many positions.")
@click.option(
    "--memory",
    type=WholeNumber(1),
    default=DEFAULT_MEMORY >> 20,
    show_default=True,
    help="At most so much for the table of a search, in MB.",
)
@click.option(
    "--workers",
    type=WholeNumber(1, MOST_WORKERS),
    default=1,
    show_default=True,
    help="Threads that search one question together, with one table; and processes that write a proof.",
)
@click.option("--cluster", help="Have a Dask cluster search: its address, or local:N for N cores of this machine.")
@click.option(
    "--strong", is_flag=True, help="Work out every position, and distances: 3^cells bytes, whatever --memory."
)
@click.option("--resume", is_flag=True, help="Go on from what an earlier run saved.")
@click.option("--fresh", is_flag=True, help="Do not use the answer or the table that an earlier run kept.")
@click.option("--proof", type=NEW_FILE, help="Then write a proof for `tictactoe verify`, however long that takes.")
@click.option(
    "--given",
    type=click.Path(path_type=Path, exists=True, dir_okay=False),
    multiple=True,
    help="A proof that the one to be written may rely on; it is checked.",
)
@JSON
@click.pass_context
def command(
    context: click.Context,
    game: Game,
    position: str | None,
    seconds: float | None,
    nodes: int | None,
    memory: int,
    workers: int,
    cluster: str | None,
    strong: bool,
    resume: bool,
    fresh: bool,
    proof: Path | None,
    given: tuple[Path, ...],
    as_json: bool,
) -> None:
    where = Position() if position is None else require_legal(game, parse_position(game, position))
    if cluster is not None and workers > 1:
        raise BadInput("--workers is for threads of this process, --cluster for processes elsewhere: give one of them")
    solver = Solver(game, memory=memory * 2**20, strong=strong or None, workers=workers, fresh=fresh, cluster=cluster)
    context.call_on_close(solver.close)
    run = Solving(solver, where, seconds, nodes)
    if run.is_long:
        require_solvable(game)
    if given and proof is None:
        raise BadInput("--given is for a proof that is to be written: say where with --proof")
    if proof is not None:
        solver.require_provable(where)
    answer = cached_answer(game, where) if run.is_long and not (fresh or proof) else None
    cached = answer is not None
    if answer is None:
        answer = run.run_and_save(resume)
        if run.is_long and answer.value is not None:
            keep(game, where, answer)
    elapsed = run.budget.seconds
    if as_json:
        print_json(envelope("solve", game, where, solution_data(game, where, answer, elapsed, cached, solver.memory)))
    else:
        click.echo(draw_solution(game, where, answer, elapsed, cached, solver.memory))
    if run.is_saved:
        note(f"to go on from here: {_resuming(context)}")
    exit_if_interrupted(run.budget)
    if proof is not None:
        written = run.prove(answer, proof, given)
        entries = f"{written.entries:,} {'entry' if written.entries == 1 else 'entries'}"
        click.echo(f"The proof is in {proof}: {entries}, {written.size:,} bytes, sha256 {written.sha256}.", err=as_json)


def _resuming(context: click.Context) -> str:
    """The command as it was given, but for going on from what it has saved."""
    words = context.command_path.split()
    for parameter in context.command.params:
        name, value = parameter.name or "", context.params.get(parameter.name or "")
        if context.get_parameter_source(name) != ParameterSource.COMMANDLINE or name in ("resume", "fresh"):
            continue
        option = [] if isinstance(parameter, click.Argument) else [parameter.opts[0]]
        for each in value if isinstance(value, tuple) and not isinstance(value, Game) else [value]:
            words += option if each is True else [*option, _as_typed(each)]
    return shlex.join([*words, "--resume"])


def _as_typed(value: object) -> str:
    return format_game(value) if isinstance(value, Game) else f"{value:g}" if isinstance(value, float) else str(value)
