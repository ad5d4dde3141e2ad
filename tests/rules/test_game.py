"""Games, positions and outcomes."""

from __future__ import annotations

import pickle

import numpy as np
import pytest
from hypothesis import given

from oracle import blanks, has_row, layouts, place
from strategies import games, played
from tictactoe.rules import (
    DRAW,
    O_WINS,
    X_WINS,
    BadInput,
    Game,
    O,
    Position,
    X,
    cells_of,
    completing,
    opponent,
    parse_position,
)

LINES = {(3, 3, 3): 8, (3, 4, 3): 14, (4, 4, 4): 10, (5, 5, 4): 28, (8, 8, 4): 130, (9, 9, 5): 140, (15, 15, 5): 572}


@pytest.mark.parametrize(("game", "lines"), LINES.items())
def test_number_of_lines(game: tuple[int, int, int], lines: int) -> None:
    assert len(Game(*game).lines) == lines


@given(games)
def test_lines_are_k_cells_of_the_board_each_once(game: Game) -> None:
    assert len(set(game.lines)) == len(game.lines)
    for line in game.lines:
        assert line.bit_count() == game.k
        assert line & ~game.board == 0


@given(games)
def test_number_of_lines_follows_from_the_size(game: Game) -> None:
    rows, cols, k = game
    down, across = max(0, rows - k + 1), max(0, cols - k + 1)
    expected = rows * cols if k == 1 else rows * across + down * cols + 2 * down * across
    assert len(game.lines) == expected


@pytest.mark.parametrize("size", [(3, 3, 3), (3, 3, 2), (2, 4, 3), (1, 7, 3), (2, 3, 1), (3, 3, 4)])
def test_outcome_of_every_layout(size: tuple[int, int, int]) -> None:
    game = Game(*size)
    for board in layouts(*size[:2]):
        position = parse_position(game, board)
        x_row, o_row = (has_row(board, mark, game.k) for mark in "XO")
        full = "." not in board
        expected = X_WINS if x_row else O_WINS if o_row else DRAW if full else None
        assert game.outcome(position) == expected
        assert bool(game.winning_lines(position)) == (x_row or o_row)
        assert (game.moves(position) == ()) == (expected is not None)


@given(played())
def test_playing_takes_a_cell_and_passes_the_turn(case: tuple[Game, tuple[int, ...], Position]) -> None:
    game, moves, position = case
    assert position == Position.of(position.x, position.o)
    assert position.turn == (X if len(moves) % 2 == 0 else O)
    assert position.taken == sum(1 << cell for cell in moves)
    for cell in game.moves(position):
        after = position.play(cell)
        assert after.theirs == position.mine | 1 << cell
        assert after.mine == position.theirs
        assert position.taken >> cell & 1 == 0


@pytest.mark.parametrize("size", [(3, 3, 3), (3, 3, 2), (2, 4, 3), (2, 3, 1), (3, 3, 4)])
def test_where_stones_complete_a_line(size: tuple[int, int, int]) -> None:
    """On every layout, for both players: all lines, and those through one cell."""
    game = Game(*size)
    for board in layouts(*size[:2]):
        position = parse_position(game, board)
        free = game.board & ~position.taken
        for mark, stones in (("X", position.x), ("O", position.o)):
            if has_row(board, mark, game.k):
                continue
            expected = [
                row * game.cols + col
                for row, col in blanks(board)
                if has_row(place(board, row, col, mark), mark, game.k)
            ]
            assert list(cells_of(completing(game.lines, stones, free))) == expected
            for cell in expected:
                assert completing(game.lines_through[cell], stones, free) >> cell & 1
                assert not completing(game.lines, stones, free & ~(1 << cell)) >> cell & 1


def test_the_opponent() -> None:
    assert (opponent(X), opponent(O)) == (O, X)


def test_longer_rows_win_too() -> None:
    game = Game(1, 5, 3)
    assert game.outcome(Position.of(0b01111, 0)) == X_WINS
    assert len(game.winning_lines(Position.of(0b01111, 0))) == 2


def test_a_game_is_a_value() -> None:
    assert Game(3, 4, 3) == Game(3, 4, 3)
    assert len({Game(3, 4, 3), Game(3, 4, 3), Game(4, 3, 3)}) == 2
    with pytest.raises(AttributeError):
        Game(3, 3, 3).k = 4  # type: ignore[misc]
    with pytest.raises(AttributeError, match="a Game cannot be changed"):
        Game(3, 3, 3).lines = ()
    game = Game(3, 3, 3)
    assert len(game.lines) == 8
    assert pickle.loads(pickle.dumps(game)) == game  # noqa: S301  our own pickle
    assert b"lines" not in pickle.dumps(game)


def test_numpy_integers_make_a_plain_game() -> None:
    assert {type(number) for number in Game(np.int64(3), np.int8(4), np.uint16(3))} == {int}  # type: ignore[arg-type]


def test_the_largest_board_and_a_k_that_does_not_fit() -> None:
    assert len(Game(19, 19, 5).lines) == 2 * 19 * 15 + 2 * 15 * 15
    assert Game(3, 3, 1_000_000).lines == ()


def test_a_changed_copy_of_a_game_is_checked_too() -> None:
    assert Game(3, 3, 3)._replace(cols=4) == Game(3, 4, 3)
    with pytest.raises(BadInput, match="rows is 99"):
        Game(3, 3, 3)._replace(rows=99)


@pytest.mark.parametrize(
    ("size", "sentence"),
    [
        ((0, 5, 3), "rows is 0, but should be a whole number from 1 to 19"),
        ((20, 20, 5), "rows is 20, but should be a whole number from 1 to 19"),
        ((3, 100, 3), "columns is 100, but should be a whole number from 1 to 19"),
        ((3, 3, 0), "k is 0, but should be a whole number from 1 to 1000000"),
        ((3, -3, 3), "columns is -3, but"),
        ((True, 3, 3), "rows is True, but"),
        ((3, 3, 10**5000), "k is "),
        ((3.0, 3, 3), "rows is 3.0, but"),
        (("3", 3, 3), "rows is '3', but"),
        ((3, None, 3), "columns is None, but"),
    ],
)
def test_what_is_not_a_game(size: tuple[int, int, int], sentence: str) -> None:
    with pytest.raises(BadInput) as error:
        Game(*size)
    assert sentence in str(error.value)


class Sly(int):
    """A number that says another when it is asked in another way."""

    def __int__(self) -> int:
        return 1_000_000_000


def test_the_number_that_was_checked_is_the_one_that_is_kept() -> None:
    assert Game(Sly(3), 3, 3) == (3, 3, 3)
