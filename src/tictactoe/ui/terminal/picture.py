"""The board as characters, each with the part it plays, in cells as large as there is room for.

Nothing here is told by colour alone: X and O differ in shape, a winning stone stands in brackets, the last one has a
dot beside it, and the cursor is a double frame or a pair of angles. Where a cell is two characters wide, a winning
stone is known by its part only, which must then be drawn in a way that needs no colour.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, NamedTuple, TypeAlias

from tictactoe.rules import Cell, Cells, Game, Position
from tictactoe.rules.notation import LETTERS

Part: TypeAlias = Literal["grid", "label", "here", "x", "o", "won", "last", "cursor", "value", "best"]
Tile: TypeAlias = tuple[str, Part]

LEFT = 3
"""Columns for the row numbers."""
TOP = 1
"""Lines for the column letters."""
DOT = "•"
GLYPHS: dict[str, dict[int, tuple[str, ...]]] = {
    "X": {
        1: ("X",),
        3: ("▀▄ ▄▀", "  █  ", "▄▀ ▀▄"),
        5: ("▀▄     ▄▀", "  ▀▄ ▄▀  ", "    █    ", "  ▄▀ ▀▄  ", "▄▀     ▀▄"),
        7: (
            "▀▄         ▄▀",
            "  ▀▄     ▄▀  ",
            "    ▀▄ ▄▀    ",
            "      █      ",
            "    ▄▀ ▀▄    ",
            "  ▄▀     ▀▄  ",
            "▄▀         ▀▄",
        ),
    },
    "O": {
        1: ("O",),
        3: ("▄▀▀▀▄", "█   █", "▀▄▄▄▀"),
        5: (" ▄▀▀▀▀▀▄ ", "█       █", "█       █", "█       █", " ▀▄▄▄▄▄▀ "),
        7: (
            "  ▄▀▀▀▀▀▀▀▄  ",
            "▄▀         ▀▄",
            "█           █",
            "█           █",
            "█           █",
            "▀▄         ▄▀",
            "  ▀▄▄▄▄▄▄▄▀  ",
        ),
    },
}
"""The marks by their height."""


class View(NamedTuple):
    """What there is to see."""

    game: Game
    position: Position
    cursor: Cell
    last: Cell | None = None
    winning: Cells = 0
    values: Mapping[Cell, str] = {}
    """What to write in empty cells."""
    best: Cells = 0
    """Which of them to stress."""


class Shape(NamedTuple):
    """How large a cell is inside, and whether lines are drawn around it."""

    width: int
    height: int
    framed: bool

    def step(self) -> tuple[int, int]:
        """From a cell to the next: columns and lines."""
        return self.width + self.framed, self.height + self.framed

    def size(self, game: Game) -> tuple[int, int]:
        """Columns and lines of the whole picture."""
        across, down = self.step()
        return LEFT + game.cols * across + self.framed, TOP + game.rows * down + self.framed

    def corner(self, game: Game, cell: Cell) -> tuple[int, int]:
        """Column and line of the cell's first character inside."""
        row, col = divmod(cell, game.cols)
        across, down = self.step()
        return LEFT + col * across + self.framed, TOP + row * down + self.framed

    def cell_at(self, game: Game, column: int, line: int) -> Cell | None:
        """The cell whose inside is there in the picture."""
        across, down = self.step()
        col, beside = divmod(column - LEFT - self.framed, across)
        row, below = divmod(line - TOP - self.framed, down)
        inside = beside < self.width and below < self.height and 0 <= col < game.cols and 0 <= row < game.rows
        return row * game.cols + col if inside else None


SHAPES = (
    Shape(19, 9, True),
    Shape(15, 7, True),
    Shape(11, 5, True),
    Shape(7, 3, True),
    Shape(5, 1, True),
    Shape(3, 1, True),
    Shape(3, 1, False),
    Shape(2, 1, False),
)


def shape_for(game: Game, columns: int, lines: int) -> Shape:
    """The largest shape that fits; the smallest there is if none does."""
    for shape in SHAPES:
        across, down = shape.size(game)
        if across <= columns and down <= lines:
            return shape
    return SHAPES[-1]


def draw(view: View, shape: Shape) -> list[list[Tile]]:
    """The picture, line by line: all lines are equally long."""
    columns, lines = shape.size(view.game)
    tiles: list[list[Tile]] = [[(" ", "grid")] * columns for _ in range(lines)]
    _draw_names(tiles, view, shape)
    if shape.framed:
        _draw_lines(tiles, view.game, shape)
    for cell in view.game.cells:
        (_draw_cell if shape.framed else _draw_bare_cell)(tiles, view, shape, cell)
    if shape.framed:
        _draw_cursor(tiles, view, shape)
    return tiles


def mark_on(position: Position, cell: Cell) -> str:
    """X or O; empty if nobody has taken the cell."""
    return "X" if position.x >> cell & 1 else "O" if position.o >> cell & 1 else ""


def _draw_names(tiles: list[list[Tile]], view: View, shape: Shape) -> None:
    here_row, here_col = divmod(view.cursor, view.game.cols)
    for col in range(view.game.cols):
        column, _ = shape.corner(view.game, col)
        tiles[0][column + shape.width // 2] = (LETTERS[col], "here" if col == here_col else "label")
    for row in range(view.game.rows):
        _, line = shape.corner(view.game, row * view.game.cols)
        _write(tiles, 0, line + shape.height // 2, f"{row + 1:>2}", "here" if row == here_row else "label")


def _draw_lines(tiles: list[list[Tile]], game: Game, shape: Shape) -> None:
    across, down = shape.step()
    for line in range(TOP, len(tiles)):
        for column in range(LEFT, len(tiles[0])):
            on_line, on_column = (line - TOP) % down == 0, (column - LEFT) % across == 0
            if on_line and on_column:
                row, col = (line - TOP) // down, (column - LEFT) // across
                joint = ("┌┬┐", "├┼┤", "└┴┘")[_place(row, game.rows)][_place(col, game.cols)]
                tiles[line][column] = (joint, "grid")
            elif on_line or on_column:
                tiles[line][column] = ("─" if on_line else "│", "grid")


def _place(number: int, last: int) -> int:
    """0 for the first, 2 for the last, 1 for any between."""
    return 0 if number == 0 else 2 if number == last else 1


def _draw_cursor(tiles: list[list[Tile]], view: View, shape: Shape) -> None:
    column, line = shape.corner(view.game, view.cursor)
    for beside in range(shape.width):
        for edge in (line - 1, line + shape.height):
            tiles[edge][column + beside] = ("═", "cursor")
    for below in range(shape.height):
        for side in (column - 1, column + shape.width):
            tiles[line + below][side] = ("║", "cursor")
    corners = ((-1, -1, "╔"), (shape.width, -1, "╗"), (-1, shape.height, "╚"), (shape.width, shape.height, "╝"))
    for beside, below, corner in corners:
        tiles[line + below][column + beside] = (corner, "cursor")


def _draw_cell(tiles: list[list[Tile]], view: View, shape: Shape, cell: Cell) -> None:
    column, line = shape.corner(view.game, cell)
    mark = mark_on(view.position, cell)
    if not mark:
        value = view.values.get(cell, "")
        part: Part = "best" if view.best >> cell & 1 else "value"
        _write(tiles, column + (shape.width - len(value)) // 2, line + shape.height // 2, value, part)
        return
    won = view.winning >> cell & 1
    part = "won" if won else "x" if mark == "X" else "o"
    if won:
        for below in range(shape.height):
            _write(tiles, column, line + below, " " * shape.width, part)
        _draw_brackets(tiles, shape, column, line)
    tall = max(height for height in GLYPHS[mark] if height <= shape.height)
    glyph = GLYPHS[mark][tall]
    for below, characters in enumerate(glyph, line + (shape.height - tall) // 2):
        _write(tiles, column + (shape.width - len(characters)) // 2, below, characters, part)
    if cell == view.last and not won:
        beside = shape.width // 2 + 1 if shape.height == 1 else shape.width - 1
        tiles[line][column + beside] = (DOT, "last")


def _draw_brackets(tiles: list[list[Tile]], shape: Shape, column: int, line: int) -> None:
    for side, (only, first, middle, last) in ((column, "[┌│└"), (column + shape.width - 1, "]┐│┘")):
        for below in range(shape.height):
            drawn = only if shape.height == 1 else (first, middle, last)[_place(below, shape.height - 1)]
            tiles[line + below][side] = (drawn, "won")


def _draw_bare_cell(tiles: list[list[Tile]], view: View, shape: Shape, cell: Cell) -> None:
    """A cell of one line without a frame: before its mark there is room for one sign, after it for one or none."""
    column, line = shape.corner(view.game, cell)
    mark = mark_on(view.position, cell)
    before = after = " "
    part: Part
    if mark:
        part = "won" if view.winning >> cell & 1 else "x" if mark == "X" else "o"
    elif cell in view.values:
        mark = view.values[cell]
        part = "best" if view.best >> cell & 1 else "value"
    else:
        mark, part = "·", "grid"
    if cell == view.last:
        before, after = (" ", DOT) if shape.width > 2 else (DOT, " ")
    if cell == view.cursor:
        before, after = ">", DOT if cell == view.last else "<"
        part = part if part == "won" else "cursor"
    if part == "won" and shape.width > 2:
        before, after = "[", "]"
    if len(mark) > shape.width:
        mark = mark[:1]  # the sign: half a number would be another number
    written = next(w for w in (before + mark + after, before + mark, mark) if len(w) <= shape.width)
    _write(tiles, column, line, written, part)


def _write(tiles: list[list[Tile]], column: int, line: int, text: str, part: Part) -> None:
    for at, character in enumerate(text, column):
        tiles[line][at] = (character, part)
