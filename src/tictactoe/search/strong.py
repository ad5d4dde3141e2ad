"""Strong tables: exact scores with distance for every position of a game small enough for memory."""

from __future__ import annotations

from collections.abc import Callable
from threading import Lock
from typing import TYPE_CHECKING, Any

from tictactoe.rules import (
    DRAWN,
    BadInput,
    Game,
    Position,
    Score,
    cells_of,
    defects,
    format_game,
    loss_in,
    win_in,
)
from tictactoe.search.answer import Answer, answer_of
from tictactoe.search.budget import Budget
from tictactoe.search.kernels.entries import LONGEST
from tictactoe.search.limits import AT_ONCE, require_compiled
from tictactoe.search.table import MOST_EMPTY

if TYPE_CHECKING:
    from tictactoe.search.backend import Backend
    from tictactoe.search.filling import Filling
    from tictactoe.search.shelf import Shelf

STRONG_CELLS = 16
"""Boards of this size have strong tables of 43 MB, filled in about a second; larger ones are filled on request."""
DRAWN_WITHIN = 100
"""Nodes in which a draw is seen without the table."""

# numpy and numba are loaded by what works, so that a table that nobody asks costs nothing.


class StrongTable:
    """The backend that knows the scores of all positions that can arise in a game: 3^cells bytes, once it is filled."""

    name = "strong table"
    gives_distance = True

    def __init__(
        self, game: Game, make_shelf: Callable[[], Shelf] | None = None, searching: Backend | None = None
    ) -> None:
        """What other processes have filled is taken from the shelf, if there is one, and what is filled here put there.

        The shelf is made when the table is needed. As long as there is no table, whoever is `searching` is asked first:
        a draw has no distance, and if it is soon seen, nothing need be filled.
        """
        self.game = game
        self._searching = searching
        self._make_shelf = make_shelf
        self._shelf: Shelf | None = None
        self._scores: Any = None
        """The entries, once all are there: an array, or a file's."""
        self._filling: Filling | None = None
        self._lock = Lock()

    @property
    def nodes(self) -> int:
        """How many entries the table has: none until it is filled."""
        return 0 if self._scores is None else len(self._scores)

    def covers(self, position: Position) -> bool:
        """Unfinished positions that can arise in play, unless it would be filled for a few empty cells only."""
        empty = len(self.game.cells) - position.taken.bit_count()
        few = AT_ONCE if self._is_quick else MOST_EMPTY
        if (empty <= few and self._scores is None) or self.game.outcome(position):
            return False
        return not defects(self.game, position)

    def answer(self, position: Position, budget: Budget) -> Answer:
        """The score; `nodes` is the size of the table. Not known if the budget ends before the table is filled."""
        if self._scores is None:
            self._look_for(budget)
        if self._scores is None and (drawn := self._drawn(position, budget)):
            return drawn
        index = sum(3**cell for cell in cells_of(position.x)) + 2 * sum(3**cell for cell in cells_of(position.o))
        while self.fill(budget):
            scores = self._scores
            try:
                return answer_of(score_of(int(scores[index])))._replace(nodes=len(scores))
            except BadInput as error:
                self._drop(scores, error, budget)
        return Answer(-1, 1)

    def fill(self, budget: Budget | None = None) -> bool:
        """Have every position worked out, slice by slice, as far as the budget reaches: whether all are.

        What was filled before is gone on from. A table that takes about a second is filled whatever the budget, unless
        it is cancelled. BadInput if the table would be too large, or what it needs is not installed.
        """
        budget = budget or Budget()
        if self._scores is None:
            self._look_for(budget)
        while self._scores is None and self._may_go_on(budget):
            self._go_on(budget)
        return self._scores is not None

    def _drawn(self, position: Position, budget: Budget) -> Answer | None:
        """The answer, if a search sees at once that it is a draw."""
        found = self._searching.answer(position, budget.share(DRAWN_WITHIN)) if self._searching else None
        return found if found and found.value == 0 else None

    def _may_go_on(self, budget: Budget) -> bool:
        return not budget.is_cancelled if self._is_quick else budget.has_more

    @property
    def _is_quick(self) -> bool:
        return len(self.game.cells) <= STRONG_CELLS

    def _look_for(self, budget: Budget) -> None:
        """Take the table from the shelf, if it is there."""
        require_compiled(self.game)
        with self._lock:
            if self._make_shelf is None or self._shelf is not None:
                return
            self._shelf = self._make_shelf()
            try:
                self._scores = self._shelf.find(self.game)
            except BadInput as error:
                budget.note(f"{error}: filling the table anew")

    def _drop(self, scores: Any, error: BadInput, budget: Budget) -> None:
        """Do without a table from the shelf that turned out not to be ours."""
        with self._lock:
            if self._scores is scores:
                self._scores = None
                budget.note(f"{error}: filling the table anew")

    def _go_on(self, budget: Budget) -> None:
        """Fill the next slice. Whoever else needs the table fills the one after it."""
        done = 0
        with self._lock:
            if self._scores is not None:
                return
            if self._filling is None:
                from tictactoe.search.filling import Filling

                with budget.paused():  # loading and compiling cost nothing
                    get_ready(self.game)
                    self._filling = Filling(self.game)
            else:
                done = self._filling.go_on()
            left = self._filling.left
            if not left:
                self._scores, self._filling = self._filling.table, None
        share = 1 - left / 3 ** len(self.game.cells)
        budget.spent(0 if self._is_quick else done, f"filling the table: {share:.0%},")
        if not left:
            self._keep(budget)

    def _keep(self, budget: Budget) -> None:
        """Put the table on the shelf, for as long as the budget reaches."""
        if self._shelf is None:
            return

        def go_on() -> bool:
            budget.spent(0, "keeping the table:")
            return self._may_go_on(budget)

        try:
            self._shelf.keep(self.game, self._scores, go_on)
        except OSError as error:
            budget.note(f"the table of {format_game(self.game)} is not kept: {error.strerror or error}")


def get_ready(game: Game) -> None:
    """Load what is compiled to fill the table of a game; compile it, if no earlier run has."""
    require_compiled(game)
    from tictactoe.search.filling import Filling

    smallest = Filling(Game(1, 1, 1))
    while smallest.left:
        smallest.go_on()


def score_of(entry: int) -> Score:
    """The score that an entry of the table stands for."""
    if entry == 0:
        return DRAWN
    return win_in(LONGEST - entry) if entry > 0 else loss_in(LONGEST + entry)
