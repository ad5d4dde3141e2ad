"""How long it takes to check a program, and a class."""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from functools import partial
from multiprocessing import get_context
from os import cpu_count
from pathlib import Path
from time import perf_counter
from typing import NamedTuple

from tictactoe.bench.program import CLASSMATES, PLAIN, QUICK
from tictactoe.check import check_file

RIGHT = {"plain": PLAIN, "quick": QUICK}
CLASS = [*CLASSMATES.values()] * (100 // len(CLASSMATES))
"""A hundred programs of all kinds, and what is to be said of each."""
RIGHT_WITHIN = 60
"""Seconds on one idle core: what a right program may take, a slow one too."""


class Judged(NamedTuple):
    """What came of a class."""

    outcomes: Sequence[str]
    seconds: float
    memory: int
    """Bytes that the judge had at most."""


def report(right: Mapping[str, str] = RIGHT, classmates: Sequence[tuple[str, str]] = ()) -> Iterator[str]:
    """The lines that say what was measured: of right programs by name, and of a class if there is one."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "tictactoe.py"
        for name, text in right.items():
            path.write_text(text, encoding="utf-8")
            found = check_file(path, processes=1)
            asked = sum(verdict.asked for verdict in found.verdicts)
            total = sum(verdict.total for verdict in found.verdicts)
            within = f"{'within' if found.seconds <= RIGHT_WITHIN else 'not within'} {RIGHT_WITHIN} s"
            questions = f"{asked:,} of {total:,} questions in {found.seconds:.1f} s, {within}"
            yield f"Checking a {name}, correct program, one process at a time: {questions} ({found.outcome})"
        if classmates:
            yield _class(Path(folder), classmates)


def _class(folder: Path, classmates: Sequence[tuple[str, str]]) -> str:
    """All kinds mixed, in a process of their own, so that the memory is the judge's."""
    for number, (text, _) in enumerate(classmates):
        (folder / f"{number:03}.py").write_text(text, encoding="utf-8")
    with ProcessPoolExecutor(1, get_context("spawn")) as judge:
        found = judge.submit(judge_all, sorted(folder.glob("[0-9]*.py")), cpu_count() or 1).result()
    as_said = sum(outcome == expected for outcome, (_, expected) in zip(found.outcomes, classmates, strict=True))
    return (
        f"Checking a class of {len(classmates)}, right, wrong, slow and hostile mixed, {cpu_count()} at once: "
        f"{found.seconds:.0f} s, at most {found.memory / 2**20:.0f} MB for the judge; "
        f"{as_said} verdicts as for each alone"
    )


def judge_all(paths: list[Path], at_once: int) -> Judged:
    """Check these programs, so many at once."""
    import resource  # which is not on every system

    start = perf_counter()
    with ThreadPoolExecutor(at_once) as pool:
        outcomes = [found.outcome for found in pool.map(partial(check_file, processes=1), paths)]
    unit = 1 if sys.platform == "darwin" else 1024
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit
    return Judged(outcomes, perf_counter() - start, most)
