"""How bad a wrong answer is, for somebody who plays against the program.

A wrong answer that would serve a game as well as the right one breaks the specification only: a list for a set, 1 for
True. What no game ever asks, such as a mark on a taken cell, is the least.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal, get_args

from tictactoe.check.course import START
from tictactoe.check.questions import Question
from tictactoe.check.reading import Many, Reply, Single, Strange, Value, plain
from tictactoe.check.wire import SPOILED, rows

Degree = Literal["games", "specification", "unasked"]
"""It loses or spoils games; it breaks the specification; it lets through what play never asks."""
DEGREES: tuple[Degree, ...] = get_args(Degree)
"""The worst first."""
MARKED = [[SPOILED, None, None], *rows(START)[1:]]
"""An empty board, but for what the check has put on it when it was returned the time before."""
INNER = ("actions", "utility")
"""What only the other functions ask, and never the game itself."""


def worst(degrees: Iterable[Degree | None]) -> Degree | None:
    return min((degree for degree in degrees if degree), key=DEGREES.index, default=None)


def degree_of(question: Question, reply: Reply) -> Degree:
    """How bad this wrong answer is."""
    if question.kind != "value":
        return "unasked"
    if question.function == "initial_state":
        return "specification" if question.again and plain(reply.value) == MARKED else "games"
    if question.function == "minimax" and question.place.over:
        return "specification"
    if reply.value is None or (reply.changed and question.function != "result"):
        return "games"
    mended = reply._replace(value=_mended(question.function, reply.value), changed=False, altered=False, text="")
    return "specification" if question.accepts(mended) else "games"


def _mended(function: str, value: Value) -> Value:
    """The value in the form that is asked for, if it comes in another that means the same in play."""
    if function == "terminal":
        return _truth(value)
    if function == "utility":
        return _whole(value)
    if function == "minimax":
        return _pair(value)
    if isinstance(value, Many) and function == "actions":
        return Many(set.__name__, tuple(_pair(item) for item in value.items), value.length)
    if isinstance(value, Many) and function == "result":
        return Many(list.__name__, tuple(_as(list.__name__, row) for row in value.items), value.length)
    return value


def _as(kind: str, value: Value) -> Value:
    return value._replace(kind=kind) if isinstance(value, Many) else value


def _pair(value: Value) -> Value:
    return Many(tuple.__name__, tuple(map(_whole, value.items)), value.length) if isinstance(value, Many) else value


def _whole(value: Value) -> Value:
    """A number as a plain integer."""
    if isinstance(value, Single) and isinstance(value.value, bool):
        return Single(int(value.value))
    return Single(value.number) if isinstance(value, Strange) and value.number is not None else value


def _truth(value: Value) -> Value:
    """What an `if` makes of it, if that is known."""
    if isinstance(value, Strange):
        return value if value.number is None else Single(bool(value.number))
    return Single(bool(value.length if isinstance(value, Many) else value.value))
