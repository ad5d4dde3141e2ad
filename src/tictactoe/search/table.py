"""Exact scores with distance of small boards: every position that can follow is looked at once and remembered."""

from __future__ import annotations

from tictactoe.rules import DRAWN, Cells, Game, Score, cells_of, win_in


class Table:
    """The scores of a game's positions, worked out when first asked for."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self._scores: dict[tuple[Cells, Cells], Score] = {}

    def __len__(self) -> int:
        """How many positions have been worked out."""
        return len(self._scores)

    def score(self, mine: Cells, theirs: Cells) -> Score:
        """The score for the player to move, who holds `mine`, while nobody has a line."""
        known = self._scores.get((mine, theirs))
        if known is None:
            known = self._scores[mine, theirs] = self._work_out(mine, theirs)
        return known

    def _work_out(self, mine: Cells, theirs: Cells) -> Score:
        empty = cells_of(self.game.board & ~(mine | theirs))
        for cell in empty:
            after = mine | 1 << cell
            for line in self.game.lines_through[cell]:
                if after & line == line:
                    return win_in(1)
        return max((self.score(theirs, mine | 1 << cell).before_move() for cell in empty), default=DRAWN)
