"""The part of the API that asks and marks: quizzes, sheets of them, result codes, the next step of a search."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Depends, Query, Response

from tictactoe.draw import shapes
from tictactoe.draw.data import node_data
from tictactoe.rules import Game, Position, format_game, format_moves
from tictactoe.search import Budget, Solver
from tictactoe.search.textbook import Algorithm
from tictactoe.study.quiz import (
    BOTH,
    SHEETS,
    VALUES,
    Handed,
    Sheet,
    hand_in,
    is_right,
    make,
    mark,
    next_step,
    read_code,
    require_sheet,
)
from tictactoe.study.quiz.sheets import LARGEST_SHEET, LONGEST_CODE, LONGEST_NAME, MOST_QUIZZES
from tictactoe.study.trace import require_traceable
from tictactoe.ui.web import answers, api
from tictactoe.ui.web.api import SHORT_STEPS, AtWork, as_json
from tictactoe.ui.web.asking import MOST_TEXT, Chosen, Here, QuizName, Seed
from tictactoe.ui.web.offers import FURTHEST_STEP

THREE = Game(3, 3, 3)

router = APIRouter(prefix="/api/v1/quiz", dependencies=api.router.dependencies, responses=api.router.responses)

FilledIn = Annotated[
    str,
    Query(
        alias="answers",
        max_length=MOST_TEXT,
        description="One letter for each blank, 0 for one that is left, small with a hint; after a - the second try.",
    ),
]
StepNumber = Annotated[int, Query(ge=1, le=FURTHEST_STEP, description="So many steps have been taken.")]


async def sheet_of(
    kind: Annotated[str, Query(json_schema_extra={"enum": [*SHEETS]}, description="Of which quizzes it is.")] = BOTH,
    seed: Annotated[int, Query(ge=0, le=LARGEST_SHEET, description="Which sheet: one seed, one sheet.")] = 0,
    number: Annotated[int, Query(ge=1, le=MOST_QUIZZES, description="How many quizzes it has.")] = 6,
) -> Sheet:
    """The sheet that a request names."""
    return require_sheet(kind, seed, number)


@router.get("")
async def quiz(work: AtWork, kind: QuizName = VALUES.name, seed: Seed = 0) -> Response:
    """A small tree with blanks to fill in, each with a hint; the values of its ends are given."""
    return as_json(await work.do(_quiz, THREE, kind, seed), True)


@router.get("/mark")
async def quiz_mark(work: AtWork, kind: QuizName = VALUES.name, seed: Seed = 0, given: FilledIn = "") -> Response:
    """What was filled in, judged; the right answers and the reasons once all is right or the second try is used."""
    return as_json(await work.do(_mark, THREE, kind, seed, given), True)


@router.get("/sheet")
async def quiz_sheet(sheet: Annotated[Sheet, Depends(sheet_of)]) -> Response:
    """Which quizzes a sheet has: the same for everybody who asks for this seed and number."""
    return as_json(_sheet(sheet), True)


@router.get("/result")
async def quiz_result(
    work: AtWork,
    sheet: Annotated[Sheet, Depends(sheet_of)],
    given: Annotated[
        str, Query(alias="answers", max_length=MOST_TEXT, description="Those of each quiz, with commas between.")
    ] = "",
    name: Annotated[str, Query(max_length=LONGEST_NAME, description="Whose sheet it is, if that is to be said.")] = "",
) -> Response:
    """A sheet, judged, with the code that can be handed in."""
    return as_json(await work.do(_result, THREE, sheet, name, given), True)


@router.get("/check")
async def quiz_check(
    work: AtWork, code: Annotated[str, Query(max_length=LONGEST_CODE, description="The code that was handed in.")]
) -> Response:
    """What a result code tells: whose sheet, what was filled in, and the points, counted again."""
    return as_json(await work.do(_check, THREE, code), True)


@router.get("/step")
async def quiz_step(work: AtWork, here: Here, algorithm: Chosen, step: StepNumber = 1) -> Response:
    """What may come next after so many steps of a search: the guesses to choose from, and a hint."""
    require_traceable(here.game, here.position)
    do = work.do if step < SHORT_STEPS else work.do_long
    return as_json(await do(_step, here.game, here.position, algorithm, step), True)


@router.get("/step/mark")
async def quiz_step_mark(
    work: AtWork,
    here: Here,
    algorithm: Chosen,
    answer: Annotated[str, Query(max_length=40, description="The name of a guess.")],
    step: StepNumber = 1,
) -> Response:
    """Whether that is the next step; which it is, and why."""
    require_traceable(here.game, here.position)
    do = work.do if step < SHORT_STEPS else work.do_long
    return as_json(await do(_step_mark, here.game, here.position, algorithm, step, answer), True)


# Each is called where the thinking is done, with a solver and a budget that it does not need: the trees are small.


def _quiz(_solver: Solver, _budget: Budget, kind: str, seed: int) -> answers.QuizData:
    made = make(kind, seed)
    return {
        "kind": kind,
        "seed": seed,
        "game": format_game(made.game),
        "tree": _to_be_found(node_data(made.game, made.root)),
        "blanks": [
            {"path": format_moves(made.game, blank.path), "mover": blank.mover, "hint": blank.hint}
            for blank in made.blanks
        ],
    }


def _to_be_found(node: shapes.NodeData) -> answers.QuizNodeData:
    """A tree with what is known before anything is worked out: the values of its ends."""
    children = [_to_be_found(child) for child in node["children"]]
    shown: answers.QuizNodeData = {**node, "best": False, "chosen": False, "children": children}
    if children:
        shown["value"], shown["words"], shown["score"] = None, "", None
    return shown


def _mark(_solver: Solver, _budget: Budget, kind: str, seed: int, given: str) -> answers.MarksData:
    """While there is another try no answer is given away: which are wrong only if the kind tells, and no reason."""
    made = make(kind, seed)
    marks = mark(made, given)
    shown = marks.is_settled
    return {
        "right": marks.right,
        "points": marks.points,
        "most": marks.most,
        "is_settled": shown,
        "blanks": [
            {
                "path": format_moves(made.game, found.blank.path),
                "is_right": found.is_right if shown or made.kind.tells_which else None,
                "has_hint": found.has_hint,
                "is_at_once": found.is_at_once if shown else None,
                "answer": found.blank.right if shown else None,
                "reason": found.blank.reason if shown else None,
            }
            for found in marks.blanks
        ],
    }


def _sheet(sheet: Sheet) -> answers.SheetData:
    quizzes: list[answers.QuizNameData] = [{"kind": kind, "seed": seed} for kind, seed in sheet.quizzes]
    return {"kind": sheet.kind, "seed": sheet.seed, "number": sheet.number, "quizzes": quizzes}


def _handed(handed: Handed) -> answers.HandedData:
    return {
        "sheet": _sheet(handed.sheet),
        "name": handed.name,
        "points": handed.points,
        "most": handed.most,
        "work": list(handed.work),
        "quizzes": [{"points": found.points, "most": found.most} for found in handed.marks],
        "code": handed.code,
    }


def _result(_solver: Solver, _budget: Budget, sheet: Sheet, name: str, given: str) -> answers.HandedData:
    return _handed(hand_in(sheet, name, given))


def _check(_solver: Solver, _budget: Budget, code: str) -> answers.HandedData:
    return _handed(read_code(code))


def _step(
    solver: Solver, _budget: Budget, position: Position, algorithm: Algorithm, number: int
) -> answers.NextStepData:
    question = next_step(solver.game, position, algorithm, number)
    return {
        "guesses": [{"name": guess.name, "title": guess.title} for guess in question.guesses],
        "hint": question.hint,
    }


def _step_mark(
    solver: Solver, _budget: Budget, position: Position, algorithm: Algorithm, number: int, answer: str
) -> answers.MarkedStepData:
    question = next_step(solver.game, position, algorithm, number)
    return {"is_right": is_right(question, answer), "answer": question.right, "reason": question.reason}
