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
from collections.abc import Callable
from functools import lru_cache, partial
from typing import Any, TypeVarTuple

from tictactoe.rules import Game, Position
from tictactoe.search import Budget, Solver, SolverMaker
from tictactoe.search.limits import AT_ONCE, is_installed
from tictactoe.ui.web.queueing import Queue

Wanted = TypeVarTuple("Wanted")
SECONDS = 2.0
"""How long one question may be thought about."""
PATIENCE = 5.0
"""How long a request waits for its answer."""
MEMORY = 64 * 2**20
LOADED_BY = (Game(2, 5, 3), Game(5, 5, 5))
"""Solving these, if only for a moment, loads or compiles all that larger boards need."""


def small_solver(game: Game) -> Solver:
    """A solver that leaves room for others."""
    return Solver(game, MEMORY)


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

    async def when_ready(self) -> None:
        """Wait until all is loaded."""
        for queue in (self.boards, self.long):
            await asyncio.wrap_future(queue.start().ready)

    @property
    def is_ready(self) -> bool:
        """Whether all is loaded, so that no question waits for that."""
        return self.boards.is_ready and self.long.is_ready

    async def do(
        self,
        question: Callable[[Solver, Budget, *Wanted], Any],
        game: Game,
        *args: *Wanted,
    ) -> bytes:
        """What the question answers, given a solver for the game and a budget; Busy if that must wait."""
        job = partial(_answer, self._make_solver, question, game, self._seconds, args)
        if len(game.cells) <= AT_ONCE:
            return await asyncio.to_thread(job)
        return await self.boards.do((question, game, args), job)

    async def do_long(
        self,
        question: Callable[[Solver, Budget, *Wanted], Any],
        game: Game,
        *args: *Wanted,
    ) -> bytes:
        """The same for a question whose answer is long, whatever the board."""
        job = partial(_answer, self._make_solver, question, game, self._seconds, args)
        queue = self.long if len(game.cells) <= AT_ONCE else self.boards
        return await queue.do((question, game, args), job)

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
) -> bytes:
    return written(question(_solver(make_solver, game), Budget(seconds), *args))


def written(data: Any) -> bytes:
    """Data as JSON, as it is sent."""
    return json.dumps(data, ensure_ascii=False, separators=(",", ":")).encode()


def _load(make_solver: SolverMaker) -> None:
    if is_installed():
        for game in LOADED_BY:
            make_solver(game).solve(Position(), Budget(nodes=1))


def _load_nothing() -> None:
    """Long answers take nothing that is slow to load."""
