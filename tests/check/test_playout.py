"""What comes of playing a program in every possible way, as far as its moves are known."""

from __future__ import annotations

from pathlib import Path

from tictactoe.check import course
from tictactoe.check.course import places
from tictactoe.check.playout import Beaten, beaten, move_of, play_out
from tictactoe.check.reading import Reply, decode
from tictactoe.check.wire import encode
from tictactoe.match.evaluation import evaluate
from tictactoe.rules import Cell, Game, Position

GAME = Game(3, 3, 3)


def first_cell(position: Position) -> Cell:
    return min(GAME.moves(position))


def test_a_program_and_a_player_that_make_the_same_moves_lose_the_same_game() -> None:
    replies = {}
    for place in places():
        if not place.over:
            row, col = divmod(first_cell(place.position), 3)
            replies[place.board] = Reply(decode(encode((row, col))), None, 0, False)
    found, worth = beaten(replies), evaluate(first_cell)
    assert worth.worst == "loss"
    assert found.side == worth.side
    assert len(found.shortest) == len(worth.line)
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
