"""Playing against another program: if it fails, that is one sentence, and the game is kept."""

from __future__ import annotations

import shlex
import signal
import sys
from pathlib import Path
from time import monotonic, sleep

import pytest

from console import Terminal, run
from patience import PATIENCE
from tictactoe.match.host import Host
from tictactoe.match.record import format_session, load, parse_session
from tictactoe.match.session import Session, engine_seat, is_engine, seated
from tictactoe.rules import BadInput, Game, parse_cell
from tictactoe.ui.choices import player_name

SCRIPT = Path(__file__).parents[1] / "data" / "engines.py"
GAME = Game(15, 15, 5)


def program(kind: str) -> str:
    return shlex.join([sys.executable, str(SCRIPT), kind])


def play(kind: str, typed: str, *arguments: str) -> str:
    done = run("play", "--ui", "plain", "--against", program(kind), *arguments, typed=typed)
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


def test_a_game_against_a_program() -> None:
    shown = play("plays", "h8\nh9\nundo\nh10\nmoves\nquit\n")
    assert "Tic-tac-toe: 5 in a row on 15 x 15 wins." in shown
    assert shown.count("O plays b1.") == 2  # once more after taking back
    assert "h8 a1 h10 b1" in shown
    assert "To go on with this game: " in shown
    assert f"--as x --against {shlex.quote(program('plays'))} --game 15,15,5 " in shown


def test_the_program_may_begin_and_another_game_may_follow() -> None:
    shown = play("plays", "h8\nnew x\nh8\nquit\n", "--as", "o")
    assert "X plays a1." in shown
    assert "X plays b1." in shown
    assert "O plays a1." in shown


def test_it_plays_on_the_board_that_is_asked_for() -> None:
    assert "5 in a row on 6 x 6 wins" in play("plays", "f6\nquit\n", "--game", "6,6,5")
    assert "O plays a1" in play("plays", "quit\n", "--game", "6,6,5", "--moves", "b2")


@pytest.mark.parametrize(
    ("kind", "said"),
    [
        ("exits", "has ended with exit code 7 and without an answer."),
        ("dies-later", "it said 'ValueError: it went wrong'."),
        ("nonsense", "has answered 'Welcome to my engine!' to START 15, where OK should be."),
        ("outside", "has answered '99,99' to TURN 7,7, where a cell of the board should be."),
        ("refuses", "has answered 'ERROR unsupported size' to START 15, where OK should be."),
    ],
)
def test_if_it_fails_that_is_one_sentence_and_the_game_is_kept(kind: str, said: str, tmp_path: Path) -> None:
    saved = tmp_path / "game.txt"
    shown = play(kind, f"h8\nmoves\nsave {saved}\nundo\nh9\nquit\n")
    assert shown.count("The engine ") >= 2
    assert said in shown
    assert "Traceback" not in shown
    session = load(saved)
    assert session.moves == (parse_cell(GAME, "h8"),)
    assert session.o == engine_seat(program(kind))
    done = run("play", "--ui", "plain", "--load", str(saved), "--against", program("plays"), typed="quit\n")
    assert "O plays a1." in done.stdout


def test_a_saved_game_in_which_no_program_plays_needs_none(tmp_path: Path) -> None:
    saved = tmp_path / "game.txt"
    saved.write_text(format_session(Session(GAME, (0,), o="wary")), encoding="utf-8")
    done = run("play", "--load", str(saved), "--against", "x")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "Error: no side of the saved game is played by an engine: give no --against with it.\n"


def test_a_program_may_play_against_itself() -> None:
    shown = play("plays", "quit\n", "--as", "none", "--game", "5,5,5")
    assert "X plays e1." in shown
    assert "\nMoves: a1 b1 c1 d1 e1 a2 " in shown


def test_a_program_that_is_not_there() -> None:
    done = run("play", "--ui", "plain", "--against", "no-such-program --fast", typed="h8\nquit\n")
    assert done.returncode == 0
    assert "The engine 'no-such-program --fast' cannot be started: there is no such program." in done.stdout


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--level", "wary"], "give no --level, --x or --o with it"),
        (["--x", "wary"], "give no --level, --x or --o with it"),
        (["--as", "both"], "--as both is for two people: no --against is needed"),
        (["--number", "3"], "--number says which game of a log: name that with --load"),
    ],
)
def test_what_does_not_go_together(arguments: list[str], said: str) -> None:
    done = run("play", "--against", "x", *arguments)
    assert (done.returncode, done.stdout) == (2, "")
    assert said in done.stderr


@pytest.mark.parametrize(("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143), (signal.SIGHUP, 129)])
def test_however_it_is_left_no_process_is(number: signal.Signals, code: int) -> None:
    with Terminal("play", "--ui", "plain", "--against", program("silent-later")) as terminal:
        terminal.expect("X's move: ")
        terminal.enter("h8")
        terminal.expect("Thinking, for 10 seconds at most.")
        (child,) = terminal.children()
        terminal._process.send_signal(number)
        assert terminal.exit_code() == code
        end = monotonic() + PATIENCE
        while Path(f"/proc/{child}").exists():
            assert monotonic() < end
            sleep(0.01)


def test_a_host_asks_the_program_and_can_leave_it() -> None:
    session = seated(GAME, "x", engine_seat("x"))
    assert is_engine(session.o)
    host = Host(session, engine=program("silent"))
    try:
        host.play(0)
        assert host.thinking
        assert host.takes_long
        assert not host.poll()
        host.undo()
        assert not host.thinking
        host.play(3)
        assert host.thinking
    finally:
        host.close()


def test_a_host_without_the_program_says_so_and_goes_through_the_game() -> None:
    session = Session(GAME, (0, 1, 2), "engine a", "engine b")
    host = Host(session)
    try:
        assert host.problem == "O is played by an engine b, which is not here: undo and redo work"
        host.undo()
        assert host.session.moves == (0, 1)
        host.redo()
        assert host.session == session
    finally:
        host.close()


@pytest.mark.parametrize(
    "called", ["wary", "python 'my bot.py' --fast", "a\nb\0c", "x" * 500, "", "  ", "naïve", "engine"]
)
def test_the_seat_of_a_program_is_saved_and_read_back(called: str) -> None:
    session = Session(GAME, (0,), o=engine_seat(called))
    assert parse_session(format_session(session)) == session


@pytest.mark.parametrize(
    ("called", "caption"),
    [
        ("wary", "wary"),
        ("python -u bots/bot.py --fast", "bot.py"),
        ("/usr/games/pbrain-x --level 3", "pbrain-x"),
        ("C:\\games\\pbrain-x.exe", "pbrain-x.exe"),
        ("tictactoe engine --k 4", "tictactoe"),
        ("python3", "python3"),
        ("", "engine"),
        ("x" * 70, "x" * 23 + "…"),
    ],
)
def test_a_caption_has_room_for_the_name_of_a_program(called: str, caption: str) -> None:
    assert player_name(Session(GAME, o=engine_seat(called)), "O") == caption


@pytest.mark.parametrize("seat", ["engines", "engine  two spaces", "Engine a", "engine " + "x" * 500])
def test_a_seat_that_is_none_is_refused(seat: str) -> None:
    text = format_session(Session(GAME, (0,))).replace("o person", f"o {seat}")
    with pytest.raises(BadInput, match="or engine and its name"):
        parse_session(text)


def test_loading_a_game_starts_nothing(tmp_path: Path) -> None:
    """What a program is called in a file is a name and not a command."""
    proof = tmp_path / "started"
    saved = tmp_path / "game.txt"
    saved.write_text(format_session(Session(GAME, (0,), o=engine_seat(f"touch {proof}"))), encoding="utf-8")
    done = run("play", "--ui", "plain", "--load", str(saved), typed="undo\nredo\nquit\n")
    assert done.returncode == 0
    assert "which is not here" in done.stdout
    assert not proof.exists()
