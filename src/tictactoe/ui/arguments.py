"""What several commands take: a game, and the position that their arguments mean."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cached_property

import click

from tictactoe.rules import (
    BadInput,
    Game,
    Position,
    parse_game,
    parse_moves,
    parse_position,
    require_legal,
    square_game,
)


class GameNotation(click.ParamType[Game]):
    name = "rows,cols,k"

    def convert(self, value: object, _param: click.Parameter | None, _ctx: click.Context | None) -> Game:
        return value if isinstance(value, Game) else parse_game(str(value))


GAME = GameNotation()


class OneOf(click.Choice[str]):
    """One of the names that a function lists. It is asked when a name is, so that what it imports waits until then."""

    def __init__(self, names: Callable[[], Iterable[str]]) -> None:
        self._names = names
        self.case_sensitive = False

    @cached_property
    def choices(self) -> tuple[str, ...]:  # type: ignore[override]  # nobody writes it
        return tuple(self._names())


def position_of(position: str | None, game: Game | None, moves: str | None) -> tuple[Game, Position]:
    """The game and the position: written, or reached by moves, or the empty board; BadInput if it cannot arise."""
    if position is not None and moves is not None:
        raise BadInput("POSITION and --moves both say where to start: give one of them")
    if position is not None:
        game = game or square_game(position)
        return game, require_legal(game, parse_position(game, position))
    game, where = game or Game(3, 3, 3), Position()
    for cell in parse_moves(game, moves or ""):
        where = where.play(cell)
    return game, where
