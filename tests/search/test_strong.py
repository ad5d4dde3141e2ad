"""Strong tables: every score against the oracle, every count against the plain one."""

from __future__ import annotations

import pytest

from extent import sample, usually
from oracle import reachable, score
from tictactoe.rules import Game, Position, parse_position
from tictactoe.search import Budget
from tictactoe.search.census import plain_census
from tictactoe.search.strong import StrongTable
from tictactoe.search.strong_census import strong_census

SIZES = [(rows, cols, k) for rows in range(1, 5) for cols in range(1, 5) for k in range(1, 5) if rows * cols <= 9]


@pytest.mark.parametrize("size", SIZES)
def test_every_position_of_every_small_game(size: tuple[int, int, int]) -> None:
    game = Game(*size)
    table = StrongTable(game)
    for board, _ in reachable(*size):
        position = parse_position(game, board)
        found = table.answer(position, Budget())
        assert (found.value, found.plies or 0) == score(board, position.turn, game.k), board


def test_scores_on_a_larger_board_are_the_oracles() -> None:
    game = usually(Game(2, 5, 3), Game(3, 4, 3))
    table = StrongTable(game)
    for board, _ in sample(reachable(*game), 2_000):
        position = parse_position(game, board)
        found = table.answer(position, Budget())
        assert (found.value, found.plies or 0) == score(board, position.turn, 3), board


@pytest.mark.parametrize("size", [(3, 3, 3), (2, 4, 2), (1, 5, 3), (3, 3, 4), (2, 2, 1)])
def test_both_ways_to_count_agree(size: tuple[int, int, int]) -> None:
    game = Game(*size)
    plain, strong = plain_census(game), strong_census(game)
    assert strong == plain._replace(games_classes=None)


def test_known_scores() -> None:
    assert str(StrongTable(Game(4, 4, 3)).answer(Position(), Budget())) == "win in 5"
    assert str(StrongTable(Game(4, 4, 4)).answer(Position(), Budget())) == "draw"
