"""Games on the disk: a folder's, and the last one."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tictactoe.match import Session
from tictactoe.match.record import MOST_BYTES, save
from tictactoe.match.saved import MOST_LOOKED_INTO, SavedGame, keep_last, last_game, saved_games
from tictactoe.rules import Game, parse_moves

THREE = Game(3, 3, 3)
GAME = Session(THREE, parse_moves(THREE, "b2 a1"), o="careful", seed=7)


def saved_at(path: Path, when: int, session: Session = GAME) -> SavedGame:
    save(session, path)
    os.utime(path, (when, when))
    return SavedGame(path, session, when)


def test_the_latest_is_first(tmp_path: Path) -> None:
    first = saved_at(tmp_path / "b.txt", 1_000)
    third = saved_at(tmp_path / "a", 3_000, GAME.undo())
    second = saved_at(tmp_path / "no suffix needed", 2_000)
    assert saved_games(tmp_path) == (third, second, first)


def test_what_is_no_saved_game_is_left_out(tmp_path: Path) -> None:
    """However it looks: what would keep whoever opens it waiting is not opened."""
    game = saved_at(tmp_path / "game.txt", 1_000)
    (tmp_path / "diary.txt").write_text("dear diary", encoding="utf-8")
    (tmp_path / "empty.txt").touch()
    (tmp_path / "cut.txt").write_text("tictactoe 1\ngame 3,3,3\n", encoding="utf-8")
    (tmp_path / "bytes").write_bytes(b"tictactoe 1\n\xff\xfe")
    (tmp_path / "long").write_bytes(b"tictactoe 1\n" + b"#" * MOST_BYTES)
    (tmp_path / "folder.txt").mkdir()
    (tmp_path / "lost").symlink_to(tmp_path / "nowhere")
    if hasattr(os, "mkfifo"):
        os.mkfifo(tmp_path / "pipe.txt")
    assert saved_games(tmp_path) == (game,)


def test_a_folder_that_is_not_there_has_none(tmp_path: Path) -> None:
    assert saved_games(tmp_path / "nowhere") == ()
    (tmp_path / "file").touch()
    assert saved_games(tmp_path / "file") == ()


def test_of_many_files_the_latest_are_looked_into(tmp_path: Path) -> None:
    saved_at(tmp_path / "old.txt", 1_000)
    for number in range(MOST_LOOKED_INTO - 1):
        (tmp_path / f"{number}").write_text("not a game", encoding="utf-8")
    new = saved_at(tmp_path / "new.txt", 4_000_000_000)
    assert saved_games(tmp_path) == (new,)


def test_the_last_game_is_kept_until_the_next(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "made" / "when needed"))
    assert last_game() is None
    keep_last(GAME)
    assert last_game() == GAME
    keep_last(GAME.undo())
    assert last_game() == GAME.undo()


@pytest.mark.parametrize("damage", ["text", "folder", "file in the way"])
def test_a_last_game_that_cannot_be_used_is_none(damage: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """And one that cannot be kept is no trouble."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    path = tmp_path / "tictactoe" / "last-game.txt"
    if damage == "file in the way":
        path.parent.touch()
    else:
        path.parent.mkdir()
        (path.mkdir if damage == "folder" else path.touch)()
    assert last_game() is None
    keep_last(GAME)
    assert last_game() == (GAME if damage == "text" else None)


def test_somebody_without_a_home_plays_too(monkeypatch: pytest.MonkeyPatch) -> None:
    def nowhere() -> Path:
        raise RuntimeError

    monkeypatch.delenv("XDG_STATE_HOME")
    monkeypatch.setattr(Path, "home", nowhere)
    keep_last(GAME)
    assert last_game() is None
