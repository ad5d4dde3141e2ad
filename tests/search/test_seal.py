"""The user's key, and what is sealed with it."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest

PROGRAM = "from tictactoe.search.seal import seal; print(seal('a', 'b'))"


def sealed(home: Path, program: str = PROGRAM) -> str:
    environment = {**os.environ, "XDG_DATA_HOME": str(home / "data"), "TMPDIR": str(home)}
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, env=environment, check=True, timeout=120
    )
    assert done.stderr == ""
    return done.stdout.strip()


def test_the_key_is_made_once_and_belongs_to_the_user_only(tmp_path: Path) -> None:
    first = sealed(tmp_path)
    key = tmp_path / "data" / "tictactoe" / "key"
    assert (stat.S_IMODE(key.stat().st_mode), len(key.read_bytes())) == (0o600, 32)
    assert sealed(tmp_path) == first
    assert sorted(path.name for path in key.parent.iterdir()) == ["key"]
    key.unlink()
    assert sealed(tmp_path) != first


@pytest.mark.parametrize("fault", ["open to others", "short", "long", "empty"])
def test_a_key_that_others_may_know_is_replaced(tmp_path: Path, fault: str) -> None:
    first = sealed(tmp_path)
    key = tmp_path / "data" / "tictactoe" / "key"
    if fault == "open to others":
        key.chmod(0o644)
    else:
        key.write_bytes({"short": b"x" * 31, "long": b"x" * 33, "empty": b""}[fault])
    second = sealed(tmp_path)
    assert second != first
    assert stat.S_IMODE(key.stat().st_mode) == 0o600
    assert sealed(tmp_path) == second


def test_a_link_in_the_place_of_the_key_is_not_followed(tmp_path: Path) -> None:
    key, other = tmp_path / "data" / "tictactoe" / "key", tmp_path / "other"
    key.parent.mkdir(parents=True)
    other.write_bytes(b"k" * 32)
    other.chmod(0o600)
    key.symlink_to(other)
    assert sealed(tmp_path) != sealed(tmp_path)  # a key for each run
    assert other.read_bytes() == b"k" * 32


def test_where_the_data_folder_cannot_be_made_the_key_is_in_a_private_one(tmp_path: Path) -> None:
    (tmp_path / "data").write_text("in the way")
    assert sealed(tmp_path) == sealed(tmp_path)
    folder = tmp_path / f"tictactoe-{os.getuid()}"
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    folder.chmod(0o755)  # somebody else may have made it
    assert sealed(tmp_path) != sealed(tmp_path)


def test_runs_at_once_agree_on_one_key(tmp_path: Path) -> None:
    environment = {**os.environ, "XDG_DATA_HOME": str(tmp_path)}
    runs = [
        subprocess.Popen([sys.executable, "-c", PROGRAM], stdout=subprocess.PIPE, text=True, env=environment)
        for _ in range(6)
    ]
    assert len({run.communicate()[0] for run in runs}) == 1


def test_the_parts_of_a_seal_cannot_be_divided_otherwise(tmp_path: Path) -> None:
    program = "from tictactoe.search.seal import seal; print(seal('ab', 'c') == seal('a', 'bc'))"
    assert sealed(tmp_path, program) == "False"
