"""Writing one proof in several processes.

Each goes through the whole proof, beginning with other moves than the others, and takes what another has written as
given. So nobody has to share the work out, and the parts of all of them, in whatever order they come, make the proof.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from threading import Thread
from time import monotonic
from typing import Any, NamedTuple, TypeAlias

import numpy as np

from tictactoe.rules import BadInput, Cells
from tictactoe.search.budget import Budget
from tictactoe.search.kernels.hashtable import restore
from tictactoe.search.processes import get_ready_to_start, start_worker
from tictactoe.search.proof.arrays import new_table
from tictactoe.search.proof.parts import PartsWriter
from tictactoe.search.proof.proof import Header, Zones
from tictactoe.search.proof.prover import Prover
from tictactoe.search.proof.room import touched
from tictactoe.search.proof.rows import took
from tictactoe.search.proof.writer import Book, certify, writing

BLOCK = 2**16
"""Rows that are sent at once: some megabytes."""
WORTH_SENDING = 4
"""Rows that took fewer evaluations than this are quicker found again."""
TELL_AFTER, TELL_EVERY = 10, 0.05
"""So many entries, or seconds, until others hear what was written: soon enough for few to be written twice."""


class Task(NamedTuple):
    """What one process is to write."""

    header: Header
    zones: Zones
    memory: int
    begins_at: float


class WritersNews(NamedTuple):
    """What one process has to say: what it has written since the last time, and what that took."""

    zones: Zones
    nodes: int
    part: bytes = b""
    is_done: bool = False
    failed: str = ""


Pipe: TypeAlias = "Connection[Any, Any]"


def write_in_processes(
    header: Header,
    zones: Zones,
    table: Any,
    memory: int,
    workers: int,
    take: Callable[[bytes], object],
    budget: Budget,
) -> int:
    """Write what proves all claims of a header, in so many processes; how many entries that took.

    Each begins with what the table holds and shares `memory` with the others. `take` is called with each part. No
    process outlives this.
    """
    processes: list[BaseProcess] = []
    get_ready_to_start()
    try:
        pipes = [start_worker(_work, processes, "writing the proof") for _ in range(workers)]
        for number, pipe in enumerate(pipes):
            pipe.send(Task(header, zones, memory // workers, number / workers))
        for block in touched(table, BLOCK):
            rows = block[took(block, WORTH_SENDING)]
            for pipe in pipes:
                pipe.send(rows)
        for pipe in pipes:
            pipe.send(None)
        return _collect(pipes, take, budget)
    except (EOFError, BrokenPipeError, ConnectionResetError):
        raise BadInput("a process that was writing has ended before its time; it may have run out of memory") from None
    finally:
        for started in processes:
            started.kill()
            started.join()


def _collect(pipes: list[Pipe], take: Callable[[bytes], object], budget: Budget) -> int:
    """Pass on what each has to say, until one is done and all have handed over what they have written."""
    entries, at_work, is_over = 0, [*pipes], False
    while at_work:
        ready = {*wait(at_work)}
        for pipe in [pipe for pipe in at_work if pipe in ready]:
            news: WritersNews = pipe.recv()
            if news.failed:
                raise BadInput(news.failed)
            if news.part:
                take(news.part)
            if news.is_done:
                at_work.remove(pipe)
            others = [other for other in at_work if other is not pipe]
            for other in others if not is_over else ():
                if news.zones:
                    other.send(news.zones)
                if news.is_done:
                    other.send(None)
            is_over |= news.is_done
            entries += len(news.zones)
            budget.spent(news.nodes, writing(entries))
    return entries


class _Over(Exception):
    """Another has written what was left."""


class _SharedBook(Book):
    def __init__(self, task: Task, pipe: Pipe) -> None:
        super().__init__(PartsWriter(self._hand_over, task.header), task.zones)
        self.begins_at = task.begins_at
        self.budget = Budget()
        self._pipe = pipe
        self._untold: Zones = {}
        self._nodes_told = 0
        self._told_at = monotonic()
        self._heard: deque[Zones | None] = deque()
        self._listener = Thread(target=self._listen, daemon=True)
        self._listener.start()  # so that whoever tells never waits

    def write(self, key: str, zone: Cells, proof: dict[str, Any], relied_on: Zones) -> None:
        super().write(key, zone, proof, relied_on)
        self._untold[key] = zone

    def hear(self) -> bool:
        if len(self._untold) >= TELL_AFTER or monotonic() > self._told_at + TELL_EVERY:
            self._tell()
        while self._heard:
            zones = self._heard.popleft()
            if zones is None:
                raise _Over
            for key, zone in zones.items():
                self.zones.setdefault(key, zone)  # a part in the midst relies on the zone that is known
        return True

    def finish(self) -> None:
        """Hand over what is left, and stay until what was said has been read."""
        self.parts.finish()
        self._tell(is_done=True)
        self._listener.join()

    def _hand_over(self, part: bytes) -> None:
        self._tell(part=part)

    def _tell(self, part: bytes = b"", is_done: bool = False) -> None:
        nodes = self.budget.nodes - self._nodes_told
        if self._untold or nodes or part or is_done:
            self._pipe.send(WritersNews(self._untold, nodes, part, is_done))
            self._untold = {}
            self._nodes_told += nodes
        self._told_at = monotonic()

    def _listen(self) -> None:
        try:
            while True:
                self._heard.append(self._pipe.recv())
        except (EOFError, OSError):
            return


def _work(pipe: Pipe) -> None:
    """Another process: writes as much of the proof as nobody else has written."""
    task: Task = pipe.recv()
    game, position, claims = task.header
    try:
        table = new_table(game, task.memory)
        while (rows := pipe.recv()) is not None:
            restore(table, rows, np.zeros(table.shape[1], np.uint64))
        book = _SharedBook(task, pipe)
        try:
            for attacker, kind in claims:
                prover = Prover(game, attacker, "weak" if kind == "weak" else "real", table=table)
                certify(prover, kind, position, book, book.budget)
        except _Over:
            pass
        book.finish()
    except (BadInput, MemoryError) as error:
        pipe.send(WritersNews({}, 0, failed=str(error) or "there is not enough memory for writing a proof"))
