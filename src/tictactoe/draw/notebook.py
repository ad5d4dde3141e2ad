"""Pieces of HTML that a notebook shows: words in its own colours and font, beside a board on white paper."""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence
from html import escape

from tictactoe.draw.svg import Note, draw_board_svg
from tictactoe.draw.text import describe_choice, describe_game, describe_outcome, move_rows
from tictactoe.rules import Cell, Game, Position, format_cell
from tictactoe.search import Analysis
from tictactoe.study.reasons import Reasons, explain_position

SIDE_BY_SIDE = "display:flex;flex-wrap:wrap;gap:1.5em;align-items:flex-start"
CELL = "text-align:left;vertical-align:top;padding:.15em 1.2em .15em 0"


def analysis_html(game: Game, position: Position, analysis: Analysis) -> str:
    """The board with the score of every move in its cell, and the same as a table, best first."""
    best = {format_cell(game, cell) for cell in analysis.best}
    said = [_headline(game, position, analysis), _table(("move", "score", ""), move_rows(game, analysis), best)]
    if choice := describe_choice(game, analysis):
        said.append(f"<p>{choice}</p>")
    return _beside(draw_board_svg(game, position, notes=_notes(analysis)), said)


def explanation_html(game: Game, position: Position, analysis: Analysis, reasons: Sequence[Reasons]) -> str:
    """The board with its scores, what is to be seen on it, and what each move does, best first."""
    said = [_headline(game, position, analysis)]
    said += [f"<p>{escape(claim.text)}</p>" for claim in explain_position(game, position)]
    best = {format_cell(game, cell) for cell in analysis.best}
    said.append(_table(("move", "why"), [(format_cell(game, found.move), found.text) for found in reasons], best))
    return _beside(draw_board_svg(game, position, notes=_notes(analysis)), said)


def _notes(analysis: Analysis) -> Mapping[Cell, Note]:
    return {cell: _note(analysis, cell) for cell in analysis.told}


def _note(analysis: Analysis, cell: Cell) -> Note:
    standing, answer = analysis.standing(cell), analysis.moves[cell]
    words = standing if standing == "judged" and answer.kind == "unknown" else str(answer)
    return Note(words, standing == "best", cell == analysis.choice, is_judged=standing == "judged")


def _headline(game: Game, position: Position, analysis: Analysis) -> str:
    if outcome := game.outcome(position):
        return f"<p>{escape(describe_outcome(game, position, outcome))}</p>"
    answer = analysis.answer.named(position.turn)
    return f"<p>{escape(describe_game(game))}, {position.turn} to move: <b>{escape(answer)}</b>.</p>"


def _table(heads: Sequence[str], rows: Sequence[Sequence[str]], best: Container[str]) -> str:
    """A row for each move, the best in bold; nothing if there are none."""
    if not rows:
        return ""
    head = "".join(f'<th scope="col" style="{CELL}">{escape(text)}</th>' for text in heads)
    body = []
    for move, *texts in rows:
        weight = "bold" if move in best else "normal"
        name = f'<th scope="row" style="{CELL};font-weight:{weight}">{move}</th>'
        more = "".join(f'<td style="{CELL}">{escape(text)}</td>' for text in texts)
        body.append(f"<tr>{name}{more}</tr>")
    return f'<table style="margin:0"><thead><tr>{head}</tr></thead><tbody>{"".join(body)}</tbody></table>'


def _beside(picture: str, said: Sequence[str]) -> str:
    return f'<div style="{SIDE_BY_SIDE}"><div>{picture}</div><div style="max-width:44em">{"".join(said)}</div></div>'
