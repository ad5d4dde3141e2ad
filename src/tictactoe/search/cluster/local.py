"""A cluster on this machine: the scheduler in this process, each worker a process of its own.

The workers are plain `dask worker`s, so they need nothing of the program that starts them. They end when the scheduler
does, also if that is ended by force, and never hear Ctrl-C.
"""

from __future__ import annotations

import logging
import os
import subprocess
import sys
from contextlib import suppress
from tempfile import TemporaryDirectory

from distributed import LocalCluster

from tictactoe.search.places import PACKAGE
from tictactoe.search.processes import ctrl_c_waits

CLOSE_SECONDS = 5.0
LOOPBACK = "127.0.0.1"
MOST_REVIVED = 10
"""So often as many workers as there should be are started in the place of others that have ended."""


class Local:
    """A scheduler and so many workers."""

    def __init__(self, workers: int) -> None:
        self.count = workers
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
        words = [sys.executable, "-P", "-m", "dask", "worker", self.address, "--name", f"local {number}"]
        options = ["--no-nanny", "--no-dashboard", "--nthreads", "1", "--memory-limit", "0", "--death-timeout", "60"]
        path = os.pathsep.join(filter(None, [str(PACKAGE.parent), os.environ.get("PYTHONPATH")]))
        return subprocess.Popen(  # noqa: S603  this Python, with words of our own
            [*words, *options, "--host", LOOPBACK, "--local-directory", self._folder.name],
            env={**os.environ, "PYTHONPATH": path},
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
