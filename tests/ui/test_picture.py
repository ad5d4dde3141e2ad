"""The board of the full-screen game as characters."""

from __future__ import annotations

import pytest

from tictactoe.rules import Game, Position, parse_moves
from tictactoe.ui.terminal.picture import GLYPHS, SHAPES, Shape, View, draw, shape_for

GAMES = (Game(3, 3, 3), Game(1, 1, 1), Game(2, 5, 2), Game(7, 7, 5), Game(19, 19, 5))


def lines_of(view: View, shape: Shape) -> list[str]:
    return ["".join(character for character, _ in line) for line in draw(view, shape)]


def after(game: Game, moves: str) -> Position:
    position = Position()
    for cell in parse_moves(game, moves):
        position = position.play(cell)
    return position


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("game", GAMES)
def test_every_cell_is_found_where_it_is_drawn(game: Game, shape: Shape) -> None:
    found: dict[int, tuple[int, int]] = {}
    for line, characters in enumerate(lines_of(View(game, Position(), 0), shape)):
        assert len(characters) == shape.size(game)[0]
        for column in range(len(characters)):
            cell = shape.cell_at(game, column, line)
            if cell is not None:
                found.setdefault(cell, (column, line))
    assert found == {cell: shape.corner(game, cell) for cell in game.cells}


@pytest.mark.parametrize("shape", SHAPES)
def test_a_click_beside_the_cells_is_on_none(shape: Shape) -> None:
    game = Game(3, 3, 3)
    columns, lines = shape.size(game)
    for place in ((-1, 2), (0, 0), (2, 2), (columns, 2), (4, lines), (-50, -50)):
        assert shape.cell_at(game, *place) is None


def test_cells_are_as_large_as_fits() -> None:
    game = Game(3, 3, 3)
    assert shape_for(game, 200, 60) == SHAPES[0]
    assert shape_for(game, 46, 20) == Shape(11, 5, True)
    assert shape_for(game, 46, 19) == Shape(7, 3, True)
    assert shape_for(game, 0, 0) == SHAPES[-1]
    for columns in range(60):
        for lines in range(30):
            shape = shape_for(game, columns, lines)
            across, down = shape.size(game)
            assert shape == SHAPES[-1] or (across <= columns and down <= lines)


@pytest.mark.parametrize("shape", SHAPES)
def test_x_and_o_differ_in_shape(shape: Shape) -> None:
    game = Game(3, 3, 3)
    boards = [lines_of(View(game, after(game, moves), 8), shape) for moves in ("a1 b2", "b2 a1")]
    assert boards[0] != boards[1]


def test_glyphs_are_as_high_as_they_say() -> None:
    for sizes in GLYPHS.values():
        for height, glyph in sizes.items():
            assert len(glyph) == height
            assert len({len(line) for line in glyph}) == 1


def test_small_cells_with_lines() -> None:
    game = Game(3, 3, 3)
    view = View(game, after(game, "b2 a1"), 4, last=0, values={8: "+5"})
    assert "\n".join(lines_of(view, Shape(3, 1, True))) == (
        "     a   b   c  \n"
        "   ┌───┬───┬───┐\n"
        " 1 │ O•│   │   │\n"
        "   ├───╔═══╗───┤\n"
        " 2 │   ║ X ║   │\n"
        "   ├───╚═══╝───┤\n"
        " 3 │   │   │+5 │\n"
        "   └───┴───┴───┘"
    )


def test_cells_without_lines() -> None:
    game = Game(3, 3, 3)
    view = View(game, after(game, "b2 a1 b1 a2 b3"), 8, last=7, winning=0b010010010)
    assert lines_of(view, Shape(3, 1, False)) == ["    a  b  c ", " 1  O [X] · ", " 2  O [X] · ", " 3  · [X]>·<"]
    assert lines_of(view, Shape(2, 1, False)) == [
        "    a b c",
        " 1  O X ·",
        " 2  O X ·",
        " 3  ··X>·".replace("··X", "·•X"),
    ]
    won = [character for line in draw(view, Shape(2, 1, False)) for character, part in line if part == "won"]
    assert "".join(won) == " X X•X"


@pytest.mark.parametrize("shape", [shape for shape in SHAPES if shape.width > 2])
def test_a_winning_stone_stands_in_brackets(shape: Shape) -> None:
    game = Game(3, 3, 3)
    position = after(game, "b2 a1 b1 a2 b3")
    plain = "".join(lines_of(View(game, position, 8), shape))
    won = "".join(lines_of(View(game, position, 8, winning=0b010010010), shape))
    for bracket in "[]" if shape.height == 1 else "┌┐└┘":
        assert won.count(bracket) == plain.count(bracket) + 3


def test_a_value_is_never_cut_to_another_number() -> None:
    game = Game(3, 3, 3)
    values = {0: "+15", 1: "=+", 2: "-7"}
    for cursor in (0, 8):
        view = View(game, Position(), cursor, values=values)
        assert lines_of(view, Shape(2, 1, False))[1].split(" ", 2)[2].strip().lstrip(">").startswith("+")
        assert "+1" not in lines_of(view, Shape(2, 1, False))[1]
        assert "+15" in lines_of(view, Shape(3, 1, False))[1]
