"""What the process of a program says, read with nothing taken for granted, and what it then is for the judge.

A line is of one of the few shapes that `wire` writes, within their limits, and becomes frozen values, or it is `Odd`.
"""

from __future__ import annotations

import functools
import json
import re
from typing import Any, NamedTuple

from tictactoe.check.wire import (
    DEEPEST,
    FLOAT,
    FUNCTIONS,
    HUGE,
    LONGEST,
    MANY,
    MOST_ITEMS,
    NAMES,
    NUMBER,
    OTHER,
    SINGLE,
)

MOST_DIGITS = 19
SHORT = 400
"""Characters of a value that is remembered once it is read: every right answer is shorter."""
LONGEST_LINE = 1 << 17
"""Bytes of a line; the longest that is written here has as many texts as there can be, of nothing but escapes."""


class Odd(ValueError):
    """What came over the pipe is nothing that is written here."""


class Single(NamedTuple):
    """A value that was returned as it is."""

    value: bool | int | str | None


class Many(NamedTuple):
    """A collection that was returned; `items` are the first of `length`."""

    kind: str
    items: tuple[Value, ...]
    length: int


class Strange(NamedTuple):
    """A value of a kind that the exercise does not ask for: its type, and how it shows itself."""

    kind: str
    text: str
    number: int | None = None
    """Which whole number or truth it is, if it is a number or a truth; how it shows itself says nothing of that."""


Value = Single | Many | Strange


class Reply(NamedTuple):
    """What came of one call. Of `value` and `raised` one is None."""

    value: Value | None
    raised: tuple[str, str] | None
    """The name of an exception, and what it says."""
    seconds: float
    changed: bool
    """Whether the board that it was given has been changed."""
    altered: bool = False
    """Whether what the same function returned the time before has been changed."""
    text: str = ""
    """The value as it came, from which alone `value` was read; empty if that is not known."""


class Loaded(NamedTuple):
    """The program is loaded: which of the functions it has, and how long that took."""

    functions: tuple[str, ...]
    seconds: float


class Failed(NamedTuple):
    """The program cannot be loaded: the exception, what it says, and in which line of the program."""

    kind: str
    text: str
    line: int | None


def read_guards(line: bytes) -> tuple[str, ...]:
    return _texts(_object(line, ("guarded",))["guarded"])


def read_loaded(line: bytes) -> Loaded | Failed:
    data = _object(line, ("loaded", "seconds"), ("failed", "line"))
    if "failed" in data:
        where = data["line"]
        return Failed(*_pair(data["failed"]), None if where is None else _number(where))
    functions = _texts(data["loaded"])
    if not set(functions) <= set(FUNCTIONS):
        raise Odd
    return Loaded(functions, _seconds(data["seconds"]))


def read_reply(line: bytes, number: int, board: str | None) -> Reply:
    """The reply to the call of this number, which was given this board."""
    found = _REPLY.fullmatch(line.rstrip(b"\n")) if len(line) <= LONGEST_LINE else None
    if not found or int(found["id"]) != number:
        raise Odd
    value, error, left = found["value"], found["raised"], found["board"]
    seconds, changed = _finite(found["seconds"].decode()), (left.decode() if left else None) != board
    altered = found["altered"] is not None
    if value is None:
        return Reply(None, _pair(_parsed_strictly(error.decode())), seconds, changed, altered)
    text = value.decode()
    return Reply(decode(text), None, seconds, changed, altered, text)


def decode(text: str) -> Value:
    """A value as `encode` writes it."""
    return _decode_again(text) if len(text) <= SHORT else _decoded(_parsed_strictly(text))


@functools.lru_cache(maxsize=8192)
def _decode_again(text: str) -> Value:
    """Most answers are the same few: none is read twice."""
    return _decoded(_parsed_strictly(text))


def _decoded(data: object, depth: int = 0) -> Value:
    if type(data) is not list or len(data) not in (2, 3) or type(data[0]) is not str:
        raise Odd
    kind, content, *rest = data
    if not rest:
        if NAMES.get(kind) not in SINGLE or type(content) is not NAMES[kind]:
            raise Odd
        if type(content) is str:
            return Single(_text(content, depth))
        return Single(content if content is None or type(content) is bool else _number(content))
    if kind in (NUMBER, OTHER):
        name = clean(_text(content))
        if kind == OTHER:
            return Strange(name, clean(_text(rest[0], depth)))
        number = _number(rest[0])
        return Strange(name, f"{number}.0" if name == FLOAT else f"{name}({number})", number)
    length = _number(rest[0])
    if NAMES.get(kind) not in MANY or depth == DEEPEST or type(content) is not list:
        raise Odd
    if len(content) > min(length, MOST_ITEMS):
        raise Odd
    items = tuple(_decoded(item, depth + 1) for item in content)
    if NAMES[kind] in (set, frozenset) and any(isinstance(item, Many) and _is_changeable(item) for item in items):
        raise Odd
    return Many(kind, items, length)


def _is_changeable(value: Many) -> bool:
    """Then it cannot have come out of a set."""
    return NAMES[value.kind] in (list, set)


def _object(line: bytes, *keys: tuple[str, ...]) -> dict[str, Any]:
    """What stands on a line: an object that has these keys, or those, each once and no others."""
    if len(line) > LONGEST_LINE:
        raise Odd
    try:
        data = _parsed_strictly(line.decode("ascii"))
    except UnicodeDecodeError:
        raise Odd from None
    if type(data) is not dict or tuple(data) not in keys:
        raise Odd
    return data


def _parsed_strictly(text: str) -> object:
    try:
        return _STRICT.decode(text)
    except (ValueError, RecursionError):
        raise Odd from None


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    data = dict(pairs)
    if len(data) < len(pairs):
        raise Odd
    return data


def _short(text: str) -> int:
    if len(text) > MOST_DIGITS:
        raise Odd
    return int(text)


def _finite(text: str) -> float:
    if len(text) > LONGEST or not -HUGE < (number := float(text)) < HUGE:
        raise Odd
    return number


def _no_constant(_: str) -> None:
    """NaN and Infinity, which are no JSON."""
    raise Odd


_NUMBER = rb"(?:0|[1-9][0-9]{0,17})"
_REPLY = re.compile(
    rb'\{"id":(?P<id>' + _NUMBER + rb'),(?:"value":(?P<value>\[[ -~]*\])|"raised":(?P<raised>\[[ -~]*\])),'
    rb'"seconds":(?P<seconds>'
    + _NUMBER
    + rb'(?:\.[0-9]{1,30})?(?:e[-+]?[0-9]{1,3})?),"board":(?:"(?P<board>[XO.]{9})"|null)(?P<altered>,"altered":true)?\}'
)
"""A reply, to the letter; only what was returned or raised is still to be read."""
_STRICT = json.JSONDecoder(object_pairs_hook=_once, parse_int=_short, parse_float=_finite, parse_constant=_no_constant)


def _text(data: object, depth: int = 0) -> str:
    if type(data) is not str or len(data) > LONGEST >> depth:
        raise Odd
    return data


def _texts(data: object) -> tuple[str, ...]:
    if type(data) is not list or len(data) > MOST_ITEMS:
        raise Odd
    return tuple(clean(_text(text)) for text in data)


def _pair(data: object) -> tuple[str, str]:
    if type(data) is not list or len(data) != 2:
        raise Odd
    return clean(_text(data[0])), clean(_text(data[1]))


def _number(data: object) -> int:
    if type(data) is not int or not -HUGE < data < HUGE:
        raise Odd
    return data


def _seconds(data: object) -> float:
    if (type(data) is int or type(data) is float) and 0 <= data < HUGE:
        return float(data)
    raise Odd


def clean(text: str) -> str:
    """Text of a stranger, fit to be shown: one line, and nothing in it that a terminal or a file would trip over."""
    return "".join(mark if mark.isprintable() else " " if mark.isspace() else "\ufffd" for mark in text)


def plain(value: Value | None) -> object:
    """A value as Python has it, if it came as a whole; else something `Strange`."""
    if isinstance(value, Single):
        return value.value
    if isinstance(value, Many) and len(value.items) == value.length:
        items = [plain(item) for item in value.items]
        kind = NAMES[value.kind]
        return items if kind is list else tuple(items) if kind is tuple else frozenset(items)
    return value if isinstance(value, Strange) else Strange(value.kind if value else "nothing", show(value))


def show(value: Value | None) -> str:
    """A value as its author would write it."""
    if value is None:
        return "nothing"
    if isinstance(value, Single):
        return repr(value.value)
    if isinstance(value, Strange):
        return value.text
    items = ", ".join(show(item) for item in value.items) + (", …" if len(value.items) < value.length else "")
    kind = NAMES[value.kind]
    if kind is list:
        return f"[{items}]"
    if kind is tuple:
        return f"({items},)" if value.length == 1 else f"({items})"
    return f"{{{items}}}" if items else f"{value.kind}()"
