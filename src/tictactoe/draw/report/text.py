"""A report as plain text: in full for the one who wrote the program, a few lines each for the teacher."""

from __future__ import annotations

from collections.abc import Sequence

from tictactoe.check.report import Report
from tictactoe.draw.report.words import (
    WORDS,
    about_class,
    about_games,
    about_guards,
    about_printing,
    brief,
    explained,
    headline,
)
from tictactoe.draw.text import WIDTH, draw_table, flow

OTHER_COLUMNS = 28
"""Of the table of a class: what stands beside the names."""


def draw(reports: Sequence[Report], width: int = WIDTH) -> str:
    return draw_report(reports[0], width) if len(reports) == 1 else draw_class(reports, width)


def draw_report(report: Report, width: int = WIDTH) -> str:
    """For the one who wrote the program: each function, the smallest board that shows a fault, a guess at the cause."""
    parts = [flow(f"{report.name}: {headline(report)}", width), ""]
    rows = [["function", "", "questions", "wrong"]]
    for verdict in report.verdicts:
        asked = f"{verdict.asked:,} of {verdict.total:,}" if verdict.asked < verdict.total else f"{verdict.asked:,}"
        rows.append([verdict.function, WORDS[verdict.status], asked if verdict.total else "", f"{verdict.wrong:,}"])
    parts.append(draw_table(rows, right=frozenset({2, 3})))
    for verdict in report.verdicts:
        parts += explained(verdict, width)
    parts += [flow(line, width) for line in about_games(report)]
    parts += [f"\n{flow(said, width)}" for said in (about_printing(report), about_guards([report])) if said]
    return "\n".join(parts) + "\n"


def _short(name: str, width: int) -> str:
    """The end of a path, if it is too wide."""
    return name if len(name) <= width else f"…{name[1 - width :]}"


def draw_class(reports: Sequence[Report], width: int = WIDTH) -> str:
    """For the teacher: a line for each program, under it what is to be said of it if it is not right; and a summary."""
    rows = [["program", "", "seconds"]]
    for report in reports:
        verdict = "WRONG" if report.outcome == "wrong" else report.outcome
        rows.append([_short(report.name, width - OTHER_COLUMNS), verdict, f"{report.seconds:.1f}"])
    head, *lines = draw_table(rows, right=frozenset({2})).split("\n")
    parts = [head]
    for line, report in zip(lines, reports, strict=True):
        parts.append(line)
        if said := brief(report):
            parts.append(flow(said, width, "      "))
    parts += ["", flow(about_class(reports), width)]
    if said := about_guards(reports):
        parts.append(flow(said, width))
    return "\n".join(parts) + "\n"
