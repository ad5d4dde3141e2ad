"""Strong tables: exact scores with distance for every position of a game small enough for memory."""

from __future__ import annotations

from threading import Lock
from typing import Any

from tictactoe.rules import (
    DRAWN,
    BadInput,
    Game,
    Mark,
    O,
    Position,
    Score,
    X,
    cells_of,
    defects,
    format_game,
    loss_in,
    symmetries,
    win_in,
)
from tictactoe.search.answer import Answer, answer_of
from tictactoe.search.budget import Budget
from tictactoe.search.census import Census
from tictactoe.search.limits import AT_ONCE, require_compiled

MOST_CELLS = 21
"""The table takes 10 GB then."""

# numpy and numba are loaded by what works, so that a table that nobody asks costs nothing.


class StrongTable:
    """The backend that knows the scores of all positions that can arise in a game: 3^cells bytes, once it is filled."""

    name = "strong table"
    gives_distance = True

    def __init__(self, game: Game) -> None:
        self.game = game
        self._scores: Any = None
        self._lock = Lock()

    @property
    def nodes(self) -> int:
        """How many entries the table has: none until it is filled."""
        return 0 if self._scores is None else len(self._scores)

    def covers(self, position: Position) -> bool:
        """Unfinished positions that can arise in play, unless it would be filled for a few empty cells only."""
        empty = len(self.game.cells) - position.taken.bit_count()
        if (empty <= AT_ONCE and self._scores is None) or self.game.outcome(position):
            return False
        return not defects(self.game, position)

    def answer(self, position: Position, budget: Budget) -> Answer:
        """The score; `nodes` is the size of the table. It cannot be half filled: no budget is too small for it."""
        if self._scores is None:
            with budget.paused():
                get_ready(self.game)
        return answer_of(self.score(position))._replace(nodes=self.nodes)

    def fill(self) -> None:
        """Work out every position, once; BadInput if it would be too large, or what it needs is not installed."""
        if self._scores is None:
            with self._lock:
                self._fill()

    def _fill(self) -> None:
        if self._scores is not None:  # somebody else was quicker
            return
        if len(self.game.cells) > MOST_CELLS:
            would = f"a strong table of {format_game(self.game)} would take 3^{len(self.game.cells)} bytes"
            raise BadInput(f"{would}: the most is 3^{MOST_CELLS}")
        require_compiled(self.game)
        import numpy as np

        from tictactoe.search.kernels.strong import fill

        cells = len(self.game.cells)
        self._powers = np.array([3**cell for cell in self.game.cells], np.int64)
        self._lines = np.array(self.game.lines, np.uint64)
        self._halves = _halves(cells)
        scores = np.empty(3**cells, np.int8)
        fill(scores, self._lines, self._powers, cells, self._halves)
        self._scores = scores

    def score(self, position: Position) -> Score:
        """The score of a position that can arise in play."""
        self.fill()
        from tictactoe.search.kernels.strong import LONGEST

        index = sum(3**cell for cell in cells_of(position.x)) + 2 * sum(3**cell for cell in cells_of(position.o))
        code = int(self._scores[index])
        if code == 0:
            return DRAWN
        return win_in(LONGEST - code) if code > 0 else loss_in(LONGEST + code)

    def census(self) -> Census:
        """The counts of the game, out of the table."""
        self.fill()
        import numpy as np

        from tictactoe.search.kernels.strong import count, walk

        cells = len(self.game.cells)
        mirrored = np.array([[3**landed for landed in symmetry] for symmetry in symmetries(self.game)], np.int64)
        positions, finished = np.zeros((2, cells + 1), np.int64), np.zeros((2, 3), np.int64)
        count(self._scores, self._lines, cells, self._halves, mirrored, positions, finished)
        nodes, games = np.zeros(cells + 1, np.int64), np.zeros(3, np.int64)
        ways = np.zeros(len(self._scores), np.int64)
        ways[0] = 1
        walk(self._scores, ways, self._lines, self._powers, cells, self._halves, nodes, games)
        plies = int(np.count_nonzero(positions[0]))
        return Census(
            positions=int(positions[0].sum()),
            classes=int(positions[1].sum()),
            finished=_by_winner(finished[0]),
            finished_classes=_by_winner(finished[1]),
            games=_by_winner(games),
            games_classes=None,
            nodes=tuple(map(int, nodes[:plies])),
            classes_by_ply=tuple(map(int, positions[1, :plies])),
        )


def get_ready(game: Game) -> None:
    """Load what is compiled to fill the table of a game; compile it, if no earlier run has."""
    require_compiled(game)
    StrongTable(Game(1, 1, 1)).fill()


def _by_winner(counts: Any) -> dict[Mark | None, int]:
    winners: tuple[Mark | None, ...] = (X, O, None)
    return {winner: int(number) for winner, number in zip(winners, counts, strict=True) if number}


def _halves(cells: int) -> Any:
    """For each half of the cells and each way to fill it, the words of X's and O's stones there."""
    import numpy as np

    half = (cells + 1) // 2
    halves = np.zeros((2, 3**half, 2), np.uint64)
    for which in range(2):
        for digits in range(3**half):
            for place in range(half):
                digit = digits // 3**place % 3
                if digit:
                    halves[which, digits, digit - 1] |= np.uint64(1 << (which * half + place) % 64)
    return halves
