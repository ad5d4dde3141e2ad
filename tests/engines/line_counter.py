"""A plain heuristic as an engine of the Gomocup protocol.

    tictactoe match strong 'python tests/engines/line_counter.py'

It takes the cell with the heaviest open lines through it: each stone on a line makes it six times as heavy, and its own
are twice as heavy as the other's. `--k` plays for another number than five in a row, `--seed` throws other dice.
"""

from __future__ import annotations

import argparse
from random import Random

from door import serve

from tictactoe.adapters.gomocup import FIVE
from tictactoe.match.choosing import ChosenMove
from tictactoe.rules import Cell, Game, Position

WEIGHT = 6
"""What a stone more on a line is to the heuristic."""


class LineCounter:
    """Takes the cell with the heaviest open lines through it, its own twice as heavy as the others'."""

    def __init__(self, seed: int) -> None:
        self._dice = Random(seed)

    def get_ready(self, game: Game) -> None:
        """There is nothing to get ready."""

    def think(self, game: Game, position: Position, _seconds: float) -> ChosenMove:
        weights = {cell: _weight(game, position, cell) for cell in game.moves(position)}
        top = max(weights.values())
        chosen = self._dice.choice([cell for cell, weight in weights.items() if weight == top])
        return ChosenMove(chosen, f"lines of weight {top}")

    def memory(self) -> int:
        return 0


def _weight(game: Game, position: Position, cell: Cell) -> int:
    total = 0
    for line in game.lines_through[cell]:
        mine, theirs = (line & position.mine).bit_count(), (line & position.theirs).bit_count()
        if not (mine and theirs):
            total += (2 if mine else 1) * WEIGHT ** (mine or theirs)
    return total


if __name__ == "__main__":
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--k", type=int, default=FIVE)
    asked.add_argument("--seed", type=int, default=0)
    given = asked.parse_args()
    serve(LineCounter(given.seed), given.k)
