"""A report as plain text: in full for the one who wrote the program, a line each for the teacher."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from tictactoe.check.report import Report
from tictactoe.draw.report.words import DEGREE_WORDS, WORDS, about_games, about_guards, explained, headline
from tictactoe.draw.text import WIDTH, draw_table


def draw(reports: Sequence[Report], width: int = WIDTH) -> str:
    return draw_report(reports[0], width) if len(reports) == 1 else draw_class(reports)


def draw_report(report: Report, width: int = WIDTH) -> str:
    """For the one who wrote the program: each function, the smallest board that shows a fault, a guess at the cause."""
    parts = [f"{report.name}: {headline(report)}", ""]
    rows = [["function", "", "questions", "wrong"]]
    for verdict in report.verdicts:
        asked = f"{verdict.asked:,} of {verdict.total:,}" if verdict.asked < verdict.total else f"{verdict.asked:,}"
        rows.append([verdict.function, WORDS[verdict.status], asked if verdict.total else "", f"{verdict.wrong:,}"])
    parts.append(draw_table(rows, right=frozenset({2, 3})))
    for verdict in report.verdicts:
        parts += explained(verdict, width)
    parts += about_games(report)
    if report.output:
        shown = report.output.splitlines()[0][:100]
        parts += ["", f"It prints, while it is loaded or asked ({report.printed:,} bytes): {shown!r}"]
    if said := about_guards([report]):
        parts += ["", said]
    return "\n".join(parts) + "\n"


def draw_class(reports: Sequence[Report]) -> str:
    """For the teacher: a line for each program, and a summary."""
    rows = [["program", "", "to blame", "which", "beaten", "seconds"]]
    for report in reports:
        verdict = "WRONG" if report.outcome == "wrong" else report.outcome
        blame = report.stopped[:50] if report.stopped else ", ".join(report.to_blame)
        lost = "yes" if report.games and report.games.lost else ""
        degree = DEGREE_WORDS[report.degree][len(report.to_blame) > 1] if report.degree else ""
        rows.append([report.name, verdict, blame, degree, lost, f"{report.seconds:.1f}"])
    count = Counter(report.outcome for report in reports)
    summary = (
        f"{len(reports)} programs: {count['right']} right, {count['wrong']} wrong, "
        f"{count['not judged']} not judged to the end."
    )
    summary = f"{summary}\n{about_guards(reports)}".rstrip()
    return f"{draw_table(rows, right=frozenset({5}))}\n\n{summary}\n"
