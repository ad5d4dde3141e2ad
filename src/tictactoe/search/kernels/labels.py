"""What is to be said of each position of a game, out of its filled strong table."""

from __future__ import annotations

from tictactoe.search.kernels.bits import CELL, NONE, ONE, count_cells, first_cell
from tictactoe.search.kernels.compiled import compiled
from tictactoe.search.kernels.entries import IMPOSSIBLE, LONGEST
from tictactoe.search.kernels.strong import stones


@compiled(nogil=True)
def label(table, first, end, fold, board, powers, halves, landed, indexes, best, images):
    """Label the positions with an index from `first` to before `end`, in that order; how many these are.

    `best` are the cells that no other is better to play than, and `images` is how many positions a position is when it
    is turned and mirrored. With `fold`, only those are labelled that stand for their images.
    """
    found = 0
    for index in range(first, end):
        entry = table[index]
        if entry == IMPOSSIBLE:
            continue
        x, o = stones(index, halves)
        same = 0
        stands = True
        for symmetry in range(landed.shape[0]):
            image_x, image_o = image(x, landed[symmetry]), image(o, landed[symmetry])
            if image_x == x and image_o == o:
                same += 1
            elif image_x < x or (image_x == x and image_o < o):
                stands = False
                if fold:
                    break
        if fold and not stands:
            continue
        indexes[found] = index
        images[found] = landed.shape[0] // same
        best[found] = NONE if entry == -LONGEST else best_cells(table, index, x, o, board & ~(x | o), powers)
        found += 1
    return found


@compiled()
def best_cells(table, index, x, o, empty, powers):
    """The cells whose moves are worth what the position is."""
    digit = 1 + count_cells(x) - count_cells(o)
    entry, best = table[index], NONE
    while empty:
        cell = first_cell(empty)
        empty &= empty - ONE
        value = table[index + digit * powers[cell]]
        if entry == (1 - value if value > 0 else -1 - value if value < 0 else 0):
            best |= CELL[cell]
    return best


@compiled()
def image(held, landed):
    """Where these cells land; `landed` are the words of where each does."""
    found = NONE
    while held:
        found |= landed[first_cell(held)]
        held &= held - ONE
    return found
