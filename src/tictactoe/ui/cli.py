"""The command line: reads arguments, calls the package, prints. One line and exit code 2 for what cannot be used."""

from __future__ import annotations

import io
import json
import os
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from errno import EPIPE
from pathlib import Path
from time import perf_counter
from typing import Any

import click

from tictactoe.match.record import LARGEST_SEED
from tictactoe.rules import (
    BadInput,
    Game,
    Position,
    format_game,
    parse_position,
    require_legal,
)
from tictactoe.ui import checking, explaining
from tictactoe.ui.arguments import GAME, OneOf, position_of


class OneLine(click.ClickException):
    exit_code = 2


@contextmanager
def one_line_errors() -> Iterator[None]:
    """What the package or click refuses becomes one line and exit code 2."""
    try:
        yield
        if sys.stdout:
            sys.stdout.flush()  # so that a full disk is noticed here
    except click.exceptions.NoArgsIsHelpError:  # no arguments at all: click shows the help
        raise
    except click.UsageError as error:
        path = error.ctx.command_path if error.ctx else "tictactoe"
        raise OneLine(f"{error.format_message().rstrip('.?')}. See '{path} --help'.") from None
    except BadInput as error:
        raise OneLine(f"{error}.") from None
    except OSError as error:
        if error.errno == EPIPE:  # whoever read our output has read enough; click ends quietly
            raise
        _abandon_output()
        raise OneLine(f"cannot write the output: {error.strerror}.") from None


def _abandon_output() -> None:
    """Send what is still buffered nowhere, so that Python does not fail on it once more when it ends."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)


class OneLineErrors(click.Group):
    def make_context(self, *args: Any, **kwargs: Any) -> click.Context:
        with one_line_errors():
            return super().make_context(*args, **kwargs)

    def invoke(self, ctx: click.Context) -> Any:
        with one_line_errors():
            return super().invoke(ctx)


class OneLineCommand(click.Command):
    """A command that may also be a program by itself."""

    def make_context(self, *args: Any, **kwargs: Any) -> click.Context:
        with one_line_errors():
            return super().make_context(*args, **kwargs)

    def invoke(self, ctx: click.Context) -> Any:
        with one_line_errors():
            return super().invoke(ctx)


def _sides() -> Iterable[str]:
    from tictactoe.match import SIDES

    return SIDES


def _levels() -> Iterable[str]:
    from tictactoe.match import LEVELS

    return LEVELS


def _seats() -> Iterable[str]:
    from tictactoe.match import PERSON

    return [PERSON, *_levels()]


UIS = ("auto", "window", "terminal", "plain")
SIDE, LEVEL, SEAT = OneOf(_sides), OneOf(_levels), OneOf(_seats)


@click.group(cls=OneLineErrors, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(package_name="perfect-tictactoe")
def main() -> None:
    """Perfect tic-tac-toe, and every game of k in a row.

    Games are written rows,columns,k such as 3,3,3; cells b2 (column letter, row number); positions row by row such as
    X.O/.X./..O, where . is an empty cell.
    """
    _show_what_can_be_shown()


def _show_what_can_be_shown() -> None:
    """A terminal without × shows ? instead of a traceback."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")


@main.command()
@click.argument("position", required=False)
@click.option("--game", type=GAME, help="The game; without it, N in a row on a board of N by N.")
@click.option("--moves", help="A move list such as 'b2 a1' instead of a position.")
@click.option(
    "--seconds", type=click.FloatRange(min=0), default=60, show_default=True, help="Stop after so long on a hard board."
)
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def analyze(position: str | None, game: Game | None, moves: str | None, seconds: float, as_json: bool) -> None:
    """Show a board and the score of every legal move.

    POSITION is written row by row, such as X.O/.X./..O; without it, the empty board.
    """
    from tictactoe.draw.data import analysis_data
    from tictactoe.draw.text import draw_analysis
    from tictactoe.search import Solver
    from tictactoe.ui import solving

    which, where = position_of(position, game, moves)
    solver = Solver(which)
    analysis = solving.Solving(solver, where, seconds).run(solver.analyze)
    if as_json:
        _print_json(analysis_data(which, where, analysis))
    else:
        click.echo(draw_analysis(which, where, analysis))


@main.command(cls=OneLineCommand)
@click.option("--ui", type=click.Choice(UIS), default="auto", show_default=True, help="Where to play.")
@click.option("--as", "side", type=SIDE, help="Your side; both: two people, none: watch.")
@click.option("--level", type=LEVEL, help="How well the computer plays: see `tictactoe levels`.  [default: perfect]")
@click.option("--x", "x", type=SEAT, help="Who plays X: person, or a level.")
@click.option("--o", "o", type=SEAT, help="Who plays O: person, or a level.")
@click.option("--game", type=GAME, help="The game to play.  [default: 3,3,3]")
@click.option("--position", help="Begin from this position, such as X.O/.../...")
@click.option("--moves", help="Go on from these moves, such as 'b2 a1'.")
@click.option("--seed", type=click.IntRange(0, LARGEST_SEED), help="Replay the computer's dice.")
@click.option("--load", "path", type=click.Path(path_type=Path), help="Go on with a game that was saved.")
def play(
    ui: str,
    side: str | None,
    level: str | None,
    x: str | None,
    o: str | None,
    game: Game | None,
    position: str | None,
    moves: str | None,
    seed: int | None,
    path: Path | None,
) -> None:
    """Play against the computer, or two people, in a window or in the terminal.

    Without --ui the game fills an interactive terminal, and asks line by line in a pipe or a simple terminal.
    """
    from tictactoe.ui import playing

    _show_what_can_be_shown()  # runner.py begins here
    asked = playing.Asked(side, level, x, o, game, position, moves, seed)
    start = playing.load_session(path, asked) if path else playing.make_session(asked)
    for line in playing.play(ui, start):
        click.echo(line)


@main.command()
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def levels(as_json: bool) -> None:
    """List the computer's levels, and the exact odds of each against each on 3 x 3."""
    from tictactoe.draw.levels import draw_levels, draw_odds, odds_data
    from tictactoe.match.odds import all_odds

    odds = all_odds(Game(3, 3, 3))
    if as_json:
        _print_json(odds_data(odds))
    else:
        click.echo(f"{draw_levels()}\n\n{draw_odds(odds)}")


@main.command()
@click.option("--host", default="127.0.0.1", show_default=True, help="The address to listen on; this machine only.")
@click.option("--port", type=click.IntRange(0, 65535), default=8000, show_default=True, help="0: any free one.")
@click.option("--open/--no-open", "opens", default=True, show_default=True, help="Open the page in a browser.")
def serve(host: str, port: int, opens: bool) -> None:
    """Serve the page and the API to a browser on this machine."""
    from importlib.util import find_spec

    if not (find_spec("fastapi") and find_spec("uvicorn")):
        from tictactoe.install import install_command

        raise BadInput(f"the page needs FastAPI and uvicorn: install them with {install_command('web')}")
    from tictactoe.ui.web.serve import run

    run(host, port, opens)


@main.command()
@click.argument("game", type=GAME)
@click.argument("position", required=False)
@click.option("--seconds", type=click.FloatRange(min=0), help="Stop after so long, with what is known by then.")
@click.option("--nodes", type=click.IntRange(min=0), help="Stop after evaluating so many positions.")
@click.option("--memory", type=click.IntRange(min=1), default=512, show_default=True, help="Size of the tables, in MB.")
@click.option(
    "--workers", type=click.IntRange(1, 4), default=1, show_default=True, help="How many questions to search at once."
)
@click.option("--strong", is_flag=True, help="Work out every position, for the distance too: 3^cells bytes.")
@click.option("--resume", is_flag=True, help="Go on from what an earlier run saved.")
@click.option("--fresh", is_flag=True, help="Do not use the answer that an earlier run kept.")
@click.option("--proof", type=click.Path(path_type=Path, dir_okay=False), help="Write a proof for `tictactoe verify`.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def solve(
    game: Game,
    position: str | None,
    seconds: float | None,
    nodes: int | None,
    memory: int,
    workers: int,
    strong: bool,
    resume: bool,
    fresh: bool,
    proof: Path | None,
    as_json: bool,
) -> None:
    """Find the value of GAME, from POSITION or the empty board.

    A long solve shows what it does, stops at Ctrl-C with what is known by then, and can be resumed.
    """
    from tictactoe.draw.data import solution_data
    from tictactoe.draw.text import draw_solution
    from tictactoe.search import Solver
    from tictactoe.search.compiled import require_solvable
    from tictactoe.ui import solving

    where = Position() if position is None else require_legal(game, parse_position(game, position))
    solver = Solver(game, memory=memory * 2**20, strong=strong or None, workers=workers)
    start = perf_counter()
    run = solving.Solving(solver, where, seconds, nodes)
    if run.is_long:
        require_solvable(game)
    elif proof is not None:
        raise BadInput(f"{format_game(game)} is small enough to look at every position: there is no proof to write")
    answer = solving.cached_answer(game, where) if run.is_long and not (fresh or resume or proof) else None
    cached = answer is not None
    if answer is None:
        answer = run.run_and_save(resume)
        if run.is_long and answer.value is not None:
            solving.keep(game, where, answer)
    if proof is not None:
        from tictactoe.search.proof.proof import write_proof

        written = solver.prove(where, answer, run.effort)
        write_proof(written, proof)
    elapsed = perf_counter() - start
    if as_json:
        _print_json(solution_data(game, where, answer, elapsed, cached))
    else:
        click.echo(draw_solution(game, where, answer, elapsed, cached))
    if proof is not None:
        click.echo(
            f"The proof is in {proof}: {len(written.entries):,} entries, {proof.stat().st_size:,} bytes.", err=as_json
        )


@main.command()
@click.argument("proof", type=click.Path(path_type=Path))
def verify(proof: Path) -> None:
    """Check a proof that `tictactoe solve --proof` wrote, without trusting the search that found it."""
    from tictactoe.search.proof.proof import describe_claim, read_proof
    from tictactoe.search.proof.verifier import Wrong, check

    read = read_proof(proof)
    try:
        positions = check(read)
    except Wrong as error:
        raise OneLine(f"the proof does not hold: {error}.") from None
    click.echo(f"Proven: {describe_claim(read)} ({positions:,} positions checked).")


@main.command()
@click.argument("game", type=GAME, default="3,3,3")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def count(game: Game, as_json: bool) -> None:
    """Count all positions and games of GAME (3,3,3 if not given)."""
    from tictactoe.draw.data import census_data
    from tictactoe.draw.text import draw_census
    from tictactoe.search.census import census

    counted = census(game)
    if as_json:
        _print_json(census_data(game, counted))
    else:
        click.echo(draw_census(game, counted))


@main.command()
@click.argument("games", nargs=-1, type=GAME)
@click.option("--data", type=click.Path(path_type=Path, dir_okay=False), default="games.json", show_default=True)
@click.option("--page", "page_path", type=click.Path(path_type=Path, dir_okay=False), help="Write the table there.")
@click.option(
    "--memory", type=click.IntRange(min=1), default=2048, show_default=True, help="Size of the tables, in MB."
)
@click.option("--no-proofs", is_flag=True, help="Do not write and check proofs.")
def games(games: tuple[Game, ...], data: Path, page_path: Path | None, memory: int, no_proofs: bool) -> None:
    """Solve GAMES, or all boards within 8 x 8 for k = 3 to 6, and keep the results.

    A board that the data already has is not solved again, so the command can be stopped and run again.
    """
    from tictactoe.bench.games import LARGEST, boards_within, page, read_rows, solve_all
    from tictactoe.search.compiled import require_compiled

    require_compiled(Game(4, 4, 4))
    for row in solve_all(games or boards_within(LARGEST), data, memory * 2**20, not no_proofs):
        click.echo(f"{row.game}: {row.value} ({row.method}, {row.nodes:,} nodes, {row.seconds:.2f} s)")
    if page_path is not None:
        before, _, _ = (
            page_path.read_text(encoding="utf-8").partition("| game |") if page_path.exists() else ("", "", "")
        )
        page_path.write_text(before + page(read_rows(data).values()), encoding="utf-8")


@main.command()
@click.option("--long", "long_run", is_flag=True, help="Also what takes minutes: 4,8,4, 10,6,5, 8,8,5, a class of 100.")
def bench(long_run: bool) -> None:
    """Measure speed and count nodes.

    Times are for comparing within one run; node counts repeat exactly.
    """
    from importlib.util import find_spec

    from tictactoe.bench import checks
    from tictactoe.bench.report import report
    from tictactoe.search.compiled import is_installed

    for line in report(long_run):
        click.echo(line)
    if find_spec("pygame") and is_installed():
        from tictactoe.ui.window import frames

        click.echo()
        for line in frames.report():
            click.echo(line)
    click.echo()
    for line in checks.report(long_run):
        click.echo(line)
    if find_spec("uvicorn") and is_installed():
        from tictactoe.ui.web import load

        click.echo()
        for line in load.report():
            click.echo(line)


for command in (
    explaining.tree,
    explaining.trace,
    explaining.compare,
    explaining.explain,
    explaining.play_map,
    checking.check,
):
    main.add_command(command)


def _print_json(data: object) -> None:
    click.echo(json.dumps(data, indent=2))
