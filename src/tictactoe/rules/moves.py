"""Moves: which may be played, and how a list of them is written: `b2 a1 c3`, X's first move, O's first, and so on."""

from __future__ import annotations

from tictactoe.rules.errors import BadInput, quote, whole_number
from tictactoe.rules.game import Cell, Game, Position
from tictactoe.rules.notation import format_cell, parse_cell, require_text

MOST_NAMED = 16
"""A sentence names no more cells than this."""


def format_moves(game: Game, moves: tuple[Cell, ...]) -> str:
    return " ".join(format_cell(game, cell) for cell in moves)


def parse_moves(game: Game, text: str, start: Position = Position()) -> tuple[Cell, ...]:
    """The moves of a game from where it began, each of them legal when it was made."""
    position = start
    moves = []
    at = 0
    for number, word in enumerate(require_text(text, "moves", "b2 a1").split(), 1):
        at = text.index(word, at)
        try:
            cell = require_move(game, position, parse_cell(game, word))
        except BadInput as error:
            raise BadInput(f"moves {quote(text, at)}, move {number}: {error}") from None
        at += len(word)
        moves.append(cell)
        position = position.play(cell)
    return tuple(moves)


def require_move(game: Game, position: Position, cell: Cell) -> Cell:
    """The cell as a plain int, if it may be played now; else BadInput."""
    number = whole_number(cell)
    if number is None or number not in game.cells:
        raise BadInput(f"cell {quote(cell)} is not on the board, whose cells are 0 to {game.cells[-1]}")
    name = format_cell(game, number)
    if game.outcome(position):
        raise BadInput(f"{name} cannot be played: the game is over")
    if position.taken >> number & 1:
        holder = "X" if position.x >> number & 1 else "O"
        free = game.empties(position)
        some = format_moves(game, free[:MOST_NAMED]) + (" …" if len(free) > MOST_NAMED else "")
        raise BadInput(f"{name} is taken by {holder}; the empty cells are {some}")
    return number
