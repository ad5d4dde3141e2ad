"""The command line, run as a person runs it."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import click
import pytest

from console import PROGRAM, call, run
from patience import PATIENCE
from tictactoe.match import LEVELS, PERSON, SIDES, Session
from tictactoe.match.record import format_session, save
from tictactoe.rules import Game, Position
from tictactoe.search import Solver
from tictactoe.ui import commands
from tictactoe.ui.commands import play


def test_help_lists_the_commands() -> None:
    done = call("--help")
    assert done.returncode == 0
    for command in ("analyze", "bench", "count", "levels", "play"):
        assert f"\n  {command} " in done.stdout
    assert "X.O/.X./..O" in done.stdout
    assert call("--version").stdout.startswith("tictactoe, version ")


def test_analyze_prints_board_and_scores() -> None:
    done = call("analyze", "X.O/.X./..O")
    assert (done.returncode, done.stderr) == (0, "")
    assert "  2    | X |\n" in done.stdout
    assert "3 in a row on 3 x 3, X to move: draw\n" in done.stdout
    assert "  c2    draw       best\n" in done.stdout


def test_analyze_as_json_says_the_same() -> None:
    data = json.loads(call("analyze", "--json", "X.O/.X./..O").stdout)
    assert data["game"] == "3,3,3"
    assert data["position"] == "X.O/.X./..O"
    assert (data["turn"], data["outcome"], data["choice"]) == ("X", None, "c2")
    assert data["score"] == {"value": 0, "plies": None, "text": "draw", "kind": "exact with distance"}
    assert [move["move"] for move in data["moves"]] == ["b1", "a2", "c2", "a3", "b3"]
    assert [move["best"] for move in data["moves"]] == [False, False, True, False, False]
    assert data["moves"][0]["score"] == {"value": -1, "plies": 2, "text": "loss in 2", "kind": "exact with distance"}


def test_analyze_finished_games_other_boards_and_move_lists() -> None:
    assert "X has won: a1 b1 c1." in call("analyze", "XXX/OO./...").stdout
    assert json.loads(call("analyze", "--json", "XXX/OO./...").stdout)["outcome"] == {
        "winner": "X",
        "lines": [["a1", "b1", "c1"]],
    }
    assert "3 in a row on 2 x 5" in call("analyze", "--game", "2,5,3").stdout
    assert "3 in a row on 2 x 3, O to move" in call("analyze", "--game", "2,3,3", "x../...").stdout
    assert json.loads(call("analyze", "--json", "--moves", "b2 a1 c3").stdout)["position"] == "O../.X./..X"


def test_on_a_board_that_nobody_has_solved_analyze_says_what_it_judges() -> None:
    arguments = ["--game", "15,15,5", "--moves", "h8 g7", "--seconds", "0.3"]
    lines = call("analyze", *arguments).stdout.splitlines()
    assert "5 in a row on 15 x 15, X to move: not known" in lines
    assert lines[-1].startswith("Judged best, but not proven: ")
    said = json.loads(call("analyze", *arguments, "--json").stdout)
    assert said["choice_is"] == "judged"
    assert said["advice"] == f"Judged best, but not proven: {said['choice']}."
    assert json.loads(call("analyze", "--json").stdout)["choice_is"] == "proven"
    assert json.loads(call("analyze", "XXX/OO./...", "--json").stdout)["choice_is"] is None


def test_levels_are_those_of_the_game() -> None:
    small, large = call("levels").stdout, call("levels", "--game", "15,15,5").stdout
    assert "  perfect  Never gives away a draw or a win.\n" in small
    assert large.splitlines()[-1].startswith("  strong   Sees forced wins")
    assert "Never gives away" not in call("levels", "--game", "5,5,4").stdout


def test_count_prints_the_golden_numbers() -> None:
    text = call("count").stdout
    for number in ("255,168", "131,184", "77,904", "46,080", "5,478", "765", "549,946", "958", "138"):
        assert number in text
    assert json.loads(call("count", "--json", "2,2,2").stdout)["nodes"] == [1, 4, 12, 24]


REFUSED: list[tuple[Sequence[str], str]] = [
    (["analyze", "X.O/.Y./..O"], "'Y' at row 2, cell 2 should be X, O or . with / between rows"),
    (["analyze", "XXX/OOO/..."], "both X (a1 b1 c1) and O (a2 b2 c2) have 3 in a row"),
    (["analyze", "XX./.../..."], "X has 2 and O has 0"),
    (["analyze", "." * 10_000], "has 10000 columns, but a board has at most 19"),
    (
        ["analyze", "X.OO.X..."],
        "has 1 row of 9: write as many rows as columns, with / between them, or",
    ),
    (["analyze", "X../.../...", "more"], "Got unexpected extra argument (more). See 'tictactoe analyze --help'."),
    (["analyze", ""], "row 1 has 0 cells"),
    (["analyze", "--game", "3,3,0"], "k is 0, but should be a whole number from 1 to 1000000"),
    (["analyze", "--game", "20,20,5"], "rows is 20, but should be a whole number from 1 to 19"),
    (["analyze", "--game", "4,4,4", "X.O/.X./..O"], "the board of 4,4,4 has 4 rows of 4 cells"),
    (["analyze", "--moves", "b2 b2"], "move 2: b2 is taken by X"),
    (["analyze", "--moves", "b2", "X../.../..."], "POSITION and --moves both say where to start"),
    (["play", "--as", "z"], "'z' is not one of 'x', 'o', 'both', 'none'. See 'tictactoe play --help'."),
    (["play", "--moves", "q9"], "moves 'q9', move 1: cell 'q9'"),
    (["play", "--as", "x", "--x", "person"], "--as and --x or --o both say who plays: give one of them"),
    (["play", "--as", "both", "--o", "wary"], "--as and --x or --o both say who plays: give one of them"),
    (["play", "--level", "wary", "--o", "wary"], "--level is for --as: with --x or --o, name the level there"),
    (
        ["play", "--level", "best"],
        "'best' is not one of 'random', 'hasty', 'careful', 'cunning', 'wary', 'strong', 'perfect'",
    ),
    (["play", "--x", "nobody"], "'nobody' is not one of 'person', 'random', 'hasty'"),
    (["play", "--ui", "paper"], "'paper' is not one of 'auto', 'window', 'terminal', 'plain'"),
    (["play", "--seed", "-1"], "'-1' should be a whole number from 0 to 1,000,000,000"),
    (["play", "--seed", "one"], "'one' should be a whole number from 0 to 1,000,000,000"),
    (["play", "--load", "missing.txt"], "'missing.txt' cannot be loaded: No such file or directory."),
    (["play", "--load", "."], "'.' cannot be loaded: Is a directory."),
    (
        ["play", "--load", "missing.txt", "--as", "x"],
        "--load brings the game, its players and its moves",
    ),
    (["play", "--load", "missing.txt", "--seed", "0"], "--load brings the game, its players and its moves"),
    (["play", "--ui", "terminal", "--as", "x"], "this is not a terminal that can be drawn on: play with --ui plain"),
    (["levels", "3,3,3"], "Got unexpected extra argument (3,3,3). See 'tictactoe levels --help'."),
    (["count", "9,9,5"], "9,9,5 has 81 cells, but only boards of at most 16 can be counted"),
    (["count", "3x3"], "game '3x3' has 1 part"),
    (["analyse"], "No such command 'analyse': did you mean analyze?"),
    (["--nonsense"], "No such option '--nonsense'"),
]


@pytest.mark.parametrize(("arguments", "sentence"), REFUSED, ids=[" ".join(words)[:40] for words, _ in REFUSED])
def test_refusals_are_one_line_and_exit_code_2(arguments: Sequence[str], sentence: str) -> None:
    done = call(*arguments)
    assert done.returncode == 2
    assert done.stdout == ""
    assert sentence in done.stderr
    assert done.stderr.startswith("Error: ")
    assert done.stderr.count("\n") == 1
    assert len(done.stderr) < 400


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["analyze", "--game", "9,9,5"], "9,9,5 needs the compiled solver"),
        (["play", "--o", "perfect", "--game", "9,9,5"], "the perfect player cannot play here, but the level wary can"),
        (["play", "--game", "9,9,5"], "the strong player cannot play here, but the level wary can"),
    ],
)
@pytest.mark.usefixtures("without_compiled")
def test_what_needs_more_than_is_installed_is_refused_too(arguments: Sequence[str], sentence: str) -> None:
    test_refusals_are_one_line_and_exit_code_2(arguments, sentence)


@pytest.mark.usefixtures("without_compiled")
def test_a_saved_game_that_is_broken_is_one_line(tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    save(Session(Game(3, 3, 3), (4, 0), o="careful"), path)
    whole = path.read_bytes()
    assert run("play", "--load", str(path), typed="quit\n").returncode == 0
    for broken, sentence in (
        (whole[:-3], "the moves lead to O../.X./..., but the position is given as 'O../.X./.'"),
        (whole[: len(whole) // 2], "the game was not saved whole: there is no line for"),
        (b"", "a saved game begins with the line 'tictactoe 1'"),
        (b"\xff" * 10, "it is not text"),
        (whole + b" " * 200_000, "it is too long for a saved game"),
        (format_session(Session(Game(9, 9, 5), o="perfect")).encode(), "the perfect player cannot play here"),
    ):
        path.write_bytes(broken)
        done = call("play", "--load", str(path))
        assert (done.returncode, done.stdout) == (2, "")
        assert sentence in done.stderr
        assert done.stderr.startswith("Error: ")
        assert done.stderr.count("\n") == 1


def test_levels_as_text_and_as_data(data: Path) -> None:
    text = call("levels").stdout
    for level in LEVELS.values():
        assert f"  {level.name:7}  {level.manner_in(Game(3, 3, 3))}\n" in text
    assert re.search(r"\n  random +58/13/29 ", text)
    assert re.search(r"\n  perfect .* 0/100/0\n", text)
    golden = json.loads((data / "odds.json").read_text(encoding="utf-8"))
    found = json.loads(call("levels", "--json").stdout)
    assert {name: found[name] for name in golden} == golden


def test_the_options_offer_what_there_is() -> None:
    assert [*play.LEVEL.choices] == [*LEVELS]
    assert [*play.SEAT.choices] == [PERSON, *LEVELS]
    assert [*play.SIDE.choices] == [*SIDES]


def test_the_help_names_every_side_and_level() -> None:
    text = " ".join(call("play", "--help").stdout.split())
    for names in ([*SIDES], [*LEVELS], [PERSON, *LEVELS]):
        assert f"[{'|'.join(names)}]" in text


def test_the_list_of_commands_loads_none_of_them() -> None:
    code = (
        "import sys, click.testing, tictactoe.ui.commands as commands\n"
        "assert 'analyze' in click.testing.CliRunner().invoke(commands.main, ['--help']).output\n"
        "print([name for name in sys.modules if name.startswith(('tictactoe.match', 'tictactoe.search'))])\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=PATIENCE)
    assert (done.stdout, done.stderr) == ("[]\n", "")


def test_every_file_of_the_commands_is_one_and_begins_with_its_help() -> None:
    folder = Path(commands.__file__).parent
    assert sorted(path.stem for path in folder.glob("*.py") if path.stem != "__init__") == sorted(commands.COMMANDS)
    shown = " ".join(run("--help").stdout.split())
    for name in commands.COMMANDS:
        command = commands.main.get_command(click.Context(commands.main), name)
        assert command is not None
        assert command.name == name
        first = (command.help or "").splitlines()[0]
        assert first == f"{commands.summary(name)}."
        assert f"{name} {commands.summary(name)}" in shown
    assert commands.main.get_command(click.Context(commands.main), "nonsense") is None


def test_names_of_players_may_be_written_large() -> None:
    done = run("play", "--x", "PERSON", "--o", "Careful", "--moves", "b2 a1", typed="quit\n")
    assert "play --x person --o careful --game 3,3,3 --seed " in done.stdout


def test_a_terminal_that_cannot_show_a_character_gets_another() -> None:
    done = run("play", "--as", "both", typed="x" * 100 + "\nquit\n", PYTHONIOENCODING="ascii")
    assert (done.returncode, done.stderr) == (0, "")
    assert "xxx'? cannot be read" in done.stdout


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="only Linux has a disk that is always full")
@pytest.mark.parametrize("arguments", [["analyze", "--json"], ["count"], ["play", "--as", "x"]])
def test_a_full_disk_is_one_line(arguments: list[str]) -> None:
    with Path("/dev/full").open("w") as full:
        done = subprocess.run([*PROGRAM, *arguments], stdin=subprocess.DEVNULL, stdout=full, stderr=subprocess.PIPE)
    assert done.returncode == 2
    assert done.stderr == b"Error: cannot write the output: No space left on device.\n"


@pytest.mark.parametrize("side", ["x", "o"])
@pytest.mark.parametrize("closed", ["<&-", "</dev/null >&-", "</dev/null 2>&-", "<&- >&- 2>&-"])
def test_closed_streams_end_a_game_quietly(closed: str, side: str) -> None:
    command = f"{sys.executable} -m tictactoe play --as {side} {closed}"
    done = subprocess.run(["/bin/sh", "-c", command], capture_output=True, text=True, timeout=PATIENCE)
    assert (done.returncode, done.stderr) == (0, "")


def test_a_reader_who_has_read_enough_hears_no_complaint() -> None:
    command = f"{sys.executable} -m tictactoe count | head -1"
    done = subprocess.run(["/bin/sh", "-c", command], capture_output=True, text=True, timeout=PATIENCE)
    assert (done.stdout, done.stderr) == ("3 in a row on 3 x 3\n", "")


def test_the_console_script_is_installed() -> None:
    script = Path(sys.executable).with_name("tictactoe")
    done = subprocess.run([script, "analyze"], capture_output=True, text=True, timeout=PATIENCE)
    assert "X to move: draw" in done.stdout


def test_the_table_shows_what_the_solver_says() -> None:
    analysis = Solver(Game(3, 3, 3)).analyze(Position())
    shown = json.loads(run("analyze", "--json").stdout)["moves"]
    assert [move["score"]["text"] for move in shown] == [str(score) for score in analysis.moves.values()]
