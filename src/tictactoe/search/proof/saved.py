"""A search that was stopped, as a file: the rows of its tables, sealed.

    tictactoe search 2
    {"game": "7,8,5", "rows": {"X weak": 1234}, "sha256": "..."}
    <the seal of the line above>
    the rows of each table, one after the other: six 64-bit words a row, the low byte first

Rows are what a search has found out about positions: too many to be proven again, and one that is wrong can make a
wrong value. So nothing in the file is believed but under the seal, which covers how long the rest is and what its hash
is: a file that is not ours is refused before any of it is read into memory. There is nothing to unpack.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple

import numpy as np

from tictactoe.rules import BadInput, Game, format_game, quote
from tictactoe.search.files import replacing
from tictactoe.search.kernels.hashtable import ROW_BYTES, ROW_WORDS
from tictactoe.search.seal import NOT_OURS, fits, seal

FORMAT = "tictactoe search 2"
LONGEST_LINE = 10_000
BLOCK = 2**16
"""Rows that are read at once: 3 MB."""
WORD = np.dtype("<u8")


class Contents(NamedTuple):
    """What a file that is ours holds."""

    rows: dict[str, int]
    """How many rows there are of each table."""
    begin: int
    """Where they begin."""
    sha256: str

    @property
    def total(self) -> int:
        return sum(self.rows.values())


def write_tables(path: Path, game: Game, tables: dict[str, Any]) -> bool:
    """Write the tables; False if the file there is one to go on from and holds more rows, and stays."""
    digest = sha256()
    for rows in tables.values():
        digest.update(_bytes(rows))
    counts = {name: len(rows) for name, rows in tables.items()}
    line = json.dumps({"game": format_game(game), "rows": counts, "sha256": digest.hexdigest()})
    total = sum(counts.values())
    try:
        _require_no_more(path, game, total)
        if not total:
            return True  # there is nothing to go on from
        with replacing(path) as file:
            file.write(f"{FORMAT}\n{line}\n{seal(FORMAT, line)}\n".encode())
            for rows in tables.values():
                file.write(_bytes(rows))
            _require_no_more(path, game, total)  # another run may have saved meanwhile
    except _HoldsMore:
        return False
    return True


def read_tables(path: Path, game: Game) -> Iterator[tuple[str, Any]]:
    """The tables, some rows at a time. BadInput, before the first of them, if the file is not ours or of another game.

    It is read twice, first to compare its hash: what does not fit in memory is not put there.
    """
    try:
        with path.open("rb") as file:
            contents = _contents(file, path, game)
            for name, count in contents.rows.items():
                for start in range(0, count, BLOCK):
                    wanted = min(BLOCK, count - start) * ROW_BYTES
                    rows = np.frombuffer(file.read(wanted), WORD).reshape(-1, ROW_WORDS)
                    yield name, rows.astype(np.uint64)
    except OSError as error:
        raise BadInput(f"{quote(str(path))} cannot be read: {error.strerror or error}") from None


def _contents(file: BinaryIO, path: Path, game: Game) -> Contents:
    """What an open file holds, once it is known to be ours and whole; it is left where the rows begin."""
    first, line, given = (file.readline(LONGEST_LINE).removesuffix(b"\n").decode("utf-8", "replace") for _ in range(3))
    if first != FORMAT or not fits(given, FORMAT, line):
        raise BadInput(f"{quote(str(path))} {NOT_OURS}")
    data = json.loads(line)
    if data["game"] != format_game(game):
        raise BadInput(f"{quote(str(path))} is about {data['game']}, not about {format_game(game)}")
    contents = Contents(data["rows"], file.tell(), data["sha256"])
    end = contents.begin + contents.total * ROW_BYTES
    digest = sha256()
    if file.seek(0, 2) == end:
        file.seek(contents.begin)
        while block := file.read(BLOCK * ROW_BYTES):
            digest.update(block)
    if digest.hexdigest() != contents.sha256:
        raise BadInput(f"{quote(str(path))} {NOT_OURS}")
    file.seek(contents.begin)
    return contents


class _HoldsMore(Exception):
    pass


def _require_no_more(path: Path, game: Game, rows: int) -> None:
    """_HoldsMore if the file there could be gone on from and holds more rows than these."""
    with suppress(OSError, BadInput), path.open("rb") as file:
        if _contents(file, path, game).total > rows:
            raise _HoldsMore


def _bytes(rows: Any) -> Any:
    return np.ascontiguousarray(rows, WORD).data.cast("B") if len(rows) else b""
