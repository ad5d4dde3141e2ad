"""The checks of `check50`: a program is judged once, in a process of its own, and each check says what came of it."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import check50
from check50 import internal

MOST_SECONDS = 3600
"""The judge keeps to the time in settings.json, and waits for a core on a busy machine."""


@check50.check(timeout=MOST_SECONDS)
def judged() -> Any:
    """tictactoe.py can be judged"""
    check50.exists("tictactoe.py")
    pack = Path(internal.check_dir)
    results = Path("results.json").resolve()
    grade = [sys.executable, "-s", "-P", "-B", "-m", "tictactoe.adapters.classroom.grade"]
    subprocess.run(  # noqa: S603  this Python on our own module
        [*grade, ".", "check50", str(results), str(pack / "settings.json")],
        env={**os.environ, "PYTHONPATH": str(pack)},
        check=True,
    )
    found = json.loads(results.read_text(encoding="utf-8"))
    if found["stopped"]:
        raise check50.Failure(found["stopped"])
    for line in found["about"]:
        check50.log(line)
    return found


def tell(found: Any, name: str) -> None:
    """Fail where the judge has found a fault, with what it says of it; what was not asked about passes."""
    verdict = found["functions"].get(name, {"passed": True, "log": ["It was not asked about."]})
    for line in verdict["log"]:
        check50.log(line)
    if not verdict["passed"]:
        raise check50.Failure(verdict["why"], help=verdict["help"] or None)


@check50.check(judged)
def initial_state(found: Any) -> None:
    """initial_state is right"""
    tell(found, "initial_state")


@check50.check(judged)
def player(found: Any) -> None:
    """player is right on every board"""
    tell(found, "player")


@check50.check(judged)
def actions(found: Any) -> None:
    """actions is right on every board"""
    tell(found, "actions")


@check50.check(judged)
def result(found: Any) -> None:
    """result is right for every move"""
    tell(found, "result")


@check50.check(judged)
def winner(found: Any) -> None:
    """winner is right on every board"""
    tell(found, "winner")


@check50.check(judged)
def terminal(found: Any) -> None:
    """terminal is right on every board"""
    tell(found, "terminal")


@check50.check(judged)
def utility(found: Any) -> None:
    """utility is right on every finished board"""
    tell(found, "utility")


@check50.check(judged)
def minimax(found: Any) -> None:
    """minimax keeps the value of every position"""
    tell(found, "minimax")
