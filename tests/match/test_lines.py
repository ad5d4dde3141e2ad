"""Lines out of a pipe: cut where they end, however they come, and never more of them than there is room for."""

from __future__ import annotations

import os
from collections.abc import Iterator
from threading import Event, Thread

import pytest

from patience import PATIENCE
from tictactoe.match.lines import CHUNK, LONGEST_LINE, MOST_WAITING, Lines


@pytest.fixture
def pipe() -> Iterator[tuple[Lines, int]]:
    ours, theirs = os.pipe()
    lines = Lines(ours)
    yield lines, theirs
    lines.close()
    try:
        os.close(theirs)
    except OSError:
        return


def all_of(lines: Lines) -> list[str]:
    found = []
    try:
        while line := lines.next(PATIENCE):
            found.append(line)
    except EOFError:
        return found
    raise AssertionError(f"there was no end after {found}")


@pytest.mark.parametrize("end", [b"\n", b"\r\n", b"\r"])
def test_every_end_of_a_line_is_one(pipe: tuple[Lines, int], end: bytes) -> None:
    lines, theirs = pipe
    os.write(theirs, b"one" + end + end + b"  two " + end + b"three")
    os.close(theirs)
    assert all_of(lines) == ["one", "two", "three"]


def test_a_line_may_come_in_pieces(pipe: tuple[Lines, int]) -> None:
    lines, theirs = pipe
    for byte in b"TURN 7,7\r\n":
        os.write(theirs, bytes([byte]))
    assert lines.next(PATIENCE) == "TURN 7,7"
    assert lines.next(0) is None


def test_a_long_line_is_cut_and_the_next_is_whole(pipe: tuple[Lines, int]) -> None:
    lines, theirs = pipe
    writer = Thread(
        target=lambda: [os.write(theirs, b"x" * CHUNK) for _ in range(20)] and os.write(theirs, b"\nnext\n")
    )
    writer.start()
    assert lines.next(PATIENCE) == "x" * LONGEST_LINE
    assert lines.next(PATIENCE) == "next"
    writer.join()


def test_what_is_not_text_is_read_as_something(pipe: tuple[Lines, int]) -> None:
    lines, theirs = pipe
    os.write(theirs, b"\xff\x00\xfe\n")
    assert lines.next(PATIENCE) == "�\x00�"


def test_a_flood_waits_outside(pipe: tuple[Lines, int]) -> None:
    """Whoever floods cannot go on writing once nobody fetches; what was taken in is bounded."""
    lines, theirs = pipe
    os.set_blocking(theirs, False)
    written = 0
    stuck = 0
    while stuck < 200:
        try:
            written += os.write(theirs, b"y\n" * 1000)
            stuck = 0
        except BlockingIOError:
            stuck += 1
            Event().wait(0.01)
    assert written // 2 <= MOST_WAITING + 3 * CHUNK
    assert lines.next(PATIENCE) == "y"


def test_a_line_is_heard_of_before_it_can_be_fetched_and_only_if_none_waits_before_it() -> None:
    ours, theirs = os.pipe()
    heard: list[str | None] = []
    go_on = Event()

    def hear(line: str | None) -> None:
        heard.append(line)
        assert go_on.wait(PATIENCE)

    lines = Lines(ours, hear)
    os.write(theirs, b"a\nb\n")
    while not heard:
        assert lines.next(0) is None
    go_on.set()
    assert lines.next(PATIENCE) == "a"
    os.write(theirs, b"c\n")
    assert [lines.next(PATIENCE), lines.next(PATIENCE)] == ["b", "c"]
    assert heard[0] == "a"
    assert "b" not in heard
    os.close(theirs)


def test_the_end_is_heard_of() -> None:
    ours, theirs = os.pipe()
    heard: list[str | None] = []
    over = Event()

    def hear(line: str | None) -> None:
        heard.append(line)
        if line is None:
            over.set()

    lines = Lines(ours, hear)
    os.write(theirs, b"a\nb\n")
    os.close(theirs)
    assert over.wait(PATIENCE)
    assert heard == ["a", None]
    assert all_of(lines) == ["a", "b"]
