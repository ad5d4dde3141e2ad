"""Files: whether one can be written is known beforehand, and what is being written belongs to somebody who is alive."""

from __future__ import annotations

import fcntl
import os
from pathlib import Path
from threading import Thread
from typing import BinaryIO

import pytest

from tictactoe.rules import BadInput
from tictactoe.search import files
from tictactoe.search.files import clear_away_parts, replacing, require_writable


def test_where_a_file_can_be_written_nothing_is_left(tmp_path: Path) -> None:
    path = tmp_path / "new"
    assert require_writable(path) == path
    assert list(tmp_path.iterdir()) == []
    path.write_text("there already")
    assert require_writable(path) == path
    assert path.read_text() == "there already"
    assert require_writable(Path(os.devnull)) == Path(os.devnull)


def test_a_pipe_is_not_opened(tmp_path: Path) -> None:
    """That would wait for somebody to read it."""
    os.mkfifo(tmp_path / "pipe")
    assert require_writable(tmp_path / "pipe") == tmp_path / "pipe"


@pytest.mark.parametrize("name", ["no/such/folder", "file/in/it", "link"])
def test_where_none_can_be_written_it_is_refused_by_name(name: str, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("not a folder")
    (tmp_path / "link").symlink_to("no/such/folder")
    with pytest.raises(BadInput, match=f"{name}' cannot be written: No"):
        require_writable(tmp_path / name)


@pytest.mark.skipif(os.getuid() == 0, reason="root may write anywhere")
def test_a_folder_or_a_file_that_is_read_only_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.touch(mode=0o444)
    with pytest.raises(BadInput, match="cannot be written: Permission denied"):
        require_writable(path)
    tmp_path.chmod(0o555)
    with pytest.raises(BadInput, match="cannot be written: Permission denied"):
        require_writable(tmp_path / "new")


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_what_is_being_written_is_not_taken_away(tmp_path: Path) -> None:
    path = tmp_path / "file"
    with replacing(path) as file:
        clear_away_parts(tmp_path)
        file.write(b"all of it")
    assert path.read_bytes() == b"all of it"
    assert names(tmp_path) == ["file"]


def test_what_is_being_put_in_its_place_is_not_taken_away(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    replace = Path.replace

    def replace_late(part: Path, path: Path) -> Path:
        clear_away_parts(tmp_path)
        assert part.read_bytes() == b"all of it"
        return replace(part, path)

    monkeypatch.setattr(Path, "replace", replace_late)
    with replacing(tmp_path / "file") as file:
        file.write(b"all of it")
    assert (tmp_path / "file").read_bytes() == b"all of it"
    assert names(tmp_path) == ["file"]


def test_what_nobody_writes_any_more_is_taken_away_and_nothing_else_is(tmp_path: Path) -> None:
    (tmp_path / "tictactoe-0123456789abcdef.part").write_bytes(b"half")
    (tmp_path / "somebody-elses.part").write_bytes(b"half")
    clear_away_parts(tmp_path)
    clear_away_parts(tmp_path / "nowhere")
    assert names(tmp_path) == ["somebody-elses.part"]


def test_who_was_taken_away_before_they_could_lock_begins_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Somebody tidies up between the making of the file and its locking."""
    lock = files._lock
    turns: list[BinaryIO] = []

    def late(file: BinaryIO, wait: bool) -> bool:
        if wait and not turns:
            turns.append(file)
            clear_away_parts(tmp_path)
        return lock(file, wait)

    monkeypatch.setattr(files, "_lock", late)
    with replacing(tmp_path / "file") as file:
        file.write(b"all of it")
    assert turns
    assert turns[0] is not file
    assert (tmp_path / "file").read_bytes() == b"all of it"


def test_who_is_being_taken_away_waits_and_begins_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Somebody holds the lock, to take the file away, when its writer wants it."""
    lock = files._lock
    held: list[BinaryIO] = []

    def taken(file: BinaryIO, wait: bool) -> bool:
        if wait and not held:
            (part,) = tmp_path.glob("*.part")
            held.append(part.open("r+b"))
            fcntl.flock(held[0], fcntl.LOCK_EX)

            def take_away() -> None:
                part.unlink()
                held[0].close()

            Thread(target=take_away).start()
        return lock(file, wait)

    monkeypatch.setattr(files, "_lock", taken)
    with replacing(tmp_path / "file") as file:
        file.write(b"all of it")
    assert names(tmp_path) == ["file"]


def test_where_nothing_can_be_locked_files_are_written_and_none_taken_away(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> None:
        raise OSError(37, "No locks available")

    monkeypatch.setattr(fcntl, "flock", refuse)
    with replacing(tmp_path / "file") as file:
        file.write(b"all of it")
    (tmp_path / "tictactoe-0123456789abcdef.part").write_bytes(b"half")
    clear_away_parts(tmp_path)
    assert names(tmp_path) == ["file", "tictactoe-0123456789abcdef.part"]
