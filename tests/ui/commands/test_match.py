"""`tictactoe match`: what it prints, logs and refuses, and how it is stopped."""

from __future__ import annotations

import json
import re
import shlex
import sys
from pathlib import Path

import pytest

from console import Terminal, call, run
from tictactoe.match import LEVELS
from tictactoe.match.log import load_logged
from tictactoe.match.session import is_engine

SCRIPT = Path(__file__).parents[2] / "data" / "engines.py"
PAGE = Path(__file__).parents[3] / "docs" / "play.md"
SMALL = ("--game", "6,6,4", "--seconds", "600")
"""A level is done long before that, so that what is played depends on the seed alone."""


def program(kind: str) -> str:
    return shlex.join([sys.executable, str(SCRIPT), kind])


def without_times(text: str) -> str:
    return re.sub(r"[\d,.]+ ms", "… ms", text)


def test_the_result_of_a_match() -> None:
    done = call("match", "wary", "random", "--games", "4", *SMALL)
    assert done.returncode == 0
    first, *table = done.stdout.splitlines()
    assert first == "wary against random:"
    assert table[1].split() == ["games", "won", "drawn", "lost", "points"]
    rows = {row[:6].strip(): row[6:].split() for row in table[2:5]}
    assert [int(rows[name][0]) for name in ("as X", "as O", "all")] == [2, 2, 4]
    assert re.fullmatch(r"wary has [\d.]+ % of the points; 95 % certain: [\d.]+ % to [\d.]+ %\.", table[6])
    assert table[7].startswith("wary: ")
    assert table[7].endswith("never over the time.")
    assert re.fullmatch(r"random: \d+ moves of … ms on average, the longest … ms: never .+\.", without_times(table[8]))


def test_the_same_seed_gives_the_same_result() -> None:
    arguments = ("match", "careful", "cunning", "--games", "6", *SMALL, "--json")
    first, again, other = (json.loads(call(*arguments, "--seed", seed).stdout) for seed in ("4", "4", "5"))
    assert first["games"] == again["games"] != other["games"]


def test_the_match_on_the_page_comes_out_so() -> None:
    shown = re.findall(r"```text\n\$ tictactoe (match [^\n]+)\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    assert shown
    for command, output in shown:
        done = run(*shlex.split(command))
        assert without_times(done.stdout).rstrip() == without_times(output).rstrip()


def test_who_takes_longer_than_the_grace_has_lost() -> None:
    done = run("match", "random", program("silent-later"), "--games", "2", "--seconds", "0", "--grace", "0.1")
    assert done.returncode == 0
    assert "random has 100.0 % of the points" in done.stdout
    assert re.search(r"Lost 2 games: the engine .* has not answered \w+( [\d,]+)? within 0 s", done.stdout)


def test_a_match_as_json() -> None:
    done = call("match", "wary", "random", "--games", "3", *SMALL, "--json")
    found = json.loads(done.stdout)
    assert found["players"] == ["wary", "random"]
    assert [game["first"] for game in found["games"]] == ["X", "O", "X"]
    assert found["all"]["games"] == 3
    assert found["low"] <= found["share"] <= found["high"]


def test_the_log_can_be_replayed(tmp_path: Path) -> None:
    log = tmp_path / "log.txt"
    assert call("match", "wary", program("taken"), "--games", "3", *SMALL, "--log", str(log)).returncode == 0
    sessions = [load_logged(log, number) for number in (1, 2, 3)]
    assert all(is_engine(session.x) and is_engine(session.o) for session in sessions)
    assert "# game 1: X is wary, O is " in log.read_text(encoding="utf-8")
    done = run("play", "--ui", "plain", "--load", str(log), "--number", "2", typed="undo\nredo\nmoves\nquit\n")
    assert (done.returncode, done.stderr) == (0, "")
    assert "which is not here: undo and redo work." in done.stdout
    assert "To go on" not in done.stdout
    refused = run("play", "--load", str(log), "--number", "4")
    assert (refused.returncode, refused.stdout) == (2, "")
    assert refused.stderr.endswith("holds 3 games: there is no game 4.\n")
    whole = run("play", "--load", str(log))
    assert whole.returncode == 2
    assert "another game begins in line" in whole.stderr


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["wary"], "Missing argument 'ENGINE'"),
        (["wary", "warry"], "'warry' is neither a program nor a level"),
        (["wary", "no-such-program --fast"], "cannot be started: there is no such program"),
        (["wary", program("exits")], "has ended with exit code 7"),
        (["wary", program("nonsense")], "where OK should be"),
        (["wary", "random", "--games", "0"], "should be a whole number from 1"),
        (["wary", "random", "--game", "3,3"], "has 2 parts"),
        (["wary", "random", "--seconds", "inf"], "--seconds inf is no time for a move"),
        (["wary", "random", "--grace", "inf"], "--grace inf is no time for a move"),
        (["wary", "random", "--seconds", "-1"], "should be a number from 0 up"),
        (["wary", "random", "--openings", "nowhere"], "cannot be read: No such file"),
        (["wary", "random", "--openings", "nowhere", "--stones", "3"], "both say how games begin"),
        (["wary", "random", "--stones", "300"], "does not fit on the board"),
        (["wary", "random", "--log", "/nowhere/log"], "/nowhere"),
    ],
)
def test_what_cannot_be_played_is_one_line(arguments: list[str], said: str) -> None:
    done = call("match", *arguments)
    assert (done.returncode, done.stdout) == (2, "")
    assert said in done.stderr
    assert done.stderr.count("\n") == 1


def test_a_program_that_fails_is_named_with_what_it_did() -> None:
    done = call("match", "hasty", program("nonsense-later"), "--games", "2", "--stones", "0", *SMALL)
    assert done.returncode == 0
    assert "the middle' to BEGIN, where a cell of the board should be." in done.stdout
    assert re.search(r"^  all +2 +2 +0 +0 +100.0 %$", done.stdout, re.MULTILINE)


def test_ctrl_c_says_what_has_been_played(tmp_path: Path) -> None:
    """While a program thinks, which is ended too."""
    log = tmp_path / "log.txt"
    with Terminal("match", "random", program("silent-later"), "--seconds", "600", "--log", str(log)) as terminal:
        terminal.expect("game 1 of 20, move ")
        terminal.expect("(Ctrl-C stops)")
        (child,) = terminal.children()
        terminal.ctrl_c()
        terminal.expect("Stopped after 0 of 20 games.")
        assert terminal.exit_code() == 130
    assert not Path(f"/proc/{child}").exists()


def test_ctrl_c_in_the_middle_shows_the_result_so_far() -> None:
    with Terminal("match", "random", "hasty", "--games", "100000", "--game", "3,3,3") as terminal:
        terminal.expect("game 20 of 100000")
        terminal.ctrl_c()
        terminal.expect("random against hasty:")
        terminal.expect("95 % certain")
        assert terminal.exit_code() == 130


@pytest.mark.parametrize("level", LEVELS)
def test_every_level_plays(level: str) -> None:
    assert call("match", level, "random", "--games", "2", "--game", "3,3,3").returncode == 0
