"""A game looked at afterwards: what each move made of it, which of them gave something away, and what kept it.

A mistake is a question before it is an answer: its lesson shows the position before it, asks for a better move, and
tells it after two tries, or when it is asked to. The words are made here, for every interface.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import reduce
from typing import NamedTuple

from tictactoe.rules import BadInput, Cell, Game, Mark, Position, format_cell, opponent, require_move
from tictactoe.search import Answer, Budget, Solver
from tictactoe.study.reasons import explain_move
from tictactoe.study.reasons.claims import MOST_NAMED, names, number

TRIES = 2
"""After so many wrong ones the better move is told."""
A_LOOK = 50_000
"""Nodes for each position before any is searched for longer, so that none takes the time of all."""
AT_STAKE = {1: "the win", 0: "the draw"}


class Mistake(NamedTuple):
    """A move after which a win had become less, or a draw a loss."""

    game: Game
    number: int
    """Which move of the game it is, from 1."""
    before: Position
    move: Cell
    worth: Answer
    """Of the position before it, for the player who made it."""
    moves: Mapping[Cell, Answer]
    """What every move there is worth to that player, as far as it was found out."""
    why: str
    """What the move did, and how it is punished."""

    @property
    def player(self) -> Mark:
        return self.before.turn

    @property
    def better(self) -> tuple[Cell, ...]:
        """The moves that keep what this one gave away, as far as that was found out."""
        return tuple(cell for cell, answer in self.moves.items() if answer.value == self.worth.value)

    @property
    def stake(self) -> str:
        """What was given away: the win or the draw."""
        return AT_STAKE[self.worth.low]


class Ply(NamedTuple):
    """One move, judged."""

    player: Mark
    move: Cell
    position: Position
    """After the move."""
    answer: Answer
    """For the player to move then."""
    mistake: Mistake | None = None
    """If it is known that the move gave something away."""


class Review(NamedTuple):
    """A game from where it began, move by move."""

    start: Position
    answer: Answer
    """For the player who began there."""
    plies: tuple[Ply, ...]

    @property
    def lessons(self) -> tuple[Lesson, ...]:
        """The mistakes of which a better move is known, to be tried again."""
        return tuple(Lesson(ply.mistake) for ply in self.plies if ply.mistake and ply.mistake.better)


class Lesson(NamedTuple):
    """A mistake to be tried again: what has been tried, and whether the better move was asked for."""

    mistake: Mistake
    tried: tuple[Cell, ...] = ()
    is_told: bool = False

    @property
    def is_found(self) -> bool:
        return bool(self.tried) and self.tried[-1] in self.mistake.better

    @property
    def known(self) -> tuple[Cell, ...]:
        """The moves whose worth may be shown by now: those tried, and in the end the better ones and the one made."""
        told = (*self.mistake.better, self.mistake.move) if self.is_over else ()
        return tuple(cell for cell in self.mistake.moves if cell in (*self.tried, *told))

    @property
    def is_over(self) -> bool:
        """Whether the better move has been found, or is told."""
        return self.is_found or self.is_told or len(self.tried) >= TRIES

    @property
    def text(self) -> str:
        """The question, or what came of the last try."""
        mistake = self.mistake
        if self.is_found:
            return f"Right: {_keeping(mistake, self.tried[-1])} {_reason(mistake)}"
        tried = [] if self.is_told or not self.tried else [_refutation(mistake, self.tried[-1])]
        if self.is_over:
            return " ".join([*tried, _keeping(mistake), _reason(mistake)])
        if tried:
            return " ".join([*tried, "Try once more."])
        move = format_cell(mistake.game, mistake.move)
        gave = f"Move {mistake.number}: {mistake.player} played {move}, which gave away {mistake.stake}."
        return f"{gave} What would have kept it?"

    def play(self, cell: Cell) -> Lesson:
        """The lesson after a try; BadInput if it is over, or the move not legal."""
        if self.is_over:
            raise BadInput("the better move is known by now: there is nothing left to try here")
        return self._replace(tried=(*self.tried, require_move(self.mistake.game, self.mistake.before, cell)))

    def tell(self) -> Lesson:
        """The lesson with the better move told."""
        return self._replace(is_told=True)


def review(
    solver: Solver, moves: tuple[Cell, ...], start: Position = Position(), budget: Budget | None = None
) -> Review:
    """Judge every move of a game; BadInput if one of them was not legal. `budget` is for all of them together."""
    budget = budget or Budget()
    positions = [start]
    for move in moves:
        positions.append(positions[-1].play(require_move(solver.game, positions[-1], move)))
    answers = _answers(solver, positions, budget)
    plies = []
    for count, move in enumerate(moves, 1):
        here, before, answer = positions[count - 1], answers[count - 1], answers[count]
        is_mistake = None not in (answer.value, before.value) and answer.before_move().value != before.value
        mistake = _mistake(solver, count, here, move, before, budget) if is_mistake else None
        plies.append(Ply(here.turn, move, positions[count], answer, mistake))
    return Review(start, answers[0], tuple(plies))


def _answers(solver: Solver, positions: list[Position], budget: Budget) -> list[Answer]:
    """From the end, which is the easiest to know, backwards: first with a look at each, then with what is left."""
    found = [Answer(-1, 1)] * len(positions)
    for nodes in (A_LOOK, None):
        for place in reversed(range(len(positions))):
            if found[place].value is None:
                found[place] = solver.solve(positions[place], budget.share(nodes))
    return found


def lesson_of(
    solver: Solver,
    moves: tuple[Cell, ...],
    number: int,
    start: Position = Position(),
    budget: Budget | None = None,
) -> Lesson:
    """The lesson of this one of the moves, counted from 1; BadInput if it is not known to be a mistake."""
    if not 1 <= number <= len(moves):
        raise BadInput(f"there is no move {number}: the game has {len(moves)}")
    before = reduce(Position.play, moves[: number - 1], start)
    [ply] = review(solver, moves[number - 1 : number], before, budget).plies
    if ply.mistake is None:
        raise BadInput(f"move {number} is not known to be a mistake")
    if not ply.mistake.better:
        raise BadInput(f"what would have been better than move {number} was not found out in time")
    return Lesson(ply.mistake._replace(number=number))


def _mistake(solver: Solver, count: int, before: Position, move: Cell, worth: Answer, budget: Budget) -> Mistake:
    moves = solver.analyze(before, budget).moves
    [reasons] = explain_move(solver, before, move, budget).reasons
    is_answered = any(claim.kind == "answered" for claim in reasons.claims)
    passed_over = ("gives away", "line") if is_answered else ("gives away",)
    why = " ".join(claim.text for claim in reasons.claims if claim.kind not in passed_over)
    return Mistake(solver.game, count, before, move, worth, moves, why)


def _keeping(mistake: Mistake, found: Cell | None = None) -> str:
    """Which moves keep what was given away; the one that was found stands before the others."""
    if found is None:
        return f"{mistake.stake.capitalize()} is kept by {_named(mistake.game, mistake.better)}."
    others = tuple(cell for cell in mistake.better if cell != found)
    too = f", as {'does' if len(others) == 1 else 'do'} {_named(mistake.game, others)}" if others else ""
    return f"{format_cell(mistake.game, found)} keeps {mistake.stake}{too}."


def _named(game: Game, cells: tuple[Cell, ...]) -> str:
    return f"{number(len(cells))} moves" if len(cells) > MOST_NAMED else names(game, cells, "and")


def _refutation(mistake: Mistake, cell: Cell) -> str:
    """What is wrong with a try."""
    name, answer = format_cell(mistake.game, cell), mistake.moves[cell]
    if cell == mistake.move:
        return f"{name} is what was played, and it gave away {mistake.stake}."
    if answer.value is None:
        return f"What {name} is worth was not found out in time."
    after = answer.after_move()
    said = after.named(opponent(mistake.player)) if after.value else "it is a draw"
    return f"After {name} {said}: that gives away {mistake.stake} too."


def _reason(mistake: Mistake) -> str:
    return f"{format_cell(mistake.game, mistake.move)}: {mistake.why}"
