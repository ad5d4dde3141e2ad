"""Reports as a table for a spreadsheet: a row for each program."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence

from tictactoe.check.report import Report


def draw(reports: Sequence[Report]) -> str:
    out = io.StringIO()
    writer = csv.writer(out)
    names = [verdict.function for verdict in reports[0].verdicts] if reports else []
    writer.writerow(["program", "right", "outcome", "degree", "to_blame", "beaten", "seconds", *names])
    for report in reports:
        lost = bool(report.games and report.games.lost)
        statuses = [verdict.status for verdict in report.verdicts]
        writer.writerow(
            [
                report.path,
                report.is_right,
                report.outcome,
                report.degree or "",
                " ".join(report.to_blame),
                lost,
                f"{report.seconds:.1f}",
                *statuses,
            ]
        )
    return out.getvalue()
