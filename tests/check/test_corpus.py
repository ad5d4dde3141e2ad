"""Programs as learners write them: the right ones pass, however they do it; in the wrong ones the fault is found."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from tictactoe.check import Report, check_file
from tictactoe.check.wire import FUNCTIONS

ALL = "TICTACTOE_ALL_PROGRAMS"
"""Set in the environment, every program is asked everything, which takes a quarter of an hour or more.

Else a few are; of the right ones every third is asked, but spared `result`, which has the most questions, and of the
wrong ones every eighth is asked for its wrong function only.
"""
SLOW = ("no_pruning.py", "very_slow.py")
"""Right, but too slow to be asked everything in every test: nothing that they are asked may be wrong."""
SECONDS = 600 if os.environ.get(ALL) else 120


@pytest.fixture(scope="module")
def manifest(data: Path) -> dict[str, Any]:
    path = data / "programs" / "manifest.json"
    if not path.exists():
        pytest.skip("there are no programs")
    found: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return found


def summary(report: Report) -> str:
    verdicts = [f"{verdict.function} {verdict.status} {verdict.note}" for verdict in report.verdicts]
    return f"{report.path.name}: {report.stopped} {verdicts}"


def is_asked_everything(name: str, names: Iterable[str]) -> bool:
    return bool(os.environ.get(ALL)) or name in sorted(names)[::40]


def test_every_right_program_is_right(data: Path, manifest: dict[str, Any]) -> None:
    def check(name: str) -> Report:
        path = data / "programs" / "right" / name
        if name in SLOW and not os.environ.get(ALL):
            return check_file(path, ("utility", "minimax"), 12)
        everything = is_asked_everything(name, manifest["right"])
        return check_file(path, [function for function in FUNCTIONS if everything or function != "result"], SECONDS)

    with ThreadPoolExecutor(2) as pool:
        reports = list(pool.map(check, sorted(manifest["right"])[:: 1 if os.environ.get(ALL) else 3]))
    assert [summary(report) for report in reports if report.outcome == "wrong" or report.stopped] == []
    assert {report.path.name for report in reports if not report.is_right} <= set(SLOW)
    assert all(report.games and report.games.lost == 0 for report in reports)


def test_every_wrong_program_is_wrong_where_it_is_wrong(data: Path, manifest: dict[str, Any]) -> None:
    blamed = {name: entry["function"] for name, entry in manifest["wrong"].items()}

    def check(name: str) -> Report:
        functions = FUNCTIONS if is_asked_everything(name, blamed) else (blamed[name],)
        return check_file(data / "programs" / "wrong" / name, functions, SECONDS, call_seconds=3)

    with ThreadPoolExecutor(2) as pool:
        reports = list(pool.map(check, sorted(blamed)[:: 1 if os.environ.get(ALL) else 8]))
    assert [summary(report) for report in reports if report.to_blame != (blamed[report.path.name],)] == []
