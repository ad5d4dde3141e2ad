"""What is the next step of a search? A question at any of its steps, with replies to choose from."""

from __future__ import annotations

from itertools import islice
from typing import NamedTuple

from tictactoe.rules import BadInput, Game, Position, X, format_cell, quote
from tictactoe.search.textbook import Algorithm, alphabeta, minimax
from tictactoe.study.bounds import Insight, insights
from tictactoe.study.trace import NodePath, moments

MOST_MOVES = 3
"""Moves that are offered at once."""
ENDINGS = {1: "X has won (1)", 0: "a draw (0)", -1: "O has won (-1)"}
ENDS = ("leaf", "known", "leave")
"""The kinds of step after which the search is back at the parent."""


class Guess(NamedTuple):
    """One of the replies to choose from."""

    name: str
    title: str


class NextStep(NamedTuple):
    """A question: what comes after the steps so far?"""

    guesses: tuple[Guess, ...]
    right: str
    hint: str
    reason: str


def next_step(game: Game, position: Position, algorithm: Algorithm, number: int) -> NextStep:
    """The question after `number` steps; BadInput if the search has ended by then."""
    taken = list(islice(insights(game, moments(algorithm.search(game, position))), number + 1))
    if not 1 <= number < len(taken):
        raise BadInput(f"the next step is asked for after step {number}, but there is no step after that")
    *before, after = taken
    here = _Here(game, before)
    return NextStep(here.guesses(algorithm), _name(game, after), here.hint(algorithm), here.reason(after))


def is_right(question: NextStep, given: str) -> bool:
    """Whether the guess of this name is right; BadInput if it is none of those that are offered."""
    names = [guess.name for guess in question.guesses]
    if given not in names:
        raise BadInput(f"the next step is said to be {quote(given)}, but should be one of {', '.join(names)}")
    return given == question.right


class _Here:
    """The node at which the search stands, and what is known there."""

    def __init__(self, game: Game, taken: list[Insight]) -> None:
        self.game = game
        self.latest, self.last = taken[-1], taken[-1].step
        path = self.latest.path
        self.path: NodePath = path[:-1] if self.last.kind in ENDS else path
        inside = [found for found in taken if found.path[: len(self.path)] == self.path]
        at_node = [found for found in inside if found.path == self.path]
        self.position = at_node[0].step.position
        self.best = next((found for found in reversed(at_node) if found.step.kind == "better"), None)
        tried = {found.path[len(self.path)] for found in inside if len(found.path) > len(self.path)}
        self.untried = [cell for cell in game.empties(self.position) if cell not in tried]

    def guesses(self, algorithm: Algorithm) -> tuple[Guess, ...]:
        cells = [format_cell(self.game, cell) for cell in self.untried[:MOST_MOVES]]
        found = [Guess(f"enter {cell}", f"go on to {cell}") for cell in cells]
        found += [Guess(f"leaf {value}", f"game over: {text}") for value, text in ENDINGS.items()]
        if algorithm.search not in (minimax, alphabeta):
            found.append(Guess("known", "the table knows enough"))
        found.append(Guess("better", "a new best"))
        if algorithm.has_bounds:
            found.append(Guess("cutoff", "cutoff"))
        return (*found, Guess("leave", "done here, go up"))

    def hint(self, algorithm: Algorithm) -> str:
        turn, kind = self.position.turn, self.last.kind
        if kind == "enter":
            look = " Then look whether the table knows it." if algorithm.search not in (minimax, alphabeta) else ""
            return f"A position has just been come to. Look first whether the game is over there.{look}"
        if kind == "cutoff":
            return "After a cutoff nothing more is tried here."
        if kind == "better":
            compare = f"compare it with {'beta' if turn == X else 'alpha'}, then " if algorithm.has_bounds else ""
            return f"{turn} has found something better, {_worth(self.latest)}: {compare}look for a move not tried yet."
        size = "larger" if turn == X else "smaller"
        return (
            f"It is worth {_worth(self.latest)}, and it is {turn}'s choice. Is that {size} than {_so_far(self.best)}?"
        )

    def reason(self, after: Insight) -> str:
        step, turn = after.step, self.position.turn
        if step.kind == "enter":
            return f"Nothing ends the work here, and {format_cell(self.game, after.path[-1])} is the next move to try."
        if step.kind == "leaf":
            return f"The game is over at this position: {ENDINGS[step.value or 0]}."
        if step.kind == "known":
            return f"The table has this position, and what it says, {_worth(after)}, is enough between alpha and beta."
        if step.kind == "better":
            size = "larger" if turn == X else "smaller"
            than = f"{size} than {_so_far(self.best)}" if self.best else "the first found here"
            return f"For {turn} it is better: {_worth(after)} is {than}."
        if step.kind == "cutoff":
            return f"It is a cutoff: {step.inequality}."
        done = "After a cutoff" if self.last.kind == "cutoff" else "All moves here have been tried"
        return f"{done}, so {_worth(after)} goes {'up to the parent' if self.path else 'out as the answer'}."


def _name(game: Game, after: Insight) -> str:
    if after.step.kind == "enter":
        return f"enter {format_cell(game, after.path[-1])}"
    return f"leaf {after.step.value}" if after.step.kind == "leaf" else after.step.kind


def _so_far(best: Insight | None) -> str:
    return f"{_worth(best)} so far" if best else "nothing so far"


def _worth(found: Insight) -> str:
    """The value, or the bound on it, that a step names."""
    return {"≥": "at least ", "≤": "at most "}.get(found.relation or "", "") + str(found.step.value)
