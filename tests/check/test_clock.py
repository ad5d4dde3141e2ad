"""A busy machine is not held against a program, and a program that sleeps or hangs gains nothing by it."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from programs import GOOD, save
from tictactoe.check import asking, check_file, sandbox
from tictactoe.check.clock import Delay

pytestmark = pytest.mark.skipif(
    not Path("/proc/self/schedstat").exists(), reason="only Linux tells who waits for a core"
)
BUSY = 3
WORKS = """

import time
_utility = utility
def utility(board):
    end = time.process_time() + 0.5
    while time.process_time() < end:
        pass
    return _utility(board)
"""
SLEEPS = """

import time
_utility = utility
def utility(board):
    time.sleep(5)
    return _utility(board)
"""


@pytest.fixture
def one_busy_core() -> Iterator[None]:
    """This thread, and what it starts, on one core with others that never rest, each with the same right to it."""
    cores = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {min(cores)})
    others = [subprocess.Popen([sys.executable, "-c", "while True: pass"], start_new_session=True) for _ in range(BUSY)]
    yield
    for other in others:
        other.kill()
        other.wait()
    os.sched_setaffinity(0, cores)


def asked_once(text: str, folder: Path, seconds: float = 600) -> str:
    """Why it could not be asked any further, with a second for each call, and so many in all."""
    report = check_file(save(GOOD + text, folder), ("utility",), seconds, call_seconds=1, processes=1)
    return report.verdicts[0].note


@pytest.mark.usefixtures("one_busy_core")
def test_what_a_call_waits_for_a_core_does_not_count(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Half a second of work takes some seconds here. The time of the whole program, which is added to too, runs out."""
    monkeypatch.setattr(sandbox, "MOST_DELAY", 1000)  # whoever else is at work
    monkeypatch.setattr(asking, "MOST_DELAY", 1000)
    assert "Time ran out" in asked_once(WORKS, tmp_path, seconds=2)


@pytest.mark.usefixtures("one_busy_core")
def test_without_that_a_busy_machine_would_decide(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sandbox, "MOST_DELAY", 0)
    monkeypatch.setattr(Delay, "seconds", lambda _: 0.0)
    assert "it did not come back within 1 seconds when utility was called" in asked_once(WORKS, tmp_path)


@pytest.mark.usefixtures("one_busy_core")
def test_who_sleeps_does_not_wait_for_a_core(tmp_path: Path) -> None:
    assert "it did not come back within 1 seconds when utility was called" in asked_once(SLEEPS, tmp_path)


def test_who_is_gone_waits_no_more() -> None:
    process = subprocess.Popen([sys.executable, "-c", "pass"])
    delay = Delay(process.pid)
    process.wait()
    assert delay.seconds() >= 0
    delay.close()
