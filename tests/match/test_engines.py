"""Playing with other programs: a legal move in time, or one sentence that says what the program did."""

from __future__ import annotations

import os
import shlex
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from time import monotonic, sleep

import pytest

from patience import PATIENCE
from tictactoe.match.engines import Engine, EngineFailed
from tictactoe.rules import Game, Position

GAME = Game(15, 15, 5)
SCRIPT = Path(__file__).parents[1] / "data" / "engines.py"
SHORT = 0.3
"""Seconds, for those who never answer."""


def command(kind: str) -> str:
    return shlex.join([sys.executable, str(SCRIPT), kind])


@contextmanager
def engine(kind: str, start_seconds: float = PATIENCE, grace: float = PATIENCE) -> Iterator[Engine]:
    found = Engine(command(kind), start_seconds, grace)
    try:
        yield found
    finally:
        found.close()


def is_there(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return "\nState:\tZ" not in Path(f"/proc/{process}/status").read_text() if Path("/proc").is_dir() else True


def wait_until_gone(process: int) -> None:
    end = monotonic() + PATIENCE
    while is_there(process):
        assert monotonic() < end
        sleep(0.01)


def test_a_game_with_its_own_turns_and_boards() -> None:
    with engine("plays") as player:
        first = player.move(GAME, Position(), 1)
        assert (first.cell, first.words) == (0, "the first there is")
        after = Position().play(0).play(1)
        assert player.move(GAME, after, 1).cell == 2  # TURN
        assert player.move(GAME, Position().play(0).play(1).play(2), 1).cell == 3  # another game: RESTART and BOARD
        assert player.move(Game(5, 5, 5), Position(), 1).cell == 0  # another board: START
        assert player.move(Game(5, 5, 5), Position().play(0), 1).cell == 1  # the other side of the same game


@pytest.mark.parametrize("kind", ["cannot-restart", "suggests", "floods-errors"])
def test_what_the_protocol_allows_is_taken(kind: str) -> None:
    with engine(kind) as player:
        for position in (Position(), Position().play(7).play(9), Position().play(20)):
            assert player.move(GAME, position, 1).cell == 0
        player.get_ready(GAME, 1)
        assert player.move(GAME, Position().play(0), 1).cell == 1


@pytest.mark.parametrize(
    ("kind", "said"),
    [
        ("exits", "has ended with exit code 7 and without an answer"),
        ("dies", "has ended with exit code 3 and without an answer; it said 'ValueError: it went wrong'"),
        ("dies-later", "has ended with exit code 3 and without an answer; it said 'ValueError: it went wrong'"),
        ("kills-itself", "was ended by signal 9 and without an answer"),
        ("closes", "has closed its output"),
        ("nonsense", "has answered 'Welcome to my engine!' to START 15, where OK should be"),
        ("nonsense-later", "has answered 'the middle' to TURN 0,0, where a cell of the board should be"),
        ("refuses", "has answered 'ERROR unsupported size' to START 15, where OK should be"),
        ("outside", "has answered '99,99' to TURN 0,0, where a cell of the board should be"),
        ("negative", "has answered '-1,0' to TURN 0,0, where a cell of the board should be"),
        ("taken", "has answered '0,0' to TURN 0,0, and that cell is taken"),
        ("floods", "has said 10,000 lines and no OK in answer to START 15"),
        ("floods-later", "has said 10,000 lines and no move in answer to TURN 0,0"),
    ],
)
def test_what_a_program_does_wrong_is_one_sentence(kind: str, said: str) -> None:
    with engine(kind) as player:
        with pytest.raises(EngineFailed) as failed:
            player.move(GAME, Position().play(0), 1)
        assert str(failed.value).startswith("the engine ")
        assert str(failed.value).endswith(said)
        assert not player.is_asked
        with pytest.raises(EngineFailed):  # it is started anew, and fares no better
            player.move(GAME, Position().play(0), 1)


@pytest.mark.parametrize("kind", ["silent", "long-line"])
def test_a_program_that_never_gets_ready(kind: str) -> None:
    with (
        engine(kind, start_seconds=SHORT) as player,
        pytest.raises(EngineFailed, match="has not answered START 15 within"),
    ):
        player.move(GAME, Position(), 1)


def test_a_program_that_never_moves() -> None:
    said = r"has not answered BEGIN within 0\.1 s"
    with engine("silent-later", grace=SHORT) as player, pytest.raises(EngineFailed, match=said):
        player.move(GAME, Position(), 0.1)


def test_what_is_not_text_is_quoted() -> None:
    with engine("binary") as player, pytest.raises(EngineFailed, match="where OK should be"):
        player.move(GAME, Position(), 1)


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ("no-such-program-anywhere --fast", "cannot be started: there is no such program"),
        ("", "cannot be started: the command is empty"),
        ("'", "cannot be started: a quotation mark in it is not closed"),
        ("a\0b", "cannot be started: "),
        (str(SCRIPT.parent), "cannot be started: "),
    ],
)
def test_a_command_that_starts_nothing(given: str, said: str) -> None:
    player = Engine(given)
    with pytest.raises(EngineFailed) as failed:
        player.move(GAME, Position(), 1)
    assert said in str(failed.value)


def test_nothing_waits_that_is_not_told_to() -> None:
    with engine("silent") as player:
        player.ask(GAME, Position(), 1)
        assert player.poll() is None
        assert player.is_asked
        player.cancel()
        assert not player.is_asked
        assert player.poll() is None


def test_what_a_program_has_started_is_ended_with_it() -> None:
    """Its child too, which has written its number."""
    player = Engine(command("with-child"), grace=SHORT)
    heard: list[str] = []
    player.ask(GAME, Position(), 0)
    program = player._program
    assert program
    while not heard:
        line = program.lines.next(PATIENCE)
        if line and line.startswith("MESSAGE"):
            heard.append(line)
    child = int(heard[0].split()[1])
    assert is_there(child)
    player.close()
    wait_until_gone(child)
    wait_until_gone(program._process.pid)


def test_our_own_engine_is_one() -> None:
    player = Engine(shlex.join([sys.executable, "-m", "tictactoe", "engine"]), grace=PATIENCE)
    try:
        position = Position()
        for _ in range(3):
            move = player.move(GAME, position, 0.05)
            position = position.play(move.cell)
            position = position.play(GAME.empties(position)[0])
        assert move.words.startswith("judged by")
    finally:
        player.close()
