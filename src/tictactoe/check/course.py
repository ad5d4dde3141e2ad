"""The course's exercise as the judge knows it: all of its positions, and what is right in each of them."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, lru_cache
from typing import NamedTuple

from tictactoe.rules import BadInput, Game, Mark, O, Position, X, format_game, format_position
from tictactoe.search import Solver, solver_for

GAME = Game(3, 3, 3)
Layout = str
"""Nine characters, row by row: X, O or a dot."""
START: Layout = "." * 9
Action = tuple[int, int]
"""A row and a column, from 0."""


class Place(NamedTuple):
    """A reachable position and all that the rules say of it."""

    board: Layout
    position: Position
    winner: Mark | None
    over: bool
    actions: frozenset[Action]

    @property
    def turn(self) -> Mark:
        return self.position.turn

    @property
    def stones(self) -> int:
        return 9 - self.board.count(".")

    @property
    def utility(self) -> int:
        return {X: 1, O: -1, None: 0}[self.winner]


@cache
def places() -> tuple[Place, ...]:
    """All 5,478 of them, those with the fewest stones first."""
    seen, todo = {Position()}, [Position()]
    for position in todo:
        for cell in GAME.moves(position):
            child = position.play(cell)
            if child not in seen:
                seen.add(child)
                todo.append(child)
    return tuple(map(_place, todo))


def _place(position: Position) -> Place:
    outcome = GAME.outcome(position)
    return Place(
        format_position(GAME, position).replace("/", ""),
        position,
        outcome.winner if outcome else None,
        outcome is not None,
        frozenset(divmod(cell, 3) for cell in GAME.moves(position)),
    )


def place_of(board: Layout) -> Place:
    return _by_board()[board]


@cache
def _by_board() -> dict[Layout, Place]:
    return {place.board: place for place in places()}


def put(board: Layout, action: Action, mark: Mark) -> Layout:
    """The board with a mark in a cell."""
    at = action[0] * 3 + action[1]
    return board[:at] + mark + board[at + 1 :]


def after(board: Layout, action: Action) -> Layout:
    """The board after the player to move takes a cell."""
    return put(board, action, X if board.count(X) == board.count(O) else O)


def as_action(found: object) -> Action | None:
    """What was returned as an action, if it is one: a pair of whole numbers, in a tuple or a list."""
    if isinstance(found, (tuple, list)) and len(found) == 2 and all(type(part) is int for part in found):
        return found[0], found[1]
    return None


def best_actions(solver: Solver | None = None) -> Mapping[Layout, frozenset[Action]]:
    """For every position, the moves that keep its value; none once the game is over. By this solver or by our own."""
    solver = solver_for(GAME) if solver is None else solver
    if solver.game != GAME:
        raise BadInput(f"a solver of {format_game(solver.game)} cannot judge the exercise: give one of 3,3,3")
    return _best_actions(solver)


@lru_cache(maxsize=4)
def _best_actions(solver: Solver) -> dict[Layout, frozenset[Action]]:
    answers = {place.position: solver.solve(place.position) for place in places()}
    return {
        place.board: frozenset(
            divmod(cell, 3)
            for cell in GAME.moves(place.position)
            if answers[place.position.play(cell)].before_move().value == answers[place.position].value
        )
        for place in places()
    }
