"""The command line: one file a command, which reads arguments, calls the package and prints.

A command's help is what stands at the top of its file. Only the file of the command that is called is loaded; the list
of commands reads the first line of each.
"""

from __future__ import annotations

from difflib import get_close_matches
from importlib import import_module
from importlib.util import find_spec
from typing import Any

import click

from tictactoe.about import find_version
from tictactoe.ui.one_line import OneLineCommand
from tictactoe.ui.output import show_what_can_be_shown

COMMANDS = (
    *("analyze", "bench", "check", "compare", "count", "engine", "evaluate", "explain", "export", "games", "levels"),
    *("map", "match", "play", "quiz", "serve", "solve", "trace", "tree", "verify"),
)


class Commands(OneLineCommand, click.Group):
    """The commands by name, each the `command` of the module of its name."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002
        return [*COMMANDS]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        if cmd_name not in COMMANDS:
            return None
        command: click.Command = import_module(f"{__name__}.{cmd_name}").command
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        near = [] if args[0] in COMMANDS else get_close_matches(args[0], COMMANDS, 1)
        if near:
            raise click.UsageError(f"No such command {args[0]!r}: did you mean {near[0]}?", ctx)
        return super().resolve_command(ctx, args)

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command that was named; whichever it is, it is said if something must be compiled for it."""
        from tictactoe.search.compiling import COMPILING, when_compiling  # not for the list of commands
        from tictactoe.ui.progress import note

        with when_compiling(lambda: note(COMPILING)):
            return super().invoke(ctx)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002
        with formatter.section("Commands"):
            formatter.write_dl([(name, summary(name)) for name in COMMANDS])


def summary(name: str) -> str:
    """What a command does, in the first line of its file."""
    module = find_spec(f"{__name__}.{name}")
    source = module.loader.get_source(module.name) if module and module.loader else ""  # type: ignore[attr-defined]
    return str(source).partition("\n")[0].strip('".')


def _version(context: click.Context, _: click.Parameter, wanted: bool) -> None:
    if wanted:
        click.echo(f"tictactoe, version {find_version()}")
        context.exit()


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.option("--version", is_flag=True, expose_value=False, is_eager=True, callback=_version, help="Say which it is.")
def main() -> None:
    """Perfect tic-tac-toe, and every game of k in a row.

    Games are written rows,columns,k such as 3,3,3; cells b2 (column letter, row number); positions row by row such as
    X.O/.X./..O, where . is an empty cell.
    """
    show_what_can_be_shown()
