"""The solver: the exact score of a position and of each of its moves."""

from __future__ import annotations

from typing import NamedTuple

from tictactoe.rules import (
    DRAWN,
    BadInput,
    Cell,
    Game,
    Position,
    Score,
    format_game,
    loss_in,
    quote,
    require_fits,
    win_in,
)
from tictactoe.search.table import Table

MOST_EMPTY = 12
"""As many empty cells as can be filled in every way while a person waits: a second or so."""


class Analysis(NamedTuple):
    """The score of a position and of every legal move, each for the player to move."""

    score: Score
    moves: dict[Cell, Score]
    choice: Cell | None
    """Of the best moves, the one a perfect player makes; None once the game has ended."""


class Solver:
    """Exact answers about one game. What has been worked out is remembered, so asking again is quick."""

    def __init__(self, game: Game) -> None:
        if not isinstance(game, Game):
            raise BadInput(f"{quote(game)} should be a Game such as Game(3, 3, 3)")
        self.game = game
        self._table = Table(game)

    @property
    def nodes(self) -> int:
        """How many positions have been worked out so far."""
        return len(self._table)

    def solve(self, position: Position) -> Score:
        """The score of a position for the player to move.

        Boards that cannot arise in play have one too: the player to move moves, and turns alternate from there.
        """
        require_fits(self.game, position)
        if outcome := self.game.outcome(position):
            if outcome.winner is None:
                return DRAWN
            return win_in(0) if outcome.winner == position.turn else loss_in(0)
        empty = len(self.game.cells) - position.taken.bit_count()
        if empty > MOST_EMPTY:
            raise BadInput(
                f"a position of {format_game(self.game)} with {empty} empty cells is too large "
                f"for this version, which solves positions with at most {MOST_EMPTY}"
            )
        return self._score(position)

    def analyze(self, position: Position) -> Analysis:
        """The score of the position and of each legal move, and the choice among the best.

        Best is the highest score: the quickest win, the slowest loss. Between equal scores the choice is the move that
        leaves the opponent the most replies that throw away part of what they had, and then the first in reading order.
        """
        score = self.solve(position)
        children = {cell: position.play(cell) for cell in self.game.moves(position)}
        moves = {cell: self._score(child).before_move() for cell, child in children.items()}
        best = [cell for cell, found in moves.items() if found == score]
        choice = max(best, key=lambda cell: self._mistakes(children[cell]), default=None)
        return Analysis(score, moves, choice)

    def _mistakes(self, position: Position) -> int:
        """How many moves turn a win into less, or a draw into a loss."""
        value = self._score(position).value
        return sum(self._score(position.play(cell)).before_move().value < value for cell in self.game.moves(position))

    def _score(self, position: Position) -> Score:
        return self._table.score(position.mine, position.theirs)
