"""Finished solves, kept in a small database, so that asking again is instant.

Every answer is sealed together with its game and position: one that is not ours, or was changed, is not believed.
"""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from pathlib import Path

from tictactoe.rules import Game, Position, format_game, format_position, quote
from tictactoe.rules.symmetry import to_canonical
from tictactoe.search.answer import Answer, Fact
from tictactoe.search.seal import NOT_OURS, fits, seal

FORMAT = "tictactoe answer 2"
TABLE = (
    "create table if not exists answers_2 "
    "(game text, position text, answer text, seal text, primary key (game, position))"
)
LONGEST_ANSWER = 100_000
MOST_STEPS = 1_000_000
"""Of SQLite's machine, for one statement: ours take some dozens, but a file can hold views and triggers."""
LONGEST_REASON = 200
"""SQLite quotes what it does not understand, which may be anything."""
SECONDS = 10
"""How long another run may be busy writing."""


class Unusable(Exception):
    """The cache cannot be read or written; the message says why. Solving goes on without it."""


class Cache:
    """Answers by game and position up to symmetry. A file that is not a cache, or cannot be written, is `Unusable`."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def get(self, game: Game, position: Position) -> Answer | None:
        """What was kept; None if nothing was. An answer that is not ours is `Unusable`."""
        name, symmetry = to_canonical(game, position)
        where = format_game(game), format_position(game, name)
        rows = self._run("select answer, seal from answers_2 where game = ? and position = ?", *where)
        if not rows:
            return None
        text, given = rows[0]
        if not isinstance(text, str) or not fits(given, FORMAT, *where, text):
            raise Unusable(f"what it says of {where[0]} {NOT_OURS}")
        low, high, plies, facts, nodes, line = json.loads(text)
        back = tuple(symmetry.index(cell) for cell in line)
        return Answer(low, high, plies, tuple(Fact(*fact) for fact in facts), nodes, back)

    def put(self, game: Game, position: Position, answer: Answer) -> None:
        """Keep an answer, in the place of what was kept before."""
        name, symmetry = to_canonical(game, position)
        line = [symmetry[cell] for cell in answer.line]
        text = json.dumps([answer.low, answer.high, answer.plies, answer.facts, answer.nodes, line])
        kept = format_game(game), format_position(game, name), text
        self._run("insert or replace into answers_2 values (?, ?, ?, ?)", *kept, seal(FORMAT, *kept))

    def _run(self, statement: str, *values: str) -> list[tuple[object, ...]]:
        reads = statement.startswith("select")
        try:
            if reads and not self.path.exists():
                return []
            with closing(sqlite3.connect(self.path, timeout=SECONDS)) as database, database:
                database.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, LONGEST_ANSWER)
                database.set_progress_handler(lambda: True, MOST_STEPS)  # True stops it
                if not database.execute("select 1 from sqlite_master where name = 'answers_2'").fetchall():
                    if reads:
                        return []  # reading makes nothing, so that a cache that cannot be written can be read
                    database.execute(TABLE)
                return database.execute(statement, values).fetchmany(1)
        except (sqlite3.Error, OSError, ValueError) as error:  # ValueError: its message is not text
            reason = "".join(character if character.isprintable() else "?" for character in str(error))
            raise Unusable(f"{quote(str(self.path))} cannot be used: {reason[:LONGEST_REASON]}") from None
