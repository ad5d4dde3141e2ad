"""Solve GAMES, or all boards within 8 x 8 for k = 3 to 6, and keep the results.

A board that the data already has is not solved again, so the command can be stopped and run again.
"""

from __future__ import annotations

from pathlib import Path

import click

from tictactoe.bench.games import LARGEST, MOST_BYTES, boards_within, page, read_rows, solve_all
from tictactoe.rules import Game
from tictactoe.search.files import read_at_most, replacing
from tictactoe.search.limits import require_solvable
from tictactoe.ui.arguments import GAME, NEW_FILE, WholeNumber


@click.command("games", help=__doc__)
@click.argument("games", nargs=-1, type=GAME)
@click.option("--data", type=NEW_FILE, default="games.json", show_default=True)
@click.option("--page", "page_path", type=NEW_FILE, help="Write the table there.")
@click.option("--memory", type=WholeNumber(1), default=2048, show_default=True, help="Size of the tables, in MB.")
@click.option("--no-proofs", is_flag=True, help="Do not write and check proofs.")
def command(games: tuple[Game, ...], data: Path, page_path: Path | None, memory: int, no_proofs: bool) -> None:
    wanted = list(games) or list(boards_within(LARGEST))
    for game in wanted:
        require_solvable(game)
    for row in solve_all(wanted, data, memory * 2**20, not no_proofs):
        click.echo(f"{row.game}: {row.value} ({row.method}, {row.nodes:,} nodes, {row.seconds:.2f} s)")
    if page_path is not None:
        before = read_at_most(page_path, MOST_BYTES) if page_path.exists() else b""
        table = page(read_rows(data).values()).encode()
        with replacing(page_path) as file:
            file.write(before.partition(b"| game |")[0] + table)
