"""Values as plain data for JSON."""

from __future__ import annotations

from typing import Any

from tictactoe.rules import Game, Position, format_cell, format_game, format_position
from tictactoe.search import Analysis, Answer
from tictactoe.search.census import Census


def answer_data(answer: Answer) -> dict[str, Any]:
    """`value` is null if it is not known, `plies` if the distance is not; `kind` says what kind of statement it is."""
    return {"value": answer.value, "plies": answer.plies, "text": str(answer), "kind": answer.kind}


def analysis_data(game: Game, position: Position, analysis: Analysis) -> dict[str, Any]:
    """Moves stand in reading order; `outcome` is null while the game goes on, `winner` is null in a draw."""
    outcome = game.outcome(position)
    best = max((answer.rank for answer in analysis.moves.values()), default=None)
    return {
        "game": format_game(game),
        "position": format_position(game, position),
        "turn": position.turn,
        "outcome": {"winner": outcome.winner} if outcome else None,
        "score": answer_data(analysis.answer),
        "choice": None if analysis.choice is None else format_cell(game, analysis.choice),
        "moves": [
            {"move": format_cell(game, cell), "score": answer_data(answer), "best": answer.rank == best}
            for cell, answer in analysis.moves.items()
        ],
    }


def solution_data(game: Game, position: Position, answer: Answer, seconds: float, cached: bool) -> dict[str, Any]:
    """What `tictactoe solve` found; `facts` says how, `line` is a line of play that shows a win."""
    return {
        "game": format_game(game),
        "position": format_position(game, position),
        "turn": position.turn,
        "score": answer_data(answer),
        "low": answer.low,
        "high": answer.high,
        "line": [format_cell(game, cell) for cell in answer.line],
        "facts": [fact._asdict() for fact in answer.facts],
        "nodes": answer.nodes,
        "seconds": round(seconds, 3),
        "cached": cached,
    }


def census_data(game: Game, census: Census) -> dict[str, Any]:
    """The counts under the names of `Census`; `X`, `O` and `draw` stand for how a game ended."""
    data: dict[str, Any] = {"game": format_game(game)}
    for name, value in census._asdict().items():
        data[name] = (
            {winner or "draw": number for winner, number in value.items()} if isinstance(value, dict) else value
        )
    return data
