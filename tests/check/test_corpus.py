"""Programs as learners write them: the right ones pass, however they do it; in the wrong ones the fault is found."""

from __future__ import annotations

import json
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from extent import ALL, sample
from tictactoe.check import Report, check_file
from tictactoe.check.wire import FUNCTIONS

SLOW = ("no_pruning.py", "very_slow.py")
"""Right, but too slow to be asked in every test."""
CHEAP = tuple(function for function in FUNCTIONS if function != "result")
"""Without the function that has the most questions."""


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


def test_every_right_program_is_right(data: Path, manifest: dict[str, Any]) -> None:
    """In a usual run a few, and not `result`; in a run of everything all of them, completely, the slow ones too."""

    def check(name: str) -> Report:
        return check_file(data / "programs" / "right" / name, FUNCTIONS if ALL else CHEAP)

    names = sorted(name for name in manifest["right"] if ALL or name not in SLOW)
    with ThreadPoolExecutor(2) as pool:
        reports = list(pool.map(check, sample(names, 3)))
    assert [summary(report) for report in reports if not report.is_right] == []
    assert all(report.games and report.games.lost == 0 for report in reports)


def test_every_wrong_program_is_wrong_where_it_is_wrong(data: Path, manifest: dict[str, Any]) -> None:
    """In a usual run a few, asked for their wrong function."""
    blamed = {name: entry["function"] for name, entry in manifest["wrong"].items()}

    def check(name: str) -> Report:
        functions = FUNCTIONS if ALL else (blamed[name],)
        return check_file(data / "programs" / "wrong" / name, functions, call_seconds=3)

    with ThreadPoolExecutor(2) as pool:
        reports = list(pool.map(check, sample(sorted(blamed), 7)))
    assert [summary(report) for report in reports if report.to_blame != (blamed[report.path.name],)] == []
