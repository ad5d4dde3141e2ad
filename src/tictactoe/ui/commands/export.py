"""Write every position of GAME to a file, with its value and best moves.

A card beside the file, FILE.md, says what is in it. Without --output, what is text is printed.
"""

from __future__ import annotations

import sys
from pathlib import Path
from time import monotonic

import click

from tictactoe.adapters.dataset import FORMATS, export, write
from tictactoe.rules import Game, format_game
from tictactoe.search.labels import Labelling
from tictactoe.ui.arguments import GAME, OUTPUT, format_option
from tictactoe.ui.progress import SHOW_EVERY, note
from tictactoe.ui.signals import ToldToEnd, leave, told_to_end
from tictactoe.ui.status_line import StatusLine


@click.command("export", help=__doc__)
@click.argument("game", type=GAME)
@format_option(FORMATS, "csv", "uci: the final boards only, laid out as the data set of that name.")
@click.option("--fold", is_flag=True, help="One of all positions that are the same turned or mirrored.")
@OUTPUT
def command(game: Game, form: str, fold: bool, output: Path | None) -> None:
    line = _Line(game)
    try:
        with told_to_end():
            if output is None:
                if sys.stdout:  # whoever started us may have closed it
                    write(game, sys.stdout.buffer, form, fold, line.watch)
                return
            done = export(game, output, form, fold, line.watch)
    except ToldToEnd as told:
        line.clear()
        note("stopped before the end: " + ("nothing was written" if output else "what was printed is not all"))
        leave(told)
    finally:
        line.clear()
    beside = f", and what they are in {done.card}" if done.card else ""
    click.echo(f"{done.rows:,} positions are in {done.path}{beside}.")


class _Line(StatusLine):
    """How far it has come."""

    def __init__(self, game: Game) -> None:
        super().__init__()
        self._game = format_game(game)
        self._next = monotonic() + SHOW_EVERY

    def watch(self, progress: Labelling) -> None:
        if monotonic() >= self._next:
            self._next = monotonic() + SHOW_EVERY
            self.write(f"{self._game}, {progress.doing}: {progress.share:.0%} (Ctrl-C stops)")
