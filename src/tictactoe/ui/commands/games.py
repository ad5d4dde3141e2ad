"""Solve GAMES, or all boards within 8 x 8 for k = 3 to 6, and keep a record of each.

A value is found, searched for a second time with only the elementary rules, and proven. What the data already has is
not done again, so the command can be stopped at any time and run again.
"""

from __future__ import annotations

from pathlib import Path

import click

from tictactoe.bench.games import LARGEST, Campaign, boards_within, page, solve_all
from tictactoe.bench.records import MOST_BYTES, Record, read_records
from tictactoe.rules import BadInput, Game, Position, quote
from tictactoe.search import Solver
from tictactoe.search.files import read_at_most, replacing, require_writable
from tictactoe.search.limits import MOST_WORKERS, require_solvable
from tictactoe.ui.arguments import GAME, NEW_FILE, WholeNumber
from tictactoe.ui.progress import Solving

USUAL = Campaign(0)


@click.command("games", help=__doc__)
@click.argument("games", nargs=-1, type=GAME)
@click.option("--data", type=NEW_FILE, default="games.json", show_default=True)
@click.option("--page", "page_path", type=NEW_FILE, help="Write the table of all records there.")
@click.option("--only-page", is_flag=True, help="Solve nothing: write the page from the records.")
@click.option("--memory", type=WholeNumber(1), default=2048, show_default=True, help="Size of the tables, in MB.")
@click.option(
    "--workers",
    type=WholeNumber(1, MOST_WORKERS),
    default=1,
    show_default=True,
    help="Threads, and processes for proofs.",
)
@click.option("--cluster", help="Have a Dask cluster search: its address, or local:N for N cores of this machine.")
@click.option(
    "--second-nodes",
    type=WholeNumber(0),
    default=USUAL.second_nodes,
    show_default=True,
    help="Give up the second search after so many nodes; 0: there is none.",
)
@click.option(
    "--proof-nodes",
    type=WholeNumber(0),
    default=USUAL.proof_nodes,
    show_default=True,
    help="Prove values that took at most so many nodes; 0: none.",
)
@click.option(
    "--proofs",
    type=click.Path(path_type=Path, exists=True, file_okay=False),
    help="Keep the proofs in this folder; without it they are thrown away once they are checked.",
)
def command(
    games: tuple[Game, ...],
    data: Path,
    page_path: Path | None,
    only_page: bool,
    memory: int,
    workers: int,
    cluster: str | None,
    second_nodes: int,
    proof_nodes: int,
    proofs: Path | None,
) -> None:
    if only_page and page_path is None:
        raise BadInput("--only-page needs --page: the file to write")
    if only_page and not data.exists():
        raise BadInput(f"--only-page needs the records: there is no file {quote(str(data))}")
    if page_path is not None and page_path.resolve() == data.resolve():
        raise BadInput("--page is the file of --data: the page would take the place of the records")
    if proofs is not None:
        require_writable(proofs / "a proof")
    if cluster is not None and workers > 1:
        raise BadInput("--workers is for threads of this process, --cluster for processes elsewhere: give one of them")
    wanted = [] if only_page else list(games) or list(boards_within(LARGEST))
    for game in wanted:
        require_solvable(game)
    campaign = Campaign(memory * 2**20, workers, cluster, second_nodes, proof_nodes, proofs)
    for record in solve_all(wanted, data, campaign, _run):
        click.echo(_words(record))
    if page_path is not None:
        before = read_at_most(page_path, MOST_BYTES) if page_path.exists() else b""
        table = page(read_records(data).values()).encode()
        with replacing(page_path) as file:
            file.write(before.partition(b"| game |")[0] + table)


def _run(solver: Solver) -> Solving:
    return Solving(solver, Position())


def _words(record: Record) -> str:
    """What the latest step has brought."""
    if record.proof:
        proof = f"a proof of {record.proof.entries:,} entries was written and checked"
        return f"{record.game}: {proof}, sha256 {record.proof.sha256}"
    if record.second:
        found = "found the same" if record.second.agrees else "did not finish"
        return f"{record.game}: the elementary rules alone {found}, {record.second.nodes:,} nodes"
    return f"{record.game}: {record.value} ({record.method}, {record.nodes:,} nodes, {record.seconds:.2f} s)"
