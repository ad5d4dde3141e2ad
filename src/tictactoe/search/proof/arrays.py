"""A game, and the room to search it in, as the arrays that the kernels take."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import combinations
from typing import Any

import numpy as np

from tictactoe.rules import Cell, Cells, Game, symmetries
from tictactoe.rules.symmetry import Symmetry
from tictactoe.search.kernels.hashtable import PLACES, row_words
from tictactoe.search.kernels.lines import NO_CELL, Frames, Geometry
from tictactoe.search.kernels.pairing import REMEMBERED, Room
from tictactoe.search.proof.room import cleared

WORD = 64
SEED = 0x9E3779B97F4A7C15


def words_of(game: Game) -> int:
    """How many words a set of cells takes."""
    return (len(game.cells) + WORD - 1) // WORD


def as_words(cells: Cells, words: int) -> Any:
    """A set of cells as words, the first 64 cells in the first."""
    array = np.zeros(words, np.uint64)
    put_words(array, cells)
    return array


def put_words(array: Any, cells: Cells) -> None:
    """Put a set of cells into an array of as many words as it takes."""
    for word in range(len(array)):
        array[word] = cells >> WORD * word & (1 << WORD) - 1


def from_words(words: Any) -> Cells:
    return sum(int(word) << WORD * at for at, word in enumerate(words))


def new_table(game: Game, memory: int) -> Any:
    """An empty table that takes at most so many bytes; it is never smaller than one place."""
    width = row_words(words_of(game))
    rows = PLACES << max(0, (memory // (8 * width * PLACES)).bit_length() - 1)
    return cleared(rows, width)


@cache
def geometry(game: Game) -> Geometry:
    """A game as the kernels see it."""
    lines = list(_numbered(game))
    size, words = len(game.cells), words_of(game)
    count = max((number for number, _, _ in lines), default=0) // WORD + 1
    cells = np.zeros((count * WORD, game.k), np.uint16)
    masks = np.zeros((count * WORD, words), np.uint64)
    through_word, through = np.zeros((size, 4), np.uint8), np.zeros((size, 4), np.uint64)
    pair_word, pair = np.zeros((size, size), np.uint8), np.zeros((size, size), np.uint64)
    all_lines = np.zeros(count, np.uint64)
    for number, direction, line in lines:
        word, bit = divmod(number, WORD)
        mask = np.uint64(1 << bit)
        cells[number] = line
        masks[number] = as_words(sum(1 << cell for cell in line), words)
        all_lines[word] |= mask
        for cell in line:
            through_word[cell, direction] = word
            through[cell, direction] |= mask
        for one, two in combinations(line, 2):
            for a, b in ((one, two), (two, one)):
                pair_word[a, b] = word
                pair[a, b] |= mask
    every = symmetries(game)
    return Geometry(
        cells=cells,
        masks=masks,
        through_word=through_word,
        through=through,
        pair_word=pair_word,
        pair=pair,
        images=np.array([_byte_table(symmetry, words) for symmetry in every]),
        inverses=np.array([_byte_table(_inverse(symmetry), words) for symmetry in every]),
        board=as_words(game.board, words),
        all_lines=all_lines,
        nearness=_nearness(game),
    )


def _numbered(game: Game) -> Iterator[tuple[int, int, tuple[Cell, ...]]]:
    """Every line with its number and direction: those of one row, column or diagonal are neighbours, in one word."""
    number = 0
    for direction, run in _runs(game):
        count = len(run) - game.k + 1
        if number // WORD != (number + count - 1) // WORD:
            number = (number // WORD + 1) * WORD
        for start in range(count):
            yield number, direction, run[start : start + game.k]
            number += 1


def _runs(game: Game) -> Iterator[tuple[int, tuple[Cell, ...]]]:
    """The rows, columns and diagonals that are long enough for a line, each with the number of its direction."""
    rows, cols = game.rows, game.cols
    starts = [(0, 1), (1, 0), (1, 1), (1, -1)] if game.k > 1 else [(0, 1)]
    for direction, (down, right) in enumerate(starts):
        for row in range(rows):
            for col in range(cols):
                if row >= down and 0 <= col - right < cols:
                    continue  # the run began before
                run = []
                at, across = row, col
                while at < rows and 0 <= across < cols:
                    run.append(at * cols + across)
                    at, across = at + down, across + right
                if len(run) >= game.k:
                    yield direction, tuple(run)


def _nearness(game: Game) -> Any:
    """For each cell, how many are further from the middle of the board."""
    places = [divmod(cell, game.cols) for cell in game.cells]
    far = [(2 * row + 1 - game.rows) ** 2 + (2 * col + 1 - game.cols) ** 2 for row, col in places]
    return np.array([sum(other > one for other in far) for one in far], np.int64)


def _inverse(symmetry: Symmetry) -> Symmetry:
    return tuple(symmetry.index(cell) for cell in range(len(symmetry)))


def _byte_table(symmetry: Symmetry, words: int) -> Any:
    table = np.zeros(((len(symmetry) + 7) // 8, 256, words), np.uint64)
    values = np.arange(256)
    for cell, landed in enumerate(symmetry):
        byte, bit = divmod(cell, 8)
        word, place = divmod(landed, WORD)
        table[byte, values >> bit & 1 == 1, word] |= np.uint64(1 << place)
    return table


def frames_for(game: Game) -> Frames:
    """Frames for one thread."""
    size, words, lines = len(game.cells), words_of(game), len(geometry(game).all_lines)
    plies = size + 2
    return Frames(
        stones=np.zeros((plies, 2, words), np.uint64),
        live=np.zeros((plies, 2, game.k + 1, lines), np.uint64),
        pairing=np.full((plies, size + 1), NO_CELL, np.int16),
        guard=np.zeros((plies, words), np.uint64),
        threat=np.zeros((plies, words), np.uint64),
        allowed=np.zeros((plies, words), np.uint64),
        numbers=np.zeros((plies, 8), np.int64),
        moves=np.zeros((plies, size), np.int64),
        proofs=np.zeros((plies, size), np.int64),
        disproofs=np.zeros((plies, size), np.int64),
        places=np.zeros((plies, size), np.uint64),
        zones=np.zeros((plies, size, words), np.uint64),
    )


def room_for(game: Game, seed: int, news: int = 0) -> Room:
    """Room for one thread, and for the last `news` rows that it has written; the seed is any number."""
    size, words, lines = len(game.cells), words_of(game), len(geometry(game).all_lines)
    return Room(
        lines=np.zeros(lines, np.uint64),
        empty=np.zeros(words, np.uint64),
        now=np.full(size + 1, NO_CELL, np.int16),
        best=np.full(size + 1, NO_CELL, np.int16),
        cover=np.zeros((max(2, game.k // 2 + 1), lines), np.uint64),
        open=np.zeros(lines, np.uint64),
        weight=np.ones(lines * WORD + 1, np.int64),
        tabu=np.zeros(size, np.int64),
        clock=np.zeros(1, np.int64),
        seed=np.array([(seed + 1) * SEED & (1 << WORD) - 1 or SEED], np.uint64),
        ring=np.full((2, REMEMBERED, size + 1), NO_CELL, np.int16),
        ring_cells=np.zeros((2, REMEMBERED, words), np.uint64),
        ring_cover=np.zeros((2, REMEMBERED, 2, lines), np.uint64),
        ring_end=np.zeros(2, np.int64),
        tried=np.zeros(lines, np.uint64),
        here=np.zeros(game.k, np.uint16),
        lost=np.zeros(game.k, np.uint64),
        sums=np.zeros(WORD + 1, np.int64),
        costs=np.zeros((2, game.k), np.int64),
        potential=np.zeros(size, np.int64),
        sets=np.zeros((3, words), np.uint64),
        given=np.zeros(3 * words, np.uint64),
        turned=np.zeros(3 * words, np.uint64),
        row=np.zeros(row_words(words), np.uint64),
        found=np.zeros(row_words(words), np.uint64),
        no_pairing=np.full(size + 1, NO_CELL, np.int16),
        news=np.zeros((news, row_words(words)), np.uint64),
        told=np.zeros(1, np.int64),
    )
