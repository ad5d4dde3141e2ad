"""The workers of a Dask cluster as a crew.

Each job goes to one worker by name, so that its table is of use for the next; Dask carries it there, says who is alive,
and shows it on its dashboard. A worker that is gone, or has not been heard of for a while, has lost its jobs; one that
is heard of again may go on. A worker of another version is never given one.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Callable
from contextlib import suppress
from queue import Empty, SimpleQueue
from secrets import token_hex
from time import monotonic
from typing import Any, NamedTuple

from distributed import Client, Future

from tictactoe.rules import BadInput, format_game, format_position, quote, whole_number
from tictactoe.search.cluster.crew import Done
from tictactoe.search.cluster.job import Job, search_job, version
from tictactoe.search.cluster.local import Local
from tictactoe.search.limits import MOST_WORKERS

LOCAL = "local:"
ADDRESS = re.compile(r"((tcp|tls|ws|wss)://)?(\[[0-9a-fA-F:.]+\]|[\w.-]+):\d{1,5}")
"""What Dask would take for one and has no answer to would keep it waiting."""
CONNECT_SECONDS = 10.0
LOOK_EVERY = 1.0
"""Seconds between two looks at who is there."""
SILENCE = 30.0
"""A worker that has not been heard of for so many seconds has lost its jobs."""


class _Out(NamedTuple):
    future: Future[Any]
    worker: str


class DaskCrew:
    """The workers of one cluster. `note` is told of what is odd: a sentence without its full stop."""

    def __init__(self, where: str, note: Callable[[str], None], silence: float = SILENCE) -> None:
        """`where` is the address of a scheduler, or local:N for N workers that are started here."""
        if not where.startswith(LOCAL) and not ADDRESS.fullmatch(where):
            raise BadInput(f"{quote(where)} should be a scheduler's address such as tcp://127.0.0.1:8786, or {LOCAL}N")
        logging.getLogger("distributed").setLevel(logging.CRITICAL)  # what matters is said by us
        self._note = note
        self._silence = silence
        self._local = _start(where) if where.startswith(LOCAL) else None
        self._client = self._connect(where)
        self._ended: SimpleQueue[int] = SimpleQueue()
        self._out: dict[int, _Out] = {}
        self._heard: dict[str, tuple[float, float]] = {}
        """For each worker: what the scheduler says of when it was last heard of, and when that was said first."""
        self._refused: set[str] = set()
        self._accepted: set[str] = set()
        self._names: dict[str, str] = {}
        self._looked = -LOOK_EVERY
        self._run = token_hex(4)
        """What tells the jobs of this run from those of another."""

    def _connect(self, where: str) -> Client:
        try:
            return Client(self._local.address if self._local else where, timeout=CONNECT_SECONDS, set_as_default=False)
        except Exception as error:
            self._close_local()
            raise BadInput(f"no cluster answers at {quote(where)}: {type(error).__name__}") from None

    def count(self) -> int:
        self._look()
        return len(self._present())

    def free(self) -> list[str]:
        self._look()
        busy = {out.worker for out in self._out.values()}
        return [worker for worker in self._present() if worker not in busy]

    def give(self, worker: str, ticket: int, job: Job) -> None:
        name = f"{format_game(job.game)} {format_position(job.game, job.position)} {self._run} {ticket}"
        future = self._client.submit(
            search_job, job, key=name, workers=[worker], allow_other_workers=False, pure=False, retries=0
        )
        self._out[ticket] = _Out(future, worker)
        future.add_done_callback(lambda _: self._ended.put(ticket))

    def collect(self, seconds: float) -> list[Done]:
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
        """Ask the scheduler who is there; who is new says which version it has."""
        if monotonic() - self._looked < LOOK_EVERY:
            return
        try:
            workers = self._client.scheduler_info(n_workers=-1)["workers"]
        except Exception as error:
            raise BadInput(f"the cluster does not answer any more: {type(error).__name__}") from None
        if self._client.status not in ("running", "connecting"):
            raise BadInput("the cluster does not answer any more")
        now = self._looked = monotonic()
        for worker in list(self._heard):
            if worker not in workers:
                del self._heard[worker]
        for worker, about in workers.items():
            seen = about["last_seen"]
            if worker not in self._heard or self._heard[worker][0] != seen:
                self._heard[worker] = seen, now
            self._names[worker] = str(about.get("name", worker))
        self._greet([worker for worker in self._heard if worker not in self._accepted | self._refused])

    def _greet(self, workers: list[str]) -> None:
        """Find out which version a worker has; one that does not say so is refused as well."""
        if not workers:
            return
        said: dict[str, Any] = {}
        with suppress(Exception):
            said = self._client.run(version, workers=workers, on_error="return")
        for worker in workers:
            if said.get(worker) == version():
                self._accepted.add(worker)
            elif worker in said:
                self._refused.add(worker)
                other = said[worker]
                has = f"version {other}" if isinstance(other, str) else f"none that could be asked ({other})"
                self._note(f"worker {self._names[worker]} is not used: it has {has}, this is version {version()}")

    def _lost(self) -> list[Done]:
        """The jobs of workers that are gone or silent."""
        self._look()
        present = set(self._present())
        lost = [ticket for ticket, out in self._out.items() if out.worker not in present and not out.future.done()]
        return [self._give_up(ticket) for ticket in lost]

    def _give_up(self, ticket: int) -> Done:
        out = self._out.pop(ticket)
        with suppress(Exception):
            out.future.cancel()
        self._note(f"worker {self._names[out.worker]} was lost; its job is given to another")
        return Done(ticket, out.worker, None)

    def _result(self, ticket: int) -> Done:
        out = self._out.pop(ticket)
        try:
            return Done(ticket, out.worker, out.future.result(timeout=self._silence))
        except Exception as error:
            self._note(f"a job of worker {self._names[out.worker]} failed: {type(error).__name__}: {error}")
            return Done(ticket, out.worker, None)


def _start(where: str) -> Local:
    """Workers on this machine, one process each."""
    count = whole_number(int(text)) if (text := where.removeprefix(LOCAL)).isdecimal() else None
    if count is None or not 1 <= count <= MOST_WORKERS:
        raise BadInput(f"{quote(where)} should be {LOCAL}N, with N a whole number from 1 to {MOST_WORKERS}")
    try:
        return Local(count)
    except (OSError, RuntimeError) as error:
        raise BadInput(f"no workers can be started here: {error}") from None
