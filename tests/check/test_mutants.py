"""Is the judge sharp enough, and fair enough? It must catch every mutant that breaks the contract, and no other."""

from __future__ import annotations

import os
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from mutants import Mutant, differs, mutants
from programs import GOOD, save
from tictactoe.check import check_file

ALL = "TICTACTOE_ALL_MUTANTS"
"""Set in the environment, all mutants are judged, which takes some minutes; else a few, always the same."""
SAMPLE = 4


def compare(mutant: Mutant, folder: Path) -> tuple[bool, bool]:
    """Whether it breaks the contract, and whether the judge says so."""
    folder.mkdir()
    return differs(mutant.text, folder), not check_file(save(mutant.text, folder), seconds=60, call_seconds=5).is_right


def test_a_mutant_is_wrong_exactly_if_it_behaves_otherwise(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    found = list(mutants(GOOD))
    chosen = found if os.environ.get(ALL) else found[:: len(found) // SAMPLE + 1]
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
