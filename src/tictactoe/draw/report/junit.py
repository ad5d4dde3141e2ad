"""Reports as JUnit's XML, which build servers read: one suite for each program, one case for each function."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from tictactoe.check.report import Report
from tictactoe.draw.report.words import DEGREE_WORDS, about_guards, about_printing, in_a_line


def draw(reports: Sequence[Report]) -> str:
    suites = []
    for report in reports:
        cases = []
        for verdict in report.verdicts:
            text = report.stopped or in_a_line(verdict) or verdict.status
            if verdict.degree:
                text = f"It {DEGREE_WORDS[verdict.degree][0]}: {text}"
            if report.points(verdict) == 1:
                bad = f"<system-out>{escape(text)}</system-out>" if verdict.degree else ""
            else:
                bad = f'<failure type="{verdict.degree or "not judged"}" message="{escape(text)}"/>'
            cases.append(f'<testcase classname="{escape(report.name)}" name="{verdict.function}">{bad}</testcase>')
        lacks = about_guards([report])
        note = f'<properties><property name="guards" value="{escape(lacks)}"/></properties>' if lacks else ""
        prints = about_printing(report)
        printed = f"<system-out>{escape(prints)}</system-out>" if prints else ""
        failures = sum("<failure" in case for case in cases)
        suites.append(
            f'<testsuite name="{escape(report.name)}" tests="{len(cases)}" failures="{failures}" '
            f'time="{report.seconds:.2f}">{note}{"".join(cases)}{printed}</testsuite>'
        )
    return f'<?xml version="1.0" encoding="utf-8"?>\n<testsuites>{"".join(suites)}</testsuites>\n'
