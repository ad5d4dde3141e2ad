"""What a player is worth on 3×3: every position is shown to it, and the worst that can happen to it is played out."""

from __future__ import annotations

import pytest

from tictactoe.check import Evaluation, evaluate
from tictactoe.match import LEVELS, player
from tictactoe.rules import Cell, Game, Position, X
from tictactoe.search import Solver

GAME = Game(3, 3, 3)


def first_cell(position: Position) -> Cell:
    return min(GAME.moves(position))


def replay(found: Evaluation, answers: dict[Position, Cell]) -> str:
    """The result of the line for the player, once it is sure that the player's moves in it are its own."""
    position = Position()
    for cell in found.line:
        assert cell in GAME.moves(position)
        if ("X" if position.turn == X else "O") == found.side:
            assert answers[position] == cell
        position = position.play(cell)
    outcome = GAME.outcome(position)
    assert outcome
    return "draw" if outcome.winner is None else "win" if outcome.winner == found.side else "loss"


@pytest.mark.parametrize("name", LEVELS)
def test_the_line_that_shows_the_worst_is_a_game_that_can_happen(name: str) -> None:
    plays = player(LEVELS[name], Solver(GAME), seed=7)
    answers: dict[Position, Cell] = {}

    def noted(position: Position) -> Cell:
        answers[position] = plays(position)
        return answers[position]

    found = evaluate(noted)
    assert found.positions == 4520
    assert found.illegal == 0
    assert replay(found, answers) == found.worst
    if name == "perfect":
        assert found.percent == 100
        assert found.worst == "draw"
    if name in ("random", "hasty"):
        assert found.percent < 100
        assert found.worst == "loss"


def test_whoever_takes_the_first_cell_can_be_beaten_at_once() -> None:
    found = evaluate(first_cell)
    assert found.worst == "loss"
    assert 20 < found.percent < 80
    assert len(found.line) <= 6


def test_a_move_that_is_none_is_the_worst_of_all() -> None:
    found = evaluate(lambda _: 4)
    assert found.worst == "illegal"
    assert found.illegal > 1000
    assert evaluate(lambda _: 9).illegal == 4520
    assert evaluate(lambda _: "b2").best == 0  # type: ignore[arg-type, return-value]
