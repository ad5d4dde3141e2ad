"""The checker's pipe under fire: lines as they are written, spoiled in every way, are read as values or are `Odd`."""

from __future__ import annotations

import json
import random
from collections.abc import Callable

import pytest

from extent import usually
from tictactoe.check import reading, wire
from tictactoe.check.reading import Failed, Loaded, Odd, Reply, plain, show

FUZZ = usually(3_000, 100_000)
"""Spoiled lines for each reader."""
BOARD = "XO......."
VALUES: tuple[object, ...] = (
    *(None, True, 7, -1, "X", "\ud800\x1b", (0, 1), {(0, 1), (2, 2)}, frozenset({1}), [[None, "X", "O"]] * 3),
    *(1.5, 10**30, [[[[]]]], "x" * 500, [*range(50)], {"a": 1}, ...),
)
LINES = (
    wire.write_guards(["files", "calls", "audit"]),
    wire.write_loaded(["player", "minimax"], 0.125),
    wire.write_failed(SyntaxError("no", ("tictactoe.py", 7, 1, "text")), 7),
    wire.write_reply(1, wire.raised(ValueError("taken"), 12), 1e-05, BOARD),
    *(wire.write_reply(1, wire.returned(value), 0.5, BOARD) for value in VALUES),
)
PIECES = (
    *(b"NaN", b"Infinity", b"-Infinity", b"1e999", b"-0", b"1" * 400, b"-" + b"9" * 30, b"0.1e-400", b"1E+5", b"true"),
    *(b"[" * 5000, b'{"":' * 2000, b"null", b'"', b"\\", b"\\ud800", b"\x00", b"\xff\xfe", b"\xc3\xa9", b"  ", b"\r"),
    *(b'"id":1,', b'"value":["int",1],', b'"board":null', b'["list",[],0]', b'["str","x"]', b"{}", b"[]", b",", b":"),
    *(b"x" * (reading.LONGEST_LINE + 1), b'"seconds":1,', b"__class__", b"e", b"9", b"]", b"}"),
)


def spoiled(line: bytes, chance: random.Random) -> bytes:
    """The line with a few bytes or pieces replaced, put in, taken out, doubled or swapped with those of another."""
    for _ in range(chance.choice((1, 1, 1, 2, 4))):
        start = chance.randrange(len(line) + 1)
        end = min(len(line), start + chance.choice((0, 0, 1, 1, 2, 8, 40)))
        other = chance.choice(LINES)
        piece = chance.choice(
            (
                b"",
                chance.choice(PIECES),
                chance.randbytes(chance.randrange(4)),
                line[start:end] * 2,
                other[chance.randrange(len(other)) :][: chance.randrange(60)],
            )
        )
        line = line[:start] + piece + line[end:]
    return line.rstrip(b"\n")


def decode_plainly(text: str) -> object:
    """What is read without remembering anything; nothing, of an exception."""
    return reading._decoded(json.loads(text)) if text else None


def read_reply(line: bytes) -> Reply:
    return reading.read_reply(line, 1, BOARD)


@pytest.mark.parametrize("read", [reading.read_guards, reading.read_loaded, read_reply], ids=lambda read: read.__name__)
def test_a_spoiled_line_is_read_or_odd(read: Callable[[bytes], object]) -> None:
    chance = random.Random(f"{read.__name__} {FUZZ}")
    read_as_something = 0
    for _ in range(FUZZ):
        line = spoiled(chance.choice(LINES), chance)
        try:
            found = read(line)
        except Odd:
            continue
        read_as_something += 1
        assert len(line) <= reading.LONGEST_LINE
        hash(found)
        if isinstance(found, Reply):
            assert 0 <= found.seconds < wire.HUGE
            assert (found.value is None) != (found.raised is None)
            assert len(show(found.value)) < 30_000
            assert decode_plainly(found.text) == found.value
            plain(found.value)
        elif isinstance(found, Loaded):
            assert set(found.functions) <= set(wire.FUNCTIONS)
        elif isinstance(found, Failed):
            assert all(text.isprintable() and len(text) <= wire.LONGEST for text in (found.kind, found.text))
    assert 0 < read_as_something < FUZZ


@pytest.mark.parametrize("line", LINES[4:])
def test_what_is_written_is_read(line: bytes) -> None:
    assert not read_reply(line).changed
    assert len(line) < reading.LONGEST_LINE
