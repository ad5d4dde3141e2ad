"""Making a recording: a run with real workers on this machine, and what has to be known with it."""

from __future__ import annotations

import pickle
from collections.abc import Iterator
from contextlib import closing
from platform import python_version
from statistics import median
from time import monotonic, process_time, sleep
from typing import NamedTuple

from tictactoe.about import find_version
from tictactoe.bench.recording import Counted, RecordedJob, Recording
from tictactoe.bench.scaling import TARGET
from tictactoe.bench.simulated import search_together
from tictactoe.rules import Game, Position, X, format_game, parse_game
from tictactoe.search.answer import Variant
from tictactoe.search.cluster.coordinator import Coordinator
from tictactoe.search.cluster.crew import Crew, Done
from tictactoe.search.cluster.dask import DaskCrew
from tictactoe.search.cluster.job import Job, as_bytes, decided, from_bytes, version
from tictactoe.search.kernels.static import ALL_RULES, RETURNING
from tictactoe.search.many import count_cores
from tictactoe.search.proof.arrays import new_table
from tictactoe.search.proof.prover import Prover, get_ready

VARIANT: Variant = "weak"
MEMORY = 2**28
BESIDE_MEMORY = 2**26
NO_END = 10**12
SAMPLE = 20_000
"""Nodes for which two boards are searched to compare what one takes."""
TRIES = 12
NEWS_BYTES = 8_000_000


class Extent(NamedTuple):
    """What is measured beside the run: the more, the longer it takes."""

    beside: str = "11,5,5"
    """The board that simulated workers search."""
    crews: tuple[int, ...] = (1, 2, 4, 8)
    boards: tuple[str, ...] = ("7,7,5", "7,8,5", "8,8,5", "9,6,5", "9,7,5", "10,5,5", "10,6,5")
    """Those whose nodes are counted, to see how they grow."""


USUAL = Extent()


class _Given(NamedTuple):
    asked: int
    sent: int
    at: float


class RecordingCrew:
    """A crew that writes down what each job of another crew takes."""

    def __init__(self, crew: Crew, game: Game) -> None:
        self.jobs: list[RecordedJob] = []
        self._crew = crew
        self._game = game
        self._given: dict[int, _Given] = {}
        self._spent = process_time()

    def free(self) -> list[str]:
        return self._crew.free()

    def count(self) -> int:
        return self._crew.count()

    def threads(self) -> dict[str, int]:
        return self._crew.threads()

    def give(self, worker: str, ticket: int, job: Job) -> None:
        self._given[ticket] = _Given(job.nodes, len(pickle.dumps(job._replace(news=b""))), monotonic())
        self._crew.give(worker, ticket, job)

    def collect(self, seconds: float) -> list[Done]:
        done = self._crew.collect(seconds)
        now, spent = monotonic(), process_time()
        if not done:
            return done
        share = (spent - self._spent) / len(done)  # all that this process did since, Dask's threads too
        self._spent = spent
        for each in done:
            self._write_down(each, share, now)
        return done

    def _write_down(self, done: Done, share: float, now: float) -> None:
        given, result = self._given.pop(done.ticket), done.result
        if result is None:
            return
        told = len(as_bytes(decided(from_bytes(self._game, result.rows))))
        overhead = max(0.0, now - given.at - result.seconds)
        self.jobs.append(
            RecordedJob(
                asked=given.asked,
                nodes=result.nodes,
                seconds=round(result.seconds, 5),
                sent=given.sent,
                back=len(pickle.dumps(result)),
                decided=told,
                coordinator=round(share, 5),
                overhead=round(overhead, 5),
            )
        )


def record_jobs(game: Game, workers: int, extent: Extent = USUAL) -> Iterator[str | Recording]:
    """Lines that say what is being done, and at last the recording."""
    get_ready()
    yield f"Searching {format_game(game)} with {workers} worker{'s' * (workers != 1)} of Dask."
    with closing(DaskCrew(f"local:{workers}x1", note=lambda _: None)) as crew:
        while crew.count() < workers:
            sleep(0.1)
        byte_seconds = _byte_seconds(crew, game)
        recorder = RecordingCrew(crew, game)
        coordinator = Coordinator(game, X, VARIANT, new_table(game, MEMORY), MEMORY, recorder)
        began = monotonic()
        while coordinator.ask(Position(), NO_END).wins is None:
            pass
        seconds = monotonic() - began
    beside = []
    for count in extent.crews:
        yield f"Searching {extent.beside} with {count} simulated worker{'s' * (count != 1)}."
        beside.append(search_together(parse_game(extent.beside), VARIANT, count, BESIDE_MEMORY))
    boards = []
    for name in extent.boards:
        yield f"Counting the nodes of {name}."
        prover = Prover(parse_game(name), X, VARIANT, memory=MEMORY)
        boards.append(Counted(name, prover.ask(Position(), NO_END).evaluated))
    yield Recording(
        game=format_game(game),
        workers=workers,
        cores=count_cores(),
        version=find_version(),
        python=python_version(),
        nodes=coordinator.evaluated,
        seconds=round(seconds, 2),
        byte_seconds=byte_seconds,
        slower=round(_node_seconds(TARGET) / _node_seconds(game), 3),
        jobs=tuple(recorder.jobs),
        beside_game=extent.beside,
        beside=tuple(beside),
        boards=tuple(boards),
    )


def _byte_seconds(crew: Crew, game: Game) -> float:
    """What a byte of news takes of this process: a job of one node with much news, less one with none."""
    row = as_bytes(
        Prover(game, X, VARIANT, ALL_RULES | RETURNING, memory=2**20, news=1).search_and_return(Position(), 1)[-1:]
    )
    much = row * (NEWS_BYTES // len(row))
    _job_seconds(crew, game, b"")  # each worker loads the search with its first job
    return max(0.0, _job_seconds(crew, game, much) - _job_seconds(crew, game, b"")) / len(much)


def _job_seconds(crew: Crew, game: Game, news: bytes) -> float:
    """What a job of one node takes of this process; the median of some."""
    job = Job(version(), game, X, VARIANT, Position(), 1, 1, news, MEMORY)
    took = []
    for number in range(TRIES):
        for worker in crew.free():
            began = process_time()
            crew.give(worker, -1 - number, job)
            while not crew.collect(1.0):
                pass
            took.append(process_time() - began)
    return median(took)


def _node_seconds(game: Game) -> float:
    prover = Prover(game, X, VARIANT, memory=MEMORY)
    began = process_time()
    found = prover.ask(Position(), SAMPLE)
    return (process_time() - began) / found.evaluated
