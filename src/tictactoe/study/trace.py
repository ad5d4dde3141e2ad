"""A textbook search followed step by step: where in the tree each step is taken, and what it all comes to."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice
from time import perf_counter
from typing import NamedTuple

from tictactoe.rules import BadInput, Cell, Game, Position, format_position, quote
from tictactoe.search.textbook import Algorithm, Search, Step
from tictactoe.study.bounds import Insight, insights

NodePath = tuple[Cell, ...]
"""The moves that lead from the root to a node."""

MOST_EMPTY = 9
"""A plain minimax of more empty cells takes longer than anybody waits."""


class Moment(NamedTuple):
    """One step, and the node at which it is taken."""

    step: Step
    path: NodePath


class Summary(NamedTuple):
    """What a search has done. `nodes` has one number for each depth."""

    value: int | None
    """None if the search was stopped before its end."""
    steps: int
    nodes: tuple[int, ...]
    leaves: int
    known: int
    cutoffs: int
    seconds: float


def moments(search: Search) -> Iterator[Moment]:
    """The steps of a search in order, each with its node. The search is run only as far as it is read."""
    path: list[Position] = []
    moves: tuple[Cell, ...] = ()
    for step in search:
        if step.kind == "enter":
            if path:
                played = step.position.taken ^ path[-1].taken
                moves = (*moves, played.bit_length() - 1)
            path.append(step.position)
        yield Moment(step, moves)
        if step.kind in ("leaf", "known", "leave"):
            path.pop()
            moves = moves[:-1]


def require_traceable(game: Game, position: Position) -> None:
    """BadInput if a search of this position is too long to be shown step by step."""
    empty = len(game.empties(position))
    if empty > MOST_EMPTY:
        raise BadInput(
            f"{quote(format_position(game, position))} has {empty} empty cells, "
            f"but a search is shown step by step for at most {MOST_EMPTY}"
        )


def trace(
    game: Game, position: Position, algorithm: Algorithm, limit: int | None = None
) -> tuple[list[Insight], Summary]:
    """The first `limit` steps, and a summary of the whole search."""
    start = perf_counter()
    counter = _Counter()
    counted = counter.watch(moments(algorithm.search(game, position)))
    kept = list(insights(game, islice(counted, limit)))
    for _ in counted:
        pass  # what is not kept is counted only
    return kept, counter.summary(perf_counter() - start)


def part_of(
    game: Game, position: Position, algorithm: Algorithm, skip: int, limit: int
) -> tuple[list[Insight], Summary]:
    """`limit` steps after the first `skip`, and a summary of the search up to there: its value only if it ended."""
    start = perf_counter()
    counter = _Counter()
    counted = counter.watch(islice(moments(algorithm.search(game, position)), skip + limit))
    kept = list(islice(insights(game, counted), skip, None))
    return kept, counter.summary(perf_counter() - start)


class _Counter:
    def __init__(self) -> None:
        self._kinds = dict.fromkeys(("enter", "leaf", "known", "better", "cutoff", "leave"), 0)
        self._nodes: list[int] = []
        self._value: int | None = None

    def watch(self, moments: Iterable[Moment]) -> Iterator[Moment]:
        """The same steps, counted as they are read."""
        for moment in moments:
            self.count(moment)
            yield moment

    def count(self, moment: Moment) -> None:
        step, depth = moment.step, len(moment.path)
        self._kinds[step.kind] += 1
        if step.kind == "enter":
            if depth == len(self._nodes):
                self._nodes.append(0)
            self._nodes[depth] += 1
        elif depth == 0 and step.kind in ("leaf", "known", "leave"):
            self._value = step.value

    def summary(self, seconds: float) -> Summary:
        kinds = self._kinds
        steps = sum(kinds.values())
        nodes = tuple(self._nodes)
        return Summary(self._value, steps, nodes, kinds["leaf"], kinds["known"], kinds["cutoff"], seconds)
