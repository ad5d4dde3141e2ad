"""Pieces of HTML that a notebook shows: words in its own colours and font, beside a board on white paper."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape

from tictactoe.draw.svg import Note, draw_board_svg
from tictactoe.draw.text import describe_game, describe_outcome
from tictactoe.rules import Cell, Game, Position, format_cell
from tictactoe.search import Analysis
from tictactoe.study.reasons import Reasons, explain_position

SIDE_BY_SIDE = "display:flex;flex-wrap:wrap;gap:1.5em;align-items:flex-start"
CELL = "text-align:left;vertical-align:top;padding:.15em 1.2em .15em 0"


def analysis_html(game: Game, position: Position, analysis: Analysis) -> str:
    """The board with the score of every move in its cell, and the same as a table, best first."""
    best = analysis.best
    rows = [(cell, str(analysis.moves[cell]), "best" if cell in best else "") for cell in analysis.ranked]
    said = [_headline(game, position, analysis), _table(game, ("move", "score", ""), rows, best)]
    if analysis.choice is not None and analysis.choice in best:
        said.append(f"<p>A perfect player takes {format_cell(game, analysis.choice)}.</p>")
    return _beside(draw_board_svg(game, position, notes=_notes(analysis)), said)


def explanation_html(game: Game, position: Position, analysis: Analysis, reasons: Sequence[Reasons]) -> str:
    """The board with its scores, what is to be seen on it, and what each move does, best first."""
    said = [_headline(game, position, analysis)]
    said += [f"<p>{escape(claim.text)}</p>" for claim in explain_position(game, position)]
    said.append(_table(game, ("move", "why"), [(found.move, found.text) for found in reasons], analysis.best))
    return _beside(draw_board_svg(game, position, notes=_notes(analysis)), said)


def _notes(analysis: Analysis) -> Mapping[Cell, Note]:
    best = analysis.best
    return {
        cell: Note(str(answer), cell in best, cell == analysis.choice and cell in best)
        for cell, answer in analysis.moves.items()
    }


def _headline(game: Game, position: Position, analysis: Analysis) -> str:
    if outcome := game.outcome(position):
        return f"<p>{escape(describe_outcome(game, position, outcome))}</p>"
    answer = analysis.answer.named(position.turn)
    return f"<p>{escape(describe_game(game))}, {position.turn} to move: <b>{escape(answer)}</b>.</p>"


def _table(
    game: Game, heads: Sequence[str], rows: Sequence[tuple[Cell, *tuple[str, ...]]], best: Sequence[Cell]
) -> str:
    """A row for each move, the best in bold; nothing if there are none."""
    if not rows:
        return ""
    head = "".join(f'<th scope="col" style="{CELL}">{escape(text)}</th>' for text in heads)
    body = []
    for cell, *texts in rows:
        weight = "bold" if cell in best else "normal"
        name = f'<th scope="row" style="{CELL};font-weight:{weight}">{format_cell(game, cell)}</th>'
        more = "".join(f'<td style="{CELL}">{escape(text)}</td>' for text in texts)
        body.append(f"<tr>{name}{more}</tr>")
    return f'<table style="margin:0"><thead><tr>{head}</tr></thead><tbody>{"".join(body)}</tbody></table>'


def _beside(picture: str, said: Sequence[str]) -> str:
    return f'<div style="{SIDE_BY_SIDE}"><div>{picture}</div><div style="max-width:44em">{"".join(said)}</div></div>'
