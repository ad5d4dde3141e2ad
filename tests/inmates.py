"""The processes in which programs are checked, as the system lists them, and those who check them."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tictactoe.check.sandbox import HERE

ORDINARY = 65534
"""A user who owns nothing."""
PATHS = f"{HERE.parents[1]}:{Path(pytest.__file__).parents[1]}"
"""Where the package and what it needs are, for a Python that does not know."""


def inmates_of(judge: int) -> list[int]:
    """The processes that this one has started for programs and that have not ended; Linux only."""
    found = []
    for process in Path("/proc").glob("[0-9]*"):
        try:
            command = (process / "cmdline").read_bytes()
            status = (process / "status").read_text(encoding="utf-8", errors="replace")
        except OSError:
            continue
        if str(HERE / "inmate.py").encode() in command and f"\nPPid:\t{judge}\n" in status:
            found.append(int(process.name))
    return found


def has_ended(process: int) -> bool:
    """Whether there is no such inmate any more."""
    try:
        return str(HERE / "inmate.py").encode() not in Path(f"/proc/{process}/cmdline").read_bytes()
    except OSError:
        return True


def is_guarded(process: int) -> bool:
    """Whether its filter of system calls is in place, so that its program is about to run."""
    try:
        return "\nSeccomp:\t2\n" in Path(f"/proc/{process}/status").read_text(encoding="utf-8", errors="replace")
    except OSError:
        return False


def python_as(user: int) -> list[str]:
    """The command that runs Python as this user; skipped if it cannot be run, or not read the package."""
    if user == os.getuid():
        return [sys.executable]
    if os.getuid() != 0:
        pytest.skip("only root can become somebody else")
    python = shutil.which(f"python3.{sys.version_info.minor}", path="/usr/bin:/usr/local/bin")
    if python is None or shutil.which("setpriv") is None:
        pytest.skip("there is no Python for an ordinary user")
    command = ["setpriv", f"--reuid={user}", f"--regid={user}", "--clear-groups", python, "-B"]
    done = subprocess.run(
        [*command, "-c", "import tictactoe.ui.commands.check"],
        env={**os.environ, "PYTHONPATH": PATHS},
        capture_output=True,
        check=False,
    )
    if done.returncode:
        pytest.skip("an ordinary user cannot read the package")
    return command
