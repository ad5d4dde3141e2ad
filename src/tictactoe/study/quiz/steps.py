"""What is the next step of a search? A question at any of its steps, with replies to choose from."""

from __future__ import annotations

from itertools import islice
from typing import NamedTuple

from tictactoe.rules import BadInput, Game, Position, X, format_cell, quote
from tictactoe.search.textbook import Algorithm, alphabeta, minimax
from tictactoe.study.trace import Moment, NodePath, moments

MOST_MOVES = 3
"""Moves that are offered at once."""
SHOWN_VALUES = {1: "1: X has won", 0: "0: a draw", -1: "-1: O has won"}
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
    taken = list(islice(moments(algorithm.search(game, position)), number + 1))
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

    def __init__(self, game: Game, taken: list[Moment]) -> None:
        self.game = game
        self.last, path = taken[-1]
        self.path: NodePath = path[:-1] if self.last.kind in ENDS else path
        inside = [moment for moment in taken if moment.path[: len(self.path)] == self.path]
        at_node = [step for step, where in inside if where == self.path]
        self.position = at_node[0].position
        self.best = next((step.value for step in reversed(at_node) if step.kind == "better"), None)
        tried = {where[len(self.path)] for _, where in inside if len(where) > len(self.path)}
        self.untried = [cell for cell in game.empties(self.position) if cell not in tried]

    def guesses(self, algorithm: Algorithm) -> tuple[Guess, ...]:
        cells = [format_cell(self.game, cell) for cell in self.untried[:MOST_MOVES]]
        found = [Guess(f"enter {cell}", f"go on to {cell}") for cell in cells]
        found += [Guess(f"leaf {value}", f"the game is over, value {text}") for value, text in SHOWN_VALUES.items()]
        if algorithm.search not in (minimax, alphabeta):
            found.append(Guess("known", "the table already says enough"))
        found.append(Guess("better", "a new best value is remembered"))
        if algorithm.has_bounds:
            found.append(Guess("cutoff", "cutoff: the rest need not be tried"))
        return (*found, Guess("leave", "done here: the value goes up"))

    def hint(self, algorithm: Algorithm) -> str:
        turn, kind = self.position.turn, self.last.kind
        if kind == "enter":
            look = " Then look whether the table knows it." if algorithm.search not in (minimax, alphabeta) else ""
            return f"A position has just been come to. Look first whether the game is over there.{look}"
        if kind == "cutoff":
            return "After a cutoff nothing more is tried here."
        if kind == "better":
            compare = f"compare it with {'beta' if turn == X else 'alpha'}, then " if algorithm.has_bounds else ""
            return f"{turn} has a new best value, {self.best}: {compare}look for a move that has not been tried."
        size = "larger" if turn == X else "smaller"
        return f"The value {self.last.value} has come up to {turn}'s turn. Is it {size} than {_so_far(self.best)}?"

    def reason(self, after: Moment) -> str:
        step, turn = after.step, self.position.turn
        if step.kind == "enter":
            return f"Nothing ends the work here, and {format_cell(self.game, after.path[-1])} is the next move to try."
        if step.kind == "leaf":
            return f"The game is over at this position: value {SHOWN_VALUES[step.value or 0]}."
        if step.kind == "known":
            return f"The table has this position, and what it says, {step.value}, is enough between alpha and beta."
        if step.kind == "better":
            size = "larger" if turn == X else "smaller"
            return f"For {turn}, {step.value} is better than {_so_far(self.best)}: it is {size}, or the first."
        if step.kind == "cutoff":
            return f"It is a cutoff: {step.inequality}."
        done = "After a cutoff" if self.last.kind == "cutoff" else "All moves here have been tried"
        return f"{done}, so the value {step.value} goes {'up to the parent' if self.path else 'out as the answer'}."


def _name(game: Game, after: Moment) -> str:
    if after.step.kind == "enter":
        return f"enter {format_cell(game, after.path[-1])}"
    return f"leaf {after.step.value}" if after.step.kind == "leaf" else after.step.kind


def _so_far(best: int | None) -> str:
    return "nothing so far" if best is None else f"{best} so far"
