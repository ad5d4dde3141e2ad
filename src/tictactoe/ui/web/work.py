"""Where the thinking for requests is done, so that a hard question keeps nobody else waiting.

There are three places, and what is asked decides which:

    here      what a table in pure Python answers in no time: 3×3
    boards    a process with the compiled searches, for larger boards, each question with a budget of time and memory
    long      a process for long answers about small boards: a search of many steps, a deep tree

Each process has a queue. When that is full, more is refused at once. Answers come as JSON, made where the thinking was
done: the server only passes them on.
"""

from __future__ import annotations

import asyncio
import json
import os
import signal
from collections.abc import Callable
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from functools import lru_cache, partial
from multiprocessing import get_context, parent_process, resource_tracker
from threading import Thread
from typing import Any, Concatenate, ParamSpec, TypeVar

from tictactoe.rules import Game, Position
from tictactoe.search import Budget, Solver, SolverMaker
from tictactoe.search.compiling import COMPILING, when_compiling
from tictactoe.search.limits import AT_ONCE, is_installed
from tictactoe.ui.progress import note

Wanted = ParamSpec("Wanted")
Result = TypeVar("Result")
SECONDS = 2.0
"""How long one question may be thought about."""
PATIENCE = 5.0
"""How long a request waits for its answer, once the process is there."""
MEMORY = 64 * 2**20
MOST_WAITING = 8
"""Questions in one queue, besides the one that is being answered."""
LOADED_BY = (Game(2, 5, 3), Game(5, 5, 5))
"""Solving these, if only for a moment, loads or compiles all that larger boards need."""


class Busy(Exception):
    """Too much is being asked at the moment."""


def small_solver(game: Game) -> Solver:
    """A solver that leaves room for others."""
    return Solver(game, MEMORY)


class Queue:
    """A process, and the questions that wait for it. The process ends with this one, however that ends."""

    def __init__(self, prepare: Callable[[], None], patience: float) -> None:
        """`prepare` is what the process does first; nobody's patience is counted before it is done."""
        self._prepare = prepare
        self._patience = patience
        self._waiting = 0
        self._running: tuple[ProcessPoolExecutor, Future[None]] | None = None

    def start(self) -> tuple[ProcessPoolExecutor, Future[None]]:
        """Have the process, and what is done when it is prepared."""
        if self._running is None:
            _have_a_tidier()
            pool = ProcessPoolExecutor(1, get_context("spawn"), _begin)
            self._running = pool, pool.submit(self._prepare)
        return self._running

    async def do(self, job: Callable[[], Result]) -> Result:
        """What the job comes to; Busy if too many wait, if it takes too long or if the process has died."""
        if self._waiting > MOST_WAITING:
            raise Busy
        self._waiting += 1
        try:
            pool, ready = self.start()
            await asyncio.shield(asyncio.wrap_future(ready))
            answer = asyncio.wrap_future(pool.submit(job))
            answer.add_done_callback(_heard)
            # Shielded: what is cancelled when nobody waits any more, the pool could not bring to an end.
            return await asyncio.wait_for(asyncio.shield(answer), self._patience)
        except TimeoutError:
            raise Busy from None
        except BrokenProcessPool:
            self.close()
            raise Busy from None
        finally:
            self._waiting -= 1

    @property
    def processes(self) -> list[int]:
        """The numbers of the processes that are running."""
        return [] if self._running is None else [*(self._running[0]._processes or {})]

    def close(self) -> None:
        """End the process; those who wait for it are told that it is busy."""
        if self._running is not None:
            pool, _ = self._running
            self._running = None
            for process in [*(pool._processes or {}).values()]:
                process.kill()
            pool.shutdown()


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


class Work:
    """Answers questions about games in JSON; one for each server process."""

    def __init__(
        self, seconds: float = SECONDS, patience: float = PATIENCE, make_solver: SolverMaker = small_solver
    ) -> None:
        """`make_solver` is called here and in the other processes, once for each game."""
        self._make_solver = make_solver
        self._seconds = seconds
        self.boards = Queue(partial(_load, make_solver), patience)
        self.long = Queue(_load_nothing, patience)

    def start(self) -> None:
        """Start the processes before anybody asks."""
        self.boards.start()
        self.long.start()

    async def do(
        self,
        question: Callable[Concatenate[Solver, Budget, Wanted], Any],
        game: Game,
        *args: Wanted.args,
        **kwargs: Wanted.kwargs,
    ) -> bytes:
        """What the question answers, given a solver for the game and a budget; Busy if that must wait."""
        job = partial(_answer, self._make_solver, question, game, self._seconds, args, kwargs)
        if len(game.cells) <= AT_ONCE:
            return await asyncio.to_thread(job)
        return await self.boards.do(job)

    async def do_long(
        self,
        question: Callable[Concatenate[Solver, Budget, Wanted], Any],
        game: Game,
        *args: Wanted.args,
        **kwargs: Wanted.kwargs,
    ) -> bytes:
        """The same for a question whose answer is long, whatever the board."""
        job = partial(_answer, self._make_solver, question, game, self._seconds, args, kwargs)
        return await (self.long if len(game.cells) <= AT_ONCE else self.boards).do(job)

    def close(self) -> None:
        """End the processes; a question would start them again."""
        self.boards.close()
        self.long.close()


@lru_cache(maxsize=4)
def _solver(make_solver: SolverMaker, game: Game) -> Solver:
    return make_solver(game)


def _answer(
    make_solver: SolverMaker,
    question: Callable[..., Any],
    game: Game,
    seconds: float,
    args: tuple[object, ...],
    kwargs: dict[str, object],
) -> bytes:
    return written(question(_solver(make_solver, game), Budget(seconds), *args, **kwargs))


def written(data: Any) -> bytes:
    """Data as JSON, as it is sent."""
    return json.dumps(data, ensure_ascii=False, separators=(",", ":")).encode()


def _load(make_solver: SolverMaker) -> None:
    if is_installed():
        with when_compiling(lambda: note(COMPILING)):
            for game in LOADED_BY:
                make_solver(game).solve(Position(), Budget(nodes=1))


def _heard(answer: asyncio.Future[Any]) -> None:
    """What goes wrong after the last one has left is nobody's business."""
    if not answer.cancelled():
        answer.exception()


def _load_nothing() -> None:
    """Long answers take nothing that is slow to load."""


def _begin() -> None:
    """What a process does before anything else."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the server, which ends us
    Thread(target=_end_with_the_server, daemon=True).start()


def _end_with_the_server() -> None:
    """Nobody tells a process that its server was killed: its queue stays open for as long as it lives itself."""
    if server := parent_process():
        server.join()
    os._exit(1)
