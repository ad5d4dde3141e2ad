"""What numba has compiled is kept where it can be, found again where it is, and never in the way."""

from __future__ import annotations

import ctypes
import os
import resource
import shutil
import stat
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from extent import usually

PROGRAM = """
from tictactoe.search.kernels.static import kind_of

print(kind_of(1, 1) == kind_of.py_func(1, 1))
print("loaded" if kind_of.stats.cache_hits else "compiled")
"""
PR_CAPBSET_DROP, CAP_DAC_OVERRIDE = 24, 1


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """Where nothing has been compiled yet."""
    (tmp_path / "cache").mkdir()
    return tmp_path


@pytest.fixture(scope="module")
def compiled_once(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("home")
    assert use(folder) == "compiled"
    return folder / "cache"


@pytest.fixture
def used_home(compiled_once: Path, tmp_path: Path) -> Path:
    """Where the kernel has been compiled by an earlier run."""
    shutil.copytree(compiled_once, tmp_path / "cache")
    return tmp_path


def use(home: Path, before: Callable[[], object] | None = None) -> str:
    """Use one kernel in a process of its own, which must get the right result: whether it was compiled or loaded."""
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", PROGRAM],
        capture_output=True,
        text=True,
        timeout=600,
        env={**os.environ, "TICTACTOE_CACHE": str(home / "cache"), "TMPDIR": str(home)},
        preexec_fn=before,
    )
    right, how = done.stdout.split()
    assert (right, done.stderr) == ("True", "")
    return how


def obey_modes() -> None:
    """Root may write anywhere; from the next program on, no more."""
    ctypes.CDLL(None).prctl(PR_CAPBSET_DROP, CAP_DAC_OVERRIDE, 0, 0, 0)


def fill_the_disk() -> None:
    """As near as a process can come: no file can have more than some bytes."""
    resource.setrlimit(resource.RLIMIT_FSIZE, (100, 100))


def files(folder: Path) -> list[Path]:
    return sorted(path for path in folder.rglob("*") if path.is_file())


def private(home: Path) -> Path:
    return home / f"tictactoe-{os.getuid()}"


def test_what_is_compiled_is_kept_in_the_cache_folder(home: Path) -> None:
    assert (use(home), use(home)) == ("compiled", "loaded")
    assert {path.suffix for path in files(home / "cache")} == {".nbi", ".nbc"}
    assert not private(home).exists()


def test_a_full_disk_does_not_matter(home: Path) -> None:
    assert (use(home, fill_the_disk), use(home, fill_the_disk)) == ("compiled", "compiled")
    assert files(home) == []


def test_a_cache_that_cannot_be_written_is_read(used_home: Path) -> None:
    folders = [used_home / "cache", *(used_home / "cache").iterdir()]
    for folder in folders:
        folder.chmod(0o555)
    assert use(used_home, obey_modes) == "loaded"
    for folder in folders:
        folder.chmod(0o755)


def test_what_a_cache_that_cannot_be_written_does_not_have_is_compiled_once(home: Path) -> None:
    (home / "cache").chmod(0o555)
    assert (use(home, obey_modes), use(home, obey_modes)) == ("compiled", "loaded")
    assert files(home / "cache") == []
    assert stat.S_IMODE(private(home).stat().st_mode) == 0o700


@pytest.mark.parametrize("suffix", [".nbi", ".nbc"])
def test_a_damaged_file_is_compiled_anew(used_home: Path, suffix: str) -> None:
    (path,) = (path for path in files(used_home) if path.suffix == suffix)
    whole = path.read_bytes()
    cut, changed = whole[: len(whole) // 2], whole[:-1] + bytes([whole[-1] ^ 1])
    for content in usually([cut if suffix == ".nbi" else changed], [cut, changed]):
        path.write_bytes(content)
        assert use(used_home) == "compiled"
    assert use(used_home) == "loaded"


def test_code_from_a_folder_that_anybody_can_write_to_is_not_run(used_home: Path) -> None:
    (folder,) = (used_home / "cache").iterdir()
    folder.chmod(0o777)
    assert (use(used_home), use(used_home)) == ("compiled", "loaded")
    assert files(private(used_home))
    private(used_home).chmod(0o777)
    assert use(used_home) == "compiled"


INTERRUPTED = """
import sys
from tictactoe.search.kernels.static import kind_of

def interrupt(frame, event, argument):
    if frame.f_code.co_name == "_raw_object_cache_notify":  # where LLVM hands over what it has compiled
        sys.settrace(None)
        raise KeyboardInterrupt

sys.settrace(interrupt)
try:
    kind_of(1, 1)
except KeyboardInterrupt:
    print("stopped")
"""


def test_ctrl_c_is_heard_while_machine_code_is_made(home: Path) -> None:
    environment = {**os.environ, "TICTACTOE_CACHE": str(home / "cache")}
    done = subprocess.run([sys.executable, "-c", INTERRUPTED], capture_output=True, text=True, env=environment)
    assert (done.returncode, done.stdout, done.stderr) == (0, "stopped\n", "")
