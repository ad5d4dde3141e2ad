"""A game and a position as the patterns that the kernels take, and the room to search them in."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import numpy as np

from tictactoe.rules import Game, Position, cells_of
from tictactoe.search.kernels.fours import Chain
from tictactoe.search.kernels.patterns import NOWHERE, Patterns, put, set_up
from tictactoe.search.kernels.tree import KILLERS, NOW_NUMBERS, ROW_NUMBERS, Tree
from tictactoe.search.proof.room import cleared

WORD = 64
MOST_PLIES = 120
"""No line of play is looked at further."""
LONGEST_CHAIN = 60
STEEPEST, HEAVIEST = 5.0, 1e9
"""A stone more makes a line so many times as heavy, and none may be heavier: with a large k they grow slower."""
UNIT = 16
"""What an empty line counts: taste is finer."""
KEYS_SEED = 20


def patterns_of(game: Game, position: Position, seed: int) -> Patterns:
    """The patterns of a position; the player to move is side 0. The game has lines."""
    cells, through, many, keys = geometry(game)
    size, words, lines = len(game.cells), (len(game.cells) + WORD - 1) // WORD, len(cells)
    taste = np.random.default_rng(seed).integers(0, UNIT, (2, size))
    at = Patterns(
        cells=cells,
        through=through,
        many=many,
        worth=_weights(game.k),
        keys=keys,
        taste=taste.astype(np.int64),
        owner=np.zeros(size, np.int8),
        stones=np.zeros((2, words), np.uint64),
        counts=np.zeros((lines, 2), np.uint8),
        short=np.zeros((2, 2, size), np.uint8),
        marked=np.zeros((2, 2, words), np.uint64),
        pull=np.zeros((2, size), np.int64),
        total=np.zeros(2, np.int64),
        live=np.zeros(2, np.int64),
        hash=np.zeros(1, np.uint64),
    )
    set_up(at)
    for side, stones in enumerate((position.mine, position.theirs)):
        for cell in cells_of(stones):
            put(side, cell, at)
    return at


def table_for(game: Game, memory: int) -> Any:
    """An empty table that takes at most so many bytes; it is never smaller than two rows."""
    width = 2 * ((len(game.cells) + WORD - 1) // WORD) + 2
    rows = 1 << max(1, (memory // (8 * width)).bit_length() - 1)
    return cleared(rows, width)


def tree_for(game: Game, table: Any) -> Tree:
    """Room for a search that remembers in this table."""
    size = len(game.cells)
    plies = min(MOST_PLIES, size) + 3
    return Tree(
        rows=np.zeros((plies, ROW_NUMBERS), np.int64),
        moves=np.zeros((plies, size), np.int64),
        scores=np.zeros((plies, size), np.int64),
        lines=np.zeros((plies, plies), np.int64),
        lengths=np.zeros(plies, np.int64),
        killers=np.full((plies, KILLERS), NOWHERE, np.int64),
        refuted=np.zeros(size, np.bool_),
        table=table,
        now=np.zeros(NOW_NUMBERS, np.int64),
    )


def chain_for(game: Game) -> Chain:
    steps = min(LONGEST_CHAIN, len(game.cells)) + 2
    return Chain(np.zeros(steps, np.int64), np.zeros(steps, np.int64), np.zeros(steps, np.int64))


@lru_cache(maxsize=4)
def geometry(game: Game) -> tuple[Any, Any, Any, Any]:
    """The cells of each line, the lines through each cell and their number, and the keys of the stones."""
    cells = np.array([cells_of(line) for line in game.lines], np.uint16)
    through: list[list[int]] = [[] for _ in game.cells]
    for number, line in enumerate(game.lines):
        for cell in cells_of(line):
            through[cell].append(number)
    most = max(map(len, through))
    padded = np.array([[*lines, *[0] * (most - len(lines))] for lines in through], np.int64)
    keys = np.random.default_rng(KEYS_SEED).integers(0, 2**64, (2, len(game.cells)), np.uint64)
    return cells, padded, np.array([*map(len, through)], np.int64), keys


def _weights(k: int) -> Any:
    """What a live line counts by its stones."""
    steep = min(STEEPEST, (HEAVIEST / UNIT) ** (1 / k))
    return np.array([round(UNIT * steep**stones) for stones in range(k + 1)], np.int64)
