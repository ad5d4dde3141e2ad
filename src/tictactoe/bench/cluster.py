"""What it brings to have one question searched by several processes, and what a job costs beside its search."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from time import monotonic, sleep
from typing import TYPE_CHECKING, NamedTuple

from tictactoe.rules import Game, Position, X
from tictactoe.search.answer import Variant

if TYPE_CHECKING:
    from tictactoe.search.cluster.crew import Crew

MEMORY = 2**28
SMALL_JOBS = 20


class Shared(NamedTuple):
    """A question searched by the workers of a cluster, or without one."""

    where: str
    wins: bool | None
    nodes: int
    seconds: float
    jobs: int = 0
    job_seconds: float = 0.0
    """What a job of one node takes."""


def search_shared(game: Game, variant: Variant, workers: int, threads: int) -> Shared:
    """Search the empty board with workers on this machine; starting them is not counted."""
    from tictactoe.search.cluster.coordinator import Coordinator
    from tictactoe.search.cluster.dask import DaskCrew
    from tictactoe.search.proof.arrays import new_table
    from tictactoe.search.proof.prover import get_ready

    get_ready()
    where = f"local:{workers}x{threads}"
    with closing(DaskCrew(where, note=lambda _: None)) as crew:
        while crew.count() < workers:
            sleep(0.1)
        job_seconds = min(_small_jobs(crew, game, variant))
        coordinator = Coordinator(game, X, variant, new_table(game, MEMORY), MEMORY, crew)
        began = monotonic()
        while (found := coordinator.ask(Position(), 10**9)).wins is None:
            pass
        seconds = monotonic() - began
        return Shared(where, found.wins, coordinator.evaluated, seconds, coordinator.jobs, job_seconds)


def _small_jobs(crew: Crew, game: Game, variant: Variant) -> Iterator[float]:
    """How long jobs of one node take, one after the other: each worker loads the search with its first."""
    from tictactoe.search.cluster.job import Job, version

    job = Job(version(), game, X, variant, Position(), 1, 1, b"", MEMORY)
    for number in range(SMALL_JOBS):
        for worker in crew.free():
            began = monotonic()
            crew.give(worker, -1 - number, job)
            while not crew.collect(1.0):
                pass
            yield monotonic() - began
