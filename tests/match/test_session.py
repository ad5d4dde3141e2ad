"""Sessions and players."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given

from strategies import played
from tictactoe.match import Session, perfect
from tictactoe.rules import BadInput, Game, Position
from tictactoe.search import Solver

THREE = Game(3, 3, 3)


@given(played())
def test_playing_and_undoing(case: tuple[Game, tuple[int, ...], Position]) -> None:
    game, moves, position = case
    start = session = Session(game)
    for cell in moves:
        session = session.play(cell)
    assert session.moves == moves
    assert session.position == position
    assert session.outcome == game.outcome(position)
    for _ in moves:
        session = session.undo()
    assert session == start == start.undo()


def test_only_legal_moves_are_played() -> None:
    session = Session(THREE).play(4)
    with pytest.raises(BadInput, match="b2 is taken by X"):
        session.play(4)
    assert [type(cell) for cell in Session(Game(19, 19, 5)).play(np.int64(70)).moves] == [int]  # type: ignore[arg-type]
    for cell in (99, -1, True, "b2", None):
        with pytest.raises(BadInput, match="is not on the board, whose cells are 0 to 8"):
            session.play(cell)  # type: ignore[arg-type]
    with pytest.raises(BadInput, match="the game is over"):
        Session(THREE, (0, 3, 1, 4, 2)).play(8)


def test_the_perfect_player_never_loses() -> None:
    """Against every possible opponent, as X and as O: all replies are followed, only the player's moves are chosen."""
    player = perfect(Solver(THREE))
    for seat in "XO":
        games = {"X": 0, "O": 0, None: 0}
        todo = [Position()]
        while todo:
            position = todo.pop()
            if outcome := THREE.outcome(position):
                games[outcome.winner] += 1
            elif position.turn == seat:
                todo.append(position.play(player(position)))
            else:
                todo += [position.play(cell) for cell in THREE.moves(position)]
        assert games["O" if seat == "X" else "X"] == 0
        assert games[seat] > games[None] > 0


def test_a_finished_game_has_no_move_to_make() -> None:
    with pytest.raises(ValueError, match="the game is over"):
        perfect(Solver(THREE))(Position(0b111, 0b11000))
