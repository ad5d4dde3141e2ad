"""A game as arrays: what the kernels take for its lines are its lines."""

from __future__ import annotations

import pytest

from tictactoe.rules import Game, format_game
from tictactoe.search.proof.arrays import from_words, geometry

GAMES = [
    *(Game(rows, cols, k) for rows in (1, 2, 3, 14, 19) for cols in (1, 2, 3, 19) for k in (1, 2, 3)),
    *(Game(rows, cols, k) for rows, cols in ((7, 8), (9, 9), (19, 19)) for k in (4, 5, 19, 20)),
]


@pytest.mark.parametrize("game", GAMES, ids=format_game)
def test_lines_are_those_of_the_game(game: Game) -> None:
    arrays = geometry(game)
    numbers = [
        64 * at + bit for at, word in enumerate(map(int, arrays.all_lines)) for bit in range(64) if word >> bit & 1
    ]
    lines = {number: from_words(arrays.masks[number]) for number in numbers}
    assert sorted(lines.values()) == sorted(game.lines)
    for number, line in lines.items():
        assert sum(1 << int(cell) for cell in arrays.cells[number]) == line
    for cell in game.cells:
        through = [
            64 * int(word) + bit
            for word, found in zip(arrays.through_word[cell], map(int, arrays.through[cell]), strict=True)
            for bit in range(64)
            if found >> bit & 1
        ]
        assert sorted(through) == [number for number, line in lines.items() if line >> cell & 1]
