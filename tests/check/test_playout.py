"""What a player is worth on 3×3: every position is shown to it, and the worst that can happen to it is played out."""

from __future__ import annotations

from pathlib import Path

import pytest

from tictactoe.check import Evaluation, course, evaluate
from tictactoe.check.course import places
from tictactoe.check.playout import Beaten, beaten, move_of, play_out
from tictactoe.check.reading import Reply, decode
from tictactoe.check.wire import encode
from tictactoe.match import LEVELS, player
from tictactoe.rules import BadInput, Cell, Game, Position, X
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


def test_a_solver_can_be_handed_in() -> None:
    solver = Solver(GAME)
    assert evaluate(first_cell, solver) == evaluate(first_cell)
    assert solver.nodes > 1000
    with pytest.raises(BadInput, match=r"a solver of 4,4,4 cannot judge the exercise: give one of 3,3,3"):
        evaluate(first_cell, Solver(Game(4, 4, 4)))


def test_both_summaries_are_of_the_same_games() -> None:
    """A program and a player that make the same moves lose the same game."""
    replies = {}
    for place in places():
        if not place.over:
            row, col = divmod(first_cell(place.position), 3)
            replies[place.board] = Reply(decode(encode((row, col))), None, 0, False)
    found, worth = beaten(replies), evaluate(first_cell)
    assert worth.worst == "loss"
    assert found.side == worth.side
    assert tuple(row * 3 + col for row, col in found.shortest) == worth.line
    ends = list(play_out({board: move_of(reply) for board, reply in replies.items()}))
    assert found.games == len(ends)
    assert found.lost == sum(end.result == "loss" for end in ends)
    assert found.unknown == 0


def test_where_a_move_is_not_known_nothing_is_said() -> None:
    assert beaten({}) == Beaten(0, 0, 1 + 9)
    moves = list(play_out({}))
    assert {end.result for end in moves} == {"illegal"}
    assert sorted(len(end.line) for end in moves) == [0, *[1] * 9]


def test_playing_out_has_one_home() -> None:
    """No other module of the checker keeps a list of unfinished games to go on with."""
    folder = Path(course.__file__).parent
    walks = [path.name for path in folder.glob("*.py") if "todo.pop()" in path.read_text(encoding="utf-8")]
    assert walks == ["playout.py"]
