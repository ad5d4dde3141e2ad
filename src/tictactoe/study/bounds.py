"""What a search knows of a position's value when it has a number for it: the value itself, or only a bound.

A search that cuts off returns a number for every position it comes to. Where moves were left untried, there or further
down, the number may be no more than "at least this" or "at most this". Here, and nowhere else, it is decided which.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Literal, NamedTuple, TypeAlias

from tictactoe.rules import Cell, Game, X, format_cell
from tictactoe.search.textbook import HIGHEST, LOWEST, Step

Relation: TypeAlias = Literal["=", "≥", "≤"]
Span: TypeAlias = tuple[int, int]
"""A value is at least the first number and at most the second; LOWEST and HIGHEST say nothing."""


class Insight(NamedTuple):
    """One step of a search, the node at which it is taken, and what may be said of the value that it names."""

    step: Step
    path: tuple[Cell, ...]
    """The moves that lead from the root to it."""
    relation: Relation | None = None
    """How the exact value stands to `step.value`, as far as the search can know: that of the node, or, of a better
    move, that of the move. None if the step names no value."""
    reason: str = ""
    """Why that is only a bound; empty if it is the value."""
    untried: tuple[Cell, ...] = ()
    """The moves that a cutoff leaves untried."""


class _Open:
    """A node that the search is in: its window on entering, and what the moves tried so far are known to be worth."""

    def __init__(self, step: Step) -> None:
        self.alpha, self.beta = step.alpha, step.beta
        self.tried: dict[Cell, Span] = {}

    def span(self, step: Step, untried: bool) -> Span:
        """What is known of the node's value, if the search makes this number of it.

        A search promises that a number above alpha is reached and one below beta is not exceeded. What is known of
        the moves may say more: even outside the window a value is exact if everything that matters was looked at.
        """
        value = step.value or 0
        if step.kind == "leaf":
            return value, value
        least, most = LOWEST, HIGHEST
        if self.tried:
            take = max if step.position.turn == X else min
            least = take(low for low, _ in self.tried.values())
            most = take(high for _, high in self.tried.values())
        if untried and step.position.turn == X:
            most = HIGHEST
        if untried and step.position.turn != X:
            least = LOWEST
        if value > self.alpha:
            least = max(least, value)
        if value < self.beta:
            most = min(most, value)
        return least, most


def insights(game: Game, moments: Iterable[tuple[Step, tuple[Cell, ...]]]) -> Iterator[Insight]:
    """The steps of a search from its beginning, each with what it knows by then; no further than it is read."""
    way: list[_Open] = []
    for step, path in moments:
        if step.kind == "enter":
            way.append(_Open(step))
            yield Insight(step, path)
            continue
        node = way[-1]
        if step.kind == "better" and step.move is not None:
            span = node.tried[step.move]
            yield _insight(step, path, span, _bounded(game, (step.move,)))
            continue
        untried = _untried(game, step, node)
        span = node.span(step, bool(untried))
        found = _insight(step, path, span, _reason(game, step, node, untried))
        yield found._replace(untried=untried) if step.kind == "cutoff" else found
        if step.kind != "cutoff":
            way.pop()
            if way:
                way[-1].tried[path[-1]] = span


def _insight(step: Step, path: tuple[Cell, ...], span: Span, reason: str) -> Insight:
    least, most = span
    relation: Relation = "=" if least == most else "≤" if step.value == most else "≥"
    return Insight(step, path, relation, "" if relation == "=" else reason)


def _untried(game: Game, step: Step, node: _Open) -> tuple[Cell, ...]:
    if step.kind in ("leaf", "known"):
        return ()
    return tuple(cell for cell in game.empties(step.position) if cell not in node.tried)


def _reason(game: Game, step: Step, node: _Open, untried: tuple[Cell, ...]) -> str:
    """Why no more than a bound is known."""
    if step.kind == "known":
        return "the table says no more"
    if untried:
        return f"not tried: {_cells(game, untried)}"
    return _bounded(game, [cell for cell, span in node.tried.items() if span[0] != span[1] and step.value in span])


def _bounded(game: Game, cells: Sequence[Cell]) -> str:
    return f"only bounded: {_cells(game, cells)}"


def _cells(game: Game, cells: Sequence[Cell]) -> str:
    return ", ".join(format_cell(game, cell) for cell in cells)
