"""A report of one program as Gradescope's autograder reads it: one test for each function, a point each."""

from __future__ import annotations

import json
from collections.abc import Sequence

from tictactoe.check.report import Report
from tictactoe.draw.report.words import about_guards, explained, headline


def draw(reports: Sequence[Report]) -> str:
    (report,) = reports
    tests = []
    for verdict in report.verdicts:
        good = verdict.status in ("right", "misled")
        output = report.stopped or "\n".join(explained(verdict)).strip() or "right"
        tests.append({"name": verdict.function, "score": int(good), "max_score": 1, "output": output})
    found = {
        "output": f"{headline(report)}\n{about_guards(reports)}".rstrip(),
        "execution_time": round(report.seconds, 2),
        "tests": tests,
    }
    return json.dumps(found, indent=2) + "\n"
