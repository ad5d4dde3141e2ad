"""The format on the checker's pipe: what is written there is read as what it was, and anything else is `Odd`."""

from __future__ import annotations

import ast
import io
import json
from collections import namedtuple
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

import tictactoe.check
from tictactoe.check import reading, wire
from tictactoe.check.reading import Failed, Loaded, Many, Odd, Reply, Single, Strange, decode, plain, show
from tictactoe.check.wire import Call, encode

CHECK = Path(tictactoe.check.__file__).parent


class Text(str):
    __slots__ = ()

    def __getitem__(self, _: object) -> str:
        return 'x"], "seconds": 0}'


class Whole(int):
    pass


Pair = namedtuple("Pair", "row col")


class Shy:
    """Shows itself as a text of a type of its own."""

    def __repr__(self) -> str:
        return Text("shy")


class Loud:
    def __repr__(self) -> str:
        return "loud" * 1000


class Broken:
    def __repr__(self) -> str:
        raise RuntimeError("no")


class Equal(type):
    """A kind of types that are equal to everything."""

    def __eq__(cls, _: object) -> bool:
        return True

    def __hash__(cls) -> int:
        return 0


class Sly(ValueError, metaclass=Equal):
    pass


SINGLES = st.none() | st.booleans() | st.integers(1 - wire.HUGE, wire.HUGE - 1) | st.text(max_size=50)
FROZEN = SINGLES | st.tuples(SINGLES) | st.tuples(SINGLES, SINGLES) | st.frozensets(SINGLES, max_size=4)
WHOLE = st.one_of(
    SINGLES,
    st.lists(FROZEN, max_size=12),
    st.lists(SINGLES | st.lists(SINGLES, max_size=12), max_size=12),
    st.lists(SINGLES, max_size=12).map(tuple),
    st.sets(FROZEN, max_size=12),
    st.frozensets(FROZEN, max_size=12),
)
"""Values of which nothing is left out on the way."""
ODDITIES: tuple[Any, ...] = (
    *(Text("X"), Whole(1), Pair(1, 2), Shy(), Loud(), Broken(), object(), int, 1.5, float("nan"), b"X", range(9)),
    *(10**18, -(10**4000), "x" * 10_000, "\ud800", "\x1b[2J", [*range(100)], {*range(100)}, {}, {"X": [None]}),
    *([[[[[]]]]], ([([],)],), {((((),),),)}, {frozenset({frozenset({frozenset()})})}, ..., len, Shy),
)
ODD = st.integers(0, len(ODDITIES) - 1).map(ODDITIES.__getitem__)
"""By number: a strategy shows what it samples from, and some of these cannot be shown."""
ANYTHING = st.recursive(
    SINGLES | ODD | st.text(), lambda inner: st.lists(inner, max_size=14) | st.lists(inner, max_size=3).map(tuple)
)
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8) | st.sampled_from([*wire.NAMES]),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(st.sampled_from(["id", "value", "raised", "seconds", "changed", "loaded", "line"]), inner)
    ),
)
"""What may stand on a line that the program itself has written."""


def sent(value: object) -> reading.Value:
    """A value after its way through the pipe."""
    return decode(encode(value))


def frozen(value: object) -> object:
    """The value with all its sets frozen, as the judge has it."""
    if isinstance(value, list):
        return [frozen(item) for item in value]
    return frozenset(value) if isinstance(value, set) else value


def same(one: object, other: object) -> bool:
    """Equality that tells True from 1, at every depth; what is in sets is told apart by how it looks."""
    if type(one) is not type(other):
        return False
    if isinstance(one, (list, tuple)) and isinstance(other, (list, tuple)):
        return len(one) == len(other) and all(map(same, one, other))
    if isinstance(one, frozenset) and isinstance(other, frozenset):
        return sorted(map(repr, one)) == sorted(map(repr, other)) or one == other
    return one == other


@given(WHOLE)
def test_what_is_whole_arrives_as_it_was(value: object) -> None:
    assert same(plain(sent(value)), frozen(value))


@given(SINGLES | st.lists(SINGLES | st.tuples(SINGLES) | st.tuples(SINGLES, SINGLES) | st.lists(SINGLES), max_size=12))
def test_it_is_shown_as_its_author_would_write_it(value: object) -> None:
    if not isinstance(value, list) or all(not isinstance(item, list) or len(item) <= 12 for item in value):
        assert show(sent(value)) == repr(value)


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        ({(0, 1)}, "{(0, 1)}"),
        (set(), "set()"),
        (frozenset(), "frozenset()"),
        (frozenset({7}), "{7}"),
        ((1,), "(1,)"),
        ((), "()"),
        ([*range(13)], "[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, …]"),
        ([[[1]]], "[[…]]"),
        (10**18, "a huge number"),
        ("\x1b[2J\ud800", r"'\x1b[2J\ud800'"),
        (Pair(1, 2), "Pair(row=1, col=2)"),
        (Whole(1), "1"),
        (Broken(), "<its repr raises RuntimeError>"),
        (Shy(), "shy"),
        (1.5, "1.5"),
    ],
)
def test_how_a_value_is_shown(value: object, shown: str) -> None:
    assert show(sent(value)) == shown


@pytest.mark.parametrize("value", [Text("X"), Whole(1), Pair(1, 2), 10**18, [*range(13)], 1.5, len])
def test_what_only_looks_right_is_strange(value: object) -> None:
    assert isinstance(plain(sent(value)), Strange)
    found = plain(sent([value]))
    assert isinstance(found, list)
    assert isinstance(found[0], Strange)


def test_numbers_of_numpy_say_that_they_are() -> None:
    numpy = pytest.importorskip("numpy")
    assert plain(sent((numpy.int64(1), 2))) == (Strange("numpy.int64", "numpy.int64(1)", 1), 2)
    assert show(sent(numpy.uint8(3))) == "numpy.uint8(3)"
    found = sent(numpy.bool_(True))
    assert isinstance(found, Strange)
    assert found.kind.startswith("numpy.bool")
    assert found.number == 1
    assert isinstance(sent(numpy.uint64(2**64 - 1)), Strange)
    assert isinstance(sent(numpy.zeros((3, 3))), Strange)


@given(ANYTHING)
def test_anything_can_be_sent_and_shown_and_is_short(value: object) -> None:
    found = sent(value)
    assert len(show(found)) < 30_000
    assert len(encode(value)) < reading.LONGEST_LINE
    plain(found)


@given(ANYTHING)
def test_a_value_that_was_sent_is_frozen(value: object) -> None:
    hash(sent(value))


def test_a_list_that_changes_while_it_is_looked_at_is_still_read() -> None:
    class Growing:
        def __repr__(self) -> str:
            items.append(1)
            return "growing"

    items: list[object] = [Growing(), Growing()]
    found = plain(sent(items))
    assert isinstance(found, list)
    assert [item.text for item in found] == ["growing"] * 2


@pytest.mark.parametrize(
    "data",
    [
        *(None, 7, "int", [], ["int"], {}, {"int": 1}, [["int"], 1], ["unheard of", 1], ["unheard of", [], 0]),
        *(["int", True], ["bool", 1], ["int", 1.0], ["str", 1], ["NoneType", 0], ["int", 10**18], ["list", []]),
        *(["list", {}, 0], ["list", [], "0"], ["list", [], 1e999], ["list", [], True], ["list", [], -1]),
        *(["list", [["int", 1]], 0], ["list", [["int", 1]] * 13, 13], ["int", 1, 1], ["list", [], 0, 0]),
        *(["str", "x" * 201], ["list", [["str", "x" * 101]], 1], ["other", "x" * 201, ""], ["other", "a", "x" * 201]),
        *(["other", [1], ""], ["other", "a", [1]], ["number", "numpy.int64", "1"], ["number", "numpy.int64", 1e999]),
        *(["set", [["list", [], 0]], 1], ["frozenset", [["set", [], 0]], 1]),
        ["list", [["list", [["list", [], 0]], 1]], 1],
    ],
    ids=lambda data: repr(data)[:40],
)
def test_what_was_not_written_by_us_is_odd(data: object) -> None:
    with pytest.raises(Odd):
        decode(json.dumps(data))


@given(JSON)
def test_whatever_else_comes_is_odd_or_a_value(data: object) -> None:
    try:
        found = decode(json.dumps(data))
    except Odd:
        return
    assert isinstance(found, (Single, Many, Strange))
    assert isinstance(show(found), str)
    plain(found)


@pytest.mark.parametrize(
    "read", [reading.read_guards, reading.read_loaded, lambda line: reading.read_reply(line, 1, None)]
)
@given(JSON.map(lambda data: json.dumps(data, separators=(",", ":")).encode()) | st.binary())
@example(b"[" * 100_000)
@example(b"1" * 10_000)
@example(b'{"id":1,"value":["int",1],"seconds":NaN}')
@example(b'{"id":1,"value":["int",1],"seconds":1e999}')
@example(b'{"id":1,"value":["int",1],"seconds":"nan"}')
@example(b'{"id":1,"value":["int",1],"raised":["a","b"],"seconds":0}')
@example(b'{"loaded":["minimax","maximin"],"seconds":0}')
@example(b'{"failed":["a","b"],"line":1e999}')
def test_a_line_is_read_or_odd(read: Callable[[bytes], object], line: bytes) -> None:
    try:
        found = read(line)
    except Odd:
        return
    assert not isinstance(found, Reply) or found.seconds < 1e18
    assert not isinstance(found, Loaded) or set(found.functions) <= set(wire.FUNCTIONS)
    assert b"NaN" not in line
    assert b"1e999" not in line


@pytest.mark.parametrize(
    "line",
    [
        b'{"id":1,"seconds":0,"board":null}',
        b'{"id":1,"value":["int",1],"raised":["a","b"],"seconds":0,"board":null}',
        b'{"id":1,"value":["int",1],"board":null}',
        b'{"id":1,"value":["int",1],"seconds":0}',
        b'{"id":1,"value":["int",1],"seconds":0,"board":1}',
        b'{"id":1,"value":["int",1],"seconds":0,"board":"..."}',
        b'{"id":1,"value":["int",1],"seconds":0,"board":null,"more":1}',
        b'{"id":1,"value":["int",1],"seconds":0,"board":null,"board":null}',
        b'{"id":1,"value":["int",2],"value":["int",1],"seconds":0,"board":null}',
        b'{"id":1,"raised":["a"],"seconds":0,"board":null}',
        b'{"id":1,"raised":"ab","seconds":0,"board":null}',
        b'{"id":1,"raised":[["a"],"b"],"seconds":0,"board":null}',
        b'{"id":true,"value":["int",1],"seconds":0,"board":null}',
        b'{"id":1.0,"value":["int",1],"seconds":0,"board":null}',
        b'{"value":["int",1],"seconds":0,"board":null}',
        b'{"id":1,"value":["int",' + b"1" * 400 + b'],"seconds":0,"board":null}',
        b'{"id":1,"value":["int",1],"seconds":Infinity,"board":null}',
        b'{"id":1,"value":["int",1],"seconds":-1,"board":null}',
        b'{"id":1,"value":["int",1],"seconds":1e400,"board":null}',
        b'{"id":1,"value":["str","\xc3\xa9"],"seconds":0,"board":null}',
        b'{"id":1,"value":["int",1],"seconds":0,"board":null}' + b" " * reading.LONGEST_LINE,
        '{"id":1,"value":["int",1],"seconds":0,"board":null}'.encode("utf-16"),
        b"",
    ],
)
def test_a_reply_that_says_too_little_or_too_much_is_odd(line: bytes) -> None:
    assert reading.read_reply(b'{"id":1,"value":["int",1],"seconds":0,"board":null}', 1, None).value == sent(1)
    with pytest.raises(Odd):
        reading.read_reply(line, 1, None)


@pytest.mark.parametrize("value", [True, 1, "1", None, (0, 1), [1], {1}, "," * 5, ']],"seconds":1,"board":null}'])
def test_a_value_that_was_read_before_is_the_same_again(value: object) -> None:
    """And 1 is not True, though they are equal."""
    line = wire.write_reply(1, wire.returned(value), 1e-05, None)
    first, again = reading.read_reply(line, 1, None), reading.read_reply(line, 1, None)
    assert same(plain(first.value), plain(again.value))
    assert same(plain(first.value), frozen(value))
    assert first.text == encode(value)


BOARDS = st.text("XO.", min_size=9, max_size=9)


@given(
    st.integers(1, 10**9),
    st.builds(
        Call, st.sampled_from(wire.FUNCTIONS), st.none() | BOARDS, st.none() | st.tuples(st.integers(), st.integers())
    ),
)
def test_a_call_is_read_as_it_was_written(number: int, call: Call) -> None:
    assert wire.read_call(wire.write_call(number, call)) == (number, call)


@given(BOARDS)
def test_a_board_has_three_rows_of_its_own(board: str) -> None:
    rows = wire.rows(board)
    assert "".join(mark or "." for row in rows for mark in row) == board
    assert len({id(row) for row in rows}) == 3


def test_lines_are_read_as_they_were_written() -> None:
    assert reading.read_guards(wire.write_guards(["files", "calls"])) == ("files", "calls")
    assert reading.read_loaded(wire.write_loaded(["minimax"], 0.5)) == Loaded(("minimax",), 0.5)
    error = SyntaxError("no\x1b", ("tictactoe.py", 7, 1, "text"))
    assert reading.read_loaded(wire.write_failed(error, error.lineno)) == Failed("SyntaxError", "no\ufffd", 7)
    assert reading.read_loaded(wire.write_failed(ValueError(), Shy())) == Failed("ValueError", "", None)
    assert reading.read_loaded(wire.write_failed(Sly("sly"), None)) == Failed("Sly", "sly", None)
    line = wire.write_reply(3, wire.returned((1, 2)), 0.25, None)
    assert reading.read_reply(line, 3, None) == Reply(sent((1, 2)), None, 0.25, False, False, encode((1, 2)))
    assert reading.read_reply(line, 3, "." * 9) == Reply(sent((1, 2)), None, 0.25, True, False, encode((1, 2)))
    line = wire.write_reply(4, wire.raised(ValueError("taken"), 12), 0, "X" + "." * 8)
    assert reading.read_reply(line, 4, "X" + "." * 8) == Reply(None, ("ValueError", "taken (line 12)"), 0, False)
    assert reading.read_reply(line, 4, "." * 9).changed
    line = wire.write_reply(4, wire.raised(ValueError("x" * 500), 12), 0, None, altered=True)
    reply = reading.read_reply(line, 4, None)
    assert reply.altered
    assert reply.raised == ("ValueError", "x" * (wire.LONGEST - 10) + " (line 12)")
    line = wire.write_reply(4, wire.raised(NotImplementedError(), 7), 0, None)
    assert reading.read_reply(line, 4, None).raised == ("NotImplementedError", "(line 7)")
    with pytest.raises(Odd):
        reading.read_reply(line, 5, None)


def texts_of(path: Path) -> set[str]:
    """The texts that a module writes out, but for its documentation."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    told = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    return {
        node.value
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in told
    }


def test_the_format_has_one_home() -> None:
    """Its two ends: no other module writes out a kind of value, or a word of a message, or reads or writes JSON."""
    words = {*wire.NAMES, wire.NUMBER, wire.OTHER, "id", "raised", "seconds", "changed", "guarded", "loaded", "failed"}
    others = [path for path in CHECK.glob("*.py") if path.name not in ("wire.py", "reading.py")]
    assert {path.name: found for path in others if (found := texts_of(path) & words)} == {}
    assert [path.name for path in others if "json" in path.read_text(encoding="utf-8")] == []
    assert texts_of(CHECK / "wire.py") & words


@pytest.mark.parametrize("source", [b"", b"x = 1\n", b"\n\n\0\xff", b"7\n" * 100_000])
def test_a_program_comes_over_the_pipe_as_it_is(source: bytes) -> None:
    pipe = io.BytesIO(wire.write_program(source) + b"and calls\n")
    assert wire.read_program(pipe) == source
    assert pipe.read() == b"and calls\n"


def test_no_program_comes_when_the_judge_does_not_go_on() -> None:
    assert wire.read_program(io.BytesIO()) is None
