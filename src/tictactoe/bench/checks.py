"""How long it takes to check a program, and a class."""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from functools import partial
from importlib.util import find_spec
from multiprocessing import get_context
from os import cpu_count
from pathlib import Path
from time import perf_counter, sleep
from typing import NamedTuple

from tictactoe.bench.program import CLASSMATES, PLAIN, QUICK
from tictactoe.check import check_file
from tictactoe.check.judge import SECONDS
from tictactoe.check.submissions import Submission
from tictactoe.check.wire import FUNCTIONS

UNIT = 1 if sys.platform == "darwin" else 1024
"""Bytes in which a system says how much memory a process had."""
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
            yield from _class(Path(folder), classmates)


def _class(folder: Path, classmates: Sequence[tuple[str, str]]) -> Iterator[str]:
    """All kinds mixed, in a process of their own, so that the memory is the judge's; and the same on a cluster."""
    for number, (text, _) in enumerate(classmates):
        (folder / f"{number:03}.py").write_text(text, encoding="utf-8")
    with get_context("spawn").Pool(1) as judge:  # which ends it, if this is ended
        found = judge.apply(judge_all, (sorted(folder.glob("[0-9]*.py")), cpu_count() or 1))
    as_said = sum(outcome == expected for outcome, (_, expected) in zip(found.outcomes, classmates, strict=True))
    yield (
        f"Checking a class of {len(classmates)}, right, wrong, slow and hostile mixed, {cpu_count()} at once: "
        f"{found.seconds:.0f} s, at most {found.memory / 2**20:.0f} MB for the judge; "
        f"{as_said} verdicts as for each alone"
    )
    if find_spec("distributed"):
        shared = judge_on_cluster(sorted(folder.glob("[0-9]*.py")), cpu_count() or 1)
        same = sum(one == other for one, other in zip(shared.outcomes, found.outcomes, strict=True))
        yield (
            f"The same class on a cluster, local:{cpu_count()}: {shared.seconds:.0f} s, "
            f"{shared.seconds / found.seconds:.2f} times as long; {same} verdicts as without"
        )


def judge_all(paths: list[Path], at_once: int) -> Judged:
    """Check these programs, so many at once."""
    import resource  # which is not on every system

    start = perf_counter()
    with ThreadPoolExecutor(at_once) as pool:
        outcomes = [found.outcome for found in pool.map(partial(check_file, processes=1), paths)]
    return Judged(outcomes, perf_counter() - start, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * UNIT)


def judge_on_cluster(paths: list[Path], workers: int) -> Judged:
    """Check these programs by so many workers of a cluster on this machine; starting them is not counted."""
    import resource

    from tictactoe.check.cluster.check_class import ClassCheck
    from tictactoe.check.cluster.crew import CheckingCrew

    with closing(CheckingCrew(f"local:{workers}", note=lambda _: None)) as crew:
        while crew.count() < workers:
            sleep(0.1)
        start = perf_counter()
        check = ClassCheck([Submission(path) for path in paths], FUNCTIONS, SECONDS, crew, note=lambda _: None)
        outcomes = [found.outcome for found in check.run(lambda _: None)]
        seconds = perf_counter() - start
    return Judged(outcomes, seconds, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * UNIT)
