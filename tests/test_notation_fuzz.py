"""All that a person can type as notation, spoiled in many ways: read as what it says, or refused in a sentence."""

from __future__ import annotations

import random
import tracemalloc
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest

from fuzz import NUMBER, damaged, is_a_sentence, spoiled
from tictactoe.match import LEVELS, PERSON, Session
from tictactoe.match.record import format_session, load, parse_session
from tictactoe.rules import (
    BadInput,
    Game,
    O,
    Position,
    format_cell,
    format_game,
    format_moves,
    format_position,
    parse_cell,
    parse_game,
    parse_moves,
    parse_position,
    square_game,
)
from tictactoe.rules.start import read_start
from tictactoe.study.tree import follow, label_of

THREE = Game(3, 3, 3)
LARGE = Game(19, 19, 5)
HALF_WAY = parse_position(LARGE, "XO" * 5 + "." * 9 + "/..................." * 18)
"""Ten stones on a large board: the next label has the letter k, as does a column."""
HUGE = 100_000


class Reader(NamedTuple):
    """A way to read text."""

    texts: tuple[str, ...]
    """Some that can be read."""
    read: Callable[[str], str]
    """What was read, written again."""
    plain: Callable[[str], str] | None
    """The text in the one way in which it would be written; None if that cannot be told from the text alone."""


def of_start(text: str) -> str:
    game, position = read_start(text)
    return format_game(game) if "," in text else format_position(game, position)


def of_walk(game: Game, position: Position, text: str) -> str:
    labels = []
    for cell in follow(game, position, text):
        labels.append(label_of(position, game.moves(position).index(cell)))
        position = position.play(cell)
    return " ".join(labels)


def words(text: str) -> str:
    """Words in small letters with one space between them; what is not ASCII stays."""
    return " ".join("".join(mark.lower() if mark.isascii() else mark for mark in word) for word in text.split())


POSITIONS = ("X.O/.X./..O", ".../.../...", "xoX/oXo/...", "XXX/OO./...")
SAVED = tuple(
    format_session(session)
    for session in (
        Session(THREE),
        Session(THREE, (4, 0, 8), PERSON, "careful", 1742, (6,)),
        Session(THREE, (0,), "perfect", PERSON, 7, start=parse_position(THREE, ".../.X./..O")),
        Session(THREE, (4,), PERSON, PERSON, resigned=O),
        Session(LARGE, (0, 360, 18), "wary", "random", 10**9),
    )
)
READERS = {
    "game": Reader(("3,3,3", "19,19,5", "1,1,1", "4,5,1000000"), lambda text: format_game(parse_game(text)), str),
    "cell": Reader(("a1", "B2", "c3"), lambda text: format_cell(THREE, parse_cell(THREE, text)), words),
    "large cell": Reader(("a1", "S19", "k11"), lambda text: format_cell(LARGE, parse_cell(LARGE, text)), words),
    "position": Reader(POSITIONS, lambda text: format_position(THREE, parse_position(THREE, text)), str.upper),
    "square": Reader(
        (*POSITIONS, ".", "../..", "..../XOXO/..../...."),
        lambda text: format_position(square_game(text), parse_position(square_game(text), text)),
        str.upper,
    ),
    "start": Reader((*POSITIONS, "3,3,3", "4,4,3"), of_start, str.upper),
    "moves": Reader(
        ("b2 a1 c3", "", " B2  a1 ", "a1 b1 a2 b2 a3"),
        lambda text: format_moves(THREE, parse_moves(THREE, text)),
        words,
    ),
    "many moves": Reader(("k10 a1 s19 S1 b18",), lambda text: format_moves(LARGE, parse_moves(LARGE, text)), words),
    "walk": Reader(("a5 b3 c6 d3", "", "A1 b1"), lambda text: of_walk(THREE, Position(), text), words),
    "long walk": Reader(("k300 l1 m2", "K1"), lambda text: of_walk(LARGE, HALF_WAY, text), words),
    "session": Reader(SAVED, lambda text: format_session(parse_session(text)), None),
}


@pytest.mark.parametrize("name", READERS)
def test_what_is_typed_is_read_or_refused(name: str) -> None:
    reader = READERS[name]
    chance = random.Random(f"{name} {NUMBER}")
    was_read = 0
    for _ in range(NUMBER):
        text = spoiled(reader.texts, chance)
        try:
            found = reader.read(text)
        except BadInput as error:
            assert is_a_sentence(str(error)), text
            continue
        was_read += 1
        assert reader.read(found) == found
        assert reader.plain is None or found == reader.plain(text), text
    assert 0 < was_read < NUMBER


def test_a_damaged_file_is_loaded_or_refused(tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    for content in damaged(SAVED[1].encode(), "session"):
        path.write_bytes(content)
        try:
            session = load(path)
        except BadInput as error:
            assert is_a_sentence(str(error))
            continue
        assert parse_session(format_session(session)) == session
        assert {session.x, session.o} <= {PERSON, *LEVELS}


@pytest.mark.parametrize("part", ["a1 ", "b2\n", "./", ".", "X", "3,", "9", "\u0663", "game 3,3,3\n", "😀"])
@pytest.mark.parametrize("name", READERS)
def test_a_huge_text_takes_little_more_than_itself(name: str, part: str) -> None:
    """It is split into words or lines at most."""
    text = READERS[name].texts[0] + part * (HUGE // len(part))
    tracemalloc.start()
    try:
        with pytest.raises(BadInput) as error:
            READERS[name].read(text)
        _, most = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert is_a_sentence(str(error.value))
    assert most < 100 * HUGE
