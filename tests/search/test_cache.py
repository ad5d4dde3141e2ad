"""The cache of finished solves: what is ours comes back, nothing else does."""

from __future__ import annotations

import json
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from fuzz import damaged
from tictactoe.rules import Game, Position
from tictactoe.search import Answer, Fact, seal
from tictactoe.search.cache import Cache, Unusable

GAME = Game(5, 5, 4)
ANSWER = Answer(0, 0, None, (Fact("X", "weak", True, "search", 10), Fact("X", "real", False, "search", 20)), 30, (1, 2))
NOT_OURS = "was not written by this version of this user's tictactoe, or has been changed"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A cache that holds the answer for the empty board."""
    path = tmp_path / "answers.sqlite"
    Cache(path).put(GAME, Position(), ANSWER)
    return path


def execute(path: Path, statement: str, *values: object) -> None:
    with closing(sqlite3.connect(path)) as database, database:
        database.execute(statement, values)


def test_answers_are_kept_for_all_symmetric_positions(tmp_path: Path) -> None:
    path = tmp_path / "answers.sqlite"
    assert Cache(path).get(GAME, Position()) is None
    assert not path.exists()  # reading makes nothing
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


@pytest.mark.parametrize("change", ["low", "text", "seal", "blob", "null"])
def test_an_entry_that_was_changed_is_not_believed_and_can_be_replaced(path: Path, change: str) -> None:
    win = json.dumps([1, 1, None, [], 1, []])
    statement, value = {
        "low": ("update answers_2 set answer = ?", win),
        "text": ("update answers_2 set answer = ?", "[1, 2]"),
        "seal": ("update answers_2 set seal = ?", "0" * 64),
        "blob": ("update answers_2 set answer = ?", b"\xff"),
        "null": ("update answers_2 set seal = ?", None),
    }[change]
    execute(path, statement, value)
    with pytest.raises(Unusable, match=NOT_OURS):
        Cache(path).get(GAME, Position())
    Cache(path).put(GAME, Position(), ANSWER)
    assert Cache(path).get(GAME, Position()) == ANSWER


def test_an_entry_of_another_game_or_position_is_not_believed(path: Path) -> None:
    execute(path, "update answers_2 set game = '5,5,5'")
    with pytest.raises(Unusable, match=NOT_OURS):
        Cache(path).get(Game(5, 5, 5), Position())
    Cache(path).put(GAME, Position(), ANSWER)
    Cache(path).put(GAME, Position().play(12), ANSWER._replace(low=-1, high=-1))
    execute(
        path, "update answers_2 set (answer, seal) = (select answer, seal from answers_2 where position like '%X%')"
    )
    with pytest.raises(Unusable, match=NOT_OURS):
        Cache(path).get(GAME, Position())


def test_an_entry_of_another_user_or_version_is_not_believed(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(seal, "_key", lambda: b"another key")
        with pytest.raises(Unusable, match=NOT_OURS):
            Cache(path).get(GAME, Position())
    with monkeypatch.context() as patch:
        patch.setattr(seal, "hash_of_text", lambda *_: "another text of the searches")
        with pytest.raises(Unusable, match=NOT_OURS):
            Cache(path).get(GAME, Position())
    assert Cache(path).get(GAME, Position()) == ANSWER


@pytest.mark.parametrize(
    "schema",
    [
        (
            "create view answers_2 as with recursive n(i) as (select 1 union all select i + 1 from n) "
            "select '5,5,4' as game, i as position, i as answer, i as seal from n"
        ),  # it has no end
        (
            "create view answers_2 as select '5,5,4' as game, '...../...../...../...../.....' as position, "
            "hex(zeroblob(100000000)) as answer, '' as seal"
        ),  # it takes 200 MB
        "create table answers_2 (something)",
    ],
)
def test_a_database_that_is_made_to_hurt_is_unusable(tmp_path: Path, schema: str) -> None:
    path = tmp_path / "answers.sqlite"
    execute(path, schema)
    for _ in range(2):
        with pytest.raises(Unusable, match="cannot be used"):
            Cache(path).get(GAME, Position())
    with pytest.raises(Unusable, match="cannot be used"):
        Cache(path).put(GAME, Position(), ANSWER)


@pytest.mark.parametrize("byte", [b"\x0b", b"\x1b", b"\x84"])
def test_what_the_database_quotes_of_a_damaged_file_is_not_printed(path: Path, byte: bytes) -> None:
    path.write_bytes(path.read_bytes().replace(b" primary", b" " + byte + b"rimary"))
    with pytest.raises(Unusable, match="cannot be used") as error:
        Cache(path).get(GAME, Position())
    assert str(error.value).isprintable()


def test_damaged_databases_give_the_answer_none_or_one_sentence(path: Path) -> None:
    for content in damaged(path.read_bytes(), "cache"):
        path.write_bytes(content)
        try:
            assert Cache(path).get(GAME, Position()) in (None, ANSWER)
        except Unusable as error:
            assert str(error).isprintable()


def test_runs_at_once_lose_nothing(tmp_path: Path) -> None:
    path = tmp_path / "answers.sqlite"
    program = f"""
from pathlib import Path
import sys
from tictactoe.rules import Game, Position
from tictactoe.search import Answer
from tictactoe.search.cache import Cache
for number in range(25):
    Cache(Path({str(path)!r})).put(Game(5, 5, 4), Position(1 << number, 0), Answer(0, 0, nodes=number))
    Cache(Path({str(path)!r})).put(Game(5, int(sys.argv[1]), 4), Position(), Answer(0, 0, nodes=number))
"""
    runs = [subprocess.Popen([sys.executable, "-c", program, str(cols)]) for cols in (6, 7, 8, 9)]
    assert [run.wait() for run in runs] == [0, 0, 0, 0]
    for cols in (6, 7, 8, 9):
        assert Cache(path).get(Game(5, cols, 4), Position()) == Answer(0, 0, nodes=24)
    with closing(sqlite3.connect(path)) as database:
        assert database.execute("pragma integrity_check").fetchall() == [("ok",)]
        assert database.execute("select count(*) from answers_2").fetchall() == [(6 + 4,)]
