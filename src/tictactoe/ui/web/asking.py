"""What is asked: the parameters in an address, read and checked."""

from __future__ import annotations

from functools import reduce
from typing import Annotated, NamedTuple

from fastapi import Depends, Query, Request

from tictactoe.match import LEVELS
from tictactoe.match.record import LARGEST_SEED
from tictactoe.rules import (
    BadInput,
    Cell,
    Game,
    Position,
    parse_game,
    parse_moves,
    parse_position,
    quote,
    require_legal,
)
from tictactoe.search.limits import AT_ONCE
from tictactoe.search.textbook import ALGORITHMS, DEFAULT_ALGORITHM, Algorithm, require_algorithm
from tictactoe.study import quiz as quizzes

MOST_TEXT = 2_000


async def once_and_known(request: Request) -> None:
    """BadInput if a parameter is given twice, or one that means nothing here: it would be left out in silence."""
    path = request.url.path
    described = request.app.openapi()["paths"][path]["get"].get("parameters", ())
    known = [parameter["name"] for parameter in described]
    given = [name for name, _ in request.query_params.multi_items()]
    for name in given:
        if name not in known:
            takes = f"its parameters are {', '.join(known)}" if known else "it takes none"
            raise BadInput(f"there is no parameter {quote(name)} at {path}: {takes}")
        if given.count(name) > 1:
            raise BadInput(f"parameter {name} is given {given.count(name)} times: once is enough")


class Where(NamedTuple):
    """The position that a request is about, and how it was reached."""

    game: Game
    start: Position
    moves: tuple[Cell, ...]

    @property
    def is_small(self) -> bool:
        """Whether all that can be asked is known at once and exactly."""
        return len(self.game.cells) <= AT_ONCE

    @property
    def position(self) -> Position:
        return reduce(Position.play, self.moves, self.start)


async def where(
    game: Annotated[str, Query(max_length=MOST_TEXT, description="rows,columns,k")] = "3,3,3",
    position: Annotated[
        str | None,
        Query(max_length=MOST_TEXT, description="Row by row, such as X.O/.X./..O; the empty board if left out."),
    ] = None,
    moves: Annotated[
        str | None,
        Query(max_length=MOST_TEXT, description="Moves made from there, such as b2 a1."),
    ] = None,
) -> Where:
    """Read the position of a request."""
    which = parse_game(game)
    start = Position() if position is None else require_legal(which, parse_position(which, position))
    return Where(which, start, parse_moves(which, moves or "", start))


Here = Annotated[Where, Depends(where)]
Seed = Annotated[int, Query(ge=0, le=LARGEST_SEED, description="The same one gives the same again.")]


async def chosen(
    algorithm: Annotated[
        str, Query(json_schema_extra={"enum": [*ALGORITHMS]}, description="A textbook search.")
    ] = DEFAULT_ALGORITHM,
) -> Algorithm:
    """The textbook search that a request names."""
    return require_algorithm(algorithm)


Chosen = Annotated[Algorithm, Depends(chosen)]
QuizName = Annotated[str, Query(json_schema_extra={"enum": [*quizzes.KINDS]}, description="What is to be filled in.")]
LevelName = Annotated[str, Query(json_schema_extra={"enum": [*LEVELS]}, description="How well the computer plays.")]
