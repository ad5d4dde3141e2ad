"""How every command ends that cannot go on: bad input is one line and exit code 2, Ctrl-C is exit code 130."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from errno import EPIPE
from typing import TYPE_CHECKING, Any

import click

from tictactoe.rules import BadInput

if TYPE_CHECKING:
    from tictactoe.search import Budget


INTERRUPTED = 130
"""The exit code of a command that Ctrl-C has stopped: 128 and the number of the signal, as shells have it."""


class OneLine(click.ClickException):
    exit_code = 2


@contextmanager
def one_line_errors() -> Iterator[None]:
    """What the package or click refuses becomes one line and exit code 2; Ctrl-C is exit code 130."""
    try:
        yield
        if sys.stdout:
            sys.stdout.flush()  # so that a full disk is noticed here
    except click.exceptions.NoArgsIsHelpError:  # no arguments at all: click shows the help
        raise
    except click.UsageError as error:
        path = error.ctx.command_path if error.ctx else "tictactoe"
        said = error.format_message().rstrip(".")
        raise OneLine(f"{said}{'' if said.endswith('?') else '.'} See '{path} --help'.") from None
    except KeyboardInterrupt:
        if sys.stderr and sys.stderr.isatty():
            click.echo(err=True)  # what is said next begins a line of its own
        raise click.exceptions.Exit(INTERRUPTED) from None
    except BadInput as error:
        raise OneLine(f"{error}.") from None
    except MemoryError:
        raise OneLine("there is not enough memory for this: ask for less.") from None
    except OSError as error:
        if error.errno == EPIPE:  # whoever read our output has read enough; click ends quietly
            raise
        _abandon_output()
        raise OneLine(f"cannot write the output: {error.strerror}.") from None


def exit_if_interrupted(budget: Budget) -> None:
    """End with the exit code of Ctrl-C if that is what ended the search: what is known by then has been printed."""
    if budget.is_cancelled:
        raise click.exceptions.Exit(INTERRUPTED)


def _abandon_output() -> None:
    """Send what is still buffered nowhere, so that Python does not fail on it once more when it ends."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)


class OneLineCommand(click.Command):
    """A command, or a group of them, whose errors are one line."""

    def make_context(self, *args: Any, **kwargs: Any) -> click.Context:
        with one_line_errors():
            return super().make_context(*args, **kwargs)

    def invoke(self, ctx: click.Context) -> Any:
        with one_line_errors():
            return super().invoke(ctx)
