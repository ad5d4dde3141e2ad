"""Endings worked out completely, in a way of its own: every way to fill the last empty cells, one after the other."""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import njit

from tictactoe.rules import Cells, Game, cells_of


class Ending:
    """Whether the attacker can complete a line, for every position that can follow from one with few empty cells."""

    def __init__(self, game: Game, attacker: Cells, defender: Cells, real: bool) -> None:
        self.empty = cells_of(game.board & ~(attacker | defender))
        place = {cell: at for at, cell in enumerate(self.empty)}

        def left(stones: Cells, against: Cells) -> Any:
            """The lines that these stones can still complete, as the cells that are left of them."""
            lines = [line & ~stones for line in game.lines if not line & against]
            return np.array([sum(1 << place[cell] for cell in cells_of(line)) for line in lines], np.int64)

        theirs = left(defender, attacker) if real else np.zeros(0, np.int64)
        self._wins = np.zeros((2, 3 ** len(self.empty)), np.bool_)
        _fill(self._wins, left(attacker, defender), theirs, len(self.empty))
        self._place = place

    def wins(self, attacking: bool, attacker: Cells = 0, defender: Cells = 0) -> bool:
        """The same with these cells, which were empty, given to the attacker and to the defender."""
        index = sum(3 ** self._place[cell] for cell in cells_of(attacker))
        index += 2 * sum(3 ** self._place[cell] for cell in cells_of(defender))
        return bool(self._wins[0 if attacking else 1, index])


@njit(cache=True)
def _fill(wins: Any, mine: Any, theirs: Any, cells: int) -> None:
    """Positions are numbered to the base 3, so what follows a position has a higher number."""
    for index in range(wins.shape[1] - 1, -1, -1):
        attacker, defender, rest = 0, 0, index
        for cell in range(cells):
            if rest % 3 == 1:
                attacker |= 1 << cell
            elif rest % 3 == 2:
                defender |= 1 << cell
            rest //= 3
        has_won, has_lost = False, False
        for line in mine:
            has_won |= line & ~attacker == 0
        for line in theirs:
            has_lost |= line & ~defender == 0
        if has_won or has_lost:
            wins[0, index] = wins[1, index] = has_won
            continue
        attacking, defending, is_full = False, True, True
        power = 1
        for cell in range(cells):
            if not (attacker | defender) >> cell & 1:
                is_full = False
                attacking |= wins[1, index + power]
                defending &= wins[0, index + 2 * power]
            power *= 3
        wins[0, index] = attacking
        wins[1, index] = defending and not is_full
