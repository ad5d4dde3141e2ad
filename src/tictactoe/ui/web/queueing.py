"""Questions that wait their turn before another process, which answers one after the other.

A question keeps its place when nobody has the patience to wait for it any longer: who asks the same again gets the
answer that was made meanwhile, or hears how many are still before it. One that nobody comes back for is passed over.
"""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import Callable, Hashable
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from functools import partial
from multiprocessing import get_context, parent_process, resource_tracker
from threading import Thread
from time import monotonic
from typing import Any, NamedTuple, TypeVar

Result = TypeVar("Result")
MOST_WAITING = 8
"""Questions in one queue, besides the one that is being answered."""
FORGOTTEN = 20.0
"""Seconds after which nobody is expected to come back."""
MOST_LEFT = 8
"""Answers that are kept for who has asked to come back."""
POLITENESS = 5
"""How much the system prefers the server to what works for it."""


class Busy(Exception):
    """There is no answer yet."""

    def __init__(self, ahead: int, is_ready: bool) -> None:
        super().__init__(ahead, is_ready)
        self.ahead = ahead
        """How many questions are answered before this one."""
        self.is_ready = is_ready
        """Whether all that an answer needs is loaded; if not, that is being done."""


class Waiting:
    """A question in the queue."""

    def __init__(self, job: Callable[[], bytes]) -> None:
        self.job = job
        self.answer: asyncio.Future[bytes] = asyncio.get_running_loop().create_future()
        self.answer.add_done_callback(_heard)
        self.waiting = 0
        """How many wait for the answer at this moment."""
        self.left = monotonic()
        """When the last one has left."""


class Running(NamedTuple):
    """The process, and what is done when it is prepared."""

    pool: ProcessPoolExecutor
    ready: Future[None]


class Queue:
    """A process, and the questions that wait for it. The process ends with this one, however that ends."""

    def __init__(self, prepare: Callable[[], object], patience: float) -> None:
        """`prepare` is what the process does first; `patience` is how many seconds one waits for an answer."""
        self._prepare = prepare
        self._patience = patience
        self._asked: dict[Hashable, Waiting] = {}
        self._answering: asyncio.Task[None] | None = None
        self._running: Running | None = None

    def start(self) -> Running:
        """Have the process."""
        if self._running is None:
            _have_a_tidier()
            pool = ProcessPoolExecutor(1, get_context("spawn"), _begin)
            self._running = Running(pool, pool.submit(_get_ready, self._prepare))
        return self._running

    @property
    def is_ready(self) -> bool:
        """Whether the process is there and prepared."""
        return self._running is not None and self._running.ready.done()

    @property
    def processes(self) -> list[int]:
        """The numbers of the processes that are running."""
        return [] if self._running is None else [*(self._running.pool._processes or {})]

    async def do(self, key: Hashable, job: Callable[[], bytes]) -> bytes:
        """What the job comes to, for which the key stands; Busy if too many wait, it takes too long or the process
        dies.
        """
        asked = self._asked.get(key) or self._take(key, job)
        asked.waiting += 1
        try:
            # Shielded: others wait for it too, and who has left may come back.
            answer = await asyncio.wait_for(asyncio.shield(asked.answer), self._patience)
        except TimeoutError:
            raise Busy(self._ahead_of(asked), self.is_ready) from None
        finally:
            asked.waiting -= 1
            asked.left = monotonic()
        if not asked.waiting:
            self._drop(asked)
        return answer

    def _take(self, key: Hashable, job: Callable[[], bytes]) -> Waiting:
        self._forget()
        before = len(self._unanswered)
        if before > MOST_WAITING:
            raise Busy(before, self.is_ready)
        self._asked[key] = Waiting(job)
        if self._answering is None or self._answering.done():
            self._answering = asyncio.create_task(self._answer_all())
        return self._asked[key]

    @property
    def _unanswered(self) -> list[Waiting]:
        """In the order in which they are answered."""
        return [asked for asked in self._asked.values() if not asked.answer.done()]

    def _ahead_of(self, asked: Waiting) -> int:
        waiting = self._unanswered
        return waiting.index(asked) if asked in waiting else 0

    async def _answer_all(self) -> None:
        """Have one after the other answered, until there is none."""
        while waiting := self._unanswered:
            asked = waiting[0]
            running = self.start()
            try:
                await _undisturbed(running.ready)
                answer = await _undisturbed(running.pool.submit(asked.job))
            except BrokenProcessPool:
                if self._running is running:
                    self.close()
            except Exception as error:  # whatever went wrong is for those who wait
                if not asked.answer.done():
                    asked.answer.set_exception(error)
                self._drop(asked)
            else:
                if not asked.answer.done():
                    asked.answer.set_result(answer)
            self._forget()

    def _forget(self) -> None:
        """Let go of what nobody comes back for."""
        left = [asked for asked in self._asked.values() if not asked.waiting]
        answered = [asked for asked in left if asked.answer.done()]
        since = monotonic() - FORGOTTEN
        for asked in {*answered[:-MOST_LEFT], *(asked for asked in left if asked.left < since)}:
            asked.answer.cancel()
            self._drop(asked)

    def _drop(self, asked: Waiting) -> None:
        self._asked = {key: other for key, other in self._asked.items() if other is not asked}

    def close(self) -> None:
        """End the process; those who wait for it are told that it is busy."""
        for asked in self._unanswered:
            asked.answer.set_exception(Busy(0, is_ready=False))
        self._asked = {}
        if self._running is not None:
            pool = self._running.pool
            self._running = None
            for process in [*(pool._processes or {}).values()]:
                process.kill()
            pool.shutdown()


async def _undisturbed(job: Future[Result]) -> Result:
    """What the process makes of a job. It is not cancelled with us: the pool could not bring that to an end."""
    return await asyncio.shield(asyncio.wrap_future(job))


def _heard(answer: asyncio.Future[Any]) -> None:
    """What goes wrong after the last one has left is nobody's business."""
    if not answer.cancelled():
        answer.exception()


def _have_a_tidier() -> None:
    """Start the process that takes away what multiprocessing has in the system's memory once all others have ended.

    It is to outlive them, also when a terminal is closed and all that was started in it is told to end.
    """
    if os.name == "posix":
        before = signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGHUP])  # which it inherits
        try:
            resource_tracker.ensure_running()
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _begin() -> None:
    """What a process does before anything else."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the server, which ends us
    end_with_parent(partial(os._exit, 1))


def _get_ready(prepare: Callable[[], object]) -> None:
    """What a process does next, as quickly as it can; from then on the server comes first."""
    prepare()
    if hasattr(os, "nice"):
        os.nice(POLITENESS)


def end_with_parent(end: Callable[[], object]) -> None:
    """Call this when the process that started us has ended: nobody tells us, and our queue stays open while we live."""

    def watch() -> None:
        if parent := parent_process():
            parent.join()
        end()

    Thread(target=watch, daemon=True).start()
