"""The cache of finished solves."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from tictactoe.rules import Game, Position
from tictactoe.search import Answer, Fact
from tictactoe.search.cache import Cache, Unusable

GAME = Game(5, 5, 4)
ANSWER = Answer(0, 0, None, (Fact("X", "weak", True, "search", 10), Fact("X", "real", False, "search", 20)), 30, (1, 2))


def test_answers_are_kept_for_all_symmetric_positions(tmp_path: Path) -> None:
    path = tmp_path / "answers.sqlite"
    assert Cache(path).get(GAME, Position()) is None
    Cache(path).put(GAME, Position().play(0), ANSWER)
    assert Cache(path).get(GAME, Position().play(0)) == ANSWER
    opposite = Cache(path).get(GAME, Position().play(24))
    assert opposite is not None
    assert opposite._replace(line=ANSWER.line) == ANSWER
    assert opposite.line in ((23, 22), (19, 14))
    assert Cache(path).get(GAME, Position().play(1)) is None
    assert Cache(path).get(Game(5, 5, 5), Position().play(0)) is None


def test_a_file_that_is_no_cache_is_said_to_be_unusable(tmp_path: Path) -> None:
    path = tmp_path / "answers.sqlite"
    path.write_text("this is not a database, and long enough not to be taken for an empty one" * 20)
    with pytest.raises(Unusable, match="cannot be used"):
        Cache(path).get(GAME, Position())
    with pytest.raises(Unusable, match="cannot be used"):
        Cache(tmp_path / "no" / "folder").put(GAME, Position(), ANSWER)


def test_an_entry_that_cannot_be_read_is_said_to_be(tmp_path: Path) -> None:
    path = tmp_path / "answers.sqlite"
    Cache(path).put(GAME, Position(), ANSWER)
    with sqlite3.connect(path) as database:
        database.execute("update answers_1 set answer = '[1, 2]'")
    database.close()
    with pytest.raises(Unusable, match="holds an entry that cannot be read"):
        Cache(path).get(GAME, Position())
