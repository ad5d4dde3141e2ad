"""Whether a position can arise in play, and everything that speaks against it."""

from __future__ import annotations

from functools import reduce
from operator import and_

from tictactoe.rules.errors import BadInput, quote
from tictactoe.rules.game import Cells, Game, O, Position, X, cells_of
from tictactoe.rules.moves import format_moves
from tictactoe.rules.notation import format_position


def defects(game: Game, position: Position) -> tuple[str, ...]:
    """Every reason why no game leads to this position, as sentences; none if some game does.

    That list is complete: with the counts right and nobody's line finished too early, the stones can be placed
    one by one, the stone that finished the winner's lines last.
    """
    found = []
    require_stones(position)
    x, o, turn = position
    if outside := position.taken & ~game.board:
        cells = ", ".join(map(str, cells_of(outside)))
        found.append(f"the board has cells 0 to {game.cells[-1]}, but stones stand on {cells}")
    if both := x & o & game.board:
        found.append(f"both X and O hold {_names(game, both)}")
    ahead = x.bit_count() - o.bit_count()
    if ahead not in (0, 1):
        found.append(
            f"X has {x.bit_count()} and O has {o.bit_count()}, "
            "but X moves first and turns alternate, so X has as many as O or one more"
        )
    elif turn != Position.of(x, o).turn:
        found.append(f"it is {turn}'s turn, but with {x.bit_count()} X and {o.bit_count()} O it should be the other's")
    x_lines, o_lines = game.filled(x), game.filled(o)
    if x_lines and o_lines:
        found.append(f"both X ({_names(game, x_lines[0])}) and O ({_names(game, o_lines[0])}) have {game.k} in a row")
    elif ahead in (0, 1):
        if x_lines and ahead == 0:
            found.append(f"X has {game.k} in a row ({_names(game, x_lines[0])}), but O has moved since")
        if o_lines and ahead == 1:
            found.append(f"O has {game.k} in a row ({_names(game, o_lines[0])}), but X has moved since")
    for mark, lines in (("X", x_lines), ("O", o_lines)):
        if lines and not reduce(and_, lines):
            found.append(f"{mark} has rows of {game.k} with no cell in common, but the game ends with the first")
    return tuple(found)


def require_legal(game: Game, position: Position) -> Position:
    """The position, if it can arise; else BadInput with all its defects."""
    if wrong := defects(game, require_fits(game, position)):
        raise BadInput(f"position {quote(format_position(game, position))} cannot arise in play: {'; '.join(wrong)}")
    return position


def require_stones(position: Position) -> None:
    """Refuse what is no position at all: only code can make such a thing."""
    if (
        not isinstance(position, Position)
        or any(type(stones) is not int or stones < 0 for stones in position[:2])
        or position.turn not in (X, O)
    ):
        raise BadInput(f"{quote(position)} should be a Position of two bitboards and 'X' or 'O' to move")


def require_fits(game: Game, position: Position) -> Position:
    """The position, if its stones stand on different cells of this board, whether or not it can arise in play."""
    require_stones(position)
    if position.x & position.o or position.taken & ~game.board:
        x, o = cells_of(position.x), cells_of(position.o)
        raise BadInput(
            f"X on cells {quote(list(x))} and O on {quote(list(o))} do not fit the {game.rows}×{game.cols} board: "
            f"each stone needs its own cell from 0 to {game.cells[-1]}"
        )
    return position


def _names(game: Game, cells: Cells) -> str:
    return format_moves(game, cells_of(cells))
