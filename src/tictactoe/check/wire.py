"""The format on the pipe between the judge and the process that runs a program: lines of JSON, written and read here.

The process writes which guards hold; the judge writes the program, its length first, and then calls; the process writes
that the program is loaded or why it is not, and then a reply to each call. What a program returned is written with its
exact type: [kind, content] for a single value, [kind, items, length] for a collection, and [kind, type, content] for a
number of numpy's and for all other things.

This file is also loaded by path into the process of the program, so it imports the standard library only. What writes
there takes hold, before the program is loaded, of all that it uses after; and it tells types apart by identity, since a
type may have an == of its own. What reads here takes nothing for granted: a line is of one of the few shapes that are
written here, within their limits, and becomes frozen values, or it is `Odd`.
"""

from __future__ import annotations

import functools
import itertools
import json
import re
from typing import Any, BinaryIO, NamedTuple

FUNCTIONS = ("initial_state", "player", "actions", "result", "winner", "terminal", "utility", "minimax")
"""What can be called: the functions of the exercise."""
SINGLE = (type(None), bool, int, str)
MANY = (list, tuple, set, frozenset)
NAMES = {kind.__name__: kind for kind in (*SINGLE, *MANY)}
NUMBER, OTHER = "number", "other"
FLOAT = "builtins.float"
SPOILED = "spoiled"
"""What is put on a board that `initial_state` returned, to see whether it comes back."""
ENDINGS = (SystemExit, KeyboardInterrupt, RecursionError, MemoryError)
"""Exceptions that nobody raises to say that an action is not legal, nor any of a kind of these."""

LONGEST = 200
"""Characters of a text at the top; half as many of one in a collection, and so on."""
MOST_ITEMS = 12
DEEPEST = 2
"""Collections in collections are looked into, but none in these."""
HUGE = 10**18
"""Numbers from here on are only said to be there."""
MOST_DIGITS = 19
SHORT = 400
"""Characters of a value that is remembered once it is read: every right answer is shorter."""
LONGEST_LINE = 1 << 17
"""Bytes of a line; the longest that is written here has as many texts as there can be, of nothing but escapes."""

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


class Odd(ValueError):
    """What came over the pipe is nothing that is written here."""


class Call(NamedTuple):
    """One call: a function and what it is given."""

    function: str
    board: str | None = None
    """Nine characters, row by row: X, O or a dot; None: it is given nothing."""
    action: tuple[int, int] | None = None


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
        return to_json([NUMBER, _cut(name, LONGEST), 1 if value else 0])  # as an `if` takes it
    if name.startswith("numpy.") and "int" in name and -HUGE < (number := int(value)) < HUGE:
        return to_json([NUMBER, _cut(name, LONGEST), number])
    try:
        text = repr(value)
    except Exception as error:
        text = f"<its repr raises {type(error).__name__}>"
    return to_json([OTHER, _cut(name, LONGEST), _cut(text, LONGEST >> depth)])


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


def write_reply(number: int, came: str, seconds: float, board: str | None) -> bytes:
    """The reply to the call of this number: `returned` or `raised`, and the board it was given as it is afterwards."""
    return f'{{"id":{number},{came},"seconds":{seconds!r},"board":{to_json(board)}}}\n'.encode()


def returned(value: Any) -> str:
    return f'"value":{encode_safely(value)}'


def raised(error: BaseException) -> str:
    return f'"raised":{to_json(told(error))}'


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


# In the judge's process: values are read.


def write_program(source: bytes) -> bytes:
    return b"%d\n%b" % (len(source), source)


def write_call(number: int, call: Call) -> bytes:
    return json.dumps([number, *call]).encode() + b"\n"


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
    if value is None:
        return Reply(None, _pair(_parsed_strictly(error.decode())), seconds, changed)
    text = value.decode()
    return Reply(decode(text), None, seconds, changed, text)


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
    + rb'(?:\.[0-9]{1,30})?(?:e[-+]?[0-9]{1,3})?),"board":(?:"(?P<board>[XO.]{9})"|null)\}'
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


# What the judge does with them.


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
