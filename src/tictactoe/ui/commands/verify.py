"""Check a proof that `tictactoe solve --proof` wrote, without trusting the search that found it."""

from __future__ import annotations

from pathlib import Path

import click

from tictactoe.search.proof.proof import describe_claim, read_proof
from tictactoe.search.proof.verifier import Wrong, check
from tictactoe.ui.one_line import OneLine


@click.command("verify", help=__doc__)
@click.argument("proof", type=click.Path(path_type=Path))
def command(proof: Path) -> None:
    read = read_proof(proof)
    try:
        positions = check(read)
    except Wrong as error:
        raise OneLine(f"the proof does not hold: {error}.") from None
    click.echo(
        f"Proven: {describe_claim(read)} ({positions:,} {'position' if positions == 1 else 'positions'} checked)."
    )
