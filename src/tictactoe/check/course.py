"""The course's exercise as the judge knows it: all of its positions, and for every question which answers are right."""

from __future__ import annotations

from contextlib import suppress
from functools import cache
from typing import Any, NamedTuple

from tictactoe.rules import Game, Position, X, format_position
from tictactoe.search import Solver

GAME = Game(3, 3, 3)
FUNCTIONS = ("initial_state", "player", "actions", "result", "winner", "terminal", "utility", "minimax")
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


def plain(value: list[Any] | None) -> Any:
    """An answer as a Python value, if it is one of the exercise's kinds; else the answer as it came, in a `Strange`."""
    if value is None:
        return Strange("nothing", "")
    kind = value[0]
    if kind in ("NoneType", "bool", "int", "str"):
        return value[1]
    if kind in ("list", "tuple", "set", "frozenset") and len(value[1]) == value[2]:
        items = [plain(item) for item in value[1]]
        if kind == "list":
            return items
        if kind == "tuple":
            return tuple(items)
        with suppress(TypeError):  # what cannot be in a set did not come out of one
            return frozenset(items)
    return Strange(str(value[1])[:60] if kind in ("number", "other") else kind, str(value[-1])[:200])


class Strange(NamedTuple):
    """A value of a kind that the exercise does not ask for."""

    kind: str
    text: str


def show(value: list[Any] | None) -> str:
    """An answer as its author would write it."""
    if value is None:
        return "nothing"
    kind = value[0]
    if kind in ("NoneType", "bool", "int", "str"):
        return repr(value[1])
    if kind in ("list", "tuple", "set", "frozenset"):
        items = ", ".join(show(item) for item in value[1]) + (", …" if len(value[1]) < value[2] else "")
        if kind == "list":
            return f"[{items}]"
        if kind == "tuple":
            return f"({items},)" if value[2] == 1 else f"({items})"
        return f"{{{items}}}" if items else f"{kind}()"
    if kind == "number":
        return f"{value[1]}({value[2]})"
    return str(value[-1])
