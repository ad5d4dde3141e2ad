"""A job, its result, and what a worker does in between.

Both are plain values that can be pickled. A job can be lost, done twice, or done late, and no harm is done: its result
is rows of the table, each of which is true of the position that it is about, whenever it comes and however often.
"""

from __future__ import annotations

from functools import cache
from hashlib import sha256
from threading import Lock
from time import monotonic
from typing import Any, NamedTuple

import numpy as np

from tictactoe.rules import Game, Mark, Position
from tictactoe.search.answer import Variant
from tictactoe.search.kernels.hashtable import restore, row_words
from tictactoe.search.kernels.static import ALL_RULES, RETURNING
from tictactoe.search.places import hash_of_text
from tictactoe.search.proof.arrays import new_table, words_of
from tictactoe.search.proof.prover import Prover
from tictactoe.search.proof.rows import is_decided, last_of_each, took

ROWS_KEPT = 2**14
"""Of what a thread writes for a job, the last so many rows come back: they are of the largest subtrees."""


class Job(NamedTuple):
    """Search a position for about so many nodes."""

    version: str
    game: Game
    attacker: Mark
    variant: Variant
    position: Position
    nodes: int
    worth: int
    """Rows that took less work than this stay where they are."""
    news: bytes
    """Rows that others have found, for the worker's table."""
    memory: int
    """How many bytes that table may take."""
    threads: int = 1
    """How many search at once, over that table."""


class Result(NamedTuple):
    """What a job has found. A worker of another version than the job's has done nothing."""

    version: str
    nodes: int
    seconds: float
    rows: bytes
    sha256: str
    """Of the rows."""


@cache
def version() -> str:
    """What two processes must have in common to believe each other's rows."""
    return hash_of_text("rules", "search/proof", "search/kernels", "search/cluster")[:16]


class Searcher:
    """What a worker keeps between its jobs: the table of the game that it is at, and one prover for each question."""

    def __init__(self) -> None:
        self._game: tuple[Game, int] | None = None
        self._table: Any = None
        self._provers: dict[tuple[Mark, Variant, int], Prover] = {}
        self._lock = Lock()

    def search(self, job: Job) -> Result:
        """Do a job."""
        if job.version != version():
            return Result(version(), 0, 0.0, b"", "")
        with self._lock:
            began = monotonic()
            prover = self._prover(job)
            take(self._table, job.game, job.news)
            before = prover.evaluated
            rows = as_bytes(worth_telling(prover.search_and_return(job.position, job.nodes), job.worth))
            nodes = prover.evaluated - before
            return Result(version(), nodes, monotonic() - began, rows, sha256(rows).hexdigest())

    def _prover(self, job: Job) -> Prover:
        if self._game != (job.game, job.memory):
            self._provers.clear()
            self._table = None  # the old one goes before the new one comes
            self._table = new_table(job.game, job.memory)
            self._game = job.game, job.memory
        asked = job.attacker, job.variant, job.threads
        if asked not in self._provers:
            self._provers[asked] = Prover(
                job.game, job.attacker, job.variant, ALL_RULES | RETURNING,
                table=self._table, workers=job.threads, news=ROWS_KEPT,
            )  # fmt: skip
        return self._provers[asked]


def worth_telling(rows: Any, worth: int) -> Any:
    """One row for each position that took so much work; the last is about the position that was asked."""
    chosen = took(rows, worth)
    chosen[-1:] = True
    return last_of_each(rows[chosen])


def decided(rows: Any) -> Any:
    """The rows that say who wins."""
    return rows[is_decided(rows)]


def as_bytes(rows: Any) -> bytes:
    return np.ascontiguousarray(rows, np.dtype("<u8")).tobytes()


def from_bytes(game: Game, content: bytes) -> Any:
    return np.frombuffer(content, np.dtype("<u8")).reshape(-1, row_words(words_of(game))).astype(np.uint64)


def take(table: Any, game: Game, content: bytes) -> None:
    """Put rows into a table."""
    if content:
        restore(table, from_bytes(game, content), np.zeros(table.shape[1], np.uint64))


_here = Searcher()


def search_job(job: Job) -> Result:
    """Do a job in this process, whose tables stay for the next."""
    return _here.search(job)
