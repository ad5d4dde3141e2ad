"""What has to be compiled is announced, and compiled before anything is counted."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from tictactoe.rules import Game, Position
from tictactoe.search import Answer, Budget, Solver
from tictactoe.search.compiling import COMPILING, tell_compiling, when_compiling
from tictactoe.search.proof import prover
from tictactoe.search.strong import StrongTable
from tictactoe.ui.commands import main

ONE_KERNEL = """
import numpy as np
from tictactoe.search.compiling import when_compiling
from tictactoe.search.kernels.hashtable import hash_of

with when_compiling(lambda: print("told")):
    for number in (1, 2.0):  # of two kinds, so that it is compiled twice
        hash_of(np.zeros(3, np.uint64), 3, number)
print(len(hash_of.signatures))
"""
READY_FOR_ALL = """
import sys
from pathlib import Path
from tictactoe.rules import Game, parse_position
from tictactoe.search import Budget, Solver
from tictactoe.search.kernels import attack, bits, dfpn, hashtable, lines, pairing, pairs, static, strong, threats
from tictactoe.search.proof.prover import get_ready
from tictactoe.search.strong import StrongTable
from tictactoe.search.strong import get_ready as get_strong_ready
from tictactoe.search.threats.forced import get_ready as get_forced_ready

def loaded():
    return {
        function.py_func.__qualname__: function.signatures
        for kernels in (attack, bits, dfpn, hashtable, lines, pairing, pairs, static, strong, threats)
        for function in vars(kernels).values()
        if hasattr(function, "py_func")
    }

get_ready()
get_forced_ready()
get_strong_ready(Game(4, 4, 4))
before = loaded()
for size, text in (((5, 5, 4), "...../..X../...../...../....."), ((6, 7, 5), "/".join(["......."] * 6))):
    game = Game(*size)
    position = parse_position(game, text)
    solver = Solver(game)
    solver.solve(position, Budget(nodes=2_000))
    solver.save(Path(sys.argv[1]))
    solver.load(Path(sys.argv[1]))
    solver.prove(position, solver.solve(position), sys.argv[1] + ".gz")
game = Game(9, 9, 4)
position = parse_position(game, "/".join(["........."] * 4 + ["...XX....", "...OO...."] + ["........."] * 3))
solver = Solver(game)
solver.prove(position, solver.solve(position), sys.argv[1] + ".gz")
after = position.play(30)
solver.prove(after, solver.solve(after), sys.argv[1] + ".gz")
StrongTable(Game(2, 3, 3)).fill()
assert any(before.values())
for name, signatures in loaded().items():
    assert signatures == before[name], name
"""


def python(code: str, *arguments: str, **environment: str) -> str:
    command = [sys.executable, "-W", "ignore", "-c", code, *arguments]
    done = subprocess.run(command, capture_output=True, text=True, env={**os.environ, **environment})
    assert done.stderr == ""
    return done.stdout


def test_it_is_told_once_before_it_begins_and_not_if_all_is_there(tmp_path: Path) -> None:
    where = {"TICTACTOE_CACHE": str(tmp_path / "cache"), "TMPDIR": str(tmp_path)}
    assert python(ONE_KERNEL, **where) == "told\n2\n"
    assert python(ONE_KERNEL, **where) == "2\n"


def test_a_folder_that_holds_part_of_it_does_not_make_it_silent(tmp_path: Path) -> None:
    where = {"TICTACTOE_CACHE": str(tmp_path / "cache"), "TMPDIR": str(tmp_path)}
    python(ONE_KERNEL.replace("(1, 2.0)", "(1,)"), **where)
    assert python(ONE_KERNEL, **where) == "told\n2\n"


def test_only_who_listens_is_told() -> None:
    heard: list[str] = []
    with when_compiling(lambda: heard.append("outer")):
        with when_compiling(lambda: heard.append("inner")):
            tell_compiling()
            tell_compiling()
        tell_compiling()
    tell_compiling()
    assert heard == ["inner", "outer"]


def test_once_it_is_ready_nothing_more_is_loaded_or_compiled(tmp_path: Path) -> None:
    """For any game, question, saved table or proof: what is compiled later would be counted as solving."""
    python(READY_FOR_ALL, str(tmp_path / "saved"))


class Compiling:
    """A backend that has something to compile."""

    name = "compiling"
    gives_distance = False
    nodes = 0

    def covers(self, position: Position) -> bool:  # noqa: ARG002
        return True

    def answer(self, position: Position, budget: Budget) -> Answer:  # noqa: ARG002
        tell_compiling()
        return Answer(0, 0)


@pytest.mark.parametrize("command", [["analyze"], ["explain"], ["tree"]])
def test_every_command_says_it(command: list[str]) -> None:
    done = CliRunner().invoke(main, command, obj=lambda game: Solver(game, backends=[Compiling()]))
    assert (done.exit_code, done.stderr) == (0, f"note: {COMPILING}\n")


class Clock:
    """What the budgets go by."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now

    def compile(self, *_: object) -> None:
        """It takes its time."""
        self.now += 20


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    monkeypatch.setattr("tictactoe.search.budget.monotonic", clock)
    prover.get_ready()
    StrongTable(Game(1, 1, 1)).fill()
    monkeypatch.setattr("tictactoe.search.proof.prover.get_ready", clock.compile)
    monkeypatch.setattr("tictactoe.search.strong.get_ready", clock.compile)
    return clock


@pytest.mark.parametrize("size", [(2, 5, 3), (5, 5, 4)])
def test_it_costs_nothing_of_a_budget(size: tuple[int, int, int], clock: Clock) -> None:
    budget = Budget(10)
    assert Solver(Game(*size)).solve(Position(), budget).value is not None
    assert (clock.now, budget.seconds) == (20, 0)


@pytest.mark.parametrize("game", ["2,5,3", "5,5,4"])
def test_it_is_not_among_the_seconds_that_are_printed(
    game: str, clock: Clock, cache: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tictactoe.search.places.cache_folder", lambda: Path(cache))
    done = CliRunner().invoke(main, ["solve", game, "--fresh"])
    assert ", in 0.00 s" in done.output.splitlines()[-1]
    assert clock.now == 20
