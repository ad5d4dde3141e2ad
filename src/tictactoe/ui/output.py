"""Where a command's results go: the terminal, or a file that was named."""

from __future__ import annotations

import io
import sys
from pathlib import Path
from shutil import get_terminal_size

import click

from tictactoe.rules import BadInput, quote

NARROWEST, WIDEST = 60, 100


def text_width() -> int:
    """How wide text may be: as wide as the terminal, within reason; what goes elsewhere does not depend on one."""
    if not (sys.stdout and sys.stdout.isatty()):
        return WIDEST
    return min(WIDEST, max(NARROWEST, get_terminal_size().columns))


def print_json(data: object) -> None:
    import json  # the list of commands is shown without it

    click.echo(json.dumps(data, indent=2))


def write(text: str, path: Path | None, what: str) -> None:
    """Print the text, or write it to the file and say that `what` is there."""
    if path is None:
        click.echo(text, nl=False)
        return
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise BadInput(f"{quote(str(path))} cannot be written: {error.strerror}") from None
    click.echo(what)


def show_what_can_be_shown() -> None:
    """A terminal without × shows ? instead of a traceback."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")
