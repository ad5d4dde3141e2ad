"""Reports as one page, fit to hand back: every program with its boards drawn."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from tictactoe.check.course import GAME
from tictactoe.check.report import Report, Verdict
from tictactoe.draw.palette import LIGHT, WHITE
from tictactoe.draw.report.words import (
    DEGREE_WORDS,
    WORDS,
    about_class,
    about_games,
    about_guards,
    about_printing,
    answered,
    brief,
    call,
    headline,
)
from tictactoe.draw.svg import board as svg_board
from tictactoe.rules import Position, format_cell, format_position

STYLE = f"""
body {{ font: 16px/1.5 system-ui, sans-serif; color: {LIGHT.ink}; background: {LIGHT.paper}; }}
body {{ margin: 2rem auto; padding: 0 1rem; max-width: 50rem; }}
table {{ border-collapse: collapse; }}
section {{ margin: 2.5rem 0; }}
.wrong, .missing {{ font-weight: 700; }}
pre {{ white-space: pre-wrap; }}
@media print {{ body {{ background: {WHITE}; }} section {{ break-inside: avoid-page; }} }}
"""
CELL = "padding: .2rem .8rem .2rem 0; text-align: left; vertical-align: top"
FIGURE = "display: flex; gap: 1.5rem; margin: 1rem 0; align-items: center"
EDGE, SIDE = 20, 116
"""Of a board that is drawn: the room for names of rows and columns, and its size."""
HEAD = '<meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Check of tictactoe.py</title>'


def draw(reports: Sequence[Report]) -> str:
    body = "".join(report_html(report, f"program-{number}") for number, report in enumerate(reports, 1))
    if len(reports) > 1:
        body = _contents(reports) + body
    head = f"<head>{HEAD}<style>{STYLE}</style></head>"
    return f'<!doctype html>\n<html lang="en">{head}<body><h1>Check</h1>{body}</body></html>\n'


def _contents(reports: Sequence[Report]) -> str:
    """For the teacher: how many are right, and a line for each program that leads to its part."""
    rows = "".join(
        f'<tr class="{report.outcome.split()[0]}"><th scope="row" style="{CELL}">'
        f'<a href="#program-{number}">{escape(report.name)}</a></th>'
        f'<td style="{CELL}; white-space: nowrap">{"WRONG" if report.outcome == "wrong" else report.outcome}</td>'
        f'<td style="{CELL}">{escape(brief(report))}</td></tr>'
        for number, report in enumerate(reports, 1)
    )
    return f"<p>{escape(about_class(reports))}</p><nav><table>{rows}</table></nav>"


def report_html(report: Report, name: str = "") -> str:
    """One program: a part of a page, where it can be linked to by a name, or of a notebook."""
    rows = "".join(_row(verdict) for verdict in report.verdicts)
    faults = "".join(_figure(verdict) for verdict in report.verdicts)
    lines = (*about_games(report), about_printing(report), about_guards([report]))
    more = "".join(f"<p>{escape(line)}</p>" for line in lines if line)
    begin = f'<section id="{name}">' if name else "<section>"
    title = f"<h2>{escape(report.name)}</h2><p>{escape(headline(report))}</p>"
    return f"{begin}{title}<table>{rows}</table>{faults}{more}</section>"


def _row(verdict: Verdict) -> str:
    texts = (
        WORDS[verdict.status],
        f"{verdict.asked:,} asked" if verdict.is_complete else f"{verdict.asked:,} of {verdict.total:,} asked",
        f"{verdict.wrong:,} wrong",
        DEGREE_WORDS[verdict.degree][0] if verdict.degree else "",
    )
    cells = "".join(f'<td style="{CELL}">{text}</td>' for text in texts)
    name = f'<th scope="row" style="{CELL}">{verdict.function}</th>'
    return f'<tr class="{verdict.status.split()[0]}">{name}{cells}</tr>'


def _figure(verdict: Verdict) -> str:
    if verdict.fault is None:
        return f"<p>{escape(verdict.function)}: {escape(verdict.note)}</p>" if verdict.note else ""
    fault = verdict.fault
    text = "\n".join([call(fault), *(f"{label:<11}{what}" for label, what in answered(fault))])
    causes = "".join(f"<p>{escape(cause)}</p>" for cause in (*verdict.causes, verdict.note) if cause)
    return (
        f'<h3>{verdict.function}</h3><figure style="{FIGURE}">'
        f"{_board(fault.question.place.position) if fault.question.board else ''}"
        f"<figcaption><pre>{escape(text)}</pre>{causes}</figcaption></figure>"
    )


def _board(position: Position) -> str:
    """A board with the names of its columns and rows."""
    drawn = "".join(svg_board(GAME, position, EDGE, EDGE, SIDE))
    for number in range(GAME.rows):
        middle, name = EDGE + SIDE * (2 * number + 1) / 6, format_cell(GAME, number * 4)
        drawn += f'<text x="{middle:g}" y="{EDGE - 6}">{name[0]}</text>'
        drawn += f'<text x="{EDGE / 2:g}" y="{middle + 5:g}">{name[1]}</text>'
    size = EDGE + SIDE + 2
    return (
        f'<svg width="{size}" height="{size}" viewBox="0 0 {size} {size}" role="img" font-size="14" '
        f'text-anchor="middle" aria-label="the board {format_position(GAME, position)}">{drawn}</svg>'
    )
