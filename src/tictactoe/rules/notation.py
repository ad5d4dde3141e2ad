"""How games, cells and positions are written, and read back exactly. Move lists are in `moves`.

    game        3,3,3            rows, columns, k
    cell        b2               column letter, row number from the top
    position    X.O/.X./..O      row by row; X and O are stones, . is empty

Every `parse_x` undoes its `format_x`; capitals and small letters are read alike. What cannot be read raises BadInput,
which quotes the text and says where.
"""

from __future__ import annotations

from tictactoe.rules.errors import BadInput, quote
from tictactoe.rules.game import LARGEST_SIDE, Cell, Game, Position

ALPHABET = "abcdefghijklmnopqrstuvwxyz"
LETTERS = ALPHABET[:LARGEST_SIDE]
"""The names of the columns."""


def format_game(game: Game) -> str:
    return f"{game.rows},{game.cols},{game.k}"


def parse_game(text: str) -> Game:
    parts = require_text(text, "game", "3,3,3").split(",")
    if len(parts) != 3:
        raise BadInput(
            f"game {quote(text)} has {_count(len(parts), 'part')}, but should be rows,columns,k such as 3,3,3"
        )
    numbers = []
    for name, part in zip(("rows", "columns", "k"), parts, strict=True):
        number = _plain_number(part)
        if number is None:
            raise BadInput(
                f"game {quote(text)}: {name} is {quote(part)}, but should be a plain whole number, as in 3,3,3"
            )
        numbers.append(number)
    try:
        return Game(*numbers)
    except BadInput as error:
        raise BadInput(f"game {quote(text)}: {error}") from None


def format_cell(game: Game, cell: Cell) -> str:
    row, col = divmod(cell, game.cols)
    return f"{LETTERS[col]}{row + 1}"


def parse_cell(game: Game, text: str) -> Cell:
    last = format_cell(game, game.cells[-1])
    right = f"a cell of this board is a letter and a number from a1 to {last}"
    letter, number = require_text(text, "cell", "b2")[:1], _plain_number(text[1:])
    letter = letter.lower() if letter.isascii() else ""  # some letters are k only when they are made small
    if not letter or letter not in ALPHABET or number is None:
        raise BadInput(f"cell {quote(text)} cannot be read: {right}")
    if letter not in LETTERS[: game.cols]:
        raise BadInput(f"cell {quote(text)}: there is no column {letter}: {right}")
    if not 1 <= number <= game.rows:
        raise BadInput(f"cell {quote(text)}: there is no such row: {right}")
    return (number - 1) * game.cols + LETTERS.index(letter)


def format_position(game: Game, position: Position) -> str:
    marks = ["X" if position.x >> cell & 1 else "O" if position.o >> cell & 1 else "." for cell in game.cells]
    return "/".join("".join(marks[start : start + game.cols]) for start in game.cells[:: game.cols])


def parse_position(game: Game, text: str) -> Position:
    """The position written, whether or not it can arise (`require_legal` tells). Its shape must be the game's."""
    rows, cols = shape_of(text)
    if (rows, cols) != (game.rows, game.cols):
        raise BadInput(
            f"position {quote(text)} has {_count(rows, 'row')} of {_count(cols, 'cell')}, "
            f"but the board of {format_game(game)} has {_count(game.rows, 'row')} of {_count(game.cols, 'cell')}"
        )
    x = o = 0
    for cell, mark in enumerate(text.upper().replace("/", "")):
        x |= (mark == "X") << cell
        o |= (mark == "O") << cell
    return Position.of(x, o)


def shape_of(text: str) -> tuple[int, int]:
    """Rows and columns of a written position, every character of which has been looked at."""
    for at, character in enumerate(require_text(text, "position", "X.O/.X./..O")):
        if character not in "XOxo./":
            where = f"row {text[:at].count('/') + 1}, cell {at - (text[:at].rfind('/') + 1) + 1}"
            raise BadInput(
                f"position {quote(text, at)}: {quote(character)} at {where} should be X, O or . with / between rows"
            )
    rows = text.split("/")
    for number, row in enumerate(rows, 1):
        if not row or len(row) != len(rows[0]):
            raise BadInput(
                f"position {quote(text)}: row {number} has {_count(len(row), 'cell')}, "
                + (f"but row 1 has {len(rows[0])}" if rows[0] else "but should have at least 1")
            )
    for name, length in (("rows", len(rows)), ("columns", len(rows[0]))):
        if length > LARGEST_SIDE:
            raise BadInput(f"position {quote(text)} has {length} {name}, but a board has at most {LARGEST_SIDE}")
    return len(rows), len(rows[0])


def square_game(text: str) -> Game:
    """The game of a written position that does not say; BadInput if the position is not square."""
    rows, cols = shape_of(text)
    if rows != cols:
        raise BadInput(
            f"position {quote(text)} has {rows} row{'s' if rows > 1 else ''} of {cols}: write as many rows as columns, "
            f"with / between them, or say how many in a row win by naming the game {rows},{cols},k"
        )
    return Game.square(rows)


def require_text(value: object, what: str, example: str) -> str:
    if not isinstance(value, str):
        raise BadInput(f"{what} {quote(value)} should be text such as {example!r}")
    return value


def _plain_number(text: str) -> int | None:
    """A number of at most nine digits, written in the one plain way: no sign, space, leading zero or foreign digit."""
    if not (text.isascii() and text.isdigit()) or (text[0] == "0" and text != "0") or len(text) > 9:
        return None
    return int(text)


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"
