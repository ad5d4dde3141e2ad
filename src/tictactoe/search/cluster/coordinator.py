"""Job-level proof-number search: the upper tree here, the jobs elsewhere.

The upper tree is the compiled search itself (`Upper`), with one slot for each job. A slot goes down until it comes to a
position that has taken little work so far; a worker searches that for a while and sends back the rows of its table that
took some work. They are put into the table here, and the slot goes on. So all that is known is in one table, which can
be saved, and whose rows are true whatever becomes of the workers.

A position is looked at here for a moment first: most are decided by that, and sending one away would take longer.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from hashlib import sha256
from typing import Any

from tictactoe.rules import Game, Mark, Position, cells_of, format_cell
from tictactoe.search.answer import Variant
from tictactoe.search.cluster.crew import Crew, Done
from tictactoe.search.cluster.job import Job, as_bytes, decided, from_bytes, take, version
from tictactoe.search.cluster.upper import Upper
from tictactoe.search.kernels.static import ALL_RULES, RETURNING
from tictactoe.search.proof.prover import Finding, Prover
from tictactoe.search.proof.saved import require_positions

GLANCE = 100
"""Nodes for which a new position is searched here."""
LEAST_JOB = 20_000
SHARE = 16
"""A job is this part of all that was searched so far, divided by the workers, and no less than the least.

For a worker with several threads it is as many times as large, so that it takes about as long.
"""
SMALL = 50_000
"""A position is handed out whole, again and again, until it has taken so much work, or half a job, if that is more.

So there are few jobs, and workers are not kept waiting for the next.
"""
WORTH = 500
"""Of a job, the rows come back that took this part of its nodes."""
MOST_NEWS = 1024
"""A worker is told of the latest so many results of others, at most."""
NO_END = 1 << 62
OPEN = Finding(None, 0, 0, "search")


class Coordinator:
    """Answers one question about one game, as a `Prover` does, by giving jobs to a crew."""

    def __init__(
        self,
        game: Game,
        attacker: Mark,
        variant: Variant,
        table: Any,
        memory: int,
        crew: Crew,
        budget: Callable[[], int | None] = lambda: None,
    ) -> None:
        """`budget` says how many nodes may still be searched in all, however many of them are asked for at a time."""
        self.game = game
        self.attacker = attacker
        self.variant = variant
        self.table = table
        self.jobs = 0
        """How many have been given."""
        self._memory = memory
        self._crew = crew
        self._budget = budget
        self._end = NO_END
        """How many nodes may have been searched when the budget is spent."""
        self._searched = 0
        self._glance = Prover(game, attacker, variant, ALL_RULES | RETURNING, table=table, news=1)
        self._upper = Upper(game, attacker, variant, table, slots=1)
        self._before = 0
        """What upper trees that were too small have evaluated."""
        self._position: Position | None = None
        self._slots: dict[int, int] = {}
        """For each job that is out, by its ticket, the slot that waits for it."""
        self._out: dict[int, Position] = {}
        """And its position."""
        self._promised: dict[int, int] = {}
        """For each job that was given and has not ended, also of an earlier question, how many nodes it may take."""
        self._news: deque[tuple[int, str, bytes]] = deque()
        self._told: dict[str, int] = {}
        """For each worker, the number of the news that it knows."""
        self._heard = 0
        self.unsaved: list[bytes] = []
        """Rows of results that have not been saved yet."""

    @property
    def evaluated(self) -> int:
        """How many positions have been evaluated so far, here and by the workers whose results have come."""
        return self._searched + self._glance.evaluated + self._upper.evaluated + self._before

    @property
    def doing(self) -> str:
        """Who is at work at what."""
        workers = self._crew.count()
        if not workers:
            return "(waiting for a worker)"
        threads = self._all_threads()
        words = [f"{workers} worker{'s' * (workers != 1)}", f"{self.jobs:,} job{'s' * (self.jobs != 1)}"]
        if threads > workers:
            words.insert(1, f"{threads} threads")
        return f"({', '.join(words)}{self._trying()})"

    def _trying(self) -> str:
        """The stones of the job that has been out for longest, beyond those of the question."""
        if self._position is None or not self._out:
            return ""
        tried = next(iter(self._out.values()))
        sides = (("X", tried.x & ~self._position.x), ("O", tried.o & ~self._position.o))
        stones = [
            " ".join([mark, *(format_cell(self.game, cell) for cell in cells_of(cells))]) for mark, cells in sides
        ]
        return f", trying {', '.join(stones)}"

    def ask(self, position: Position, nodes: int, patience: float = 0.5) -> Finding:
        """Go on until about so many more nodes are searched, or nothing has come for so many seconds.

        Jobs that are out stay out: the next call goes on with them.
        """
        self._turn_to(position)
        end = self.evaluated + max(1, nodes)
        left = self._budget()
        self._end = NO_END if left is None else self.evaluated + left
        while True:
            if (finding := self._hand_out()) is not None:
                return finding._replace(evaluated=self.evaluated)
            if self.evaluated >= end:
                break
            done = self._crew.collect(patience)
            for each in done:
                self._take(each)
            if not done:
                break
        return OPEN._replace(evaluated=self.evaluated)

    def _left(self) -> int:
        """How many nodes may be given to workers, beside what they have been given."""
        return self._end - self.evaluated - sum(self._promised.values())

    def _turn_to(self, position: Position) -> None:
        slots = max(1, 2 * self._crew.count())
        if position != self._position or slots > self._upper.slots:
            self._slots.clear()  # what is out comes back all the same, for the table
            self._out.clear()
            self._before += self._upper.evaluated
            self._upper = Upper(self.game, self.attacker, self.variant, self.table, slots)
            self._upper.turn_to(position)
            self._position = position

    def _job_nodes(self, threads: int) -> int:
        """How large a job is for a worker with so many threads."""
        return max(LEAST_JOB * threads, self.evaluated * threads // (SHARE * self._all_threads()))

    def _small(self, threads: int) -> int:
        """What has taken less work than this is handed out: one worker alone needs nothing to be parted for it."""
        return NO_END if self._crew.count() < 2 else max(SMALL, self._job_nodes(threads) // 2)

    def _all_threads(self) -> int:
        return max(1, sum(self._crew.threads().values()))

    def _hand_out(self) -> Finding | None:
        """Give something to every worker that has nothing to do, as far as there is something; what is decided."""
        threads = self._crew.threads()
        for worker in self._crew.free():
            if self._left() < 1:
                return None
            waiting = set(self._slots.values())
            idle = next((slot for slot in range(self._upper.slots) if slot not in waiting), None)
            if idle is None:
                return None
            has = threads.get(worker, 1)
            found = self._next(idle, self._small(has))
            if isinstance(found, Finding):
                return found
            if found is None:
                return None
            self._give(worker, has, idle, found)
        return None

    def _next(self, slot: int, small: int) -> Finding | Position | None:
        """What a slot comes to that is decided, or is a job that nobody is at; None if there is none.

        A position is a job if less than `small` has been searched for it.
        """
        for _ in range(2):  # from where it is, and then from the root
            while not isinstance(found := self._upper.go_on(slot, small), Finding):
                if found in self._out.values():
                    break
                if self._is_for_a_worker(found):
                    return found
            else:
                return found
            self._upper.start_again(slot)
        return None

    def _is_for_a_worker(self, position: Position) -> bool:
        """Search a position for a moment: whether that does not decide it."""
        rows = self._glance.search_and_return(position, GLANCE)
        return not len(decided(rows[-1:]))

    def _give(self, worker: str, threads: int, slot: int, position: Position) -> None:
        nodes = min(self._job_nodes(threads), self._left())
        since = self._told.get(worker, 0)
        news = [rows for number, whose, rows in self._news if number > since and whose != worker]
        self._told[worker] = self._heard
        self.jobs += 1
        job = Job(
            version(), self.game, self.attacker, self.variant, position, nodes, max(1, nodes // WORTH), b"".join(news),
            self._memory, threads,
        )  # fmt: skip
        self._slots[self.jobs], self._out[self.jobs], self._promised[self.jobs] = slot, position, nodes
        self._crew.give(worker, self.jobs, job)

    def _take(self, done: Done) -> None:
        """Take up what a job has found; one that is lost is free for another."""
        self._slots.pop(done.ticket, None)
        self._out.pop(done.ticket, None)
        self._promised.pop(done.ticket, None)
        result = done.result
        if result is None or result.version != version() or sha256(result.rows).hexdigest() != result.sha256:
            self._told.pop(done.worker, None)
            return
        rows = from_bytes(self.game, result.rows)
        require_positions(rows, self.game)
        self._searched += result.nodes
        take(self.table, self.game, result.rows)
        self.unsaved.append(result.rows)
        self._heard += 1
        self._news.append((self._heard, done.worker, as_bytes(decided(rows))))
        while len(self._news) > MOST_NEWS:
            self._news.popleft()
