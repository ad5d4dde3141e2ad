"""Where to start, said in any of the ways there are: a game, a position in text, as lists or as a value, or nothing."""

from __future__ import annotations

from typing import Final

from tictactoe.rules.errors import BadInput, quote
from tictactoe.rules.game import Game, Position
from tictactoe.rules.grid import grid_game, read_grid
from tictactoe.rules.legality import require_legal
from tictactoe.rules.notation import format_game, parse_game, parse_position, require_text, square_game

DEFAULT: Final = Game.square(3)
BLANKS: Final = (None, " ")
"""How the course and the lecture write an empty cell in a list."""


def read_start(start: object, game: object = None) -> tuple[Game, Position]:
    """The game and the position that are meant; BadInput if it cannot be read, or cannot arise in play."""
    named = None if game is None else _game(game)
    if start is None:
        return named or DEFAULT, Position()
    if isinstance(start, Game) or (isinstance(start, str) and "," in start):
        which = _game(start)
        if named not in (None, which):
            raise BadInput(f"{format_game(which)} and {format_game(named or which)} are two games: name one")
        return which, Position()
    if isinstance(start, Position):
        if named is None:
            raise BadInput("a Position does not say which game it is of: name it, as in game='3,3,3'")
        return named, require_legal(named, start)
    if isinstance(start, str):
        which = named or square_game(start)
        return which, require_legal(which, parse_position(which, start))
    if isinstance(start, list | tuple):
        which = named or grid_game(start)
        return which, require_legal(which, read_grid(start, which, BLANKS))
    right = "a game such as '4,4,3', a position such as 'X.O/.X./..O', or a list of rows"
    raise BadInput(f"{quote(start)} is no board: it should be {right}")


def _game(value: object) -> Game:
    return value if isinstance(value, Game) else parse_game(require_text(value, "game", "3,3,3"))
