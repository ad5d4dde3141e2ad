"""A game looked at afterwards: what each move made of it, and which of them gave something away."""

from __future__ import annotations

from typing import NamedTuple

from tictactoe.rules import Cell, Mark, Position, require_move
from tictactoe.search import Answer, Budget, Solver


class Ply(NamedTuple):
    """One move, judged."""

    player: Mark
    move: Cell
    position: Position
    """After the move."""
    answer: Answer
    """For the player to move then."""
    better: tuple[Cell, ...] = ()
    """If the move gave something away: those that would have kept it."""
    is_mistake: bool = False
    """Whether it is known that a win became less, or a draw a loss."""


class Review(NamedTuple):
    """A game from where it began, move by move."""

    start: Position
    answer: Answer
    """For the player who began there."""
    plies: tuple[Ply, ...]


def review(
    solver: Solver, moves: tuple[Cell, ...], start: Position = Position(), budget: Budget | None = None
) -> Review:
    """Judge every move of a game; BadInput if one of them was not legal. `budget` is for all of them together."""
    budget = budget or Budget()
    here, before = start, solver.solve(start, budget)
    first, plies = before, []
    for move in moves:
        after = here.play(require_move(solver.game, here, move))
        answer = solver.solve(after, budget)
        is_mistake = None not in (answer.value, before.value) and answer.before_move().value != before.value
        better = _keeping(solver, here, before, budget) if is_mistake else ()
        plies.append(Ply(here.turn, move, after, answer, better, is_mistake))
        here, before = after, answer
    return Review(start, first, tuple(plies))


def _keeping(solver: Solver, position: Position, answer: Answer, budget: Budget) -> tuple[Cell, ...]:
    """The moves that keep the position's value, as far as that is found out."""
    moves = solver.analyze(position, budget).moves
    return tuple(cell for cell, found in moves.items() if found.value == answer.value)
