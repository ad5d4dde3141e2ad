"""Check a proof that `tictactoe solve --proof` wrote, without trusting the search that found it.

A proof in several files is whole if all of them are given.
"""

from __future__ import annotations

from pathlib import Path
from time import monotonic

import click

from tictactoe.rules import quote
from tictactoe.search.limits import MOST_WORKERS
from tictactoe.search.proof.checking import HowFar, check_files
from tictactoe.search.proof.proof import describe
from tictactoe.search.proof.verifier import Wrong
from tictactoe.ui.arguments import WholeNumber
from tictactoe.ui.one_line import OneLine
from tictactoe.ui.progress import SHOW_AFTER, SHOW_EVERY
from tictactoe.ui.status_line import StatusLine


@click.command("verify", help=__doc__)
@click.argument("proof", type=click.Path(path_type=Path), nargs=-1, required=True)
@click.option(
    "--workers",
    type=WholeNumber(1, MOST_WORKERS),
    default=1,
    show_default=True,
    help="Processes that check side by side.",
)
@click.option("--part", is_flag=True, help="Check what is there, and say what it relies on that is not.")
def command(proof: tuple[Path, ...], workers: int, part: bool) -> None:
    line = _Line()
    try:
        whole, files = check_files(proof, workers, line.show)
        if not part:
            whole.require_claims()
    except Wrong as error:
        raise OneLine(f"the proof does not hold: {error}.") from None
    finally:
        line.clear()
    if part:
        click.echo(f"It relies on {_number(whole.missing(), 'state')} not proven here. It is a part of a proof that:")
    for header in whole.headers:
        click.echo(f"{'  ' if part else 'Proven: '}{describe(header)}.")
    click.echo(f"{_number(whole.entries, 'entry', 'entries')} checked.")
    for path, file in zip(proof, files, strict=True):
        click.echo(f"{_name(path)}: {file.size:,} bytes, sha256 {file.sha256}.")


def _name(path: Path) -> str:
    """A path that cannot be taken for anything else that is said here."""
    return text if (text := str(path)).isprintable() else quote(text)


def _number(count: int, one: str, many: str = "") -> str:
    return f"{count:,} {one if count == 1 else many or one + 's'}"


class _Line(StatusLine):
    """How far the checking has come."""

    def __init__(self) -> None:
        super().__init__()
        self._began = monotonic()
        self._shown_at = self._began + SHOW_AFTER - SHOW_EVERY

    def show(self, far: HowFar) -> None:
        now = monotonic()
        if now - self._shown_at > SHOW_EVERY:
            self._shown_at = now
            seconds = now - self._began
            part = f"{far.read / far.length:.0%}, " if far.length else ""
            rate = far.entries / seconds
            self.write(f"checking: {part}{far.entries:,} entries, {rate:,.0f}/s, {seconds:.0f} s (Ctrl-C stops)")
