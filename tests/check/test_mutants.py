"""Is the judge sharp enough, and fair enough? It must catch every mutant that breaks the contract, and no other."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from extent import sample, usually
from mutants import Mutant, differs, mutants
from programs import GOOD, save
from tictactoe.check import check_file
from tictactoe.check.wire import FUNCTIONS

QUICK = {"winner": "lines += [[board[i][i]", "utility": "return {X: 1, O: -1"}
"""In a usual run, a few mutants of these lines are judged, by these functions alone."""


def line_of(text: str) -> str:
    """Where in the good program this text is, as a mutant says it."""
    return f"line {GOOD[: GOOD.index(text)].count(chr(10)) + 1}:"


def compare(mutant: Mutant, folder: Path) -> tuple[bool, bool]:
    """Whether it breaks the contract, and whether the judge says so."""
    folder.mkdir()
    report = check_file(save(mutant.text, folder), usually(tuple(QUICK), FUNCTIONS), call_seconds=5)
    return differs(mutant.text, folder), not report.is_right


def test_a_mutant_is_wrong_exactly_if_it_behaves_otherwise(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    found = list(mutants(GOOD))
    quick = [mutant for mutant in found if mutant.what.startswith(tuple(map(line_of, QUICK.values())))]
    chosen = sample(usually(quick, found), 4)
    with ThreadPoolExecutor(2) as pool:
        folders = [tmp_path / str(number) for number in range(len(chosen))]
        outcomes = dict(zip(chosen, pool.map(compare, chosen, folders), strict=True))
    missed = [mutant.what for mutant, (broken, caught) in outcomes.items() if broken and not caught]
    accused = [mutant.what for mutant, (broken, caught) in outcomes.items() if caught and not broken]
    changed = sum(broken for broken, _ in outcomes.values())
    with capsys.disabled():
        print(f"\n{len(chosen)} of {len(found)} mutants, {changed} change behaviour, {changed - len(missed)} caught")
    assert missed == []
    assert accused == []
    assert changed > len(chosen) // 2
