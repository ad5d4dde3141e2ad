"""The lecture's functions."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import oracle
from extent import sample, usually
from strategies import anything
from tictactoe.nxn import BLANK, ended, minimax_strategy, move, new_board, possible_moves, utility
from tictactoe.rules import Game
from tictactoe.search import Solver

OTHER = {"X": "O", "O": "X"}


def grid(board: str) -> list[list[str]]:
    return [[BLANK if mark == "." else mark for mark in cells] for cells in oracle.rows_of(board)]


@pytest.mark.parametrize("n", [1, 2, 3, 4, 19])
def test_new_board(n: int) -> None:
    board = new_board(n)
    assert board == [[" "] * n] * n
    assert len({id(cells) for cells in board}) == n
    assert possible_moves(board) == [(r, c) for r in range(n) for c in range(n)]
    assert not ended(board)


def test_the_lectures_walk_to_e2() -> None:
    """X centre, O top right, X bottom middle, O left (d3), X top middle (e2): X has the middle column."""
    board = new_board(3)
    for turn, cell in (("X", (1, 1)), ("O", (0, 2)), ("X", (2, 1)), ("O", (1, 0))):
        assert not ended(board)
        board = move(board, turn, cell)
    assert possible_moves(board)[1] == (0, 1)
    assert minimax_strategy(board, "X", "X", "O") == (1, (0, 1))
    board = move(board, "X", (0, 1))
    assert ended(board)
    assert (utility(board, "X"), utility(board, "O")) == (1, -1)
    assert minimax_strategy(board, "X", "O", "X") == (1, None)
    assert minimax_strategy(board, "O", "O", "X") == (-1, None)


@pytest.mark.parametrize("n", [1, 2, 3])
def test_every_reachable_board_from_both_perspectives(n: int) -> None:
    for position, turn in oracle.reachable(n, n, n):
        board = grid(position)
        before = [list(cells) for cells in board]
        over = oracle.over(position, n)
        assert ended(board) is over
        assert possible_moves(board) == oracle.blanks(position)
        value, _ = oracle.score(position, turn, n)
        mine = minimax_strategy(board, turn, turn, OTHER[turn])
        theirs = minimax_strategy(board, OTHER[turn], turn, OTHER[turn])
        assert mine.score == value
        assert theirs == (-value, mine.move)
        if over:
            assert mine.move is None
            assert utility(board, turn) == value
            assert utility(board, OTHER[turn]) == -value
        else:
            assert mine.move is not None
            assert oracle.move_score(position, *mine.move, turn, n) == oracle.score(position, turn, n)
        assert board == before


def test_whose_turn_is_said_not_counted() -> None:
    for position in sample([*oracle.layouts(3, 3)], 4_000):
        if oracle.has_row(position, "X", 3) and oracle.has_row(position, "O", 3):
            continue
        for turn in "XO":
            found = minimax_strategy(grid(position), turn, turn, OTHER[turn])
            assert found.score == oracle.score(position, turn, 3)[0]


def test_a_larger_board_late_in_the_game() -> None:
    board = [["X", "X", "X", " "], ["O", "O", "O", " "], [" "] * 4, [" "] * 4]
    assert minimax_strategy(board, "O", "X", "O") == (-1, (0, 3))


@pytest.mark.parametrize("n", range(1, 20))
def test_the_empty_board_of_every_size(n: int) -> None:
    """The first player wins on 1×1 and 2×2; all others are drawn."""
    found = minimax_strategy(new_board(n), "X", "X", "O")
    assert found.score == (1 if n < 3 else 0)
    assert found.move in possible_moves(new_board(n))


@pytest.mark.parametrize("n", range(1, 20))
def test_games_against_chance_are_never_lost(n: int) -> None:
    """The score is known at every turn, and the moves keep it. Only where the other begins and must win, they do."""
    rng = random.Random(n)
    for number in range(usually(2, 20)):
        me, turn, board, known = "XO"[number % 2], "X", new_board(n), -1
        while not ended(board):
            if turn == me:
                score, rowcol = minimax_strategy(board, me, turn, OTHER[turn])
                assert score is not None
                assert score >= known
                assert rowcol is not None
                known = score
            else:
                rowcol = rng.choice(possible_moves(board))
            board = move(board, turn, rowcol)
            turn = OTHER[turn]
        assert utility(board, me) >= known
        assert known >= 0 or (n < 3 and me == "O")


@pytest.mark.parametrize("n", range(3, 20))
def test_random_boards_of_every_size_are_answered(n: int) -> None:
    """Whatever stands on them: with the exact score, and with a move that is legal."""
    rng = random.Random(n)
    for _ in range(usually(2, 20)):
        board = new_board(n)
        turn = "X"
        for rowcol in rng.sample(possible_moves(board), rng.randrange(n * n)):
            after = move(board, turn, rowcol)
            if ended(after):
                break
            board, turn = after, OTHER[turn]
        found = minimax_strategy(board, turn, turn, OTHER[turn])
        assert found.score in (-1, 0, 1)
        assert found.move in possible_moves(board)
        assert minimax_strategy(board, OTHER[turn], turn, OTHER[turn]) == (-found.score, found.move)


def test_without_time_the_score_is_not_guessed() -> None:
    board = move(move(new_board(6), "X", (0, 0)), "O", (5, 5))
    found = minimax_strategy(board, "X", "X", "O", solver=Solver(Game(6, 6, 6)), seconds=0)
    assert found.score is None
    assert found.move in possible_moves(board)
    with pytest.raises(ValueError, match="seconds is -1, but should be a number from 0 up, or None for no limit"):
        minimax_strategy(board, "X", "X", "O", seconds=-1)
    for solver, sentence in ((3, "solver is 3, but should be a Solver"), (Solver(Game(3, 3, 3)), "is one of 3,3,3")):
        with pytest.raises(ValueError, match=sentence):
            minimax_strategy(board, "X", "X", "O", solver=solver)  # type: ignore[arg-type]


def test_numpy_integers_are_integers() -> None:
    assert new_board(np.int64(2)) == [[" ", " "], [" ", " "]]  # type: ignore[arg-type]
    assert move(new_board(2), "X", (np.int64(0), np.int8(1))) == [[" ", "X"], [" ", " "]]  # type: ignore[arg-type]


@pytest.mark.parametrize("n", [0, -1, 20, True, 3.0, "3", None])
def test_what_is_not_a_size(n: Any) -> None:
    with pytest.raises(ValueError, match=r"N is .* but should be a whole number from 1 to 19"):
        new_board(n)


@pytest.mark.parametrize(
    ("board", "sentence"),
    [
        (None, "a board is a list of 1 to 19 rows, each as long as there are rows, not None"),
        ([], "a board is a list of 1 to 19 rows"),
        ([[" "] * 3] * 2, "row 0 of the board should be a list of 2 cells, not 3"),
        ([[" ", " "], [" ", None]], "the cell at (1, 1) of the board is None, but should be 'X', 'O' or ' '"),
        ([[" ", " "], [" ", "x"]], "the cell at (1, 1) of the board is 'x', but should be 'X', 'O' or ' '"),
    ],
)
def test_what_is_not_a_board(board: Any, sentence: str) -> None:
    for call in (possible_moves, ended, lambda b: utility(b, "X"), lambda b: minimax_strategy(b, "X", "X", "O")):
        with pytest.raises(ValueError) as error:  # noqa: PT011  the sentence is looked at below
            call(board)
        assert sentence in str(error.value)


def test_players_and_moves_are_checked() -> None:
    board = new_board(3)
    with pytest.raises(ValueError, match="whose_turn is 'x', but should be 'X' or 'O'"):
        move(board, "x", (0, 0))
    with pytest.raises(ValueError, match="player is None, but should be 'X' or 'O'"):
        utility(board, None)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="whose_turn and other_player are both 'X'"):
        minimax_strategy(board, "X", "X", "X")
    with pytest.raises(ValueError, match="off the board"):
        move(board, "X", (3, 0))
    with pytest.raises(ValueError, match="is taken by X"):
        move(move(board, "X", (0, 0)), "O", (0, 0))


@given(anything | st.lists(st.lists(st.sampled_from("XO "), min_size=2, max_size=2), max_size=2), anything, anything)
def test_nothing_but_value_error_escapes(board: Any, one: Any, other: Any) -> None:
    for call in (
        lambda: new_board(one),
        lambda: possible_moves(board),
        lambda: move(board, one, other),
        lambda: ended(board),
        lambda: utility(board, one),
        lambda: minimax_strategy(board, one, other, "X"),
    ):
        try:
            call()
        except ValueError as error:
            assert len(str(error)) < 300
