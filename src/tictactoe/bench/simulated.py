"""A crew whose workers do every job for real, but in a time that is counted in nodes: what happens can be repeated."""

from __future__ import annotations

import heapq

from tictactoe.bench.recording import Beside
from tictactoe.rules import Game, Position, X
from tictactoe.search.answer import Variant
from tictactoe.search.cluster.coordinator import Coordinator
from tictactoe.search.cluster.crew import Done
from tictactoe.search.cluster.job import Job, Searcher
from tictactoe.search.proof.arrays import new_table

NO_END = 10**12


class SimulatedCrew:
    """So many workers. A job takes its nodes and `cost` more; a worker has up to `ahead` jobs, one after the other.

    Workers may have threads; these are taken to be as fast together as one.
    """

    def __init__(self, workers: int, cost: int = 300, ahead: int = 1, threads: int = 1) -> None:
        self.searchers = {f"worker {number}": Searcher() for number in range(workers)}
        self.busy_until = dict.fromkeys(self.searchers, 0)
        self.has = dict.fromkeys(self.searchers, 0)
        self.ahead = ahead
        self.with_threads = threads
        self.cost = cost
        self.now = 0
        self.idle = 0
        """The time that workers had nothing to do, summed over them."""
        self.sizes: list[int] = []
        self.events: list[tuple[int, int, Done]] = []

    def count(self) -> int:
        return len(self.searchers)

    def threads(self) -> dict[str, int]:
        return dict.fromkeys(self.searchers, self.with_threads)

    def free(self) -> list[str]:
        return sorted((w for w in self.searchers if self.has[w] < self.ahead), key=lambda w: self.has[w])

    def give(self, worker: str, ticket: int, job: Job) -> None:
        result = self.searchers[worker].search(job)
        self.sizes.append(result.nodes)
        self.has[worker] += 1
        start = max(self.now, self.busy_until[worker])
        self.busy_until[worker] = start + result.nodes + self.cost
        heapq.heappush(self.events, (self.busy_until[worker], ticket, Done(ticket, worker, result)))

    def collect(self, seconds: float) -> list[Done]:  # noqa: ARG002  it need not wait
        if not self.events:
            return []
        at, _, done = heapq.heappop(self.events)
        self.idle += (at - self.now) * sum(not self.has[w] for w in self.has)
        self.now = at
        self.has[done.worker] -= 1
        return [done]


def search_together(game: Game, variant: Variant, workers: int, memory: int) -> Beside:
    """Search the empty board with simulated workers. The counts repeat exactly."""
    crew = SimulatedCrew(workers)
    coordinator = Coordinator(game, X, variant, new_table(game, memory), memory, crew)
    while coordinator.ask(Position(), NO_END).wins is None:
        pass
    return Beside(workers, coordinator.evaluated, coordinator.jobs, round(workers - crew.idle / max(1, crew.now), 2))
