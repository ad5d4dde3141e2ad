"""The workers of a Dask cluster, whatever they are asked to do.

Each job goes to one worker by name; Dask carries it there, says who is alive, and shows it on its dashboard. A worker
that is gone, or has not been heard of for a while, has lost its jobs; one that is heard of again may go on. A worker
to which there is an objection, such as that it is of another version, is never given one.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Callable
from contextlib import suppress
from queue import Empty, SimpleQueue
from secrets import token_hex
from time import monotonic
from typing import Any, Generic, NamedTuple

from distributed import Client, Future, get_worker

from tictactoe.rules import BadInput, quote
from tictactoe.search.cluster.local import Local, parse_local
from tictactoe.search.cluster.work import LOCAL, AnyJob, Ended, Result, Trade, one_line
from tictactoe.search.limits import MOST_WORKERS

ADDRESS = re.compile(r"((tcp|tls|ws|wss)://)?(\[[0-9a-fA-F:.]+\]|[\w.-]+):\d{1,5}")
"""What Dask would take for one and has no answer to would keep it waiting."""
CONNECT_SECONDS = 10.0
RUNNING = "running"
AT_WORK = ("running", "paused")
UNDER_WAY = ("executing", "long-running", "resumed")
MOST_FAILURES = 3
LOOK_EVERY = 1.0
"""Seconds between two looks at who is there."""
SILENCE = 30.0
"""A worker that has not been heard of for so many seconds has lost its jobs."""


class _Out(NamedTuple):
    future: Future[Any]
    worker: str
    until: float
    """When its worker should have come to its end."""


class DaskWorkers(Generic[AnyJob, Result]):
    """The workers of one cluster, at one trade. `note` is told of what is odd: a sentence without its full stop."""

    def __init__(
        self, trade: Trade[AnyJob, Result], where: str, note: Callable[[str], None], silence: float = SILENCE
    ) -> None:
        """`where` is the address of a scheduler, or says which workers are started here (see `parse_local`)."""
        if not where.startswith(LOCAL) and not ADDRESS.fullmatch(where):
            raise BadInput(f"{quote(where)} should be a scheduler's address such as tcp://127.0.0.1:8786, or {LOCAL}N")
        _quiet()
        self._trade = trade
        self._note = note
        self._silence = silence
        self._local = _start(where, trade.uses_threads) if where.startswith(LOCAL) else None
        self._client = self._connect(where)
        self._ended: SimpleQueue[int] = SimpleQueue()
        self._out: dict[int, _Out] = {}
        self._heard: dict[str, tuple[float, float]] = {}
        """For each worker: what the scheduler says of when it was last heard of, and when that was said first."""
        self._refused: set[str] = set()
        self._accepted: set[str] = set()
        self._asked: dict[str, Future[Any]] = {}
        """The workers that are new: each is asked to introduce itself, and is given nothing before it has answered."""
        self._failures: dict[str, int] = {}
        """For each worker: how many of its jobs have failed, one after the other."""
        self._names: dict[str, str] = {}
        self._threads: dict[str, int] = {}
        self._looked = -LOOK_EVERY
        self._run = token_hex(4)
        """What tells the jobs of this run from those of another."""

    def _connect(self, where: str) -> Client:
        try:
            return Client(self._local.address if self._local else where, timeout=CONNECT_SECONDS, set_as_default=False)
        except BaseException as error:
            self._close_local()
            if not isinstance(error, Exception):
                raise
            raise BadInput(f"no cluster answers at {quote(where)}: {type(error).__name__}") from None

    def count(self) -> int:
        self._look()
        return len(self._present())

    def threads(self) -> dict[str, int]:
        """The workers there are, and how many threads Dask has given to each."""
        self._look()
        return {worker: self._threads[worker] for worker in self._present()}

    def free(self) -> list[str]:
        self._look()
        busy = {out.worker for out in self._out.values()}
        return [worker for worker in self._present() if worker not in busy]

    def give(self, worker: str, ticket: int, job: AnyJob) -> None:
        name = f"{self._trade.name(job)} {self._run} {ticket}"
        future = self._client.submit(
            self._trade.work, job, key=name, workers=[worker], allow_other_workers=False, pure=False, retries=0
        )
        self._out[ticket] = _Out(future, worker, monotonic() + self._trade.seconds(job))
        future.add_done_callback(lambda _: self._ended.put(ticket))

    def collect(self, seconds: float) -> list[Ended[Result]]:
        done = self._lost()
        until = monotonic() + (0 if done else seconds)
        while True:
            with suppress(Empty):
                ticket = self._ended.get(timeout=max(0.0, min(LOOK_EVERY, until - monotonic())))
                if ticket in self._out:
                    done.append(self._result(ticket))
            if self._ended.empty() and (done or monotonic() >= until):
                return done

    def close(self) -> None:
        """Take back what is out, and leave nothing running that was started here."""
        for out in self._out.values():
            with suppress(Exception):
                out.future.cancel()
        with suppress(Exception):
            self._client.close(timeout=CONNECT_SECONDS)
        self._close_local()

    def _close_local(self) -> None:
        if self._local is not None:
            self._local.close()

    def _present(self) -> list[str]:
        """The workers that are accepted, and were heard of lately."""
        now = monotonic()
        return [w for w, (_, since) in self._heard.items() if w in self._accepted and now - since < self._silence]

    def _look(self) -> None:
        """Ask the scheduler who is there; who is new introduces itself."""
        if monotonic() - self._looked < LOOK_EVERY:
            self._greet([])
            return
        try:
            workers = self._client.scheduler_info(n_workers=-1)["workers"]
        except Exception:
            raise BadInput("the cluster does not answer any more") from None
        if self._client.status not in ("running", "connecting"):
            raise BadInput("the cluster does not answer any more")
        now = self._looked = monotonic()
        for worker in self._heard.keys() - workers.keys():
            del self._heard[worker]
            self._forget(worker)
        for worker, about in workers.items():
            if about.get("status", RUNNING) != RUNNING:  # one that Dask has paused, for want of memory
                continue
            seen = about["last_seen"]
            if worker not in self._heard or self._heard[worker][0] != seen:
                self._heard[worker] = seen, now
            self._names[worker] = str(about.get("name", worker))
            self._threads[worker] = min(max(1, int(about.get("nthreads", 1))), MOST_WORKERS)
        self._greet([worker for worker in self._heard if worker not in self._accepted | self._refused])
        if self._local is not None:
            self._see_to_local(self._local)

    def _see_to_local(self, local: Local) -> None:
        """Workers that were started here and have ended are started anew; BadInput if there will be none of use."""
        local.revive()
        if local.is_lost or (len(self._heard) >= local.count and self._heard.keys() <= self._refused):
            raise BadInput("none of the workers that were started here can be used any more")

    def _forget(self, worker: str) -> None:
        """Another may come to the same address."""
        self._accepted.discard(worker)
        self._refused.discard(worker)
        self._failures.pop(worker, None)
        if (asked := self._asked.pop(worker, None)) is not None:
            with suppress(Exception):
                asked.cancel()

    def _greet(self, workers: list[str]) -> None:
        """Ask who is new to say what it is, and hear who has answered: one that is frozen keeps nobody waiting."""
        for worker in workers:
            if worker not in self._asked:
                key = f"introduction {self._run} {self._names[worker]} {monotonic()}"
                self._asked[worker] = self._client.submit(
                    self._trade.introduce, key=key, workers=[worker], pure=False, retries=0
                )
        for worker, asked in [*self._asked.items()]:
            if asked.done():
                del self._asked[worker]
                self._welcome(worker, _answer(asked))

    def _welcome(self, worker: str, said: object) -> None:
        if why := self._trade.objection(said):
            self._refuse(worker, why)
        else:
            self._accepted.add(worker)

    def _refuse(self, worker: str, why: str) -> None:
        self._accepted.discard(worker)
        self._refused.add(worker)
        self._note(f"worker {self._names[worker]} is not used: {why}")

    def _lost(self) -> list[Ended[Result]]:
        """The jobs of workers that are gone or silent, or do not come to their end."""
        self._look()
        for out in self._out.values():
            if monotonic() > out.until and out.worker in self._accepted and not out.future.done():
                self._refuse(out.worker, "it has not come to the end of its job in the time that this can take")
        present = set(self._present())
        lost = [ticket for ticket, out in self._out.items() if out.worker not in present and not out.future.done()]
        return [self._give_up(ticket) for ticket in lost]

    def _give_up(self, ticket: int) -> Ended[Result]:
        out = self._out.pop(ticket)
        with suppress(Exception):
            out.future.cancel()
        self._note(f"worker {self._names[out.worker]} was lost{self._trade.when_lost}")
        return Ended(ticket, out.worker, None)

    def _result(self, ticket: int) -> Ended[Result]:
        out = self._out.pop(ticket)
        result = _answer(out.future, self._silence)
        if isinstance(result, self._trade.result):
            self._failures.pop(out.worker, None)
            if (why := self._trade.objection(result)) and out.worker in self._accepted:
                self._refuse(out.worker, why)
            return Ended(ticket, out.worker, result)
        self._failures[out.worker] = self._failures.get(out.worker, 0) + 1
        if self._failures[out.worker] >= MOST_FAILURES and out.worker in self._accepted:
            self._refuse(out.worker, f"{MOST_FAILURES} of its jobs have failed, the last with {one_line(result)}")
        return Ended(ticket, out.worker, None)


def _answer(future: Future[Any], seconds: float = 1.0) -> object:
    """What a future that is done has brought: a value, or an exception."""
    try:
        return future.result(timeout=seconds)
    except Exception as error:
        return error


def still_wanted() -> Callable[[], bool]:
    """For a job, on its worker: what says whether anybody still waits for it. Dask itself ends no job."""
    worker = get_worker()
    key = worker.get_current_task()

    def is_wanted() -> bool:
        task = worker.state.tasks.get(key)
        return worker.status.name in AT_WORK and task is not None and task.state in UNDER_WAY

    return is_wanted


def _quiet() -> None:
    """What matters is said by us."""
    for name in [*logging.root.manager.loggerDict, "distributed"]:
        if name.partition(".")[0] == "distributed":
            logging.getLogger(name).setLevel(logging.CRITICAL)


def _start(where: str, with_threads: bool) -> Local:
    """Workers on this machine."""
    arrangement = parse_local(where, with_threads)
    try:
        return Local(arrangement)
    except (OSError, RuntimeError) as error:
        raise BadInput(f"no workers can be started here: {error}") from None
