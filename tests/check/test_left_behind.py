"""However a check ends, nothing stays behind: no process, no file. For real, as this user and as an ordinary one."""

from __future__ import annotations

import os
import shutil
import signal
import stat
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from time import monotonic, sleep

import pytest

from console import hear_ctrl_c
from inmates import has_ended, inmates_of, is_guarded
from programs import GOOD, save
from tictactoe.check.sandbox import HERE

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="looks into /proc")

BUSY = f"""{GOOD}
import signal

for number in range(1, 65):
    try:
        signal.signal(number, signal.SIG_IGN)
    except (OSError, ValueError):
        pass
while True:
    pass
"""
"""It is deaf to all that it can be deaf to, and never comes back."""
MOST_SECONDS = 300
ORDINARY = 65534
SOURCE, PACKAGES = Path(__file__).parents[2] / "src", Path(pytest.__file__).parents[1]
ENDINGS = {
    "ctrl-c": ([signal.SIGINT], 130),
    "ctrl-c twice": ([signal.SIGINT, signal.SIGINT], 130),
    "ctrl-c many times": ([signal.SIGINT] * 20, 130),
    "terminate": ([signal.SIGTERM], 143),
    "hang up": ([signal.SIGHUP], 129),
    "kill": ([signal.SIGKILL], -signal.SIGKILL),
}


def wait_until(holds: Callable[[], bool]) -> None:
    end = monotonic() + MOST_SECONDS
    while not holds():
        assert monotonic() < end
        sleep(0.02)


@pytest.fixture
def place() -> Iterator[Path]:
    """A folder in which anybody may write."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        folder.chmod(0o755)
        (folder / "temporary").mkdir()
        (folder / "temporary").chmod(0o777 | stat.S_ISVTX)
        yield folder


def command(user: int) -> list[str]:
    """The command line as this user; skipped if it cannot be run as that one."""
    if user == os.getuid():
        return [sys.executable, "-m", "tictactoe"]
    if os.getuid() != 0:
        pytest.skip("only root can become somebody else")
    python = shutil.which(f"python3.{sys.version_info.minor}", path="/usr/bin:/usr/local/bin")
    if python is None or shutil.which("setpriv") is None:
        pytest.skip("there is no Python for an ordinary user")
    ordinary = ["setpriv", f"--reuid={user}", f"--regid={user}", "--clear-groups", python]
    paths = {**os.environ, "PYTHONPATH": f"{SOURCE}:{PACKAGES}"}
    if subprocess.run([*ordinary, "-c", "import tictactoe.ui.commands.check"], env=paths, check=False).returncode:
        pytest.skip("an ordinary user cannot read this package")
    return [*ordinary, "-B", "-m", "tictactoe"]


@pytest.mark.parametrize("user", sorted({os.getuid(), ORDINARY}))
@pytest.mark.parametrize("ending", ENDINGS)
def test_nothing_is_left_behind(ending: str, user: int, place: Path) -> None:
    names = ("ann", "bob", "cat")
    for name in names:
        (place / name).mkdir()
        save(BUSY, place / name)
    temporary = place / "temporary"
    judge = subprocess.Popen(
        [*command(user), "check", *(str(place / name) for name in names), "--workers", "2"],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        env={**os.environ, "TMPDIR": str(temporary), "PYTHONPATH": f"{SOURCE}:{PACKAGES}", "HOME": str(temporary)},
        preexec_fn=hear_ctrl_c,
    )
    wait_until(lambda: sum(map(is_guarded, inmates_of(judge.pid))) == 2)
    inmates = inmates_of(judge.pid)
    numbers, code = ENDINGS[ending]
    for number in numbers:
        judge.send_signal(number)
    _, said = judge.communicate(timeout=MOST_SECONDS)
    assert judge.returncode == code, said
    assert b"Traceback" not in said
    wait_until(lambda: all(map(has_ended, inmates)))
    assert list(temporary.iterdir()) == []


def test_an_inmate_whose_judge_has_gone_before_it_was_ready_ends_by_itself() -> None:
    files = [str(HERE / name) for name in ("wire.py", "limits.py", "calls.py")]
    done = subprocess.run(
        [sys.executable, str(HERE / "inmate.py"), str(os.getpid() + 1), "", *files],
        input=b"",
        capture_output=True,
        timeout=MOST_SECONDS,
        check=False,
    )
    assert (done.returncode, done.stdout) == (0, b"")
