"""Check the result codes that learners have handed in, and print their points.

A CODE is what the page gives at the end of a sheet: the sheet, a name, what was filled in, the points. The points are
counted again from what was filled in. Without a CODE, they are read from the input, one after the other.
"""

from __future__ import annotations

import sys

import click

from tictactoe.draw.quiz import draw_handed, draw_handed_csv
from tictactoe.rules import BadInput
from tictactoe.study.quiz import codes_in, read_code


@click.command("quiz", help=__doc__)
@click.argument("codes", nargs=-1, metavar="[CODE]...")
@click.option("--format", "form", type=click.Choice(["text", "csv"]), default="text", show_default=True)
def command(codes: tuple[str, ...], form: str) -> None:
    given = [*codes] or _written()
    if not given:
        raise BadInput("no result code was given: name some, or put them into the input, one after the other")
    handed, wrong = [], []
    for code in given:
        try:
            handed.append(read_code(code))
        except BadInput as error:
            wrong.append(str(error))
    if handed:
        click.echo(draw_handed_csv(handed) if form == "csv" else draw_handed(handed), nl=form != "csv")
    if wrong:
        raise BadInput("; ".join(wrong))


def _written() -> list[str]:
    """The codes in the input; nobody is kept waiting for some to be typed."""
    if not sys.stdin or sys.stdin.isatty():
        return []
    return codes_in(sys.stdin.buffer.read().decode("utf-8", "replace"))
