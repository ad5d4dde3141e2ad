"""Exact scores with distance of small boards: every position that can follow is looked at once and remembered."""

from __future__ import annotations

from tictactoe.rules import DRAWN, Cells, Game, Position, Score, cells_of, loss_in, win_in
from tictactoe.search.answer import Answer, answer_of
from tictactoe.search.budget import Budget
from tictactoe.search.limits import AT_ONCE

MOST_EMPTY = 12
"""With so many it takes a second or so."""
MOST_KEPT = 1_000_000
"""Positions remembered: some hundred megabytes. With more, it begins anew."""


class Table:
    """The backend of small boards, in pure Python. Positions are worked out when first asked for."""

    name = "table"
    gives_distance = True

    def __init__(self, game: Game) -> None:
        self.game = game
        self._scores: dict[tuple[Cells, Cells], Score] = {}

    @property
    def nodes(self) -> int:
        """How many positions have been worked out."""
        return len(self._scores)

    def covers(self, position: Position) -> bool:
        """Positions with few empty cells, whether or not they can arise in play, and all that have ended."""
        empty = len(self.game.cells) - position.taken.bit_count()
        return empty <= MOST_EMPTY or self.game.outcome(position) is not None

    def answer(self, position: Position, budget: Budget) -> Answer:
        """The score; `nodes` is the size of the table. What would take a second is not begun with nothing to spend."""
        outcome = self.game.outcome(position)
        if outcome is None:
            if (position.mine, position.theirs) not in self._scores and self._is_work(position):
                if not budget.has_more:
                    return Answer(-1, 1)
                if len(self._scores) > MOST_KEPT:
                    self._scores.clear()
            score = self.score(position.mine, position.theirs)
        elif outcome.winner is None:
            score = DRAWN
        else:
            score = win_in(0) if outcome.winner == position.turn else loss_in(0)
        return answer_of(score)._replace(nodes=self.nodes)

    def _is_work(self, position: Position) -> bool:
        return len(self.game.cells) - position.taken.bit_count() > AT_ONCE

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
