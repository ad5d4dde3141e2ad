"""The window, driven by real clicks and keys on a display of its own. Its title says how the game stands."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from console import run
from patience import PATIENCE
from screen import Window, display, managed
from tictactoe.draw.palette import DARK, LIGHT
from tictactoe.install import install_command
from tictactoe.match import Session
from tictactoe.match.record import load, save
from tictactoe.rules import Game, Position, format_cell, format_moves, parse_cell, parse_moves, parse_position
from tictactoe.search import Solver

ROOT = Path(__file__).parent.parent.parent
THREE = Game(3, 3, 3)
pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="Xvfb is for Linux")


@pytest.fixture(scope="module")
def screen() -> Iterator[str]:
    with display() as name:
        yield name


def reply(window: Window, before: str = "") -> str | None:
    """Wait for the title to change to the person's turn, or the end; the computer's move, if the game goes on."""

    def news() -> str:
        title = window.title
        return title if title != before and re.search(r"Your move|You lose|You win|draw\.", title) else ""

    title = window.until(news, "nobody moves")
    found = re.search(r"[XO] played (\w+)( \([^)]*\))?\.", title)
    return found[1] if found else None


def play(window: Window, side: str, best: bool) -> list[str]:
    """Play a whole game of 3,3,3 by clicks, with the best moves or the worst; the moves."""
    solver, position, moves = Solver(THREE), Position(), list[str]()
    if side == "o":
        moves.append(reply(window) or "")
        position = position.play(parse_cell(THREE, moves[-1]))
    while not THREE.outcome(position):
        analysis = solver.analyze(position)
        cell = (max if best else min)(analysis.moves, key=lambda cell: analysis.moves[cell].rank)
        position = position.play(cell)
        moves.append(format_cell(THREE, cell))
        before = window.title
        window.click_cell(moves[-1])
        if THREE.outcome(position):
            break
        answer = reply(window, before)
        if answer is None:
            break
        moves.append(answer)
        position = position.play(parse_cell(THREE, answer))
    return moves


def saved(window: Window, path: Path) -> list[str]:
    """The moves of the game in the window, which is saved for that."""
    path.unlink(missing_ok=True)
    window.press("s")
    window.expect("Save the game")
    window.write(str(path))
    window.press("Return")
    window.expect(f"Saved as {path}")
    session = load(path)
    return format_moves(session.game, session.moves).split()


@pytest.mark.parametrize("side", ["x", "o"])
def test_the_best_moves_draw(screen: str, side: str, tmp_path: Path) -> None:
    with Window(screen, "--as", side) as window:
        moves = play(window, side, best=True)
        window.expect("The game is a draw.")
        assert len(saved(window, tmp_path / "game.txt")) == 9
        assert window.close() == (0, "Goodbye.\n", "")
    assert moves[0] == "a1"


def test_a_blunder_loses_and_can_be_taken_back(screen: str, tmp_path: Path) -> None:
    with Window(screen, "--as", "x") as window:
        play(window, "x", best=False)
        window.expect("You lose. O has won:")
        whole = saved(window, tmp_path / "game.txt")
        window.click_cell(
            next(name for name in ("a1", "b1", "c1", "a2", "b2", "c2", "a3", "b3", "c3") if name not in whole)
        )
        window.expect("the game is over")
        window.press("u")
        window.expect("Your move")
        assert saved(window, tmp_path / "game.txt") == whole[:-2]
        window.press("r")
        window.expect("You lose")
        window.press("n")
        window.expect("Your move: you play X.")
        assert saved(window, tmp_path / "game.txt") == []
        assert window.close() == (0, "Goodbye.\n", "")


def test_the_keyboard_alone_is_enough(screen: str, tmp_path: Path) -> None:
    with Window(screen) as window:
        window.expect("Choose a game.")
        window.press("Up", "Up", "Up", "Right", "Right", "Return")
        window.expect("X's move.")
        window.press("Up", "Left", "Return", "Right", "space", "Down", "Return")
        window.expect("O's move.")
        assert saved(window, tmp_path / "game.txt") == ["a2", "b2", "b3"]
        window.press("h")
        window.expect("Hint: ")
        window.press("h")
        window.press("g")
        window.expect("O has resigned: X wins.")
        window.press("u")
        window.expect("O's move.")
        window.press("Escape")
        window.expect("Choose a game.")
        window.press("Escape")
        window.expect("O's move.")
        code, output, errors = window.close()
        assert (code, errors) == (0, "")
        assert 'play --x person --o person --game 3,3,3 --moves "a2 b2 b3"' in output


def test_two_people_on_a_larger_board_by_clicks(screen: str) -> None:
    with Window(screen, "--as", "both", "--game", "4,4,4") as window:
        window.game = Game(4, 4, 4)
        for number, name in enumerate(["a1", "a2", "b1", "b2", "c1", "c2", "d1"]):
            window.expect(f"{'XO'[number % 2]}'s move.")
            window.click_cell(name)
        window.expect("X has won: a1 b1 c1 d1.")


def test_a_board_that_is_typed(screen: str) -> None:
    with Window(screen) as window:
        window.press("Up", "Up", "Left")
        window.write("3x4")
        window.press("Return")
        window.expect("Game '3x4' has 1 part, but should be rows,columns,k such as 3,3,3.")
        window.press("BackSpace", "BackSpace")
        window.write(",4,3")
        window.press("Return")
        window.expect("Your move: you play X.")
        window.game = Game(3, 4, 3)
        window.click_cell("d3")
        window.expect("O played")


def test_clicks_that_mean_nothing_change_nothing(screen: str, tmp_path: Path) -> None:
    with Window(screen, "--as", "both") as window:
        window.click_cell("b2")
        window.expect("O's move.")
        window.click_cell("b2")
        window.expect("b2 is taken by X; the empty cells are a1 b1 c1")
        window.click(3, 3)
        window.click(895, 3)
        window.press("q", "F5", "z+x", "ctrl+a", "Tab")
        assert saved(window, tmp_path / "game.txt") == ["b2"]


def test_a_new_game_while_the_computer_thinks(screen: str) -> None:
    with Window(screen, "--as", "x", "--game", "8,8,5") as window:
        window.game = Game(8, 8, 5)
        window.click_cell("d4")
        window.expect("O (perfect) is thinking…")
        window.click_cell("a1")
        window.expect("It is O's turn, which the computer plays.")
        window.press("n")
        window.expect("Your move: you play X.")
        window.click_cell("e5")
        window.expect("O (perfect) is thinking…")
        code, output, errors = window.close()
        assert (code, errors) == (0, "")
        assert '--moves "e5"' in output


def test_ctrl_c_while_the_computer_thinks_keeps_the_game(screen: str) -> None:
    with Window(screen, "--as", "x", "--game", "8,8,5") as window:
        window.game = Game(8, 8, 5)
        window.click_cell("d4")
        window.expect("O (perfect) is thinking…")
        code, output, errors = window.interrupt()
        assert (code, errors) == (130, "")
        assert re.search(r'To go on with this game: .* --game 8,8,5 --seed \d+ --moves "d4"\nGoodbye\.\n', output)


def test_the_last_game_is_there_when_the_program_is_started_again(screen: str) -> None:
    with Window(screen, "--as", "both", "--game", "4,4,4") as window:
        window.game = Game(4, 4, 4)
        window.click_cell("b2")
        window.expect("O's move.")
        assert window.close()[0] == 0
    with Window(screen) as window:
        window.expect("Choose a game.")
        window.press("g")
        window.expect("O's move.")
        window.game = Game(4, 4, 4)
        window.click_cell("b2")
        window.expect("b2 is taken by X")
        assert window.interrupt()[0] == 130


def test_full_screen_and_back() -> None:
    with display() as screen, managed(screen), Window(screen, "--as", "both") as window:
        window.press("F11")
        window.until(lambda: "done" if window.size == (1280, 1024) else "", "the screen is not filled")
        window.click_cell("c3")
        window.expect("O's move.")
        window.press("F11")
        window.until(lambda: "done" if window.size == (900, 640) else "", "the screen is still filled")
        window.click_cell("a1")
        window.expect("X's move.")


def test_the_window_is_dark_where_the_system_is(screen: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """And another key, or an option, makes it light."""
    (tmp_path / "gdbus").write_text("#!/bin/sh\necho '(<<uint32 1>>,)'\n", encoding="utf-8")
    (tmp_path / "gdbus").chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")
    with Window(screen, "--as", "both") as window:
        window.until(lambda: "done" if window.colour(2, 2) == DARK.paper else "", "it is not dark")
        window.press("t")
        window.until(lambda: "done" if window.colour(2, 2) == LIGHT.paper else "", "it is not light")
    with Window(screen, "--as", "both", "--theme", "light") as window:
        window.until(lambda: "done" if window.colour(2, 2) == LIGHT.paper else "", "it is not light")
    monkeypatch.setenv("TICTACTOE_THEME", "bright")
    done = run("play", typed="quit\n")
    assert done.returncode == 2
    assert "'bright' is not one of" in done.stderr


def test_a_saved_game_is_chosen_from_a_list(screen: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for number, name in enumerate(("new.txt", "old.txt")):
        save(Session(THREE, parse_moves(THREE, "b2 a1" if number else "c3")), tmp_path / name)
        os.utime(tmp_path / name, (2_000 - number, 2_000 - number))
    with Window(screen, "--as", "both") as window:
        window.press("l")
        window.expect("Load the game: which one? new.txt: 3×3, two people, 1 move.")
        window.press("Down")
        window.expect("old.txt: 3×3, two people, 2 moves.")
        window.press("Return")
        window.expect("Loaded old.txt.")


def test_a_watched_game_is_paused(screen: str) -> None:
    with Window(screen, "--x", "random", "--o", "random", "--game", "19,19,19") as window:
        window.expect("is thinking")
        window.press("space")
        window.expect("Paused. The next move is ")
        window.press("p")
        window.expect("is thinking")


@pytest.mark.parametrize(("width", "height"), [(500, 800), (1200, 700), (260, 240), (50, 400), (400, 50), (50, 50)])
def test_any_size_will_do(screen: str, width: int, height: int) -> None:
    with Window(screen, "--as", "both") as window:
        window.resize(width, height)
        window.click_cell("a1")
        window.expect("O's move.")
        window.press("s")
        window.press("Escape", "Escape")
        window.expect("Choose a game.")
        window.press("Escape")
        window.resize(900, 640)
        window.click_cell("c3")
        window.expect("X's move.")


BEGINNING = "tictactoe 1\ngame 3,3,3\nx person\no person\nseed 0\n"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (None, "No such file or directory"),
        ("", "a saved game begins with the line 'tictactoe 1'"),
        (
            "tictactoe 1\ngame 3,3,3\nx person\no person\nseed 0\nmoves b2 a",
            "cannot be loaded: the game was not saved whole",
        ),
        (f"{BEGINNING}moves d4 a1\nposition O../.X./...\n", "move 1: cell 'd4': there is no column d"),
    ],
)
def test_a_file_that_cannot_be_used(screen: str, tmp_path: Path, text: str | None, said: str) -> None:
    path = tmp_path / "broken.txt"
    if text is not None:
        path.write_text(text, encoding="utf-8")
    with Window(screen, "--as", "both") as window:
        window.click_cell("b2")
        window.expect("O's move.")
        window.press("l")
        window.expect("Load the game")
        window.write(str(path))
        window.press("Return")
        window.expect(said)
        window.press("Escape")
        window.expect("O's move.")
        assert saved(window, tmp_path / "game.txt") == ["b2"]


def test_a_game_from_another_board_is_loaded(screen: str, tmp_path: Path) -> None:
    path = tmp_path / "other.txt"
    path.write_text(
        "tictactoe 1\ngame 2,3,2\nx person\no random\nseed 7\nmoves c2 a1\nposition O../..X\n", encoding="utf-8"
    )
    with Window(screen, "--as", "both") as window:
        window.press("l")
        window.write(str(path))
        window.press("Return")
        window.expect("Loaded other.txt.")
        window.game = Game(2, 3, 2)
        window.click_cell("b2")
        window.expect("You win. X has won: b2 c2.")


NOWHERE = {name: value for name, value in os.environ.items() if name not in ("DISPLAY", "WAYLAND_DISPLAY")}


@pytest.mark.parametrize("extra", [{}, {"DISPLAY": ":987"}])
@pytest.mark.parametrize("command", [[sys.executable, "runner.py"], ["make", "--silent", "play"]])
def test_without_a_display_the_game_is_in_the_terminal(command: list[str], extra: dict[str, str]) -> None:
    done = subprocess.run(
        command,
        cwd=ROOT,
        env={**NOWHERE, **extra},
        input="x\nb2\nquit\n",
        capture_output=True,
        text=True,
        timeout=PATIENCE,
    )
    assert done.stderr == "No display was found: playing in the terminal instead.\n"
    assert "O plays a1 (proven: draw)." in done.stdout
    assert done.returncode == 0


@pytest.mark.parametrize(
    "command", [[sys.executable, str(ROOT / "runner.py")], ["make", "-C", str(ROOT), "--silent", "play"]]
)
def test_with_a_display_the_game_is_in_a_window(screen: str, command: list[str]) -> None:
    with Window(screen, program=command) as window:
        window.expect("Choose a game.")
        assert window.close() == (0, "Goodbye.\n", "")


@pytest.mark.parametrize("side", ["X", "O"])
def test_a_course_runner_runs_unchanged(screen: str, side: str, tmp_path: Path) -> None:
    """Somebody's own runner.py, which knows nothing but `import tictactoe as ttt` and its nine names."""
    program = [sys.executable, str(shutil.copy(ROOT / "tests" / "data" / "course_runner.py", tmp_path / "runner.py"))]
    with Window(screen, program=program, ready="Play") as window:
        window.click(*{"X": (187, 225), "O": (412, 225)}[side])
        title = ""

        def turn() -> str:
            found = window.title
            return found if found != title and re.match(f"Play as {side} |Game Over", found) else ""

        while "Game Over" not in (title := window.until(turn, "nobody moves")):
            position = parse_position(THREE, title.rpartition(" ")[2])
            row, col = divmod(Solver(THREE).best_move(position) or 0, 3)
            window.click(220 + col * 80, 120 + row * 80)
        assert title.startswith("Game Over: Tie.")


@pytest.mark.parametrize("without", ["import sys; sys.modules['pygame'] = None", "import pygame; del pygame.Window"])
def test_the_window_needs_pygame_of_the_kind_that_has_windows(tmp_path: Path, without: str) -> None:
    (tmp_path / "sitecustomize.py").write_text(without, encoding="utf-8")
    done = run("play", "--ui", "window", typed="q\n", PYTHONPATH=str(tmp_path), PYGAME_HIDE_SUPPORT_PROMPT="1")
    command = install_command("gui")
    assert done.stderr.startswith(f"The window needs pygame-ce, which {command} installs: playing in")
    assert done.returncode == 0
