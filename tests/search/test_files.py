"""Files: whether one can be written is known before there is anything to write."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tictactoe.rules import BadInput
from tictactoe.search.files import require_writable


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
