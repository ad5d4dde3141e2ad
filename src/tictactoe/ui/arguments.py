"""What several commands take: a game, and the position that their arguments mean."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TypeVar

import click
from click.core import ParameterSource

from tictactoe.rules import (
    BadInput,
    Game,
    Position,
    parse_game,
    parse_moves,
    parse_position,
    quote,
    require_legal,
    square_game,
)
from tictactoe.search import Solver, SolverMaker
from tictactoe.search.budget import DEFAULT_SECONDS
from tictactoe.search.files import require_writable


class GameNotation(click.ParamType[Game]):
    name = "rows,cols,k"

    def convert(self, value: object, _param: click.Parameter | None, _ctx: click.Context | None) -> Game:
        return value if isinstance(value, Game) else parse_game(str(value))


class Seconds(click.ParamType[float]):
    """A length of time; `inf` is no limit."""

    name = "seconds"

    def __init__(self, least: float = 0) -> None:
        self._least = least

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> float:
        try:
            seconds = float(str(value))
        except ValueError:
            seconds = -1.0
        if not seconds >= self._least:  # which what is not a number is not
            self.fail(f"{quote(value)} should be a number from {self._least} up, or inf for no limit", param, ctx)
        return seconds


class WholeNumber(click.ParamType[int]):
    """From `least` up, or to `most`."""

    name = "number"

    def __init__(self, least: int = 0, most: int | None = None) -> None:
        self._least = least
        self._most = most

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> int:
        try:
            number = int(str(value))
        except ValueError:
            number = self._least - 1
        if number < self._least or (self._most is not None and number > self._most):
            upwards = "up" if self._most is None else f"to {self._most:,}"
            self.fail(f"{quote(value)} should be a whole number from {self._least} {upwards}", param, ctx)
        return number


class NewFile(click.Path):
    """Where a file will be written, once there is something to write: it is tried at once whether that can be."""

    def __init__(self) -> None:
        super().__init__(path_type=Path, dir_okay=False)

    def convert(
        self, value: str | os.PathLike[str], param: click.Parameter | None, ctx: click.Context | None
    ) -> str | bytes | os.PathLike[str]:
        return require_writable(Path(os.fsdecode(super().convert(value, param, ctx))))


GAME, NEW_FILE, NEW_FOLDER = GameNotation(), NewFile(), click.Path(path_type=Path)


Decorated = TypeVar("Decorated", bound=Callable[..., object])
JSON = click.option("--json", "as_json", is_flag=True, help="Print JSON.")
"""Every command that writes JSON has this flag: `draw.data.envelope` is what it prints."""
OUTPUT = click.option("--output", type=NEW_FILE, help="Write to a file.")
SECONDS = click.option(
    "--seconds", type=Seconds(), default=DEFAULT_SECONDS, show_default=True, help="Stop solving after so long."
)


def format_option(
    formats: Iterable[str], default: str = "text", explained: str | None = None
) -> Callable[[Decorated], Decorated]:
    """The option for the formats of a command that has `OUTPUT`; JSON has a flag of its own.

    Who names only a file, such as tree.svg, means the format that the name ends in.
    """
    choices = [form for form in formats if form != "json"]

    def by_ending(ctx: click.Context, param: click.Parameter, form: str) -> str:
        output: Path | None = ctx.params.get("output")  # options that were given are read before those that were not
        is_said = ctx.get_parameter_source(param.name or "") is not ParameterSource.DEFAULT
        if is_said or output is None or ctx.params.get("as_json"):
            return form
        ending = output.suffix[1:].lower()
        return ending if ending in choices else form

    return click.option(
        "--format",
        "form",
        type=click.Choice(choices),
        default=default,
        show_default=f"what the file's name ends in, else {default}",
        callback=by_ending,
        help=explained,
    )


def form_of(form: str, as_json: bool) -> str:
    """The format that `--format` and `--json` ask for together."""
    if as_json and form != "text":
        raise BadInput(f"--json and --format {form} both say what to write: give one of them")
    return "json" if as_json else form


def takes_position(command: Decorated) -> Decorated:
    """The argument and the options that say which position is meant: `position_of` reads them."""
    for option in (
        click.option("--moves", help="A move list such as 'b2 a1' instead of a position."),
        click.option("--game", type=GAME, help="The game; without it, N in a row on a board of N by N."),
        click.argument("position", required=False),
    ):
        command = option(command)
    return command


def make_solver(game: Game) -> Solver:
    """The solver that a command asks: made by what was handed to the command line as `obj`, if that was anything."""
    maker: SolverMaker = click.get_current_context().obj or Solver
    return maker(game)


def position_of(position: str | None, game: Game | None, moves: str | None) -> tuple[Game, Position]:
    """The game and the position: written, or reached by moves, or the empty board; BadInput if it cannot arise."""
    if position is not None and moves is not None:
        raise BadInput("POSITION and --moves both say where to start: give one of them")
    if position is not None:
        game = game or square_game(position)
        return game, require_legal(game, parse_position(game, position))
    game, where = game or Game(3, 3, 3), Position()
    for cell in parse_moves(game, moves or ""):
        where = where.play(cell)
    return game, where
