"""Strong tables: every score against the plain table, every count against the golden ones."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from oracle import reachable, score
from tictactoe.rules import Game, Position, parse_position
from tictactoe.search.census import census, plain_census
from tictactoe.search.strong import StrongTable

SIZES = [(rows, cols, k) for rows in range(1, 5) for cols in range(1, 5) for k in range(1, 5) if rows * cols <= 9]


@pytest.mark.parametrize("size", SIZES)
def test_every_position_of_every_small_game(size: tuple[int, int, int]) -> None:
    game = Game(*size)
    table = StrongTable(game)
    for board, _ in reachable(*size):
        position = parse_position(game, board)
        found = table.score(position)
        assert (found.value, found.plies or 0) == score(board, position.turn, game.k), board


def test_scores_of_3_4_3_are_the_oracles() -> None:
    game = Game(3, 4, 3)
    table = StrongTable(game)
    for board, _ in list(reachable(3, 4, 3))[::23]:
        position = parse_position(game, board)
        found = table.score(position)
        assert (found.value, found.plies or 0) == score(board, position.turn, 3), board


@pytest.mark.parametrize("name", ["3,5,3", "4,4,3", "4,4,4"])
def test_golden_counts(name: str, data: Path) -> None:
    golden = json.loads((data / "counts.json").read_text())[name]
    found = census(Game(*map(int, name.split(","))))
    assert {
        "positions": found.positions,
        "classes": found.classes,
        "all_finished": sum(found.finished.values()),
        "all_finished_classes": sum(found.finished_classes.values()),
        "all_games": sum(found.games.values()),
        "all_nodes": sum(found.nodes),
    } == golden


@pytest.mark.parametrize("size", [(3, 3, 3), (2, 4, 2), (1, 5, 3), (3, 3, 4), (2, 2, 1)])
def test_both_ways_to_count_agree(size: tuple[int, int, int]) -> None:
    game = Game(*size)
    plain, strong = plain_census(game), StrongTable(game).census()
    assert strong == plain._replace(games_classes=None)


def test_known_scores() -> None:
    assert str(StrongTable(Game(4, 4, 3)).score(Position())) == "win in 5"
    assert str(StrongTable(Game(4, 4, 4)).score(Position())) == "draw"
