"""`tictactoe evaluate`: what it prints, the curve that it draws, and agents that do all that they should not."""

from __future__ import annotations

import json
import re
import sys
from itertools import pairwise
from pathlib import Path
from xml.etree import ElementTree

import pytest

from console import Terminal, call, run
from tictactoe.draw.curve import Point, draw_curve
from tictactoe.match import LEVELS

AGENTS = """
import sys
from pathlib import Path

def first(board):
    return board.moves[0]

def stubborn(board):
    return "b2"

def talks(board):
    print("hmm")
    return board.best_move()

def fails(board):
    if board.history or board.text != ".../.../...":
        raise LookupError("I do not know this one")
    return "a1"

def hangs(board):
    while True:
        pass

def load(path):
    skill = int(Path(path).read_text())
    return lambda board: board.best_move() if len(board.moves) <= skill else board.moves[0]
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "agents.py").write_text(AGENTS, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.usefixtures("folder")
def test_it_says_what_an_agent_is_worth() -> None:
    said = call("evaluate", "agents.py:first", "--level", "random", "--level", "perfect").stdout
    for line in (
        "agents.py:first on 3,3,3, shown all 4,520 unfinished positions:",
        "  keeps the value    2,651  58.7 %",
        "  no move is better  2,267  50.2 %",
        "  no legal move          0   0.0 %",
        "The worst that can happen: playing O, it loses after a1 b1 a2 c1 a3.",
        "  random   78/4/18  44/4/52",
        "  perfect  0/0/100  0/0/100",
    ):
        assert line in said.splitlines()
    assert "wary" not in said
    assert all(f"  {level} " in call("evaluate", "agents.py:first").stdout for level in LEVELS)


@pytest.mark.usefixtures("folder")
def test_one_side_is_judged_alone() -> None:
    said = call("evaluate", "agents.py:first", "--side", "x", "--level", "hasty").stdout
    assert "shown all 2,423 unfinished positions with X to move:" in said
    assert "playing X, it loses" in said
    assert "as O" not in said


@pytest.mark.usefixtures("folder")
def test_a_board_of_one_move_has_one_position() -> None:
    done = call("evaluate", "agents.py:first", "--game", "1,1,1")
    assert done.stdout.startswith("agents.py:first on 1,1,1, shown its only unfinished position:\n")
    done = call("evaluate", "agents.py:first", "--game", "1,1,1", "--side", "o")
    assert done.stderr == "Error: the first move ends 1,1,1, so an agent that is O would never move.\n"


@pytest.mark.usefixtures("folder")
def test_what_is_no_legal_move_is_shown() -> None:
    said = call("evaluate", "agents.py:stubborn", "--level", "random").stdout
    assert "At .../.X./..., for one, it answers b2, which is taken." in said
    assert "The worst that can happen: playing O, it makes no legal move after b2." in said


@pytest.mark.usefixtures("folder")
def test_a_larger_board_is_sampled() -> None:
    said = call("evaluate", "agents.py:first", "--game", "3,5,3", "--games", "10", "--level", "careful").stdout
    assert re.search(r"^agents.py:first on 3,5,3, 10 games, \d+ different:$", said, re.MULTILINE)
    assert re.search(r"^  careful  as X +5 +\d +\d +\d +[\d.]+ % +[\d.]+ to [\d.]+ %$", said, re.MULTILINE)
    assert re.search(r"^\d+ of its \d+ moves keep the value: [\d.]+ %, ± [\d.]+ with a", said, re.MULTILINE)
    large = call("evaluate", "agents.py:first", "--game", "9,9,5", "--games", "2", "--level", "random").stdout
    assert "keep the value" not in large
    assert "The worst of these games: playing " in large


@pytest.mark.usefixtures("folder")
def test_what_an_agent_prints_is_not_the_answer() -> None:
    done = call("evaluate", "agents.py:talks", "--json", "--level", "random", "--game", "2,2,2")
    assert json.loads(done.stdout)["agents"][0]["percent"] == 100
    assert "hmm" in done.stderr


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ("agents.py:fails", "the agent failed at X../.../...: it raised LookupError: I do not know this one."),
        ("agents.py:nobody", "there is no 'nobody' in 'agents.py'."),
        ("nowhere.py:agent", "'nowhere.py' is not there."),
        ("agents", "the agent 'agents' should be written MODULE:CALLABLE, such as learner.py:choose."),
        (
            "agents.py:first --output curve.svg",
            "--output draws a learning curve: say with --checkpoints which folder it is of.",
        ),
        ("agents.py:first --level nobody", "'nobody' is not one of"),
        ("agents.py:first --game 3,3", "3,3"),
        ("agents.py:first --patience 0", "--patience"),
        ("agents.py:first --checkpoints empty", "there are no files in 'empty', but each checkpoint should be one."),
        ("agents.py:first --checkpoints runs", "'7.txt' cannot be loaded: AttributeError"),
        ("agents.py:load --checkpoints missing", "'missing' does not exist"),
        ("agents.py:load --checkpoints runs --output curve.png", "drawn as SVG: 'curve.png' should end in .svg."),
        ("agents.py:load --checkpoints runs/7.txt --output one.svg", "say with --checkpoints which folder it is of."),
        (
            "agents.py:first --convention gymnasium",
            "by the convention gymnasium the agent is shown an observation and an action mask, which it does not take:",
        ),
        ("agents.py:load --checkpoints broken", "'a.txt' cannot be loaded: ValueError"),
        ("agents.py:AGENTS --checkpoints runs", "there is no 'AGENTS' in 'agents.py'."),
    ],
)
def test_what_goes_wrong_is_one_sentence(arguments: str, said: str, folder: Path) -> None:
    for name in ("empty", "runs", "broken"):
        (folder / name).mkdir()
    (folder / "runs" / "7.txt").write_text("7", encoding="utf-8")
    (folder / "broken" / "a.txt").write_text("much", encoding="utf-8")
    done = call("evaluate", *arguments.split())
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.count("\n") == 1
    assert said in done.stderr


@pytest.mark.usefixtures("folder")
def test_a_hanging_agent_does_not_keep_the_program() -> None:
    done = run("evaluate", "agents.py:hangs", "--patience", "1")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "Error: the agent has not answered at .../.../... within 1 s: --patience gives it longer.\n"


@pytest.mark.usefixtures("folder")
def test_ctrl_c_ends_it_whatever_the_agent_does() -> None:
    with Terminal("evaluate", "agents.py:hangs", "--patience", "inf") as terminal:
        terminal.expect("asked 1 time (Ctrl-C stops)")
        terminal.ctrl_c()
        assert terminal.exit_code() == 130


def test_the_learning_curve_of_checkpoints_is_drawn(folder: Path) -> None:
    runs = folder / "runs"
    runs.mkdir()
    for skill in (0, 4, 9, 6):
        (runs / f"run1-after-{skill * 100:,}.txt".replace(",", "")).write_text(str(skill), encoding="utf-8")
    done = call("evaluate", "agents.py:load", "--checkpoints", "runs", "--output", "curve.svg", "--level", "random")
    assert done.returncode == 0, done.stderr
    rows = [line.split() for line in done.stdout.splitlines() if line.startswith("  run1")]
    assert [row[0] for row in rows] == [f"run1-after-{skill}.txt" for skill in (0, 400, 600, 900)]
    shares = [float(row[1]) for row in rows]
    assert shares == sorted(shares)
    assert shares[-1] == 100
    assert [row[-1] for row in rows] == ["loss", "loss", "loss", "draw"]
    assert done.stdout.endswith("The learning curve is in curve.svg.\n")
    picture = (folder / "curve.svg").read_text(encoding="utf-8")
    assert "agents.py:load on 3,3,3" in picture
    assert picture.count("<circle") == 4
    for at in ("0", "400", "600", "900"):
        assert f">{at}<" in picture
    data = json.loads(call("evaluate", "agents.py:load", "--checkpoints", "runs", "--json", "--level", "random").stdout)
    assert [agent["agent"] for agent in data["agents"]] == [row[0] for row in rows]


def test_one_checkpoint_is_judged_like_an_agent(folder: Path) -> None:
    (folder / "skill-9.txt").write_text("9", encoding="utf-8")
    said = call("evaluate", "agents.py:load", "--checkpoints", "skill-9.txt", "--level", "random").stdout
    assert said.startswith("skill-9.txt on 3,3,3, shown all 4,520 unfinished positions:")
    assert "The worst that can happen: playing X, it draws after " in said
    assert "as X" in said


@pytest.mark.skipif(sys.platform in ("win32", "darwin"), reason="there no file can be called so")
def test_checkpoints_may_be_called_anything(folder: Path) -> None:
    (folder / "runs").mkdir()
    names = ("a\n1.txt", "\udcff2.txt", "\x013.txt", "<b>&|4.txt")
    for name in names:
        (folder / "runs" / name).write_text("1", encoding="utf-8")
    done = call("evaluate", "agents.py:load", "--checkpoints", "runs", "--output", "curve.svg", "--game", "2,2,2")
    lines = done.stdout.splitlines()[3:7]
    assert [line.split()[0] for line in lines] == [r"'a\n1.txt'", r"'\udcff2.txt'", r"'\x013.txt'", "<b>&|4.txt"]
    ElementTree.parse(folder / "curve.svg")  # noqa: S314  our own


def test_a_curve_shows_what_is_known() -> None:
    points = [Point("1", 1, 0.0, 5.0), Point("2", 10, 50.0), Point("<3>", 100, 100.0, 5.0, safe=True)]
    picture = draw_curve("a & b", points)
    assert "a &amp; b" in picture
    assert "&lt;3&gt;: 100.0 %" in picture
    xs = [float(x) for x in re.findall(r'<circle cx="([\d.]+)"', picture)]
    ys = [float(y) for y in re.findall(r'<circle cx="[\d.]+" cy="([\d.]+)"', picture)]
    assert (xs[1] - xs[0]) / (xs[2] - xs[0]) == pytest.approx(1 / 11, abs=0.001)
    assert (ys[0] - ys[1]) == pytest.approx(ys[1] - ys[2])
    assert len(set(re.findall(r'<circle [^>]*fill="([^"]+)"', picture))) == 2
    assert "was not beaten" in picture
    assert "cannot be beaten" in draw_curve("one", [Point("1", 1, 10.0)])
    many = draw_curve("many", [Point(str(number), number, number) for number in range(100)])
    assert many.count("<circle") == 100
    named = [float(x) for x in re.findall(r'<text x="([\d.]+)" y="260" [^>]*class="faint">\d', many)]
    assert 5 < len(named) < 12
    assert min(right - left for left, right in pairwise(named)) >= 56
