"""The table of known games: every board solved here, how, and what others have published of it.

What took a search is established three times: by the search with all its rules, by one with only the rules that need no
subtle argument, and by a proof that a plain program checks.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from math import isfinite
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import NamedTuple

from tictactoe.rules import BadInput, Game, Position, X, format_game, parse_game, quote
from tictactoe.search import Budget, Solver
from tictactoe.search.files import read_at_most, replacing
from tictactoe.search.known import published

LARGEST = 8
PROOF_NODES = 100_000
"""A proof is written if finding the value took no more evaluations than this."""
SECOND_NODES = 50_000_000
MOST_BYTES = 10**6
"""Of the data: all boards within 8 x 8 take a fiftieth of it."""


class Row(NamedTuple):
    """One board: what was found, and what it took."""

    game: str
    value: str
    method: str
    nodes: int
    seconds: float
    second_nodes: int | None
    """Evaluations of the search with only the elementary rules; None if it was not run or did not finish."""
    proof_entries: int | None
    proof_bytes: int | None
    check_seconds: float | None


def boards_within(largest: int) -> Iterator[Game]:
    """All boards up to this side, lying, for k from 3 to 6."""
    for k in range(3, 7):
        for rows in range(1, largest + 1):
            for cols in range(rows, largest + 1):
                yield Game(rows, cols, k)


def solve_board(game: Game, memory: int, certify: bool) -> Row:
    """Solve one board from the start, in every way that fits."""
    solver = Solver(game, memory=memory)
    start = perf_counter()
    answer = solver.solve(Position(), Budget())
    seconds = perf_counter() - start
    name, value = format_game(game), str(answer)
    if not answer.facts:
        return Row(name, value, "every position", solver.nodes, seconds, None, None, None, None)
    decisive = answer.facts[-1]
    method = f"{decisive.game}, {decisive.reason}"
    second = _second_opinion(game, decisive.game, decisive.wins is True, memory)
    if not certify or decisive.nodes > PROOF_NODES:
        return Row(name, value, method, answer.nodes, seconds, second, None, None, None)
    from tictactoe.search.proof.checking import check_files

    with TemporaryDirectory() as folder:
        path = Path(folder) / "proof.json.gz"
        written = solver.prove(Position(), answer, path)
        start = perf_counter()
        check_files([path]).whole.require_claims()
        checking = perf_counter() - start
        return Row(name, value, method, answer.nodes, seconds, second, written.entries, written.size, checking)


def _second_opinion(game: Game, kind: str, wins: bool, memory: int) -> int | None:
    """Evaluations that the elementary rules alone take to find the same; an error if they find another value."""
    from tictactoe.search.kernels.static import PAIRING, POTENTIAL, SYMMETRY
    from tictactoe.search.proof.prover import Prover

    prover = Prover(game, X, "weak" if kind == "weak" else "real", POTENTIAL | PAIRING | SYMMETRY, memory // 4)
    found = prover.ask(Position(), SECOND_NODES)
    if found.wins is None:
        return None
    if found.wins != wins:
        raise RuntimeError(f"{format_game(game)}: the two searches disagree, which must never happen")
    return found.evaluated


def read_rows(path: Path) -> dict[str, Row]:
    """The boards that a file has, none if there is no file; BadInput if it is not of the form."""
    if not path.exists():
        return {}
    text = read_at_most(path, MOST_BYTES)
    try:
        data = json.loads(text)
        return {name: _row(name, Row(*values)) for name, values in data.items()}
    except (ValueError, TypeError, AttributeError, RecursionError) as error:
        reason = f": {error}" if isinstance(error, BadInput) else ""
        raise BadInput(f"{quote(str(path))} is not a table that `tictactoe games` wrote{reason}") from None


def _row(name: str, row: Row) -> Row:
    """The row, if it can be one of this game."""
    texts, numbers = row[:3], [row.nodes, row.seconds, *(number for number in row[5:] if number is not None)]
    if row.game != format_game(parse_game(name)) or not all(isinstance(text, str) and text.split() for text in texts):
        raise BadInput(f"{quote(name)} is not a row of its own game")
    if not all(type(number) in (int, float) and isfinite(number) for number in numbers):
        raise BadInput(f"the row of {quote(name)} has something else where numbers should be")
    return row


def write_rows(rows: dict[str, Row], path: Path) -> None:
    lines = ",\n".join(f"{json.dumps(name)}: {json.dumps(list(row))}" for name, row in rows.items())
    with replacing(path) as file:
        file.write(("{\n" + lines + "\n}\n").encode())


def solve_all(games: Iterable[Game], data: Path, memory: int, certify: bool) -> Iterator[Row]:
    """Solve the boards that the data does not have yet, writing after each."""
    rows = read_rows(data)
    solve_board(Game(5, 5, 4), memory, certify)  # so that no board's time contains that of compiling the search
    for game in games:
        if format_game(game) not in rows:
            row = solve_board(game, memory, certify)
            rows[row.game] = row
            write_rows(rows, data)
            yield row


def page(rows: Iterable[Row]) -> str:
    """The table as a page."""
    lines = [
        "| game | value | how | nodes | seconds | elementary rules | proof | published | |",
        "|---|---|---|---:|---:|---:|---|---|---|",
    ]
    for row in sorted(rows, key=lambda row: parse_game(row.game)[::-1]):
        known = published(parse_game(row.game))
        value, source = known or ("", "nothing found")
        agrees = "" if known is None else "agrees" if row.value.split()[0] == value else "**differs**"
        proof = (
            ""
            if row.proof_entries is None
            else f"{row.proof_entries:,} entries, {(row.proof_bytes or 0) / 1000:,.0f} kB"
        )
        second = "" if row.second_nodes is None else f"{row.second_nodes:,}"
        lines.append(
            f"| {row.game} | {row.value} | {row.method} | {row.nodes:,} | {row.seconds:.2f} | {second} | {proof} "
            f"| {value + ', ' if value else ''}{source} | {agrees} |"
        )
    return "\n".join(lines) + "\n"
