"""Reports as annotations of GitHub, which its Actions and GitHub Classroom show beside the lines of the program.

A line for each thing to be said, which its runner reads: `::error file=...,line=...,title=...::what is wrong`.
"""

from __future__ import annotations

from collections.abc import Sequence

from tictactoe.check.report import Report, Verdict
from tictactoe.draw.report.words import WORDS, about_guards, explained, headline


def draw(reports: Sequence[Report]) -> str:
    """An error for each function that has not earned its point, a warning for what is told but does not count."""
    said = []
    for report in reports:
        said.append(_annotation("notice" if report.is_right else "error", report, "tictactoe check", headline(report)))
        if not report.stopped:
            said += [_about(report, verdict) for verdict in report.verdicts if verdict.status != "right"]
    if missing := about_guards(reports):
        said.append(f"::warning title=tictactoe check::{_text(missing)}")
    return "\n".join(said) + "\n"


def _about(report: Report, verdict: Verdict) -> str:
    kind = "error" if report.points(verdict) < 1 else "warning"
    message = "\n".join(explained(verdict)).strip() or WORDS[verdict.status]
    title = f"{verdict.function}: {WORDS[verdict.status].lower()}"
    return _annotation(kind, report, title, message, dict(report.lines).get(verdict.function))


def _annotation(kind: str, report: Report, title: str, message: str, line: int | None = None) -> str:
    place = {"file": report.name.replace("\\", "/"), "line": line, "title": title}
    where = ",".join(f"{name}={_property(str(value))}" for name, value in place.items() if value is not None)
    return f"::{kind} {where}::{_text(message)}"


def _text(text: str) -> str:
    """What begins a command of the runner, or ends one, cannot come from what a program has printed or returned."""
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _text(text).replace(":", "%3A").replace(",", "%2C")
