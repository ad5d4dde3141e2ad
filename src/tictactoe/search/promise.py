"""The order in which moves are tried: what promises most comes first."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from struct import unpack

from tictactoe.rules import Cell, Cells, Game, Position, cells_of


def by_promise(game: Game, position: Position) -> list[Cell]:
    """The legal moves, those on the most and fullest lines that somebody can still complete first."""
    return in_order(game, game.moves(position), position.x, position.o)


def in_order(game: Game, cells: Iterable[Cell], attacker: Cells, defender: Cells, both: bool = True) -> list[Cell]:
    """These cells by the lines through them that the attacker, or either if `both`, can still complete."""
    total = 0
    for line, ones in _lines(game):
        if not line & defender:
            total += ones << 2 * (line & attacker).bit_count()
        if both and not line & attacker:
            total += ones << 2 * (line & defender).bit_count()
    promise = unpack(f"<{len(game.cells)}Q", total.to_bytes(8 * len(game.cells), "little"))
    return sorted(cells, key=promise.__getitem__, reverse=True)


@cache
def _lines(game: Game) -> tuple[tuple[Cells, int], ...]:
    """Every line, and the sums of all cells side by side, 64 bits each, as a number in which its cells have 1."""
    return tuple((line, sum(1 << 64 * cell for cell in cells_of(line))) for line in game.lines)
