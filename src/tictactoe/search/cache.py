"""Finished solves, kept in a small database, so that asking again is instant."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from pathlib import Path

from tictactoe.rules import Game, Position, Symmetry, format_game, format_position, symmetries, transform
from tictactoe.search.answer import Answer, Fact

TABLE = "create table if not exists answers_1 (game text, position text, answer text, primary key (game, position))"


class Unusable(Exception):
    """The cache cannot be read or written; the message says why. Solving goes on without it."""


class Cache:
    """Answers by game and position up to symmetry. A file that is not a cache, or cannot be written, is `Unusable`."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def get(self, game: Game, position: Position) -> Answer | None:
        name, symmetry = _canonical(game, position)
        statement = "select answer from answers_1 where game = ? and position = ?"
        rows = self._run(statement, format_game(game), format_position(game, name))
        if not rows:
            return None
        try:
            low, high, plies, facts, nodes, line = json.loads(rows[0][0])
            back = tuple(symmetry.index(cell) for cell in line)
            return Answer(low, high, plies, tuple(Fact(*fact) for fact in facts), nodes, back)
        except (ValueError, TypeError) as error:
            raise Unusable(f"{self.path} holds an entry that cannot be read: {error}") from None

    def put(self, game: Game, position: Position, answer: Answer) -> None:
        name, symmetry = _canonical(game, position)
        line = [symmetry[cell] for cell in answer.line]
        text = json.dumps([answer.low, answer.high, answer.plies, answer.facts, answer.nodes, line])
        statement = "insert or replace into answers_1 values (?, ?, ?)"
        self._run(statement, format_game(game), format_position(game, name), text)

    def _run(self, statement: str, *values: str) -> list[tuple[str]]:
        try:
            with closing(sqlite3.connect(self.path, timeout=2)) as database, database:
                database.execute(TABLE)
                return database.execute(statement, values).fetchall()
        except sqlite3.Error as error:
            raise Unusable(f"{self.path} cannot be used: {error}") from None


def _canonical(game: Game, position: Position) -> tuple[Position, Symmetry]:
    """The position that stands for this one and its images, and a symmetry that leads there."""
    return min((transform(position, symmetry), symmetry) for symmetry in symmetries(game))
