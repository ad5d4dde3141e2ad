"""Many positions at once: each is solved once up to symmetry, and those that take a search on all cores.

The compiled searches let other threads run, so threads are enough: no process is started, and none is left behind.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Sequence
from threading import Event
from typing import TYPE_CHECKING, NamedTuple

from tictactoe.rules import BadInput, Position, quote, whole_number
from tictactoe.rules.symmetry import Symmetry, to_canonical
from tictactoe.search.answer import Answer
from tictactoe.search.backend import Backend
from tictactoe.search.budget import Budget
from tictactoe.search.limits import MOST_WORKERS

if TYPE_CHECKING:
    from tictactoe.search.solver import Solver


class Given(NamedTuple):
    """One of the positions."""

    position: Position
    backend: Backend
    name: Position
    """The one that stands for it and its images."""
    symmetry: Symmetry
    """What leads there."""


def solve_many(
    solver: Solver,
    positions: Iterable[Position],
    budget: Budget,
    workers: int | None,
    make_crew: Callable[[int], list[Solver]],
) -> list[Answer]:
    """What `Solver.solve_many` promises. `make_crew` gives at most so many solvers that can work at once."""
    most = min(count_cores(), MOST_WORKERS) if workers is None else whole_number(workers) or 0
    if not 1 <= most <= MOST_WORKERS:
        raise BadInput(
            f"workers is {quote(workers)}, but should be a whole number from 1 to {MOST_WORKERS}, or None for all cores"
        )
    asked = _require_all(solver, positions)
    first: dict[Position, Given] = {}
    for one in asked:
        first.setdefault(one.name, one)
    hard = [one for one in first.values() if not one.backend.gives_distance]
    crew = make_crew(min(most, len(hard)))
    quick = [one for one in first.values() if one.backend.gives_distance]  # first, since that takes no time
    found = {one.name: one.backend.answer(one.position, budget) for one in quick}
    found |= _search(crew, hard, budget)
    return [_turn_back(found[one.name], first[one.name].symmetry, one.symmetry) for one in asked]


def count_cores() -> int:
    """The cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _require_all(solver: Solver, positions: Iterable[Position]) -> list[Given]:
    """The positions, if each of them can be solved; BadInput with the number of the first that cannot."""
    try:
        given = iter(positions)
    except TypeError:
        raise BadInput(f"{quote(positions)} should be positions, one after the other") from None
    asked = []
    for number, position in enumerate(given, 1):
        try:
            asked.append(Given(position, solver.backend(position), *to_canonical(solver.game, position)))
        except BadInput as error:
            raise BadInput(f"position {number}: {error}") from None
    return asked


def _search(crew: Sequence[Solver], hard: Sequence[Given], budget: Budget) -> dict[Position, Answer]:
    """The answers to positions that take a search, by their names."""
    found: dict[Position, Answer] = {}
    todo, stopped = iter(hard), Event()

    def work(solver: Solver) -> None:
        for one in todo:
            if stopped.is_set():
                return
            found[one.name] = solver.solve(one.position, budget.share())

    if len(crew) < 2:
        for solver in crew:
            work(solver)
        return found
    if budget.has_more:
        with budget.paused():  # loading and compiling cost nothing; and in another thread Ctrl-C would not end them
            crew[0].solve(hard[0].position, Budget(nodes=1))
    from concurrent.futures import ThreadPoolExecutor, as_completed

    with ThreadPoolExecutor(len(crew)) as pool:
        try:
            for done in as_completed([pool.submit(work, solver) for solver in crew]):
                done.result()
        except BaseException:  # Ctrl-C too: all end at their next look at the clock
            stopped.set()
            budget.cancel()
            raise
    return found


def _turn_back(answer: Answer, there: Symmetry, here: Symmetry) -> Answer:
    """The answer for one image of a position as that for another, by the symmetries that lead to their one name."""
    return answer._replace(line=tuple(here.index(there[cell]) for cell in answer.line))
