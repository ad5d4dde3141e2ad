"""However a check ends, nothing stays behind: no process, no file. For real, as this user and as an ordinary one."""

from __future__ import annotations

import os
import signal
import stat
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from time import monotonic, sleep

import pytest

from console import hear_signals
from inmates import ORDINARY, PATHS, has_ended, inmates_of, is_guarded, python_as
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
SEARCHING = f"""{GOOD}


def minimax(board):
    while True:
        pass
"""
"""It never comes back from two processes at once: one is asked of small boards, the other of the empty one."""
CLASSES = {"many programs": {"ann": BUSY, "bob": BUSY, "cat": BUSY}, "many processes": {"ann": SEARCHING}}
SHARED = Path("/dev/shm")  # noqa: S108  only looked at
MOST_SECONDS = 300
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


@pytest.mark.parametrize("user", sorted({os.getuid(), ORDINARY}))
@pytest.mark.parametrize("ending", ENDINGS)
@pytest.mark.parametrize("kind", CLASSES)
def test_nothing_is_left_behind(kind: str, ending: str, user: int, place: Path) -> None:
    for name, text in CLASSES[kind].items():
        (place / name).mkdir()
        save(text, place / name)
    paths = [str(place / name) for name in CLASSES[kind]]
    temporary = place / "temporary"
    judge = subprocess.Popen(
        [*python_as(user), "-m", "tictactoe", "check", *paths, "--function", "minimax", "--workers", "2"],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        env={**os.environ, "TMPDIR": str(temporary), "PYTHONPATH": PATHS, "HOME": str(temporary)},
        preexec_fn=hear_signals,
    )
    wait_until(lambda: sum(map(is_guarded, inmates_of(judge.pid))) == 2)
    inmates = inmates_of(judge.pid)
    numbers, code = ENDINGS[ending]
    try:
        for number in numbers:
            judge.send_signal(number)
        _, said = judge.communicate(timeout=MOST_SECONDS)
        assert judge.returncode == code, said
        assert b"Traceback" not in said
        wait_until(lambda: all(map(has_ended, inmates)))
    finally:
        for inmate in inmates:
            if not has_ended(inmate):
                os.kill(inmate, signal.SIGKILL)
    assert list(temporary.iterdir()) == []
    if user == ORDINARY:  # others may share memory meanwhile
        assert [path for path in SHARED.glob("*") if path.lstat().st_uid == user] == []


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


def test_who_has_no_output_any_more_leaves_with_the_same_code() -> None:
    """Where both streams were closed before Python began, it has none to flush."""
    code = "import signal; from tictactoe.ui.signals import ToldToEnd, leave; leave(ToldToEnd(signal.SIGINT))"
    done = subprocess.run(["sh", "-c", 'exec "$0" -c "$1" >&- 2>&-', sys.executable, code])
    assert done.returncode == 130
