"""A real scheduler and real workers on loopback, each a process of its own."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from time import monotonic, sleep

from patience import PATIENCE
from tictactoe.search.cluster.work import WITHOUT_PROFILER
from tictactoe.search.places import PACKAGE


def wait_for(what: Callable[[], bool]) -> None:
    end = monotonic() + PATIENCE
    while not what():
        assert monotonic() < end, "it did not happen"
        sleep(0.02)


class Machines:
    """A scheduler and its workers; `end` ends them."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.processes: list[subprocess.Popen[bytes]] = []
        self.notes: list[str] = []
        self.file = folder / "scheduler.json"
        place = ["--host", "127.0.0.1", "--port", "0", "--scheduler-file", str(self.file)]
        self.scheduler = self.start("scheduler", *place, "--no-dashboard")
        wait_for(lambda: self.file.exists() and self.file.read_text().endswith("}"))  # it is seen before it is filled

    @property
    def address(self) -> str:
        return str(json.loads(self.file.read_text())["address"])

    def start(self, *arguments: str, path: Path = PACKAGE.parent, **environment: str) -> subprocess.Popen[bytes]:
        words = [sys.executable, "-m", "dask", *arguments]
        env = {**os.environ, "PYTHONPATH": str(path), **environment}
        with (self.folder / f"log {len(self.processes)}").open("wb") as log:
            process = subprocess.Popen(words, env=env, cwd=self.folder, stdout=log, stderr=log)
        self.processes.append(process)
        return process

    def worker(self, name: str, path: Path = PACKAGE.parent, threads: int = 1) -> subprocess.Popen[bytes]:
        given = ["--name", name, "--nthreads", str(threads), "--no-nanny", "--no-dashboard"]
        place = ["--host", "127.0.0.1", "--local-directory", str(self.folder)]
        return self.start("worker", self.address, *place, *given, path=path, **WITHOUT_PROFILER)

    def end(self) -> None:
        for process in self.processes:
            process.kill()
            process.wait()
