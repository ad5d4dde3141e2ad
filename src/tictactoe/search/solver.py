"""The solver: the exact score of a position and of each of its moves, or what can be said of it within a budget.

Three ways, the best that fits:

    table     every position that can follow, in pure Python: 3×3, and positions with few empty cells
    strong    every position of the game in one compiled table: boards of up to 16 cells
    proofs    compiled searches for whether X, and whether O, can win: boards of up to 64 cells; value without distance
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from tictactoe.rules import (
    DRAWN,
    BadInput,
    Cell,
    Game,
    Position,
    Score,
    canonical,
    defects,
    loss_in,
    quote,
    require_fits,
    win_in,
)
from tictactoe.search.answer import Answer, answer_of
from tictactoe.search.compiled import AT_ONCE, DEFAULT_MEMORY, require_compiled, require_word
from tictactoe.search.effort import Effort
from tictactoe.search.table import Table

if TYPE_CHECKING:
    from pathlib import Path

    from tictactoe.search.proofs import Proofs
    from tictactoe.search.strong import StrongTable
    from tictactoe.search.verify import Proof

MOST_EMPTY = 12
"""With so many it takes a second or so."""
STRONG_CELLS = 16
"""Boards of this size have strong tables of 43 MB, filled in about a second; larger ones are filled on request."""


class Analysis(NamedTuple):
    """The answer for a position and for every legal move, each for the player to move.

    >>> from tictactoe import Game, Position, Solver
    >>> analysis = Solver(Game(3, 3, 3)).analyze(Position().play(0))
    >>> print(analysis.choice, analysis.moves[4], analysis.moves[1])
    4 draw loss in 6
    """

    answer: Answer
    moves: dict[Cell, Answer]
    choice: Cell | None
    """Of the best moves, the one a perfect player makes; None once the game has ended."""


class Solver:
    """Exact answers about one game. What has been worked out is remembered, so asking again is quick.

    >>> from tictactoe import Game, Position, Solver
    >>> solver = Solver(Game(3, 3, 3))
    >>> print(solver.solve(Position()))
    draw
    >>> solver.best_move(Position().play(0))
    4
    """

    def __init__(self, game: Game, memory: int = DEFAULT_MEMORY, strong: bool | None = None, workers: int = 1) -> None:
        """`memory` bounds the tables of the proof searches, in bytes; `workers` questions are searched at once.

        `strong` asks for a strong table, or for none; left out, small boards get one.
        """
        if not isinstance(game, Game):
            raise BadInput(f"{quote(game)} should be a Game such as Game(3, 3, 3)")
        self.game = game
        self._memory = memory
        self._workers = workers
        self._wants_strong = len(game.cells) <= STRONG_CELLS if strong is None else strong
        self._table = Table(game)
        self._strong_table: StrongTable | None = None
        self._all_proofs: Proofs | None = None
        self._proof_nodes = 0

    @property
    def nodes(self) -> int:
        """How many positions have been worked out so far."""
        return len(self._table) + (len(self._strong_table) if self._strong_table else 0) + self._proof_nodes

    def solve(self, position: Position, effort: Effort | None = None) -> Answer:
        """The answer for a position, for the player to move.

        Boards that cannot arise in play have one too: the player to move moves, and turns alternate from there.
        """
        require_fits(self.game, position)
        if self.is_small(position):
            answer = answer_of(self._score(position))
            return answer._replace(nodes=len(self._strong_table or self._table))
        answer = self.require_proofs().settle(position, effort or Effort())
        self._proof_nodes += answer.nodes
        return answer

    def analyze(self, position: Position, effort: Effort | None = None) -> Analysis:
        """The answer for the position and for each legal move, and the choice among the best.

        Best is the quickest win, the slowest loss. Between equals the choice is the move that leaves the opponent the
        most replies that throw away part of what they had, or, where that is not known, the one on the most open lines;
        and then the first in reading order.
        """
        effort = effort or Effort()
        answer = self.solve(position, effort)
        children = {cell: position.play(cell) for cell in self.game.moves(position)}
        if self.is_small(position):
            moves = {cell: answer_of(self._score(child)).before_move() for cell, child in children.items()}
            best = [cell for cell, found in moves.items() if found.rank == answer.rank]
            choice = max(best, key=lambda cell: self._mistakes(children[cell]), default=None)
            return Analysis(answer, moves, choice)
        known: dict[Position, Answer] = {}
        moves = {}
        for cell, child in children.items():
            name = canonical(self.game, child)
            if name not in known:
                known[name] = self.solve(child, effort)
            moves[cell] = known[name].before_move()._replace(line=())
        promising = self.require_proofs().by_promise(position)
        choice = max(promising, key=lambda cell: moves[cell].rank, default=None)
        return Analysis(answer, moves, choice)

    def best_move(self, position: Position, effort: Effort | None = None) -> Cell | None:
        """A move that keeps the position's value, as far as it is found out; None once the game has ended."""
        if self.is_small(position):
            return self.analyze(position).choice
        effort = effort or Effort()
        answer = self.solve(position, effort)
        if answer.value == 1 and answer.line:
            return answer.line[0]
        best, best_rank = None, (-2, -2, 0)
        for cell in self.require_proofs().by_promise(position):
            rank = self.solve(position.play(cell), effort).before_move().rank
            if rank > best_rank:
                best, best_rank = cell, rank
            if answer.value is not None and rank >= answer.rank:
                break
        return best

    def prove(self, position: Position, answer: Answer, effort: Effort | None = None) -> Proof:
        """A proof of the strongest thing that `answer` says of the player to move: that they win, or cannot."""
        return self.require_proofs().certify(position, answer, effort or Effort())

    def save(self, path: Path) -> None:
        """Write what the proof searches have learned so far."""
        if self._all_proofs is not None:
            self._all_proofs.save(path)

    def load(self, path: Path) -> int:
        """Take up what an earlier run wrote with `save`; how many positions that is."""
        return self.require_proofs().load(path)

    def is_small(self, position: Position) -> bool:
        """Whether every position that can follow is looked at: then there are scores with distance."""
        empty = len(self.game.cells) - position.taken.bit_count()
        if empty <= AT_ONCE or self.game.outcome(position):
            return True
        if self._wants_strong and not defects(self.game, position):
            self._make_strong_table()
            return True
        return empty <= MOST_EMPTY

    def _score(self, position: Position) -> Score:
        """The score of a position that is small, or follows from one that is."""
        if outcome := self.game.outcome(position):
            if outcome.winner is None:
                return DRAWN
            return win_in(0) if outcome.winner == position.turn else loss_in(0)
        if self._strong_table and not defects(self.game, position):
            return self._strong_table.score(position)
        return self._table.score(position.mine, position.theirs)

    def _mistakes(self, position: Position) -> int:
        """How many moves turn a win into less, or a draw into a loss."""
        value = self._score(position).value
        return sum(self._score(position.play(cell)).before_move().value < value for cell in self.game.moves(position))

    def _make_strong_table(self) -> None:
        if self._strong_table is None:
            require_compiled(self.game)
            from tictactoe.search.strong import StrongTable

            self._strong_table = StrongTable(self.game)

    def require_proofs(self) -> Proofs:
        """The proof searches; BadInput if the board is too large for them, or they are not installed."""
        if self._all_proofs is None:
            require_word(self.game)
            require_compiled(self.game)
            from tictactoe.search.proofs import Proofs

            self._all_proofs = Proofs(self.game, self._memory, self._workers)
        return self._all_proofs
