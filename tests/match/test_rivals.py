"""The engines that the strength of the level strong is measured against: they play, by the rules and as they should."""

from __future__ import annotations

import shlex
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from shutil import which

import pytest

from patience import PATIENCE
from tictactoe.match.engines import Engine, EngineFailed
from tictactoe.rules import Cell, Game, Position, parse_moves

FOLDER = Path(__file__).parents[1] / "engines"
NINETEEN = Game(19, 19, 5)
needs_gomoku = pytest.mark.skipif(
    not (which("gomoku") or which("gomoku", path="/usr/games")), reason="gomoku of the package bsdgames is not here"
)


@contextmanager
def rival(file: str, *options: str) -> Iterator[Engine]:
    found = Engine(shlex.join([sys.executable, str(FOLDER / file), *options]), PATIENCE, PATIENCE)
    try:
        yield found
    finally:
        found.close()


def after(game: Game, moves: str) -> Position:
    position = Position()
    for cell in parse_moves(game, moves):
        position = position.play(cell)
    return position


def cells(game: Game, moves: str) -> set[Cell]:
    return set(parse_moves(game, moves))


def test_the_line_counter_makes_lines_and_stops_them() -> None:
    game = Game(9, 9, 4)
    with rival("line_counter.py", "--k", "4") as player:
        assert player.move(game, Position(), 1).cell in cells(game, "d4 f4 d6 f6 e5 d5 e4 f5 e6")
        assert player.move(game, after(game, "d4 f6 e4 f7 f4 a9"), 1).cell in cells(
            game, "c4 g4"
        )  # its own comes first
        assert player.move(game, after(game, "d4 a1 e4 i9 f4"), 1).cell in cells(game, "c4 g4")


@needs_gomoku
def test_gomoku_begins_goes_on_and_takes_a_position() -> None:
    with rival("bsdgames_gomoku.py") as player:
        first = player.move(NINETEEN, Position(), 1).cell
        assert first == NINETEEN.cells[180]
        position = Position().play(first).play(0)
        second = player.move(NINETEEN, position, 1).cell
        assert second in NINETEEN.moves(position)
        assert player.move(NINETEEN, Position().play(0), 1).cell in NINETEEN.moves(Position().play(0))
        three = after(NINETEEN, "k10 a1 l10 a19 m10 s1")
        assert player.move(NINETEEN, three, 1).cell in cells(NINETEEN, "j10 n10")
        three = after(NINETEEN, "k10 a1 l10 a19 m10 s1 n10")
        assert player.move(NINETEEN, three, 1).cell in cells(NINETEEN, "j10 o10")


@needs_gomoku
def test_gomoku_plays_the_same_game_again() -> None:
    games = []
    for _ in range(2):
        position = after(NINETEEN, "k10 l11 j9")
        with rival("bsdgames_gomoku.py") as player:
            for reply in (0, 18, 90):
                position = position.play(player.move(NINETEEN, position, 1).cell)
                position = position.play(reply)
        games.append(position)
    assert games[0] == games[1]


@needs_gomoku
def test_gomoku_says_what_it_does_not_play() -> None:
    with rival("bsdgames_gomoku.py") as player, pytest.raises(EngineFailed, match="ERROR gomoku plays five in a row"):
        player.move(Game(15, 15, 5), Position(), 1)


@needs_gomoku
def test_gomoku_plays_a_match() -> None:
    command = shlex.join([sys.executable, str(FOLDER / "bsdgames_gomoku.py")])
    done = subprocess.run(
        [sys.executable, "-m", "tictactoe", "match", command, "careful", "--games", "2", "--game", "19,19,5"],
        capture_output=True,
        text=True,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert "  all       2    2      0     0  100.0 %" in done.stdout
