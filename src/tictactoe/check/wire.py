"""The format on the pipe between the judge and the process that runs a program: lines of JSON, written here.

The process writes which guards hold; the judge writes the program, its length first, and then calls; the process writes
that the program is loaded or why it is not, and then a reply to each call. What a program returned is written with its
exact type: [kind, content] for a single value, [kind, items, length] for a collection, and [kind, type, content] for a
number of numpy's and for all other things.

This file is also loaded by path into the process of the program, so it imports the standard library only. What writes
there takes hold, before the program is loaded, of all that it uses after; and it tells types apart by identity, since a
type may have an == of its own. What the process says is read by `reading`, which trusts none of it.
"""

from __future__ import annotations

import itertools
import json
from typing import Any, BinaryIO, NamedTuple

FUNCTIONS = ("initial_state", "player", "actions", "result", "winner", "terminal", "utility", "minimax")
"""What can be called: the functions of the exercise."""
SINGLE = (type(None), bool, int, str)
MANY = (list, tuple, set, frozenset)
NAMES = {kind.__name__: kind for kind in (*SINGLE, *MANY)}
NUMBER, OTHER = "number", "other"
FLOAT = "builtins.float"
SPOILED = "put here by the check"
"""What is put on a board that `initial_state` returned, to see whether it comes back."""
ENDINGS = (SystemExit, KeyboardInterrupt, RecursionError, MemoryError)
"""Exceptions that nobody raises to say that an action is not legal, nor any of a kind of these."""

LINE = "(line "
"""So begins where a program has raised an exception."""
LONGEST = 200
"""Characters of a text, or of the name of a type, at the top; half as many in a collection, and so on."""
MOST_ITEMS = 12
DEEPEST = 2
"""Collections in collections are looked into, but none in these."""
HUGE = 10**18
"""Numbers from here on are only said to be there."""

_SINGLE = {id(kind): kind.__name__ for kind in SINGLE}
_MANY = {id(kind): kind.__name__ for kind in MANY}
_ENDINGS = {id(kind) for kind in ENDINGS}
SYNTAX = {id(kind) for kind in (SyntaxError, IndentationError, TabError)}
_first, _name, _part, _quoted, _parsed = (
    itertools.islice,
    type.__dict__["__qualname__"].__get__,  # and not what a metaclass has for it
    str.__getitem__,
    json.encoder.encode_basestring_ascii,
    json.JSONDecoder().scan_once,  # type: ignore[attr-defined]
)


class Call(NamedTuple):
    """One call: a function and what it is given."""

    function: str
    board: str | None = None
    """Nine characters, row by row: X, O or a dot; None: it is given nothing."""
    action: tuple[int, int] | None = None


# In the process of the program: values are written.


def encode(value: Any, depth: int = 0) -> str:
    """A value as JSON that says its exact type.

    What is right is of the usual types, for which nothing of the program's own is called. All else is asked to show
    itself, and is wrong whatever it shows.
    """
    kind = type(value)
    if name := _SINGLE.get(id(kind)):
        if kind is str:
            return f'["{name}",{_quoted(value[: LONGEST >> depth])}]'
        if kind is int and not -HUGE < value < HUGE:
            return to_json([OTHER, name, "a huge number"])
        return f'["{name}",{to_json(value)}]'
    if name := _MANY.get(id(kind)):
        if depth == DEEPEST:
            return to_json([OTHER, name, "…"])
        length, items = len(value), [*_first(value, MOST_ITEMS)]  # before any of them is asked to show itself
        return f'["{name}",[{",".join([encode(item, depth + 1) for item in items])}],{length}]'
    name = f"{_module(kind)}.{_name(kind)}"
    if kind is float and -HUGE < value < HUGE and value == int(value):
        return to_json([NUMBER, name, int(value)])
    if name.startswith("numpy.bool"):
        return to_json([NUMBER, _cut(name, LONGEST >> depth), 1 if value else 0])  # as an `if` takes it
    if name.startswith("numpy.") and "int" in name and -HUGE < (number := int(value)) < HUGE:
        return to_json([NUMBER, _cut(name, LONGEST >> depth), number])
    try:
        text = repr(value)
    except Exception as error:
        text = f"<its repr raises {type(error).__name__}>"
    return to_json([OTHER, _cut(name, LONGEST >> depth), _cut(text, LONGEST >> depth)])


def encode_safely(value: Any) -> str:
    """The same, also of what resists being looked at."""
    try:
        return encode(value)
    except BaseException as error:
        return to_json([OTHER, "object", _cut(f"<looking at it raises {told(error)[0]}>", LONGEST)])


def told(error: BaseException) -> list[str]:
    """The name of an exception and what it says, in so far as it can be got to say it."""
    try:
        text = error.msg if id(type(error)) in SYNTAX else error  # type: ignore[attr-defined]
        return [_cut(_kind(error), LONGEST), _cut(f"{text}", LONGEST)]
    except BaseException:
        return ["an exception", "what it says cannot be shown"]


def _kind(error: BaseException) -> str:
    """The name of its type, or of what that is a kind of, if it is one of the ENDINGS."""
    for kind in type.__dict__["__mro__"].__get__(type(error)):
        if id(kind) in _ENDINGS:
            return f"{_name(kind)}"
    return f"{type(error).__name__}"


def _module(kind: type) -> str:
    found = type.__dict__["__module__"].__get__(kind)
    return found if type(found) is str else "?"


def _cut(text: str, length: int) -> str:
    """The beginning of a text, as a plain one: what a program gives for a text may be of a type of its own."""
    return _part(text, slice(length))


def to_json(data: Any) -> str:
    """The same as json.dumps, which looks things up where a program may have put others."""
    kind = type(data)
    if kind is str:
        return _quoted(data)
    if kind is list:
        return f"[{','.join([to_json(value) for value in data])}]"
    if data is None:
        return "null"
    if kind is bool:
        return "true" if data else "false"
    if kind is dict:
        return "{" + ",".join([f"{_quoted(key)}:{to_json(value)}" for key, value in data.items()]) + "}"
    if kind is int or kind is float:
        return repr(data)
    raise TypeError("not to be written")


def _line(data: dict[str, Any]) -> bytes:
    return to_json(data).encode() + b"\n"


def write_guards(names: list[str]) -> bytes:
    return _line({"guarded": names})


def write_loaded(functions: list[str], seconds: float) -> bytes:
    return _line({"loaded": functions, "seconds": seconds})


def write_failed(error: BaseException, line: object) -> bytes:
    return _line({"failed": told(error), "line": line if type(line) is int else None})


def write_reply(number: int, came: str, seconds: float, board: str | None, altered: bool = False) -> bytes:
    """The reply to the call of this number: `returned` or `raised`, and the board it was given as it is afterwards.

    `altered` says that what the same function returned the time before is no longer the same.
    """
    more = ',"altered":true' if altered else ""
    return f'{{"id":{number},{came},"seconds":{seconds!r},"board":{to_json(board)}{more}}}\n'.encode()


def returned(value: Any) -> str:
    return f'"value":{encode_safely(value)}'


def can_change(value: Any) -> bool:
    """Whether it is of a kind that the exercise asks for and that can be changed once it is returned."""
    return type(value) is list or type(value) is set


def raised(error: BaseException, line: int | None) -> str:
    kind, text = told(error)
    where = "" if line is None else f"{LINE}{line})"
    if text and where:
        where = f" {where}"
    return f'"raised":{to_json([kind, _cut(text, LONGEST - len(where)) + where])}'


def read_program(stream: BinaryIO) -> bytes | None:
    """What `write_program` wrote; None if the judge does not go on."""
    length = stream.readline()
    return stream.read(int(length)) if length else None


def read_call(line: bytes) -> tuple[int, Call]:
    """What `write_call` wrote: it comes from us."""
    number, function, board, action = _parsed(line.decode(), 0)[0]
    return number, Call(function, board, action and (action[0], action[1]))


def rows(board: str) -> list[list[str | None]]:
    """A new board as the exercise has it, from nine characters."""
    marks = [None if mark == "." else mark for mark in board]
    return [marks[0:3], marks[3:6], marks[6:9]]


def layout(board: Any) -> str | None:
    """The nine characters of a board made by `rows`; None if it is a board of plain lists and marks no more."""
    if board is None or len(board) != 3:
        return None
    marks: list[Any] = []
    for row in board:
        if type(row) is not list or len(row) != 3:
            return None
        marks += row
    if not all(mark is None or (type(mark) is str and mark in ("X", "O")) for mark in marks):
        return None
    return "".join(["." if mark is None else mark for mark in marks])


# In the judge's process: the program and the calls are written.


def write_program(source: bytes) -> bytes:
    return b"%d\n%b" % (len(source), source)


def write_call(number: int, call: Call) -> bytes:
    return json.dumps([number, *call]).encode() + b"\n"
