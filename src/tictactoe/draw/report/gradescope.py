"""A report of one program as Gradescope's autograder reads it: one test for each function, a point each.

A function that was not judged to the end gets the part of its point that it has answered for.
"""

from __future__ import annotations

import json
from collections.abc import Sequence

from tictactoe.check.report import Report
from tictactoe.draw.report.words import about_guards, explained, headline


def draw(reports: Sequence[Report]) -> str:
    (report,) = reports
    tests = []
    for verdict in report.verdicts:
        output = report.stopped or "\n".join(explained(verdict)).strip() or "right"
        tests.append({"name": verdict.function, "score": report.points(verdict), "max_score": 1, "output": output})
    found = {
        "output": f"{headline(report)}\n{about_guards(reports)}".rstrip(),
        "execution_time": round(report.seconds, 2),
        "tests": tests,
    }
    return json.dumps(found, indent=2, allow_nan=False) + "\n"
