"""The review of a game: every move is judged as the oracle would, wherever the game began."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

import oracle
from extent import sample
from strategies import played
from tictactoe.rules import BadInput, Cell, Game, Position, format_cell, parse_moves, parse_position
from tictactoe.search import Budget, Solver
from tictactoe.study.review import Ply, review

THREE = Game(3, 3, 3)
SOLVER = Solver(THREE)


def test_every_move_of_every_position() -> None:
    """A mistake is a move that is worth less than another, and the better ones are all that are worth more."""
    for board, turn in sample(oracle.reachable(3, 3, 3), 1_000):
        start = parse_position(THREE, board)
        before = oracle.value(board, turn, 3)
        assert review(SOLVER, (), start).answer.value == before
        if oracle.over(board, 3):
            continue
        worth = {row * 3 + col: oracle.move_score(board, row, col, turn, 3)[0] for row, col in oracle.blanks(board)}
        for move, value in worth.items():
            [ply] = review(SOLVER, (move,), start).plies
            assert (ply.player, ply.move, ply.position) == (turn, move, start.play(move))
            assert ply.answer.before_move().value == value
            assert ply.is_mistake == (value < before)
            assert ply.better == (tuple(cell for cell in worth if worth[cell] == before) if value < before else ())


@given(played(st.just(THREE)), st.data())
def test_a_review_from_the_middle_is_the_rest_of_the_whole(
    case: tuple[Game, tuple[Cell, ...], Position], data: st.DataObject
) -> None:
    _, moves, position = case
    skip = data.draw(st.integers(0, len(moves)))
    whole = review(SOLVER, moves)
    assert (whole.plies[-1].position if moves else whole.start) == position
    middle = whole.plies[skip - 1].position if skip else whole.start
    assert said(review(SOLVER, moves[skip:], middle).plies) == said(whole.plies[skip:])


def said(plies: tuple[Ply, ...]) -> list[Ply]:
    """What is said of the moves, apart from how much is in the solver's table by then."""
    return [ply._replace(answer=ply.answer._replace(nodes=0)) for ply in plies]


def test_a_famous_mistake() -> None:
    found = review(SOLVER, parse_moves(THREE, "b2 b1 a1"))
    assert [ply.is_mistake for ply in found.plies] == [False, True, False]
    assert [format_cell(THREE, cell) for cell in found.plies[1].better] == ["a1", "c1", "a3", "c3"]


def test_what_is_not_known_is_no_mistake() -> None:
    """With no time to think, nothing is known of a large board, and nobody is blamed."""
    game = Game(7, 8, 5)
    found = review(Solver(game), parse_moves(game, "a1 d4 h7"), budget=Budget(0))
    assert any(ply.answer.value is None for ply in found.plies)
    assert not any(ply.is_mistake or ply.better for ply in found.plies if ply.answer.value is None)


def test_a_move_that_is_not_legal_is_refused() -> None:
    with pytest.raises(BadInput, match="b2 is taken by X"):
        review(SOLVER, (4, 4))
