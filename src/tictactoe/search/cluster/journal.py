"""What the jobs of a search have found, as a file that grows: SQLite, a batch of rows at a time, each sealed.

A batch is there whole or not at all, whatever becomes of the process that writes it. Nothing is believed but under its
seal, as with a saved search (see `proof/saved.py`).
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from hashlib import sha256
from pathlib import Path
from typing import Any

from tictactoe.rules import BadInput, Game, format_game
from tictactoe.search.cluster.job import from_bytes, take
from tictactoe.search.proof.saved import require_positions
from tictactoe.search.seal import NOT_OURS, fits, seal

FORMAT = "tictactoe journal 1"
WAIT_SECONDS = 10.0
MAKE = "create table if not exists batches (number integer primary key, game text, rows blob, seal text)"


def append(path: Path, game: Game, rows: bytes) -> None:
    """Add rows to a journal, which is made if there is none; BadInput if the file there is none, NotNow if not now."""
    with _open(path) as connection, connection:
        connection.execute(MAKE)
        values = format_game(game), rows, seal(FORMAT, format_game(game), sha256(rows).hexdigest())
        connection.execute("insert into batches (game, rows, seal) values (?, ?, ?)", values)


def read(path: Path, game: Game, table: Any) -> int:
    """Put the rows of a journal into a table: how many there are.

    Batches that are not ours are left out; BadInput if none is ours, or one of ours is of another game.
    """
    count = 0
    is_ours = False
    with _open(path) as connection:
        if not connection.execute("select count(*) from sqlite_master where name = 'batches'").fetchone()[0]:
            raise BadInput(f"{str(path)!r} {NOT_OURS}")
        for name, rows, given in connection.execute("select game, rows, seal from batches order by number"):
            if not isinstance(rows, bytes) or not fits(given, FORMAT, str(name), sha256(rows).hexdigest()):
                continue
            is_ours = True
            if name != format_game(game):
                raise BadInput(f"{str(path)!r} is about {name}, not about {format_game(game)}")
            found = from_bytes(game, rows)
            require_positions(found, game)
            take(table, game, rows)
            count += len(found)
    if not is_ours:
        raise BadInput(f"{str(path)!r} {NOT_OURS}")
    return count


class NotNow(Exception):
    """Somebody else is at the journal, or there is no room for it: what was to be written can be written later."""


@contextmanager
def _open(path: Path) -> Iterator[sqlite3.Connection]:
    try:
        with closing(sqlite3.connect(path, timeout=WAIT_SECONDS)) as connection:
            yield connection
    except sqlite3.OperationalError as error:
        raise NotNow(str(error)) from None
    except sqlite3.DatabaseError:
        raise BadInput(f"{str(path)!r} {NOT_OURS}") from None
