"""Values as plain data for JSON."""

from __future__ import annotations

from typing import Any

from tictactoe.rules import Game, Position, Score, format_cell, format_game, format_position
from tictactoe.search import Analysis
from tictactoe.search.census import Census


def score_data(score: Score) -> dict[str, Any]:
    return {"value": score.value, "plies": score.plies, "text": str(score)}


def analysis_data(game: Game, position: Position, analysis: Analysis) -> dict[str, Any]:
    """Moves stand in reading order; `outcome` is null while the game goes on, `winner` is null in a draw."""
    outcome = game.outcome(position)
    return {
        "game": format_game(game),
        "position": format_position(game, position),
        "turn": position.turn,
        "outcome": {"winner": outcome.winner} if outcome else None,
        "score": score_data(analysis.score),
        "choice": None if analysis.choice is None else format_cell(game, analysis.choice),
        "moves": [
            {"move": format_cell(game, cell), "score": score_data(score), "best": score == analysis.score}
            for cell, score in analysis.moves.items()
        ],
    }


def census_data(game: Game, census: Census) -> dict[str, Any]:
    """The counts under the names of `Census`; `X`, `O` and `draw` stand for how a game ended."""
    data: dict[str, Any] = {"game": format_game(game)}
    for name, value in census._asdict().items():
        data[name] = (
            {winner or "draw": number for winner, number in value.items()} if isinstance(value, dict) else value
        )
    return data
