"""What each function is asked, over all positions, and what would be right: any correct answer is accepted."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache, partial
from typing import NamedTuple

from tictactoe.check.course import START, Action, Layout, Place, after, as_action, best_actions, place_of, places
from tictactoe.check.reading import Reply, Strange, plain
from tictactoe.check.wire import ENDINGS, FUNCTIONS, Call, encode, rows
from tictactoe.search import Solver

OUTSIDE: tuple[Action, ...] = ((3, 0), (0, 3), (-1, 0), (0, -1), (-3, -3), (3, 3))
"""Cells that are not on the board; with a negative one, Python would count from the end."""
NO_ANSWER = tuple(kind.__name__ for kind in ENDINGS)

CHEAP = 6
"""With so few empty cells, even a search without tricks takes no time."""
FEW = 3
REPEATED = 60
"""Of each function, about so many questions are asked twice more, to see whether anything is kept between calls."""


REPEATED_TWOS = 9
"""Of minimax, so many questions about boards with two marks are asked twice."""
LATE = 3
"""How often a question to minimax has been asked before, if it is asked once more after the longest search."""


class Question(NamedTuple):
    """One call, and what is right."""

    function: str
    board: Layout | None
    action: Action | None
    right: str
    """In words: what should come back."""
    accepts: Callable[[Reply], bool]
    kind: str = "value"
    """value, or what else is asked: taken, outside."""
    again: int = 0
    """How often it has been asked before."""

    @property
    def call(self) -> Call:
        return Call(self.function, self.board, self.action)

    @property
    def place(self) -> Place:
        """The position that it is about; the empty board, if it is asked without one."""
        return place_of(self.board or START)


Answers = dict[Question, Reply]


def is_search(call: Call) -> bool:
    """Whether answering may take a long search."""
    return call.function == "minimax" and call.board is not None and call.board.count(".") > CHEAP


def questions_for(function: str, solver: Solver | None = None) -> list[Question]:
    """All questions for one function, those that are quick to answer first; the solver says which moves are best."""
    simple = (_initial_state, _player, _actions, _result, _winner, _terminal, _utility)
    every: tuple[Callable[[], Iterator[Question]], ...] = (*simple, partial(_minimax, solver))
    asked = list(every[FUNCTIONS.index(function)]())
    few = [question for question in asked if (question.board or "").count(".") <= CHEAP]
    some = few[:: len(few) // REPEATED + 1] if asked[0].board is not None else []
    repeated = [question._replace(again=times) for question in some for times in (1, 2)]
    if function == "minimax":
        twos = [question for question in asked if question.place.stones == 2]
        repeated += [question._replace(again=1) for question in twos[:: len(twos) // REPEATED_TWOS]]
        repeated += [question._replace(again=LATE) for question in some]
    return asked + repeated


class is_value:  # noqa: N801  it is called as a function is
    """Accepts exactly this value, type and all, from a call that leaves its board alone. It can be pickled."""

    def __init__(self, expected: object) -> None:
        self._right, self._text = _typed(expected), encode(expected)

    def __call__(self, reply: Reply) -> bool:
        if reply.raised is not None or reply.changed or reply.altered:
            return False
        return reply.text == self._text or _typed(plain(reply.value)) == self._right


@cache
def _is_board(board: Layout) -> Callable[[Reply], bool]:
    return is_value(rows(board))


def _typed(value: object) -> object:
    """The value with its type at every depth, so that True is not 1."""
    if isinstance(value, (list, tuple)) and not isinstance(value, Strange):
        return type(value), *map(_typed, value)
    return type(value), frozenset(map(_typed, value)) if isinstance(value, frozenset) else value


def _initial_state() -> Iterator[Question]:
    empty = rows(START)
    for times in range(3):
        yield Question("initial_state", None, None, f"{empty}, a new one each time", is_value(empty), again=times)


def _player() -> Iterator[Question]:
    for place in places():
        if not place.over:
            yield Question("player", place.board, None, repr(place.turn), is_value(place.turn))


def _actions() -> Iterator[Question]:
    for place in places():
        if not place.over:
            yield Question("actions", place.board, None, _set(place.actions), is_value(place.actions))


def _result() -> Iterator[Question]:
    for number, place in enumerate(places()):
        if place.over:
            continue
        for action in sorted(place.actions):
            board = after(place.board, action)
            yield Question("result", place.board, action, repr(rows(board)), _is_board(board))
        for action in _taken(place, number):
            right = "an exception, since that cell is taken"
            yield Question("result", place.board, action, right, _raises, "taken")
    for place in places():
        if place.stones <= 1:
            for action in OUTSIDE:
                right = "an exception, since that cell is not on the board"
                yield Question("result", place.board, action, right, _raises, "outside")


def _taken(place: Place, number: int) -> list[Action]:
    """All taken cells while they are few, then one of them in turn: each cell comes up with each mark many times."""
    cells = [divmod(at, 3) for at, mark in enumerate(place.board) if mark != "."]
    return cells if len(cells) <= FEW else [cells[number % len(cells)]]


def _raises(reply: Reply) -> bool:
    return reply.raised is not None and reply.raised[0] not in NO_ANSWER and not reply.changed and not reply.altered


def _winner() -> Iterator[Question]:
    for place in places():
        yield Question("winner", place.board, None, repr(place.winner), is_value(place.winner))


def _terminal() -> Iterator[Question]:
    for place in places():
        yield Question("terminal", place.board, None, repr(place.over), is_value(place.over))


def _utility() -> Iterator[Question]:
    for place in places():
        if place.over:
            yield Question("utility", place.board, None, repr(place.utility), is_value(place.utility))


def _minimax(solver: Solver | None) -> Iterator[Question]:
    """The fullest boards first: a search without tricks answers those at once, and most of all positions with them."""
    best = best_actions(solver)
    for place in sorted(places(), key=lambda place: -place.stones):
        if place.over:
            yield Question("minimax", place.board, None, "None, since the game is over", is_value(None))
        else:
            yield Question("minimax", place.board, None, _any_of(best[place.board]), _is_one_of(best[place.board]))


def _is_one_of(best: frozenset[Action]) -> Callable[[Reply], bool]:
    return partial(_is_among, best)


def _is_among(best: frozenset[Action], reply: Reply) -> bool:
    if reply.raised is not None or reply.changed or reply.altered:
        return False
    found = plain(reply.value)
    return isinstance(found, tuple) and as_action(found) in best


def _any_of(best: frozenset[Action]) -> str:
    moves = sorted(best)
    return f"{moves[0]}" if len(moves) == 1 else f"any of {', '.join(map(str, moves))}"


def _set(actions: frozenset[Action]) -> str:
    return "{" + ", ".join(map(str, sorted(actions))) + "}"
