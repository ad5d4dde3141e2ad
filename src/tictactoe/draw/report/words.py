"""The sentences of a report: what every format says in the same words."""

from __future__ import annotations

from collections.abc import Sequence
from textwrap import fill

from tictactoe.check.course import GAME, Action
from tictactoe.check.report import Fault, Report, Verdict
from tictactoe.draw.text import draw_board
from tictactoe.rules import format_cell

SLOW = 5.0
"""Seconds for the first move that are worth a hint."""
WORDS = {
    "right": "right",
    "wrong": "WRONG",
    "misled": "right by itself",
    "missing": "MISSING",
    "unfinished": "right so far",
    "not judged": "not judged",
}


def headline(report: Report) -> str:
    """The whole report in a sentence."""
    if report.stopped:
        return f"It could not be judged: {report.stopped}."
    if report.is_right:
        return "Everything is right."
    if not report.to_blame:
        return "It could not be judged to the end. What was asked is right."
    names = ", ".join(report.to_blame)
    fine = [verdict.function for verdict in report.verdicts if verdict.status == "misled"]
    also = f" {' and '.join(fine)} {'is' if len(fine) == 1 else 'are'} right but for that." if fine else ""
    return f"Look at {names} first.{also}"


def explained(verdict: Verdict) -> list[str]:
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
        lines += ["  " + line for line in draw_board(GAME, question.place.position).splitlines()] + [""]
    lines += [f"  {call(fault)}", f"    returned   {fault.came}", f"    right is   {question.right}", ""]
    return lines


def call(fault: Fault) -> str:
    """The call as its author would write it."""
    question = fault.question
    arguments = [] if question.board is None else ["board"]
    if question.action is not None:
        arguments.append(str(question.action))
    return f"{question.function}({', '.join(arguments)})"


def about_games(report: Report) -> list[str]:
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
