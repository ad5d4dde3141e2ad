"""The reasons for the moves of a position, as text and as data."""

from __future__ import annotations

from collections.abc import Sequence
from textwrap import fill

from tictactoe.draw import shapes
from tictactoe.draw.data import analysis_data, claim_data, reasons_data
from tictactoe.draw.text import WIDTH, describe_choice, describe_game, describe_outcome, draw_board
from tictactoe.rules import Game, Position, format_cell
from tictactoe.search import Analysis
from tictactoe.study.reasons import Reasons, explain_position


def draw_explanation(
    game: Game, position: Position, analysis: Analysis, reasons: Sequence[Reasons], width: int = WIDTH
) -> str:
    """The board, what is to be seen on it, and what each move does, best first."""
    parts = [draw_board(game, position), ""]
    if outcome := game.outcome(position):
        return "\n".join([*parts, describe_outcome(game, position, outcome)])
    answer = analysis.answer.named(position.turn)
    parts.append(f"{describe_game(game)}, {position.turn} to move: {answer}.")
    parts += [fill(claim.text, width) for claim in explain_position(game, position)]
    if not analysis.is_proven:
        parts += [describe_choice(game, analysis)]
    for found in reasons:
        name = format_cell(game, found.move)
        parts += ["", fill(f"{name}  {found.text}", width, initial_indent="  ", subsequent_indent="      ")]
    return "\n".join(parts)


def explanation_data(
    game: Game, position: Position, analysis: Analysis, reasons: Sequence[Reasons]
) -> shapes.ExplanationData:
    return {
        **analysis_data(game, position, analysis),
        "claims": [claim_data(game, claim) for claim in explain_position(game, position)],
        "reasons": [reasons_data(game, found) for found in reasons],
    }
