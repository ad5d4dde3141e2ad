"""Values as plain data for JSON, and the envelope in which every command writes them.

`shapes` says what the parts are, and docs/schema.json what the answers of the commands are. VERSION changes when
something in them is taken away, or means something else.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tictactoe.draw import shapes
from tictactoe.draw.text import describe_choice
from tictactoe.match import PERSON, Session, offered
from tictactoe.rules import Game, Mark, Position, X, cells_of, format_cell, format_game, format_moves, format_position
from tictactoe.search import Analysis, Answer
from tictactoe.search.answer import Fact
from tictactoe.search.census import Census
from tictactoe.study.bounds import Insight
from tictactoe.study.reasons import Claim, Reasons
from tictactoe.study.review import Lesson, Ply, Review
from tictactoe.study.trace import Summary
from tictactoe.study.tree import Node, value_for_x

VERSION = 1


def envelope(kind: str, game: Game, position: Position | None, answer: Mapping[str, Any]) -> dict[str, Any]:
    """The answer of a command: what it is, what it is about, then the answer. `position` is null for a whole game."""
    return {
        "format": f"tictactoe {kind}",
        "version": VERSION,
        "game": format_game(game),
        "position": None if position is None else format_position(game, position),
        **answer,
    }


def answer_data(answer: Answer) -> shapes.ScoreData:
    """`value` is null if it is not known, `plies` if the distance is not; `kind` says what kind of statement it is."""
    return {"value": answer.value, "plies": answer.plies, "text": str(answer), "kind": answer.kind}


def position_data(game: Game, position: Position) -> shapes.BoardData:
    """What the rules say: `outcome` is null while the game goes on, `winner` is null in a draw."""
    outcome = game.outcome(position)
    lines = [[format_cell(game, cell) for cell in cells_of(line)] for line in game.winning_lines(position)]
    return {
        "game": format_game(game),
        "position": format_position(game, position),
        "turn": position.turn,
        "outcome": {"winner": outcome.winner, "lines": lines} if outcome else None,
    }


def session_data(session: Session) -> shapes.SessionData:
    """A game being played. `mover` is the level whose turn it is, null if a person moves or nobody does.

    `levels` are those that are offered for this game, the best last.

    `undo` and `redo` are the moves made and taken back after that; null if there is nothing to undo or redo.
    """
    earlier, later = session.undo(), session.redo()
    return {
        **position_data(session.game, session.position),
        "mover": None if session.outcome or session.mover == PERSON else session.mover,
        "people": list(session.people),
        "levels": [{"name": level.name, "manner": level.manner_in(session.game)} for level in offered(session.game)],
        **_moves_data(session),
        "undo": None if earlier == session else _moves_data(earlier),
        "redo": None if later == session else _moves_data(later),
    }


def _moves_data(session: Session) -> shapes.LineData:
    return {"moves": format_moves(session.game, session.moves), "undone": format_moves(session.game, session.undone)}


def analysis_data(game: Game, position: Position, analysis: Analysis) -> shapes.AnalysisData:
    """Moves stand in reading order. `score` is for the player to move, `words` say it by name.

    `choice_is` says whether the choice is proven to be one of the best, or judged; `advice` says it in a sentence.
    """
    best = analysis.best
    return {
        **position_data(game, position),
        "score": answer_data(analysis.answer),
        "words": analysis.answer.named(position.turn),
        "choice": None if analysis.choice is None else format_cell(game, analysis.choice),
        "choice_is": None if analysis.choice is None else "proven" if analysis.is_proven else "judged",
        "advice": describe_choice(game, analysis),
        "moves": [
            {
                "move": format_cell(game, cell),
                "score": answer_data(answer),
                "best": cell in best,
            }
            for cell, answer in analysis.moves.items()
        ],
    }


def solution_data(
    game: Game, position: Position, answer: Answer, seconds: float, cached: bool, memory: int
) -> shapes.SolutionData:
    """What `tictactoe solve` found; `facts` says how, `line` is a line of play that shows a win; `memory` in bytes."""
    return {
        "turn": position.turn,
        "score": answer_data(answer),
        "low": answer.low,
        "high": answer.high,
        "line": [format_cell(game, cell) for cell in answer.line],
        "facts": [_fact_data(fact) for fact in answer.facts],
        "nodes": answer.nodes,
        "seconds": round(seconds, 3),
        "memory": memory,
        "cached": cached,
    }


def _fact_data(fact: Fact) -> shapes.FactData:
    return {
        "attacker": fact.attacker,
        "game": fact.game,
        "wins": fact.wins,
        "reason": fact.reason,
        "nodes": fact.nodes,
    }


def census_data(game: Game, census: Census) -> shapes.CountsData:
    """The counts under the names of `Census`; `X`, `O` and `draw` stand for how a game ended."""
    return {
        "game": format_game(game),
        "positions": census.positions,
        "classes": census.classes,
        "finished": _endings_data(census.finished),
        "finished_classes": _endings_data(census.finished_classes),
        "games": _endings_data(census.games),
        "games_classes": census.games_classes,
        "nodes": list(census.nodes),
        "classes_by_ply": list(census.classes_by_ply),
    }


def _endings_data(numbers: Mapping[Mark | None, int]) -> shapes.EndingsData:
    found: shapes.EndingsData = {}
    for winner, number in numbers.items():
        found["draw" if winner is None else winner] = number
    return found


def node_data(game: Game, node: Node) -> shapes.NodeData:
    """A tree: `value` is X's, `words` say it with the distance; `same` are the moves that a folded node stands for."""
    return {
        "label": node.label,
        "move": None if node.move is None else format_cell(game, node.move),
        "same": [format_cell(game, cell) for cell in node.same],
        "position": format_position(game, node.position),
        "turn": node.position.turn,
        "over": game.outcome(node.position) is not None,
        "value": value_for_x(node),
        "words": node.answer.named(node.position.turn),
        "score": answer_data(node.answer),
        "best": node.best,
        "chosen": node.chosen,
        "left_out": node.left_out,
        "children": [node_data(game, child) for child in node.children],
    }


def review_data(game: Game, review: Review) -> shapes.ReviewData:
    """The beginning, then every move: X's `value` after it, and of a mistake the moves that were `better`."""
    nothing: shapes.PlayedData = {"move": None, "player": None, "mistake": False, "better": []}
    beginning: shapes.PlyData = {**nothing, **_after(review.start, review.answer)}
    return {"moves": [beginning, *(_ply_data(game, ply) for ply in review.plies)]}


def _ply_data(game: Game, ply: Ply) -> shapes.PlyData:
    return {
        "move": format_cell(game, ply.move),
        "player": ply.player,
        "mistake": ply.mistake is not None,
        "better": [format_cell(game, cell) for cell in ply.mistake.better] if ply.mistake else [],
        **_after(ply.position, ply.answer),
    }


def lesson_data(lesson: Lesson) -> shapes.LessonData:
    """A mistake as it is asked about."""
    mistake = lesson.mistake
    return {
        **position_data(mistake.game, mistake.before),
        "number": mistake.number,
        "text": lesson.text,
        "found": lesson.is_found,
        "over": lesson.is_over,
        "moves": [
            {
                "move": format_cell(mistake.game, cell),
                "score": answer_data(mistake.moves[cell]),
                "best": cell in mistake.better,
            }
            for cell in lesson.known
        ],
    }


def _after(position: Position, answer: Answer) -> shapes.StandpointData:
    value = answer.value if answer.value is None or position.turn == X else -answer.value
    return {"value": value, "words": answer.named(position.turn), "score": answer_data(answer)}


def reasons_data(game: Game, reasons: Reasons) -> shapes.ReasonsData:
    return {
        "move": format_cell(game, reasons.move),
        "score": answer_data(reasons.answer),
        "text": reasons.text,
        "claims": [claim_data(game, claim) for claim in reasons.claims],
    }


def claim_data(game: Game, claim: Claim) -> shapes.ClaimData:
    return {"kind": claim.kind, "cells": [format_cell(game, cell) for cell in claim.cells], "text": claim.text}


def insight_data(game: Game, insight: Insight) -> shapes.StepData:
    """One step of a search. `why` is a cutoff's inequality; what has no `relation` =, but ≥ or ≤, is only a bound."""
    step = insight.step
    return {
        "kind": step.kind,
        "path": [format_cell(game, cell) for cell in insight.path],
        "position": format_position(game, step.position),
        "turn": step.position.turn,
        "alpha": step.alpha,
        "beta": step.beta,
        "value": step.value,
        "relation": insight.relation,
        "reason": insight.reason,
        "move": None if step.move is None else format_cell(game, step.move),
        "why": step.inequality if step.kind == "cutoff" else None,
        "untried": [format_cell(game, cell) for cell in insight.untried],
    }


def summary_data(summary: Summary) -> shapes.SummaryData:
    """`value` is null if the search was not run to its end; `nodes` counts them for each depth."""
    return {
        "value": summary.value,
        "steps": summary.steps,
        "nodes": list(summary.nodes),
        "leaves": summary.leaves,
        "known": summary.known,
        "cutoffs": summary.cutoffs,
    }
