"""The API, version 1: a position in, what is known of it out. No request leaves anything behind for the next."""

from __future__ import annotations

from collections.abc import Mapping
from functools import reduce
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Depends, Query, Request, Response

import tictactoe
from tictactoe.draw import shapes
from tictactoe.draw.data import (
    analysis_data,
    insight_data,
    lesson_data,
    node_data,
    position_data,
    review_data,
    session_data,
    summary_data,
)
from tictactoe.draw.explain import explanation_data
from tictactoe.match import DEFAULT_SIDE, LEVELS, PERFECT, SIDES, seated
from tictactoe.match.levels import STRONG, choice, require_level
from tictactoe.rules import (
    BadInput,
    Cell,
    Game,
    O,
    Position,
    X,
    format_cell,
    format_moves,
    parse_cell,
    parse_moves,
    require_move,
)
from tictactoe.search import Budget, Solver
from tictactoe.search.limits import require_solvable
from tictactoe.search.textbook import Algorithm
from tictactoe.study.map import perfect_map
from tictactoe.study.reasons import explain_move, explain_moves
from tictactoe.study.review import Lesson, lesson_of
from tictactoe.study.review import review as review_game
from tictactoe.study.source import source_of
from tictactoe.study.trace import part_of, require_traceable
from tictactoe.study.tree import Limits, grow
from tictactoe.ui.web import answers
from tictactoe.ui.web.asking import MOST_TEXT, Chosen, Here, LevelName, Seed, once_and_known
from tictactoe.ui.web.delivery import LASTING, PASSING
from tictactoe.ui.web.offers import FURTHEST_STEP, MOST_STEPS, offers_data
from tictactoe.ui.web.queueing import Busy
from tictactoe.ui.web.work import Work, written

MOST_DEPTH = 9
MOST_TREE = 3_000
"""Nodes that one answer may have."""
STRONG_NODES = 300_000
"""What the strong player spends on a move: nodes, so that the same question has the same answer."""
SHORT_DEPTH, SHORT_STEPS = 1, 100
"""A tree of more plies, or a search of more steps, is long: it waits with others of its kind."""


router = APIRouter(
    prefix="/api/v1",
    dependencies=[Depends(once_and_known)],
    responses={
        400: {"description": "What was asked cannot be answered: the sentence says why."},
        422: {"description": "A parameter is missing, or not of its kind: the sentence says which."},
        503: {"description": "Still working, or busy: ask again after as long as Retry-After says."},
    },
)


async def work_of(request: Request) -> Work:
    work: Work = request.app.state.work
    return work


AtWork = Annotated[Work, Depends(work_of)]


def as_json(found: bytes | Mapping[str, Any], lasts: bool) -> Response:
    """An answer; whether it is the same whenever it is asked for, which what ends with a budget is not."""
    text = found if isinstance(found, bytes) else written(found)
    return Response(text, media_type="application/json", headers={"Cache-Control": LASTING if lasts else PASSING})


@router.get("/board")
async def board(here: Here) -> Response:
    """A position as the rules see it, on any board: whose turn it is, and how the game ended. Nothing is searched."""
    return as_json(position_data(here.game, here.position), True)


@router.get("/session")
async def session(
    here: Here,
    undone: Annotated[str, Query(max_length=MOST_TEXT, description="Moves taken back, the next one first.")] = "",
    side: Annotated[str, Query(json_schema_extra={"enum": [*SIDES]}, description="What people play.")] = DEFAULT_SIDE,
    level: LevelName = PERFECT,
    move: Annotated[str | None, Query(max_length=8, description="A move to make first.")] = None,
) -> Response:
    """A game being played: who moves, how it stands, and what taking a move back or playing it again leads to."""
    game, start, moves = here
    known = format_moves(game, moves)
    again = parse_moves(game, f"{known} {undone}", start)[len(moves) :]
    found = seated(game, side, level, moves=moves, start=start)._replace(undone=again)
    return as_json(session_data(found if move is None else found.play(parse_cell(game, move))), True)


@router.get("/position")
async def position(here: Here, work: AtWork) -> Response:
    """The score of a position and of every move; distances in plies."""
    require_solvable(here.game)
    return as_json(await work.do(_position, here.game, here.position), here.is_small)


@router.get("/explain")
async def explain(
    here: Here, work: AtWork, move: Annotated[str | None, Query(max_length=8, description="One move only.")] = None
) -> Response:
    """What every move does and why, in words, best first."""
    require_solvable(here.game)
    cell = None if move is None else require_move(here.game, here.position, parse_cell(here.game, move))
    return as_json(await work.do(_explain, here.game, here.position, cell), here.is_small)


@router.get("/tree")
async def tree(
    here: Here,
    work: AtWork,
    depth: Annotated[int, Query(ge=0, le=MOST_DEPTH, description="So many plies below the position.")] = 1,
    width: Annotated[
        int | None, Query(ge=1, le=400, description="So many moves of each node, the best; all if left out.")
    ] = None,
    fold: Annotated[bool, Query(description="One node for all moves that are the same turned or mirrored.")] = False,
) -> Response:
    """The game tree below a position, with exact scores."""
    require_solvable(here.game)
    do = work.do if depth <= SHORT_DEPTH else work.do_long
    return as_json(await do(_tree, here.game, here.position, Limits(depth, width, fold)), here.is_small)


@router.get("/trace")
async def trace(
    here: Here,
    work: AtWork,
    algorithm: Chosen,
    skip: Annotated[int, Query(ge=0, le=FURTHEST_STEP, description="So many steps are left out first.")] = 0,
    limit: Annotated[int, Query(ge=1, le=MOST_STEPS, description="So many steps at most.")] = 1_000,
) -> Response:
    """Steps of a textbook search; `summary` counts up to the last of them, and has a value if that is the end."""
    require_traceable(here.game, here.position)
    if skip + limit > FURTHEST_STEP:
        raise BadInput(f"skip and limit make {skip + limit:,}, but only the first {FURTHEST_STEP:,} steps are shown")
    do = work.do if skip + limit <= SHORT_STEPS else work.do_long
    return as_json(await do(_trace, here.game, here.position, algorithm, skip, limit), here.is_small)


@router.get("/code")
async def code(algorithm: Chosen) -> Response:
    """The text of a search, and which of its lines each kind of step stands on, for X's and for O's turn."""
    return as_json(source_of(algorithm), True)


@router.get("/play")
async def play(here: Here, work: AtWork, level: LevelName = PERFECT, seed: Seed = 0) -> Response:
    """The move of a level. The same question always has the same answer."""
    require_level(here.game, level)
    if here.game.outcome(here.position):
        raise BadInput("the game is over: there is no move to make")
    return as_json(await work.do(_play, here.game, here.position, level, seed), here.is_small)


@router.get("/review")
async def review(here: Here, work: AtWork) -> Response:
    """A game's moves one after the other: the score after each, and which of them were mistakes."""
    require_solvable(here.game)
    return as_json(await work.do(_review, here.game, here.moves, here.start), here.is_small)


@router.get("/review/lesson")
async def lesson(
    here: Here,
    work: AtWork,
    number: Annotated[int, Query(ge=1, le=400, description="Which of the moves was the mistake.")],
    tried: Annotated[str, Query(max_length=MOST_TEXT, description="Cells tried in its place, such as a1 c2.")] = "",
    tell: Annotated[bool, Query(description="Whether to tell the better move.")] = False,
) -> Response:
    """A mistake asked about: the position before it, and what is to be said of the last cell tried in its place."""
    require_solvable(here.game)
    cells = tuple(parse_cell(here.game, name) for name in tried.split())
    return as_json(await work.do(_lesson, here.game, here.moves, here.start, number, cells, tell), here.is_small)


@router.get("/map")
async def play_map(
    work: AtWork, side: Annotated[Literal["x", "o"], Query(description="Who plays perfectly.")] = "x"
) -> Response:
    """Perfect play on 3 x 3 against everything the opponent may do, symmetry folded."""
    return as_json(await work.do_long(_map, Game(3, 3, 3), side), True)


@router.get("/ready")
async def ready(work: AtWork) -> Response:
    """Whether everything is loaded that larger boards need; small ones are answered before. 503 until it is."""
    if not work.is_ready:
        raise Busy(0, is_ready=False)
    found: answers.ReadyData = {"ready": True, "version": tictactoe.__version__}
    return as_json(found, False)


@router.get("/choices")
async def choices() -> Response:
    """What there is to choose from: boards, sides, levels, algorithms, quizzes; what holds unless one does."""
    return as_json(offers_data(), True)


def _position(solver: Solver, budget: Budget, position: Position) -> shapes.AnalysisData:
    return analysis_data(solver.game, position, solver.analyze(position, budget))


def _explain(solver: Solver, budget: Budget, position: Position, cell: Cell | None) -> shapes.ExplanationData:
    found = explain_moves(solver, position, budget) if cell is None else explain_move(solver, position, cell, budget)
    return explanation_data(solver.game, position, *found)


def _tree(solver: Solver, budget: Budget, position: Position, limits: Limits) -> shapes.NodeData:
    return node_data(solver.game, grow(solver, position, limits, budget, MOST_TREE))


def _trace(
    solver: Solver,
    budget: Budget,  # noqa: ARG001  its length is bounded
    position: Position,
    algorithm: Algorithm,
    skip: int,
    limit: int,
) -> answers.StepsData:
    steps, summary = part_of(solver.game, position, algorithm, skip, limit)
    return {
        "algorithm": algorithm.name,
        "skip": skip,
        "steps": [insight_data(solver.game, insight) for insight in steps],
        "ended": summary.value is not None,
        "summary": summary_data(summary),
    }


def _play(solver: Solver, budget: Budget, position: Position, level: str, seed: int) -> answers.ReplyData:
    time = budget.share(STRONG_NODES) if level == STRONG else budget
    found = choice(LEVELS[level], solver, position, seed, time)
    return {
        "move": format_cell(solver.game, found.cell),
        "level": level,
        "claim": found.claim(position.turn),
    }


def _review(solver: Solver, budget: Budget, moves: tuple[Cell, ...], start: Position) -> shapes.ReviewData:
    return review_data(solver.game, review_game(solver, moves, start, budget))


def _lesson(
    solver: Solver,
    budget: Budget,
    moves: tuple[Cell, ...],
    start: Position,
    number: int,
    tried: tuple[Cell, ...],
    is_told: bool,
) -> shapes.LessonData:
    lesson = reduce(Lesson.play, tried, lesson_of(solver, moves, number, start, budget))
    return lesson_data(lesson.tell() if is_told else lesson)


def _map(solver: Solver, budget: Budget, side: str) -> shapes.NodeData:  # noqa: ARG001  it is small
    return node_data(solver.game, perfect_map(solver.game, X if side == "x" else O, solver))
