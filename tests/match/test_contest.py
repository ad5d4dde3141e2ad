"""Matches: openings that decide nothing, sides exchanged, the same games for the same seed, and what they come to."""

from __future__ import annotations

import shlex
import sys
from collections import Counter
from itertools import cycle, islice
from pathlib import Path

import pytest

from tictactoe.match.contest import Clock, PlayedGame, contestant, play_match
from tictactoe.match.engines import EngineFailed
from tictactoe.match.log import format_logged, load_logged
from tictactoe.match.openings import random_openings, read_openings, usual_stones
from tictactoe.match.record import LARGEST_SEED
from tictactoe.match.session import Session
from tictactoe.match.tally import Standing, clocks, overrun, standing
from tictactoe.rules import BadInput, Game, O, Position, X, completing, forking, format_moves, parse_moves

GAME = Game(6, 6, 4)
SCRIPT = Path(__file__).parents[1] / "data" / "engines.py"
LONG = 600.0
"""Seconds: what is played does not depend on how long it takes."""


def played(first: str, second: str, games: int, seed: int = 0, game: Game = GAME) -> list[PlayedGame]:
    players = contestant(first, game), contestant(second, game)
    try:
        openings = random_openings(game, usual_stones(game), seed)
        return list(play_match(game, players, openings, games, LONG, seed))
    finally:
        for player in players:
            player.close()


def program(kind: str) -> str:
    return shlex.join([sys.executable, str(SCRIPT), kind])


def test_each_opening_is_played_twice_with_the_sides_exchanged() -> None:
    games = played("wary", "random", 5)
    stones = usual_stones(GAME)
    begun = [game.session.moves[:stones] for game in games]
    assert begun[0] == begun[1] != begun[2] == begun[3] != begun[4]
    assert [game.mark for game in games] == [X, O, X, O, X]
    assert [game.session.x for game in games] == ["engine wary", "engine random"] * 2 + ["engine wary"]


def test_the_same_seed_plays_the_same_games() -> None:
    first, again = played("careful", "cunning", 6, seed=1), played("careful", "cunning", 6, seed=1)
    assert [(game.session, game.winner) for game in first] == [(game.session, game.winner) for game in again]
    other = played("careful", "cunning", 6, seed=2)
    assert [game.session.moves for game in first] != [game.session.moves for game in other]


def test_the_games_are_played_to_their_end_by_the_rules() -> None:
    for game in played("wary", "hasty", 4):
        assert game.session.outcome
        assert game.winner == game.session.outcome.winner
        assert not game.reason
        assert sum(clock.moves for clock in game.clocks) == len(game.session.moves) - usual_stones(GAME)


def test_the_largest_seed_is_followed_by_one_that_can_be_saved_too() -> None:
    games = played("random", "random", 4, seed=LARGEST_SEED)
    assert [game.session.seed for game in games] == [LARGEST_SEED, LARGEST_SEED, 0, 0]


def test_the_stronger_level_wins() -> None:
    found = standing(played("wary", "random", 10))
    assert found.games == 10
    assert found.share > 0.8


def test_a_program_plays_against_a_level() -> None:
    games = played(program("plays"), "wary", 2)
    assert all(not game.reason for game in games)
    assert games[0].session.x.startswith("engine ")
    assert all(clock.moves for game in games for clock in game.clocks)


@pytest.mark.parametrize(("kind", "said"), [("taken", "that cell is taken"), ("dies-later", "exit code 3")])
def test_a_program_that_fails_loses_the_game_and_plays_the_next(kind: str, said: str) -> None:
    games = played("careful", program(kind), 3)
    assert [game.winner for game in games] == [X, O, X]
    assert any(said in game.reason for game in games)  # the level may have won before it comes to that
    assert standing(games) == Standing(won=3)


def test_a_program_that_cannot_play_at_all_ends_the_match() -> None:
    with pytest.raises(EngineFailed, match="exit code 7"):
        played("careful", program("exits"), 2)


@pytest.mark.parametrize("name", ["warry", "nobody"])
def test_what_is_neither_a_level_nor_a_program(name: str) -> None:
    with pytest.raises(BadInput, match=rf"'{name}' is neither a program nor a level: the levels are random, "):
        contestant(name, GAME)


@pytest.mark.usefixtures("without_compiled")
def test_a_level_that_cannot_play_here_is_refused() -> None:
    with pytest.raises(BadInput, match="the perfect player cannot play here"):
        contestant("perfect", GAME)


@pytest.mark.parametrize("game", [Game(3, 3, 3), GAME, Game(9, 9, 5), Game(15, 15, 5), Game(5, 19, 5)])
def test_random_openings_decide_nothing(game: Game) -> None:
    stones = usual_stones(game)
    assert stones <= 4
    for opening in islice(random_openings(game, stones, 0), 20):
        position = Position()
        for cell in opening:
            position = position.play(cell)
        free = game.board & ~position.taken
        assert len(set(opening)) == stones
        assert game.outcome(position) is None
        for side in (position.x, position.o):
            assert not completing(game.lines, side, free)
            assert not forking(game, side, free)


def test_random_openings_are_near_the_middle_and_differ() -> None:
    game = Game(15, 15, 5)
    openings = list(islice(random_openings(game, 4, 0), 50))
    assert len(set(openings)) > 45
    assert all(4 < cell // 15 < 10 and 4 < cell % 15 < 10 for opening in openings for cell in opening)


def test_no_stones_are_an_opening_too() -> None:
    assert next(random_openings(GAME, 0, 0)) == next(random_openings(Game(1, 1, 1), 0, 0)) == ()


@pytest.mark.parametrize(("stones", "said"), [(37, "does not fit on the board"), (36, "no opening of 36 stones")])
def test_too_many_stones(stones: int, said: str) -> None:
    with pytest.raises(BadInput, match=said):
        next(random_openings(GAME, stones, 0))


def test_openings_from_a_file_are_taken_in_turn(tmp_path: Path) -> None:
    path = tmp_path / "openings"
    path.write_text("# two of them\nc3 d4\n\nb2 b3 b4\n", encoding="utf-8")
    openings = read_openings(GAME, path)
    assert [format_moves(GAME, opening) for opening in openings] == ["c3 d4", "b2 b3 b4"]
    players = contestant("random", GAME), contestant("random", GAME)
    games = list(play_match(GAME, players, cycle(openings), 6, LONG))
    assert len(list(play_match(GAME, players, openings, 6, LONG))) == 4
    assert [format_moves(GAME, game.session.moves[:2]) for game in games] == ["c3 d4"] * 2 + ["b2 b3"] * 2 + [
        "c3 d4"
    ] * 2


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (b"", "has none"),
        (b"# nothing\n\n", "has none"),
        (b"c3 c3\n", "line 1: .*c3 is taken"),
        (b"c3 d4\nz9\n", "line 2: .*no column z"),
        (b"a1 b1 a2 b2 a3 b3 a4\n", "line 1: the moves end the game"),
        (b"\xff\xfe", "it is not text"),
    ],
)
def test_openings_that_are_none(tmp_path: Path, text: bytes, said: str) -> None:
    path = tmp_path / "openings"
    path.write_bytes(text)
    with pytest.raises(BadInput, match=said):
        read_openings(GAME, path)


def test_openings_that_are_not_there(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="cannot be read: No such file"):
        read_openings(GAME, tmp_path / "nowhere")
    with pytest.raises(BadInput, match="cannot be read"):
        read_openings(GAME, tmp_path)


def test_points_and_their_bar() -> None:
    assert Standing(3, 2, 1).share == 4 / 6
    assert Standing().bar == (0.0, 1.0)
    low, high = Standing(won=100).bar
    assert high == pytest.approx(1.0)
    assert low == pytest.approx(100 / (100 + 1.96**2))
    low, high = Standing(50, 0, 50).bar
    assert (low + high) / 2 == pytest.approx(0.5)
    assert high - low == pytest.approx(2 * 1.96 * 0.5 / (100 + 1.96**2) ** 0.5)
    assert Standing(lost=10).bar[0] == 0.0


def test_the_clock() -> None:
    total = Clock(1, 0.5, 0.5) + Clock(2, 1.0, 0.8)
    assert total == Clock(3, 1.5, 0.8)
    assert overrun(total, 0.7) == pytest.approx(0.1)
    assert overrun(total, 1.0) == overrun(total, 0.0) == 0.0
    games = played("hasty", "random", 2)
    both = clocks(games)
    assert sum(clock.moves for clock in both) == sum(len(game.session.moves) - usual_stones(GAME) for game in games)


def test_a_log_is_read_back_game_by_game(tmp_path: Path) -> None:
    games = played("careful", "random", 4)
    path = tmp_path / "log"
    path.write_text(
        "".join(format_logged(game.session, f"game {at}") for at, game in enumerate(games)), encoding="utf-8"
    )
    assert [load_logged(path, number) for number in (1, 2, 3, 4)] == [game.session for game in games]
    with pytest.raises(BadInput, match="holds 4 games: there is no game 5"):
        load_logged(path, 5)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (b"", "holds no game: there is no game 1"),
        (b"nothing of ours\n", "holds no game"),
        (b"tictactoe 1\ngame 3,3,3\n", "game 1: the game was not saved whole"),
        (b"tictactoe 1\n" + b"# x" * 100_000, "too long for a saved game"),
        (b"tictactoe 1\n\xff", "it is not text"),
    ],
)
def test_logs_that_are_none(tmp_path: Path, text: bytes, said: str) -> None:
    path = tmp_path / "log"
    path.write_bytes(text)
    with pytest.raises(BadInput, match=said):
        load_logged(path, 1)


def test_a_session_of_engines_goes_back_and_forth_move_by_move() -> None:
    """With nobody there who would play on, so a game from a log can be looked at."""
    moves = parse_moves(GAME, "c3 d4 c4")
    session = Session(GAME, moves, "engine wary", "engine 'a b' --fast")
    back = session.undo()
    assert back.moves == moves[:2]
    assert back.undo().moves == moves[:1]
    assert back.redo() == session
    assert Counter(session.people) == Counter()
