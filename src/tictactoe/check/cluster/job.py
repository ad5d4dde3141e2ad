"""One program as a job, what comes of it, and what a worker does in between.

All are plain values that can be pickled. A job holds the program itself, so no file is written where it is checked, and
no path of one machine is known to the other. It can be lost and done again: what it finds is the same.
"""

from __future__ import annotations

import platform
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from threading import Event, Lock, Thread
from typing import Any, NamedTuple

from tictactoe.check.judge import check_file
from tictactoe.check.report import Report, judge_failed
from tictactoe.check.sandbox import ProgramText, Sandbox, missing_guards
from tictactoe.check.submissions import PROGRAM
from tictactoe.search.places import hash_of_text

LOOK_EVERY = 0.2
"""Seconds between two looks at whether a job is still wanted."""
_one_at_a_time = Lock()


class CheckJob(NamedTuple):
    """Check a program."""

    version: str
    name: str
    program: ProgramText
    functions: tuple[str, ...]
    seconds: float
    guarded: bool
    """Whether it may be run only if every guard holds."""


class Introduction(NamedTuple):
    """What a worker says of itself."""

    version: str
    missing: tuple[str, ...]
    """The guards that do not hold there."""


class FoundByJob(NamedTuple):
    """What came of a job. A worker to which there is an objection has done nothing."""

    by: Introduction
    found: tuple[Any, ...] | None
    """The report, but for its path, which is of the machine that sent the job."""

    def report(self, path: Path) -> Report | None:
        return None if self.found is None else Report(path, *self.found)


class NotWanted(Exception):
    """Nobody waits for this job any more."""


@cache
def version() -> str:
    """What two processes must have in common to come to the same verdicts."""
    text = hash_of_text("rules", "search", "search/cluster", "check", "check/cluster")[:16]
    return f"{text} on Python {'.'.join(platform.python_version_tuple()[:2])}"


def introduce() -> Introduction:
    return Introduction(version(), missing_guards())


def check_job(job: CheckJob) -> FoundByJob:
    """Do a job in this process, one at a time; NotWanted, once nobody waits for it."""
    from tictactoe.search.cluster.workers import still_wanted

    is_wanted = still_wanted()
    with _one_at_a_time:
        if not is_wanted():
            raise NotWanted
        mine = Introduction(version(), missing_guards() if job.guarded else ())
        if mine.version != job.version or mine.missing:
            return FoundByJob(mine, None)
        with _ended_unless(is_wanted):
            return FoundByJob(mine, tuple(_report(job))[1:])


def _report(job: CheckJob) -> Report:
    path = Path(PROGRAM)
    try:
        return check_file(path, job.functions, job.seconds, processes=1, program=job.program)
    except KeyboardInterrupt:
        raise NotWanted from None
    except Exception as error:
        return judge_failed(path, job.functions, error)


@contextmanager
def _ended_unless(is_wanted: Callable[[], bool]) -> Iterator[None]:
    """In here, all programs that run in this process are ended once they are not wanted."""
    is_done = Event()

    def look() -> None:
        while not is_done.wait(LOOK_EVERY):
            if not is_wanted():
                Sandbox.interrupt_all()

    watching = Thread(target=look, daemon=True)
    watching.start()
    try:
        yield
    finally:
        is_done.set()
        watching.join()
