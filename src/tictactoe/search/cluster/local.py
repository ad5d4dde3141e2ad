"""A cluster on this machine: the scheduler in this process, each worker a process of its own.

The workers are plain `dask worker`s (see `worker.py`), so they need nothing of the program that starts them. They end
when the scheduler does, also if that is ended by force, and never hear Ctrl-C.
"""

from __future__ import annotations

import logging
import os
import re
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from distributed import LocalCluster

from tictactoe.rules import BadInput, quote
from tictactoe.search.cluster.work import LOCAL, WITHOUT_PROFILER
from tictactoe.search.limits import MOST_WORKERS
from tictactoe.search.places import PACKAGE
from tictactoe.search.processes import ctrl_c_waits

CLOSE_SECONDS = 5.0
WORKER = "tictactoe.search.cluster.worker"
LOOPBACK = "127.0.0.1"
NUMBERS = re.compile(r"(?P<workers>[0-9]{1,4})(x(?P<threads>[0-9]{1,4}))?")
MOST_REVIVED = 10
"""So often as many workers as there should be are started in the place of others that have ended."""


class Arrangement(NamedTuple):
    """So many workers, each a process, with so many threads each."""

    workers: int
    threads: int


def parse_local(where: str, with_threads: bool) -> Arrangement:
    """What local:N stands for, N cores of this machine, or local:WxT, W workers with T threads each; else BadInput.

    Threads that search over one table see each other's every step, and workers do not: N cores are one worker. Where
    threads are of no use, they are N workers, and local:WxT is nothing.
    """
    given = NUMBERS.fullmatch(where.removeprefix(LOCAL))
    if given and given["threads"] is None:
        cores = int(given["workers"])
        arrangement = Arrangement(1, cores) if with_threads else Arrangement(cores, 1)
    elif given and with_threads:
        arrangement = Arrangement(int(given["workers"]), int(given["threads"]))
    else:
        arrangement = Arrangement(0, 0)
    if not 1 <= arrangement.workers * arrangement.threads <= MOST_WORKERS:
        more = f", or {LOCAL}WxT for W workers with T threads each, {MOST_WORKERS} in all" if with_threads else ""
        raise BadInput(f"{quote(where)} should be {LOCAL}N, with N a whole number from 1 to {MOST_WORKERS}{more}")
    return arrangement


class Local:
    """A scheduler and some workers."""

    def __init__(self, arrangement: Arrangement) -> None:
        self.count, self._threads = arrangement
        self._folder = TemporaryDirectory(prefix="tictactoe-workers-", ignore_cleanup_errors=True)
        self._scheduler: LocalCluster | None = None
        self._workers: list[subprocess.Popen[bytes]] = []
        self._started = 0
        try:
            self._scheduler = LocalCluster(
                n_workers=0,
                protocol="tcp://",
                host=LOOPBACK,
                dashboard_address=f"{LOOPBACK}:0",
                silence_logs=logging.CRITICAL,
                scheduler_kwargs={"local_directory": str(Path(self._folder.name, "scheduler"))},
            )
            self.address: str = self._scheduler.scheduler_address
            self.revive()
        except BaseException:
            self.close()
            raise

    @property
    def is_lost(self) -> bool:
        """Whether all workers have ended, and none is started any more."""
        return all(worker.poll() is not None for worker in self._workers)

    def revive(self) -> None:
        """Start as many workers as are missing, unless so many have ended that something else must be wrong."""
        with ctrl_c_waits():
            self._workers = [worker for worker in self._workers if worker.poll() is None]
            while len(self._workers) < self.count and self._started < self.count * (1 + MOST_REVIVED):
                self._started += 1
                self._workers.append(self._start(self._started))

    def _start(self, number: int) -> subprocess.Popen[bytes]:
        # -P: a file of the user's that is called as a package of ours is not taken for it
        words = [sys.executable, "-P", "-m", WORKER, str(Path(self._folder.name, str(number))), self.address]
        options = ["--name", f"local {number}", "--nthreads", str(self._threads), "--memory-limit", "0"]
        more = ["--no-nanny", "--no-dashboard", "--death-timeout", "60", "--host", LOOPBACK]
        path = os.pathsep.join(filter(None, [str(PACKAGE.parent), os.environ.get("PYTHONPATH")]))
        return subprocess.Popen(  # noqa: S603  this Python, with words of our own
            [*words, *options, *more],
            env={**os.environ, **WITHOUT_PROFILER, "PYTHONPATH": path},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )

    def close(self) -> None:
        """End the workers and the scheduler."""
        for worker in self._workers:
            worker.kill()  # what a worker has that matters, it has sent
        for worker in self._workers:
            worker.wait()
        with suppress(Exception):
            if self._scheduler is not None:
                self._scheduler.close(timeout=CLOSE_SECONDS)
        self._folder.cleanup()
