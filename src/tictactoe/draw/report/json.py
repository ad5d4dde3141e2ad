"""Reports as JSON, with everything that is in them."""

from __future__ import annotations

import json
from collections.abc import Sequence

from tictactoe.check.degrees import DEGREES
from tictactoe.check.report import Report, Verdict
from tictactoe.draw import shapes
from tictactoe.draw.data import envelope
from tictactoe.draw.report.words import call, headline, moves_text
from tictactoe.rules import Game


def draw(reports: Sequence[Report]) -> str:
    found = {"reports": [report_data(report) for report in reports]}
    return json.dumps(envelope("check", Game(3, 3, 3), None, found), indent=2, allow_nan=False) + "\n"


def report_data(report: Report) -> shapes.ReportData:
    """Everything in a report as plain data."""
    games = report.games
    return {
        "program": report.name,
        "right": report.is_right,
        "outcome": report.outcome,
        "degree": report.degree,
        "counted_as_wrong": list(DEGREES[: DEGREES.index(report.counted) + 1]),
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
            "as": games.side,
            "moves": moves_text(games.shortest) or None,
        },
        "first_move_seconds": report.first_move,
        "printed": report.output or None,
        "printed_bytes": report.printed,
        "guards": list(report.guards),
        "not_guarded": list(report.missing_guards),
        "seconds": round(report.seconds, 2),
    }


def _verdict_data(verdict: Verdict) -> shapes.VerdictData:
    fault = verdict.fault
    return {
        "function": verdict.function,
        "status": verdict.status,
        "asked": verdict.asked,
        "total": verdict.total,
        "wrong": verdict.wrong,
        "degree": verdict.degree,
        "causes": list(verdict.causes),
        "note": verdict.note or None,
        "misled_by": list(verdict.misled_by),
        "fault": fault
        and {
            "board": fault.question.board,
            "action": fault.question.action,
            "call": call(fault),
            "returned": None if fault.reply.raised else fault.came,
            "raised": fault.came if fault.reply.raised else None,
            "changed": fault.reply.changed,
            "altered": fault.reply.altered,
            "right": fault.question.right,
            "degree": fault.degree,
        },
    }
