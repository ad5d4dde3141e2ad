"""The course exercise's functions, on every board there is."""

from __future__ import annotations

from collections.abc import Callable
from copy import deepcopy
from typing import Any

import numpy as np
import pytest
from hypothesis import given

import oracle
import tictactoe as ttt
from extent import sample
from strategies import anything, grids, nearly_grids

Grid = list[list[Any]]


def grid(board: str) -> Grid:
    """The oracle's board as the exercise writes it."""
    return [[None if mark == "." else mark for mark in cells] for cells in oracle.rows_of(board)]


@pytest.fixture(scope="module")
def reachable() -> list[tuple[str, str]]:
    boards = list(oracle.reachable(3, 3, 3))
    assert len(boards) == 5_478
    return boards


@pytest.fixture(autouse=True)
def untouched(monkeypatch: pytest.MonkeyPatch) -> None:
    """No function may change its board at any depth, in whichever test calls it."""
    for name in ("player", "actions", "result", "winner", "terminal", "utility", "minimax"):
        function: Callable[..., Any] = getattr(ttt, name)

        def watched(board: Any, *rest: Any, function: Callable[..., Any] = function) -> Any:
            before = repr(board)
            try:
                return function(board, *rest)
            finally:
                assert repr(board) == before

        monkeypatch.setattr(ttt, name, watched)


def test_names() -> None:
    assert (ttt.X, ttt.O, ttt.EMPTY) == ("X", "O", None)
    assert ttt.initial_state() == [[None] * 3] * 3
    fresh = ttt.initial_state()
    fresh[0][0] = ttt.X
    assert ttt.initial_state()[0][0] is None
    assert fresh[1][0] is None


def test_rules_on_every_reachable_board(reachable: list[tuple[str, str]]) -> None:
    finished = 0
    for board, turn in reachable:
        given_board = grid(board)
        won = next((mark for mark in "XO" if oracle.has_row(board, mark, 3)), None)
        over = oracle.over(board, 3)
        finished += over
        assert ttt.winner(given_board) == won
        assert ttt.terminal(given_board) is over
        assert ttt.utility(given_board) == {"X": 1, "O": -1, None: 0}[won]
        assert ttt.actions(given_board) == set(oracle.blanks(board))
        if not over:
            assert ttt.player(given_board) == turn
        for row, col in oracle.blanks(board):
            after = ttt.result(given_board, (row, col))
            assert after == grid(oracle.place(board, row, col, turn))
            assert not {id(cells) for cells in after} & {id(cells) for cells in given_board}
        for taken in {(r, c) for r in range(3) for c in range(3)} - set(oracle.blanks(board)):
            with pytest.raises(ValueError, match="is taken by"):
                ttt.result(given_board, taken)
    assert finished == 958


def test_types_of_answers() -> None:
    board = ttt.initial_state()
    assert type(ttt.actions(board)) is set
    assert {type(number) for action in ttt.actions(board) for number in action} == {int}
    assert {type(action) for action in ttt.actions(board)} == {tuple}
    move = ttt.minimax(board)
    assert type(move) is tuple
    assert [type(number) for number in move] == [int, int]
    assert type(ttt.utility(board)) is int


def test_minimax_is_optimal_on_every_unfinished_board(reachable: list[tuple[str, str]]) -> None:
    unfinished = 0
    for board, turn in reachable:
        move = ttt.minimax(grid(board))
        if oracle.over(board, 3):
            assert move is None
            continue
        unfinished += 1
        assert move is not None
        assert oracle.move_score(board, *move, turn, 3) == oracle.score(board, turn, 3), board
    assert unfinished == 4_520


def test_between_equal_moves_minimax_leaves_the_most_ways_to_go_wrong(
    reachable: list[tuple[str, str]],
) -> None:
    def ways_to_go_wrong(board: str, turn: str) -> int:
        best, _ = oracle.score(board, turn, 3)
        return sum(oracle.move_score(board, *cell, turn, 3)[0] < best for cell in oracle.blanks(board))

    for board, turn in reachable:
        if oracle.over(board, 3):
            continue
        best = oracle.score(board, turn, 3)
        equals = [cell for cell in oracle.blanks(board) if oracle.move_score(board, *cell, turn, 3) == best]
        traps = dict.fromkeys(equals, 0)
        for cell in equals:
            after = oracle.place(board, *cell, turn)
            if not oracle.over(after, 3):
                traps[cell] = ways_to_go_wrong(after, oracle.OTHER[turn])
        most = max(traps.values())
        assert ttt.minimax(grid(board)) == next(cell for cell in equals if traps[cell] == most)


def test_the_first_move_is_a_corner_where_seven_of_eight_replies_lose() -> None:
    assert ttt.minimax(ttt.initial_state()) == (0, 0)
    corner = oracle.place(oracle.empty(3, 3), 0, 0, "X")
    replies = [oracle.move_score(corner, *cell, "O", 3)[0] for cell in oracle.blanks(corner)]
    assert (replies.count(-1), replies.count(0)) == (7, 1)


def test_boards_that_cannot_arise_get_the_obvious_answer() -> None:
    layouts = [*oracle.layouts(3, 3)]
    assert len(layouts) == 19_683
    for board in sample(layouts, 4_000):
        given_board = grid(board)
        x_row, o_row = (oracle.has_row(board, mark, 3) for mark in "XO")
        turn = "O" if board.count("X") > board.count("O") else "X"
        assert ttt.player(given_board) == turn
        assert ttt.actions(given_board) == set(oracle.blanks(board))
        assert ttt.terminal(given_board) is oracle.over(board, 3)
        assert ttt.winner(given_board) == ("X" if x_row else "O" if o_row else None)
        move = ttt.minimax(given_board)
        if oracle.over(board, 3):
            assert move is None
        else:
            assert move is not None
            assert oracle.move_score(board, *move, turn, 3) == oracle.score(board, turn, 3)


def test_three_x_and_no_o() -> None:
    board: Grid = [["X", "X", "X"], [None] * 3, [None] * 3]
    assert ttt.winner(board) == "X"
    assert ttt.terminal(board) is True
    assert ttt.utility(board) == 1


BAD_BOARDS: list[tuple[object, str]] = [
    (None, "a board is a list of 3 rows, not the NoneType None"),
    ("X.O/.X./..O", "a board is a list of 3 rows, not the str 'X.O/.X./..O'"),
    ([], "a board is a list of 3 rows, not 0: []"),
    ([[None] * 3] * 2, "a board is a list of 3 rows, not 2"),
    ([[None] * 4] * 4, "a board is a list of 3 rows, not 4"),
    ([[None] * 3, [None] * 2, [None] * 3], "row 1 of the board should be a list of 3 cells, not 2: [None, None]"),
    ([[None] * 3, "XOX", [None] * 3], "row 1 of the board should be a list of 3 cells, not the str 'XOX'"),
    ([[None] * 3, frozenset({"X"}), [None] * 3], "row 1 of the board should be a list of 3 cells, not the frozenset"),
    (
        [[None, None, "x"], [None] * 3, [None] * 3],
        "the cell at (0, 2) of the board is 'x', but should be 'X', 'O' or None",
    ),
    (
        [[None] * 3, [None] * 3, [None, " ", None]],
        "the cell at (2, 1) of the board is ' ', but should be 'X', 'O' or None",
    ),
    ([[None] * 3, [None] * 3, [0, None, None]], "the cell at (2, 0) of the board is 0, but"),
    ([[None] * 3, [None] * 3, [True, None, None]], "the cell at (2, 0) of the board is True, but"),
    ([[None] * 3, [None] * 3, [np.zeros(2), None, None]], "the cell at (2, 0) of the board is array([0., 0.]), but"),
    (np.zeros((3, 3)), "a board is a list of 3 rows, not the ndarray"),
]


@pytest.mark.parametrize(("board", "sentence"), BAD_BOARDS, ids=[sentence[:50] for _, sentence in BAD_BOARDS])
def test_malformed_boards_are_refused_by_every_function(board: Any, sentence: str) -> None:
    for function in (ttt.player, ttt.actions, ttt.winner, ttt.terminal, ttt.utility, ttt.minimax):
        with pytest.raises(ValueError) as error:  # noqa: PT011  the sentence is looked at below
            function(board)
        assert sentence in str(error.value)
        assert "\n" not in str(error.value)
    with pytest.raises(ValueError, match="board"):
        ttt.result(board, (0, 0))


BAD_ACTIONS = [None, "01", 4, (), (0,), (0, 1, 2), [0, 1], (True, 0), (0, False), (0.0, 1), ("0", "1"), (None, 0)]
OFF_THE_BOARD = [(-1, 0), (0, -1), (3, 0), (0, 3), (10**30, 0), (np.int64(3), 0)]


@pytest.mark.parametrize("action", BAD_ACTIONS, ids=repr)
def test_malformed_actions_are_refused(action: Any) -> None:
    with pytest.raises(ValueError, match=r"cannot be read: write a tuple \(row, col\) of whole numbers from 0 to 2"):
        ttt.result(ttt.initial_state(), action)


@pytest.mark.parametrize("action", OFF_THE_BOARD, ids=repr)
def test_actions_off_the_board_are_refused(action: Any) -> None:
    with pytest.raises(ValueError, match="is off the board"):
        ttt.result(ttt.initial_state(), action)


def test_numpy_integers_are_integers() -> None:
    board = ttt.result(ttt.initial_state(), (np.int64(1), np.int8(2)))  # type: ignore[arg-type]
    assert board == [[None] * 3, [None, None, "X"], [None] * 3]


def test_boards_of_tuples_and_numpy_strings_are_read() -> None:
    board: Any = ((None, np.str_("X"), None), (None,) * 3, (None,) * 3)
    assert ttt.player(board) == "O"
    assert ttt.result(board, (0, 0)) == [["O", "X", None], [None] * 3, [None] * 3]


@given(nearly_grids | anything)
def test_nothing_but_value_error_escapes_from_a_board(board: Any) -> None:
    for function in (ttt.player, ttt.actions, ttt.winner, ttt.terminal, ttt.utility, ttt.minimax):
        try:
            function(board)
        except ValueError as error:
            assert len(str(error)) < 300


@given(grids, anything)
def test_nothing_but_value_error_escapes_from_an_action(board: Any, action: Any) -> None:
    try:
        ttt.result(board, action)
    except ValueError as error:
        assert len(str(error)) < 300


def test_minimax_is_deterministic_and_playing_against_itself_draws() -> None:
    board = ttt.initial_state()
    while not ttt.terminal(board):
        move = ttt.minimax(board)
        assert move is not None
        assert ttt.minimax(deepcopy(board)) == move
        board = ttt.result(board, move)
    assert ttt.winner(board) is None
