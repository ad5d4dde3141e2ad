"""What checking programs found, for those who wrote them and those who teach them, in all the formats there are."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Sequence
from html import escape
from textwrap import fill
from typing import Any

from tictactoe.check.exercise import GAME, Action, place_of
from tictactoe.check.report import Fault, Report, Verdict
from tictactoe.draw.palette import LIGHT, WHITE
from tictactoe.draw.svg import board as svg_board
from tictactoe.draw.text import draw_board, draw_table
from tictactoe.rules import Position, format_cell

FORMATS = ("text", "json", "html", "junit", "csv", "gradescope")
SLOW = 5.0
"""Seconds for the first move that are worth a hint."""
WORDS = {
    "right": "right",
    "wrong": "WRONG",
    "misled": "right by itself",
    "missing": "MISSING",
    "not judged": "not judged",
}


def draw_reports(reports: Sequence[Report], form: str) -> str:
    """Reports in one of the FORMATS; text shows one report in full, and of several a line each."""
    if form == "json":
        return json.dumps([report_data(report) for report in reports], indent=2) + "\n"
    if form == "html":
        return _page(reports)
    if form == "junit":
        return _junit(reports)
    if form == "csv":
        return _csv(reports)
    if form == "gradescope":
        return json.dumps(_gradescope(reports[0]), indent=2) + "\n"
    return draw_report(reports[0]) if len(reports) == 1 else draw_class(reports)


def headline(report: Report) -> str:
    """The whole report in a sentence."""
    if report.stopped:
        return f"It could not be judged: {report.stopped}."
    if report.is_right:
        unasked = sum(verdict.total - verdict.asked for verdict in report.verdicts)
        return "Everything that was asked is right." if unasked else "Everything is right."
    if not report.to_blame:
        return "It could not be judged to the end."
    names = ", ".join(report.to_blame)
    fine = [verdict.function for verdict in report.verdicts if verdict.status == "misled"]
    also = f" {' and '.join(fine)} {'is' if len(fine) == 1 else 'are'} right but for that." if fine else ""
    return f"Look at {names} first.{also}"


def draw_report(report: Report) -> str:
    """For the one who wrote the program: each function, the smallest board that shows a fault, a guess at the cause."""
    parts = [f"{report.path}: {headline(report)}", ""]
    rows = [["function", "", "questions", "wrong"]]
    for verdict in report.verdicts:
        asked = f"{verdict.asked:,} of {verdict.total:,}" if verdict.asked < verdict.total else f"{verdict.asked:,}"
        rows.append([verdict.function, WORDS[verdict.status], asked if verdict.total else "", f"{verdict.wrong:,}"])
    parts.append(draw_table(rows, right=frozenset({2, 3})))
    for verdict in report.verdicts:
        parts += _explained(verdict)
    parts += _about_games(report)
    if report.output:
        parts += ["", f"It prints, while it is loaded or asked: {report.output.splitlines()[0][:100]!r}"]
    return "\n".join(parts) + "\n"


def _explained(verdict: Verdict) -> list[str]:
    """What is to be said of a function that is not simply right."""
    if verdict.status == "missing":
        return ["", f"{verdict.function}: there is no function of this name."]
    if verdict.status == "misled":
        return ["", fill(f"{verdict.function}: {verdict.note}", 100)]
    lines = []
    if verdict.fault:
        lines += [
            "",
            f"{verdict.function}: wrong in {verdict.wrong:,} of {verdict.asked:,} questions. The smallest board:",
            "",
        ]
        lines += _shown(verdict.fault)
    lines += [fill(f"  {cause}", 100, subsequent_indent="  ") for cause in verdict.causes]
    if verdict.note:
        lines += ["", fill(f"{verdict.function}: {verdict.note}", 100)]
    return lines


def _shown(fault: Fault) -> list[str]:
    question = fault.question
    lines = []
    if question.board is not None:
        lines += ["  " + line for line in draw_board(GAME, place_of(question.board).position).splitlines()] + [""]
    lines += [f"  {call(fault)}", f"    returned   {fault.came}", f"    right is   {question.right}", ""]
    return lines


def call(fault: Fault) -> str:
    """The call as its author would write it."""
    question = fault.question
    arguments = [] if question.board is None else ["board"]
    if question.action is not None:
        arguments.append(str(question.action))
    return f"{question.function}({', '.join(arguments)})"


def _about_games(report: Report) -> list[str]:
    lines = []
    if report.games and report.games.lost:
        games = report.games
        lines += ["", f"It can be beaten: as {games.side}, by {moves_text(games.shortest)}."]
        lines += [f"Of all {games.games:,} games against it, it loses {games.lost:,}."]
    elif report.games and not report.games.unknown:
        lines += ["", f"It cannot be beaten: none of all {report.games.games:,} games against it is lost."]
    if report.first_move is not None:
        lines += ["", f"The first move takes {report.first_move:.2f} s."]
        if report.first_move > SLOW:
            lines += ["That is slow. Remembering positions that it has met, or alpha-beta pruning, would help."]
    return lines


def moves_text(moves: Sequence[Action]) -> str:
    """A game as a person would write it: X b2, O a1."""
    return ", ".join(f"{'XO'[n % 2]} {format_cell(GAME, row * 3 + col)}" for n, (row, col) in enumerate(moves))


def draw_class(reports: Sequence[Report]) -> str:
    """For the teacher: a line for each program, and a summary."""
    rows = [["program", "", "to blame", "beaten", "seconds"]]
    for report in reports:
        verdict = "right" if report.is_right else "not judged" if report.stopped else "WRONG"
        blame = report.stopped[:50] if report.stopped else ", ".join(report.to_blame)
        lost = "yes" if report.games and report.games.lost else ""
        rows.append([str(report.path), verdict, blame, lost, f"{report.seconds:.1f}"])
    right = sum(report.is_right for report in reports)
    stopped = sum(bool(report.stopped) for report in reports)
    summary = f"{len(reports)} programs: {right} right, {len(reports) - right - stopped} wrong, {stopped} not judged."
    return f"{draw_table(rows, right=frozenset({4}))}\n\n{summary}\n"


def report_data(report: Report) -> dict[str, Any]:
    """Everything in a report as plain data."""
    games = report.games
    return {
        "program": str(report.path),
        "right": report.is_right,
        "to_blame": list(report.to_blame),
        "headline": headline(report),
        "stopped": report.stopped or None,
        "functions": [_verdict_data(verdict) for verdict in report.verdicts],
        "beaten": None
        if games is None
        else {
            "games": games.games,
            "lost": games.lost,
            "unknown": games.unknown,
            "as": games.side or None,
            "moves": moves_text(games.shortest) or None,
        },
        "first_move_seconds": report.first_move,
        "printed": report.output or None,
        "guards": list(report.guards),
        "seconds": round(report.seconds, 2),
    }


def _verdict_data(verdict: Verdict) -> dict[str, Any]:
    fault = verdict.fault
    return {
        "function": verdict.function,
        "status": verdict.status,
        "asked": verdict.asked,
        "total": verdict.total,
        "wrong": verdict.wrong,
        "causes": list(verdict.causes),
        "note": verdict.note or None,
        "fault": fault
        and {
            "board": fault.question.board,
            "action": fault.question.action,
            "call": call(fault),
            "returned": fault.came,
            "right": fault.question.right,
        },
    }


def _csv(reports: Sequence[Report]) -> str:
    out = io.StringIO()
    writer = csv.writer(out)
    names = [verdict.function for verdict in reports[0].verdicts] if reports else []
    writer.writerow(["program", "right", "to_blame", "beaten", "seconds", *names])
    for report in reports:
        lost = bool(report.games and report.games.lost)
        statuses = [verdict.status for verdict in report.verdicts]
        writer.writerow(
            [report.path, report.is_right, " ".join(report.to_blame), lost, f"{report.seconds:.1f}", *statuses]
        )
    return out.getvalue()


def _junit(reports: Sequence[Report]) -> str:
    """One suite for each program, one case for each function."""
    suites = []
    for report in reports:
        cases = []
        for verdict in report.verdicts:
            text = report.stopped or verdict.note or "; ".join(verdict.causes) or "wrong"
            if verdict.fault:
                fault = verdict.fault
                text = f"{call(fault)} returned {fault.came}, right is {fault.question.right}. {text}"
            bad = "" if verdict.status in ("right", "misled") else f'<failure message="{escape(text)}"/>'
            cases.append(f'<testcase classname="{escape(str(report.path))}" name="{verdict.function}">{bad}</testcase>')
        failures = sum("<failure" in case for case in cases)
        suites.append(
            f'<testsuite name="{escape(str(report.path))}" tests="{len(cases)}" failures="{failures}" '
            f'time="{report.seconds:.2f}">{"".join(cases)}</testsuite>'
        )
    return f'<?xml version="1.0" encoding="utf-8"?>\n<testsuites>{"".join(suites)}</testsuites>\n'


def _gradescope(report: Report) -> dict[str, Any]:
    """What Gradescope's autograder reads: one test for each function, a point each."""
    tests = []
    for verdict in report.verdicts:
        good = verdict.status in ("right", "misled")
        output = report.stopped or "\n".join(_explained(verdict)).strip() or "right"
        tests.append({"name": verdict.function, "score": int(good), "max_score": 1, "output": output})
    return {"output": headline(report), "execution_time": round(report.seconds, 2), "tests": tests}


STYLE = f"""
body {{ font: 16px/1.5 system-ui, sans-serif; color: {LIGHT.ink}; background: {LIGHT.paper}; }}
body {{ margin: 2rem auto; padding: 0 1rem; max-width: 50rem; }}
table {{ border-collapse: collapse; }}
td, th {{ padding: .2rem .8rem .2rem 0; text-align: left; }}
section {{ margin: 2.5rem 0; }}
.wrong, .missing {{ font-weight: 700; }}
pre {{ white-space: pre-wrap; }}
figure {{ display: flex; gap: 1.5rem; margin: 1rem 0; align-items: center; }}
@media print {{ body {{ background: {WHITE}; }} section {{ break-inside: avoid-page; }} }}
"""
HEAD = '<meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Check of tictactoe.py</title>'


def _page(reports: Sequence[Report]) -> str:
    """One file, fit to hand back: every program with its boards drawn."""
    body = "".join(_section(report) for report in reports)
    head = f"<head>{HEAD}<style>{STYLE}</style></head>"
    return f'<!doctype html>\n<html lang="en">{head}<body><h1>Check</h1>{body}</body></html>\n'


def _section(report: Report) -> str:
    rows = "".join(_row(verdict) for verdict in report.verdicts)
    faults = "".join(_figure(verdict) for verdict in report.verdicts)
    more = "".join(f"<p>{escape(line)}</p>" for line in _about_games(report) if line)
    name = escape(str(report.path))
    return f"<section><h2>{name}</h2><p>{escape(headline(report))}</p><table>{rows}</table>{faults}{more}</section>"


def _row(verdict: Verdict) -> str:
    name = f'<th scope="row">{verdict.function}</th><td>{WORDS[verdict.status]}</td>'
    counts = f"<td>{verdict.asked:,} asked</td><td>{verdict.wrong:,} wrong</td>"
    return f'<tr class="{verdict.status.split()[0]}">{name}{counts}</tr>'


def _figure(verdict: Verdict) -> str:
    if verdict.fault is None:
        return f"<p>{escape(verdict.function)}: {escape(verdict.note)}</p>" if verdict.note else ""
    fault = verdict.fault
    position = Position() if fault.question.board is None else place_of(fault.question.board).position
    drawn = "".join(svg_board(GAME, position, 2, 2, 116))
    text = f"{call(fault)}\nreturned   {fault.came}\nright is   {fault.question.right}"
    causes = "".join(f"<p>{escape(cause)}</p>" for cause in (*verdict.causes, verdict.note) if cause)
    return (
        f"<h3>{verdict.function}</h3><figure>"
        f'<svg width="120" height="120" viewBox="0 0 120 120" role="img" aria-label="the board">{drawn}</svg>'
        f"<figcaption><pre>{escape(text)}</pre>{causes}</figcaption></figure>"
    )
