"""Reports as a table for a spreadsheet: a row for each program."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence

from tictactoe.check.report import Report
from tictactoe.draw.report.words import headline

FORMULA = ("=", "+", "-", "@", "＝", "＋", "－", "＠")
"""What a spreadsheet would take for the beginning of a formula, and carry out."""


def draw(reports: Sequence[Report]) -> str:
    """A name or text that begins like a formula is put after an apostrophe; `beaten` is empty if it is not known."""
    out = io.StringIO()
    writer = csv.writer(out)
    names = [verdict.function for verdict in reports[0].verdicts] if reports else []
    columns = ["program", "right", "outcome", "degree", "to_blame", "beaten", "seconds", *names, "why", "not_guarded"]
    writer.writerow(columns)
    for report in reports:
        lost = "" if report.games is None else True if report.games.lost else "" if report.games.unknown else False
        statuses = [verdict.status for verdict in report.verdicts]
        writer.writerow(
            [
                for_spreadsheet(report.name),
                report.is_right,
                report.outcome,
                report.degree or "",
                " ".join(report.to_blame),
                lost,
                f"{report.seconds:.1f}",
                *statuses,
                for_spreadsheet(headline(report)),
                " ".join(report.missing_guards),
            ]
        )
    return out.getvalue()


def for_spreadsheet(text: str) -> str:
    """Text that is shown and not carried out."""
    return f"'{text}" if text.lstrip().startswith(FORMULA) else text
