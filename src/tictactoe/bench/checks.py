"""How long it takes to check a program, and a class."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from os import cpu_count
from pathlib import Path
from time import perf_counter

from tictactoe.bench.program import PLAIN, QUICK
from tictactoe.check import check_file

CLASS = 100


def report(long: bool) -> Iterator[str]:
    """The lines that say what was measured; with `long`, a whole class too."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "tictactoe.py"
        for name, text in (("plain", PLAIN), ("quick", QUICK)):
            path.write_text(text, encoding="utf-8")
            found = check_file(path)
            asked = sum(verdict.asked for verdict in found.verdicts)
            total = sum(verdict.total for verdict in found.verdicts)
            questions = f"{asked:,} of {total:,} questions in {found.seconds:.1f} s"
            yield f"Checking a {name}, correct program: {questions} ({found.outcome})"
        if long:
            workers = cpu_count() or 1
            start = perf_counter()
            with ThreadPoolExecutor(workers) as pool:
                right = sum(found.is_right for found in pool.map(check_file, [path] * CLASS))
            seconds = perf_counter() - start
            yield f"Checking {CLASS} of them, {workers} at once: {seconds:.0f} s, {right} right"
