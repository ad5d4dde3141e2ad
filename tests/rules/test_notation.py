"""Reading and writing."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from strategies import anything, games, played
from tictactoe.rules import (
    BadInput,
    Game,
    Position,
    format_cell,
    format_game,
    format_moves,
    format_position,
    parse_cell,
    parse_game,
    parse_moves,
    parse_position,
    shape_of,
    square_game,
)

THREE = Game(3, 3, 3)


@given(games)
def test_games_round_trip(game: Game) -> None:
    assert parse_game(format_game(game)) == game


@given(games)
def test_cells_round_trip(game: Game) -> None:
    assert [parse_cell(game, format_cell(game, cell)) for cell in game.cells] == list(game.cells)


@given(played())
def test_positions_and_moves_round_trip(case: tuple[Game, tuple[int, ...], Position]) -> None:
    game, moves, position = case
    text = format_position(game, position)
    assert parse_position(game, text) == position
    assert shape_of(text) == (game.rows, game.cols)
    assert parse_moves(game, format_moves(game, moves)) == moves


@given(st.integers(1, 19), st.integers(1, 19))
def test_a_position_alone_means_n_in_a_row_on_n_by_n(rows: int, cols: int) -> None:
    text = "/".join(["." * cols] * rows)
    if rows == cols:
        assert square_game(text) == Game.square(rows) == Game(rows, rows, rows)
    else:
        with pytest.raises(BadInput, match=rf"has {rows} rows? of {cols}: .* naming the game {rows},{cols},k"):
            square_game(text)


def test_the_glossarys_examples() -> None:
    assert parse_game("3,4,3") == Game(rows=3, cols=4, k=3)
    assert parse_cell(THREE, "b2") == 4
    assert parse_cell(Game(19, 19, 5), "s19") == 360
    assert parse_position(THREE, "X.O/.X./..O") == Position.of(0b000_010_001, 0b100_000_100)
    assert parse_moves(THREE, "b2 a1 c3") == (4, 0, 8)
    assert parse_moves(THREE, "") == ()


def test_capitals_and_small_letters_are_read_alike() -> None:
    assert parse_cell(THREE, "B2") == parse_cell(THREE, "b2")
    assert parse_position(THREE, "x.o/.X./..o") == parse_position(THREE, "X.O/.X./..O")


REFUSED: list[tuple[Callable[[str], object], str, str]] = [
    (parse_game, "3,3", "game '3,3' has 2 parts, but should be rows,columns,k such as 3,3,3"),
    (parse_game, "", "game '' has 1 part, but"),
    (parse_game, "3,three,3", "game '3,three,3': columns is 'three', but should be a plain whole number, as in 3,3,3"),
    (parse_game, "3,3,03", "k is '03', but"),
    (parse_game, "3,3,-1", "k is '-1', but"),
    (parse_game, "3, 3,3", "columns is ' 3', but"),
    (parse_game, "٣,3,3", "rows is '٣', but"),
    (parse_game, "20,20,5", "game '20,20,5': rows is 20, but should be a whole number from 1 to 19"),
    (parse_game, "3,3,0", "game '3,3,0': k is 0, but should be a whole number from 1 to 1000000"),
    (parse_game, "3,3," + "9" * 10_000, "k is '999"),
    (lambda text: parse_cell(THREE, text), "", "cell '' cannot be read: a cell of this board is"),
    (lambda text: parse_cell(THREE, text), "2b", "cell '2b' cannot be read"),
    (lambda text: parse_cell(THREE, text), "ä2", "a letter and a number from a1 to c3"),
    (lambda text: parse_cell(THREE, text), "b0", "cell 'b0': there is no such row"),
    (lambda text: parse_cell(THREE, text), "b" + "9" * 300, "cannot be read"),
    (lambda text: parse_cell(THREE, text), "b02", "cell 'b02' cannot be read"),
    (lambda text: parse_cell(THREE, text), "d1", "cell 'd1': there is no column d: a cell of this board is"),
    (lambda text: parse_cell(THREE, text), "z1", "cell 'z1'"),
    (lambda text: parse_cell(THREE, text), "a4", "cell 'a4': there is no such row"),
    (
        lambda text: parse_position(THREE, text),
        "X.O/.Y./..O",
        "'X.O/.Y./..O': 'Y' at row 2, cell 2 should be X, O or .",
    ),
    (lambda text: parse_position(THREE, text), "X.O/.X/..O", "'X.O/.X/..O': row 2 has 2 cells, but row 1 has 3"),
    (lambda text: parse_position(THREE, text), "", "position '': row 1 has 0 cells, but should have at least 1"),
    (lambda text: parse_position(THREE, text), "X.O/.X./", "row 3 has 0 cells, but row 1 has 3"),
    (
        lambda text: parse_position(THREE, text),
        "X.O/.X.",
        "has 2 rows of 3 cells, but the board of 3,3,3 has 3 rows of 3",
    ),
    (lambda text: parse_position(THREE, text), "." * 10_000, "has 10000 columns, but a board has at most 19"),
    (lambda text: parse_position(THREE, text), "/".join("." * 3 for _ in range(20)), "has 20 rows, but a board has"),
    (lambda text: parse_position(THREE, text), "." * 9_999 + "y", "'y' at row 1, cell 10000 should be X, O or ."),
    (
        lambda text: parse_moves(THREE, text),
        "b2 b2",
        "moves 'b2 b2', move 2: b2 is taken by X; the empty cells are a1 b1",
    ),
    (
        lambda text: parse_moves(Game(19, 19, 5), text),
        "a1 a1",
        "the empty cells are b1 c1 d1 e1 f1 g1 h1 i1 j1 k1 l1 m1",
    ),
    (lambda text: parse_moves(THREE, text), "b2 e5", "moves 'b2 e5', move 2: cell 'e5': there is no column e"),
    (lambda text: parse_moves(THREE, text), "a1 a2 b1 b2 c1 c2", "move 6: c2 cannot be played: the game is over"),
]


def test_the_part_of_a_long_text_that_is_wrong_is_quoted() -> None:
    big = Game(19, 19, 5)
    text = "/".join(["." * 19] * 10 + ["." * 9 + "?XXX" + "." * 6] + ["." * 19] * 8)
    with pytest.raises(BadInput, match=r"'\?' at row 11, cell 10") as error:
        parse_position(big, text)
    assert "?XXX" in str(error.value).split(":")[0]
    with pytest.raises(BadInput) as error:
        parse_moves(big, format_moves(big, tuple(range(0, 38, 3))) + " zz1")
    assert "zz1" in str(error.value).split(", move")[0]


@pytest.mark.parametrize(("parse", "text", "sentence"), REFUSED, ids=[text[:20] or "empty" for _, text, _ in REFUSED])
def test_refusals_quote_the_text_and_say_where(parse: Callable[[str], object], text: str, sentence: str) -> None:
    with pytest.raises(BadInput) as error:
        parse(text)
    message = str(error.value)
    assert sentence in message
    assert len(message) < 300
    assert "\n" not in message


@given(games, anything | st.text("XO./", max_size=30) | st.text("abc123, ", max_size=12))
def test_nothing_but_bad_input_escapes(game: Game, value: object) -> None:
    for parse in (
        parse_game,
        shape_of,
        square_game,
        lambda text: parse_cell(game, text),
        lambda text: parse_position(game, text),
        lambda text: parse_moves(game, text),
    ):
        try:
            parse(value)  # type: ignore[arg-type]
        except BadInput as error:
            assert len(str(error)) < 2_000


def test_a_letter_that_is_k_only_when_made_small_is_none() -> None:
    with pytest.raises(BadInput, match="cannot be read"):
        parse_cell(Game(19, 19, 5), "\u212a1")
