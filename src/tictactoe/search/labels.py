"""Every position of a game with what perfect play makes of it, block by block: what data sets are made of."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, NamedTuple

from tictactoe.rules import (
    BadInput,
    Cells,
    Game,
    Position,
    canonical,
    cells_of,
    format_game,
    symmetries,
    transform,
)
from tictactoe.search.answer import Answer
from tictactoe.search.budget import Budget
from tictactoe.search.census import MOST_CELLS
from tictactoe.search.kernels.entries import entry_of
from tictactoe.search.limits import AT_ONCE, require_compiled
from tictactoe.search.memory import require_memory
from tictactoe.search.table import Table

if TYPE_CHECKING:
    from tictactoe.search.filling import Filling

BLOCK = 2**18
"""Entries of a table that are labelled between two looks at the clock."""
POWERS: tuple[int, ...] = tuple(3**cell for cell in range(MOST_CELLS))
BYTES_AN_ENTRY = 200
"""Of memory, for what is made of a block."""


class Labels(NamedTuple):
    """Some positions in columns, by rising index: the cells as digits to the base 3, the first the lowest."""

    indexes: list[int]
    """A digit is 0 for an empty cell, 1 for X and 2 for O."""
    entries: list[int]
    """The scores, as strong tables write them."""
    best: list[Cells]
    """The moves that no other is better than; empty once the game has ended."""
    images: list[int]
    """How many positions this one is, turned and mirrored."""


class Labelling(NamedTuple):
    """How far it has come: what is being done, and how much of it, from 0 to 1."""

    doing: str
    share: float


class Positions:
    """Every position of a game that can arise, or with `fold` one of each that are the same up to symmetry.

    It can be gone through as often as one likes, always in the same order, a block of Labels at a time.
    """

    def __init__(self, game: Game, fold: bool = False, watch: Callable[[Labelling], None] | None = None) -> None:
        """BadInput if there are too many, or what it takes to find them is not installed: nothing is done yet."""
        require_labels(game)
        self.game = game
        self.fold = fold
        self._watch = watch or (lambda _: None)
        self._filling: Filling | None = None
        self._plain: Labels | None = None
        self._passes = 0

    def __iter__(self) -> Iterator[Labels]:
        if len(self.game.cells) <= AT_ONCE:
            self._plain = self._plain or _label_plainly(self.game, self.fold)
            yield self._plain
        else:
            yield from self._compiled()

    def _compiled(self) -> Iterator[Labels]:
        import numpy as np

        from tictactoe.search.filling import shape_of
        from tictactoe.search.kernels.labels import label

        table = self._filled().table
        _, powers, _, halves = shape_of(self.game)
        landed = np.array([[1 << cell for cell in symmetry] for symmetry in symmetries(self.game)], np.uint64)
        board = np.uint64(self.game.board)
        indexes, best, images = np.empty(BLOCK, np.int64), np.empty(BLOCK, np.uint64), np.empty(BLOCK, np.int64)
        self._passes += 1
        for first in range(0, len(table), BLOCK):
            end = min(first + BLOCK, len(table))
            found = label(table, first, end, self.fold, board, powers, halves, landed, indexes, best, images)
            entries = table[indexes[:found]]
            yield Labels(*(column[:found].tolist() for column in (indexes, entries, best, images)))
            self._watch(Labelling(f"pass {self._passes}", end / len(table)))

    def _filled(self) -> Filling:
        from tictactoe.search.filling import Filling

        if self._filling is None:
            self._filling = Filling(self.game)
        while self._filling.left:
            self._filling.go_on()
            self._watch(Labelling("solving", 1 - self._filling.left / len(self._filling.table)))
        return self._filling


def require_labels(game: Game) -> None:
    """BadInput if this game has too many positions, or what it takes to find them is not there."""
    cells = len(game.cells)
    if cells > MOST_CELLS:
        raise BadInput(
            f"{format_game(game)} has {cells} cells, but only boards of at most {MOST_CELLS} can be labelled"
        )
    if cells > AT_ONCE:
        require_compiled(game)
        require_memory(f"labelling {format_game(game)}", 3**cells + BLOCK * BYTES_AN_ENTRY)


def _label_plainly(game: Game, fold: bool) -> Labels:
    """All of a small game at once, without what is compiled."""
    table, rows = Table(game), []
    ply = {Position()}
    while ply:
        for position in ply:
            if fold and position != canonical(game, position):
                continue
            images = {transform(position, symmetry) for symmetry in symmetries(game)}
            worth = _worth(table.answer(position, Budget()))
            replies = {cell: table.answer(position.play(cell), Budget()) for cell in game.moves(position)}
            best = sum(1 << cell for cell, reply in replies.items() if _worth(reply.before_move()) == worth)
            rows.append((_index(position), entry_of(*worth), best, len(images)))
        ply = {position.play(cell) for position in ply for cell in game.moves(position)}
    return Labels(*map(list, zip(*sorted(rows), strict=True)))


def _worth(answer: Answer) -> tuple[int, int]:
    return answer.value or 0, answer.plies or 0


def _index(position: Position) -> int:
    return sum(POWERS[cell] for cell in cells_of(position.x)) + 2 * sum(POWERS[cell] for cell in cells_of(position.o))
