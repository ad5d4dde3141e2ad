"""The order in which moves are tried: what promises most comes first."""

from __future__ import annotations

from collections.abc import Iterable

from tictactoe.rules import Cell, Cells, Game, Position


def by_promise(game: Game, position: Position) -> list[Cell]:
    """The legal moves, those on the most and fullest lines that somebody can still complete first."""
    return in_order(game, game.moves(position), position.x, position.o)


def in_order(game: Game, cells: Iterable[Cell], attacker: Cells, defender: Cells, both: bool = True) -> list[Cell]:
    """These cells by the lines through them that the attacker, or either if `both`, can still complete."""

    def promise(cell: Cell) -> int:
        total = 0
        for line in game.lines_through[cell]:
            total += 0 if line & defender else 4 ** (line & attacker).bit_count()
            total += 0 if line & attacker or not both else 4 ** (line & defender).bit_count()
        return -total

    return sorted(cells, key=promise)
