"""Where the thinking for requests is done, so that a hard question keeps nobody else waiting.

What a table in pure Python answers is answered at once, here. Everything else goes to a few processes, each with a
budget of time and memory; when all of them are busy and some are waiting, more is refused.
"""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from functools import lru_cache
from multiprocessing import get_context
from typing import Concatenate, ParamSpec, TypeVar

from tictactoe.rules import Game
from tictactoe.search import Budget, Solver, SolverMaker
from tictactoe.search.limits import AT_ONCE

Wanted = ParamSpec("Wanted")
Result = TypeVar("Result")
SECONDS = 2.0
"""How long one question may be thought about."""
PATIENCE = 5.0
"""How long a request waits for its answer: the budget, and what starting a process takes."""
MEMORY = 64 * 2**20
MOST_WAITING = 8


class Busy(Exception):
    """Too much is being asked at the moment."""


def small_solver(game: Game) -> Solver:
    """A solver that leaves room for others."""
    return Solver(game, MEMORY)


class Work:
    """Answers questions about games; one for each server process."""

    def __init__(
        self,
        processes: int = 1,
        seconds: float = SECONDS,
        patience: float = PATIENCE,
        make_solver: SolverMaker = small_solver,
    ) -> None:
        """`make_solver` is called here and in the other processes, once for each game."""
        self._make_solver = make_solver
        self._processes = processes
        self._seconds = seconds
        self._patience = patience
        self._waiting = 0
        self._pool: ProcessPoolExecutor | None = None

    async def do(
        self,
        question: Callable[Concatenate[Solver, Budget, Wanted], Result],
        game: Game,
        *args: Wanted.args,
        **kwargs: Wanted.kwargs,
    ) -> Result:
        """What the question answers, given a solver for the game and a budget; Busy if that must wait."""
        if len(game.cells) <= AT_ONCE:
            solver, budget = _solver(self._make_solver, game), Budget(self._seconds)
            return await asyncio.to_thread(question, solver, budget, *args, **kwargs)
        if self._waiting >= self._processes + MOST_WAITING:
            raise Busy
        self._waiting += 1
        try:
            return await self._elsewhere(question, game, *args, **kwargs)
        finally:
            self._waiting -= 1

    async def _elsewhere(
        self,
        question: Callable[Concatenate[Solver, Budget, Wanted], Result],
        game: Game,
        *args: Wanted.args,
        **kwargs: Wanted.kwargs,
    ) -> Result:
        if self._pool is None:
            self._pool = ProcessPoolExecutor(self._processes, get_context("spawn"), _be_deaf)
        try:
            future = self._pool.submit(_answer, self._make_solver, question, game, self._seconds, args, kwargs)
            return await asyncio.wait_for(asyncio.wrap_future(future), self._patience)
        except TimeoutError:
            raise Busy from None
        except BrokenProcessPool:
            self.close()
            raise Busy from None

    def close(self) -> None:
        if self._pool is not None:
            for process in (self._pool._processes or {}).values():
                process.kill()
            self._pool.shutdown(cancel_futures=True)
            self._pool = None


@lru_cache(maxsize=4)
def _solver(make_solver: SolverMaker, game: Game) -> Solver:
    return make_solver(game)


def _answer(
    make_solver: SolverMaker,
    question: Callable[..., Result],
    game: Game,
    seconds: float,
    args: tuple[object, ...],
    kwargs: dict[str, object],
) -> Result:
    return question(_solver(make_solver, game), Budget(seconds), *args, **kwargs)


def _be_deaf() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the server, which ends us
