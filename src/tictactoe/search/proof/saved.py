"""A search that was stopped, as a file: the rows of its table, sealed.

    tictactoe search 3
    {"game": "7,8,5", "rows": 1234, "sha256": "..."}
    <the seal of the line above>
    the rows of the table, one after the other: 64-bit words, the low byte first (see `kernels/hashtable.py`)

Rows are what a search has found out about positions: too many to be proven again, and one that is wrong can make a
wrong value. So nothing in the file is believed but under the seal, which covers how long the rest is and what its hash
is: a file that is not ours is refused before any of it is read into memory. There is nothing to unpack.
"""

from __future__ import annotations

import json
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple

import numpy as np

from tictactoe.rules import BadInput, Game, format_game
from tictactoe.search.files import replacing
from tictactoe.search.kernels.hashtable import BITS_8, KINDS, LOW_8, MORE_WORDS, SETS, WORK, restore, row_words
from tictactoe.search.proof.arrays import as_words, words_of
from tictactoe.search.proof.room import touched
from tictactoe.search.seal import NOT_OURS, fits, seal

FORMAT = "tictactoe search 3"
LONGEST_LINE = 10_000
BLOCK = 2**16
"""Rows that are read at once: some megabytes."""
WORTH_SAVING, MANY = 4, 2**16
"""Rows that took fewer evaluations than this are quicker found again than read: they are left out if there are many.

All of what a short run has found is saved: else one that does the same again would never get further.
"""
WORD = np.dtype("<u8")


class Contents(NamedTuple):
    """What a file that is ours holds."""

    rows: int
    sha256: str


def write_rows(path: Path, game: Game, table: Any) -> bool:
    """Write what took some work; False if the file there is one to go on from and holds more rows, and stays."""
    least = WORTH_SAVING if sum(len(_rows(block, 1)) for block in touched(table, BLOCK)) > MANY else 1
    rows = np.concatenate([_rows(block, least) for block in touched(table, BLOCK)])
    content = np.ascontiguousarray(rows, WORD).data.cast("B") if len(rows) else b""
    line = json.dumps({"game": format_game(game), "rows": len(rows), "sha256": sha256(content).hexdigest()})
    try:
        _require_no_more(path, game, len(rows))
        if not len(rows):
            return True  # there is nothing to go on from
        with replacing(path) as file:
            file.write(f"{FORMAT}\n{line}\n{seal(FORMAT, line)}\n".encode())
            file.write(content)
            _require_no_more(path, game, len(rows))  # another run may have saved meanwhile
    except _HoldsMore:
        return False
    return True


def _rows(block: Any, least: int) -> Any:
    """The rows that took so many evaluations."""
    return block[block[:, WORK - MORE_WORDS] >> BITS_8 >= least]


def read_rows(path: Path, game: Game, table: Any) -> int:
    """Put the rows of a file into a table: how many it holds then. BadInput if it is not ours or does not fit.

    It is read twice, first to compare its hash: what does not fit in memory is not put there.
    """
    width = row_words(words_of(game))
    total = 0
    try:
        with path.open("rb") as file:
            contents = _contents(file, path, game)
            for start in range(0, contents.rows, BLOCK):
                wanted = min(BLOCK, contents.rows - start) * 8 * width
                rows = np.frombuffer(file.read(wanted), WORD).reshape(-1, width).astype(np.uint64)
                require_positions(rows, game)
                total += restore(table, rows, np.zeros(width, np.uint64))
    except OSError as error:
        raise BadInput(f"{str(path)!r} cannot be read: {error.strerror or error}") from None
    return total


def require_positions(rows: Any, game: Game) -> None:
    """BadInput if these cannot be rows about positions of this game."""
    words = words_of(game)
    attacker, empty, defender = (rows[:, words * which : words * (which + 1)] for which in range(SETS - 1))
    twice = attacker & defender | attacker & empty | defender & empty
    outside = (attacker | defender | empty) & ~as_words(game.board, words)
    kinds = rows[:, WORK - MORE_WORDS] & LOW_8
    if (twice | outside).any() or not ((kinds >= 1) & (kinds <= KINDS)).all():
        raise BadInput("a saved table does not fit: it has rows that are no positions of the game")


def _contents(file: BinaryIO, path: Path, game: Game) -> Contents:
    """What an open file holds, once it is known to be ours and whole; it is left where the rows begin."""
    first, line, given = (file.readline(LONGEST_LINE).removesuffix(b"\n").decode("utf-8", "replace") for _ in range(3))
    if first != FORMAT or not fits(given, FORMAT, line):
        raise BadInput(f"{str(path)!r} {NOT_OURS}")
    data = json.loads(line)
    if data["game"] != format_game(game):
        raise BadInput(f"{str(path)!r} is about {data['game']}, not about {format_game(game)}")
    contents = Contents(data["rows"], data["sha256"])
    begin, width = file.tell(), 8 * row_words(words_of(game))
    digest = sha256()
    if file.seek(0, 2) == begin + contents.rows * width:
        file.seek(begin)
        while block := file.read(BLOCK * width):
            digest.update(block)
    if digest.hexdigest() != contents.sha256:
        raise BadInput(f"{str(path)!r} {NOT_OURS}")
    file.seek(begin)
    return contents


class _HoldsMore(Exception):
    pass


def _require_no_more(path: Path, game: Game, rows: int) -> None:
    """_HoldsMore if the file there could be gone on from and holds more rows than these."""
    with suppress(OSError, BadInput), path.open("rb") as file:
        if _contents(file, path, game).rows > rows:
            raise _HoldsMore
