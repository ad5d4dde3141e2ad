"""The course's exercise as the judge knows it: all of its positions, and for every question which answers are right."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from tictactoe.rules import Game, Position, X, format_position
from tictactoe.search import Solver

GAME = Game(3, 3, 3)
Board = str
"""Nine characters, row by row: X, O or a dot."""
Action = tuple[int, int]


class Place(NamedTuple):
    """A reachable position and all that the rules and the solver say of it."""

    board: Board
    position: Position
    turn: str
    winner: str | None
    over: bool
    actions: frozenset[Action]
    best: frozenset[Action]
    """The moves that keep the position's value; none once the game is over."""

    @property
    def stones(self) -> int:
        return 9 - self.board.count(".")

    @property
    def utility(self) -> int:
        return {"X": 1, "O": -1, None: 0}[self.winner]


@cache
def places() -> tuple[Place, ...]:
    """All 5,478 of them, those with the fewest stones first."""
    solver = Solver(GAME)
    seen, todo = {Position()}, [Position()]
    for position in todo:
        for cell in GAME.moves(position):
            child = position.play(cell)
            if child not in seen:
                seen.add(child)
                todo.append(child)
    return tuple(_place(solver, position) for position in todo)


def place_of(board: Board) -> Place:
    return _by_board()[board]


@cache
def _by_board() -> dict[Board, Place]:
    return {place.board: place for place in places()}


def after(board: Board, action: Action) -> Board:
    """The board after the player to move takes a cell."""
    at = action[0] * 3 + action[1]
    mark = "X" if board.count("X") == board.count("O") else "O"
    return board[:at] + mark + board[at + 1 :]


def _place(solver: Solver, position: Position) -> Place:
    outcome = GAME.outcome(position)
    moves = GAME.moves(position)
    value = solver.solve(position).value
    best = [cell for cell in moves if solver.solve(position.play(cell)).before_move().value == value]
    return Place(
        format_position(GAME, position).replace("/", ""),
        position,
        "X" if position.turn == X else "O",
        outcome.winner if outcome else None,
        outcome is not None,
        frozenset(divmod(cell, 3) for cell in moves),
        frozenset(divmod(cell, 3) for cell in best),
    )
