"""The solver: the exact score of a position and of each of its moves, or what can be said of it within a budget.

It asks the first of its backends that covers the position:

    strong table   every position of the game in one compiled table: boards of up to 16 cells
    table          every position that can follow, in pure Python: 3×3, and positions with few empty cells
    proofs         compiled searches for whether X, and whether O, can win: boards of up to 64 cells; value, no distance
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache, partial
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from tictactoe.rules import (
    BadInput,
    Cell,
    Game,
    Position,
    canonical,
    format_game,
    quote,
    require_fits,
    require_move,
    whole_number,
)
from tictactoe.search.answer import Answer
from tictactoe.search.backend import Backend, Learner
from tictactoe.search.budget import Budget
from tictactoe.search.limits import AT_ONCE, DEFAULT_MEMORY, require_solvable
from tictactoe.search.promise import by_promise
from tictactoe.search.table import Table

if TYPE_CHECKING:
    from pathlib import Path

    from tictactoe.search.proof.proof import Proof
    from tictactoe.search.shelf import Shelf

WORST = (-2, -2, 0)
"""Below the rank of every answer."""


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

    @property
    def ranked(self) -> tuple[Cell, ...]:
        """The moves, best first; equals in reading order."""
        return tuple(sorted(self.moves, key=lambda cell: self.moves[cell].rank, reverse=True))

    @property
    def best(self) -> tuple[Cell, ...]:
        """The moves than which none is better, in reading order; a move of unknown value is not among them."""
        top = max((answer.rank for answer in self.moves.values()), default=WORST)
        return tuple(cell for cell, answer in self.moves.items() if answer.value is not None and answer.rank == top)


class Decision(NamedTuple):
    """The answer for a position, and a move that keeps its value, as far as one was found; None once it has ended."""

    answer: Answer
    move: Cell | None


class Solver:
    """Exact answers about one game. What has been worked out is remembered, so asking again is quick.

    >>> from tictactoe import Game, Position, Solver
    >>> solver = Solver(Game(3, 3, 3))
    >>> print(solver.solve(Position()))
    draw
    >>> solver.best_move(Position().play(0))
    4
    """

    def __init__(
        self,
        game: Game,
        memory: int = DEFAULT_MEMORY,
        strong: bool | None = None,
        workers: int = 1,
        backends: Iterable[Backend] | None = None,
        fresh: bool = False,
    ) -> None:
        """`memory` bounds the tables of the proof searches, in bytes; `workers` questions are searched at once.

        `strong` asks for a strong table, or for none; left out, small boards get one. With `fresh`, one that an earlier
        run has kept is not used. `backends` replaces all of that.
        """
        if not isinstance(game, Game):
            raise BadInput(f"{quote(game)} should be a Game such as Game(3, 3, 3)")
        for name, number in (("memory", memory), ("workers", workers)):
            if (whole_number(number) or 0) < 1:
                raise BadInput(f"{name} is {quote(number)}, but should be a whole number from 1 up")
        self.game = game
        self._memory = memory
        self._helpers: list[Solver] | None = [] if backends is None else None
        """Others that work at the same time, made when needed; None if it cannot be known how to make them."""
        self.backends = tuple(_backends(game, memory, strong, workers, fresh) if backends is None else backends)
        for backend in self.backends:
            if not isinstance(backend, Backend):
                raise BadInput(f"{quote(backend)} should be a backend: it says what it covers and answers")

    @property
    def nodes(self) -> int:
        """How many positions have been worked out so far."""
        return sum(backend.nodes for solver in (self, *(self._helpers or ())) for backend in solver.backends)

    def covers(self, position: Position) -> bool:
        """Whether there is a way to solve this position. What it needs may still have to be installed."""
        return self._first(require_fits(self.game, position)) is not None

    def backend(self, position: Position) -> Backend:
        """The way in which this position is solved; BadInput if there is none."""
        return self._backend(require_fits(self.game, position))

    def _backend(self, position: Position) -> Backend:
        if found := self._first(position):
            return found
        require_solvable(self.game)
        raise BadInput(f"no backend of this solver covers the position: it has {len(self.backends)}")

    def gives_distance(self, position: Position) -> bool:
        """Whether the answers for this position, and for all that can follow, are exact scores with distance."""
        found = self._first(require_fits(self.game, position))
        return found is not None and found.gives_distance

    def solve(self, position: Position, budget: Budget | None = None) -> Answer:
        """The answer for a position, for the player to move.

        Boards that cannot arise in play have one too: the player to move moves, and turns alternate from there.
        """
        return self.backend(position).answer(position, budget or Budget())

    def solve_many(
        self, positions: Iterable[Position], budget: Budget | None = None, workers: int | None = None
    ) -> list[Answer]:
        """The answer for each of these positions, in their order, within one budget for all of them.

        All are looked at before any is solved: BadInput, with its number, for the first that cannot be. What is the
        same up to symmetry is solved once. What takes a search is shared out among `workers` threads, if not said as
        many as there are cores; each after the first has tables of its own, of `memory` divided by `workers`.

        >>> from tictactoe import Game, Position, Solver
        >>> start = Position()
        >>> [str(answer) for answer in Solver(Game(3, 3, 3)).solve_many([start, start.play(0), start.play(1).play(4)])]
        ['draw', 'draw', 'draw']
        """
        from tictactoe.search.many import solve_many

        return solve_many(self, positions, budget or Budget(), workers, self._crew)

    def analyze(self, position: Position, budget: Budget | None = None, only: Cell | None = None) -> Analysis:
        """The answer for the position and for each legal move, and the choice among the best.

        Best is the quickest win, the slowest loss. Between equals the choice is the move that leaves the opponent the
        most replies that throw away part of what they had, or, where that is not known, the one on the most open lines;
        and then the first in reading order.

        With `only`, a legal move, no other is worked out where that would take a search.
        """
        budget = budget or Budget()
        answer = self.solve(position, budget)
        if only is not None:
            only = require_move(self.game, position, only)
        children = {cell: position.play(cell) for cell in self.game.moves(position)}
        if self.gives_distance(position) and answer.value is not None:
            moves = {cell: self._exact(child).before_move() for cell, child in children.items()}
            best = [cell for cell, found in moves.items() if found.rank == answer.rank]
            choice = max(best, key=lambda cell: self._mistakes(children[cell]), default=None)
            return Analysis(answer, moves, choice)
        known: dict[Position, Answer] = {}
        moves = {}
        for cell, child in children.items():
            if only not in (None, cell):
                continue
            name = canonical(self.game, child)
            if name not in known:
                known[name] = self.solve(child, budget)
            moves[cell] = known[name].before_move()._replace(line=())
        promising = [cell for cell in by_promise(self.game, position) if cell in moves]
        choice = max(promising, key=lambda cell: moves[cell].rank, default=None)
        return Analysis(_narrowed(answer, moves, len(children)), moves, choice)

    def decide(self, position: Position, budget: Budget | None = None) -> Decision:
        """The answer for a position and a move that keeps it, with no more work than these two take."""
        budget = budget or Budget()
        answer = self.solve(position, budget)
        if self.gives_distance(position) and answer.value is not None:
            return Decision(answer, self.analyze(position).choice)
        if answer.value == 1 and answer.line:
            return Decision(answer, answer.line[0])
        best, best_rank = None, WORST
        for cell in by_promise(self.game, position):
            rank = self.solve(position.play(cell), budget).before_move().rank
            if rank > best_rank:
                best, best_rank = cell, rank
            if answer.value is not None and rank >= answer.rank:
                break
        return Decision(answer, best)

    def best_move(self, position: Position, budget: Budget | None = None) -> Cell | None:
        """A move that keeps the position's value, as far as it is found out; None once the game has ended."""
        return self.decide(position, budget).move

    def require_provable(self, position: Position) -> Learner:
        """The backend whose findings about this position can be written as a proof; BadInput if none is needed."""
        backend = self.backend(position)
        if not isinstance(backend, Learner):
            name = format_game(self.game)
            raise BadInput(f"{name} is small enough to look at every position: there is no proof to write")
        return backend

    def prove(self, position: Position, answer: Answer, budget: Budget | None = None) -> Proof:
        """A proof of the strongest thing that `answer` says of the player to move: that they win, or cannot."""
        return self.require_provable(position).prove(position, answer, budget or Budget())

    def save(self, path: Path) -> bool:
        """Write what long searches have learned so far; False if the file there holds more, and stays."""
        return all(backend.save(path) for backend in self.backends if isinstance(backend, Learner))

    def load(self, path: Path) -> int:
        """Take up what an earlier run wrote with `save`; how many positions that is. BadInput if it is not ours."""
        return sum(backend.load(path) for backend in self.backends if isinstance(backend, Learner))

    def _crew(self, workers: int) -> list[Solver]:
        """So many solvers, this one first, that can work at once; only this one if its backends were handed in."""
        if self._helpers is not None and workers:
            require_solvable(self.game)
            while len(self._helpers) < workers - 1:
                self._helpers.append(Solver(self.game, max(1, self._memory // workers), strong=False))
        return [self, *(self._helpers or ())][:workers]

    def _first(self, position: Position) -> Backend | None:
        return next((backend for backend in self.backends if backend.covers(position)), None)

    def _exact(self, position: Position) -> Answer:
        """The answer for a position that follows from one whose answers have distances."""
        return self._backend(position).answer(position, Budget())._replace(nodes=0)

    def _mistakes(self, position: Position) -> int:
        """How many moves turn a win into less, or a draw into a loss."""
        low = self._exact(position).low
        return sum(self._exact(position.play(cell)).before_move().low < low for cell in self.game.moves(position))


def _narrowed(answer: Answer, moves: dict[Cell, Answer], legal: int) -> Answer:
    """The answer for a position with what its moves tell: at least the best of them, and if all are there, no more."""
    low = max([answer.low, *(found.low for found in moves.values())])
    high = min(answer.high, max(found.high for found in moves.values())) if 0 < legal == len(moves) else answer.high
    return answer if (low, high) == (answer.low, answer.high) else answer._replace(low=low, high=high, plies=None)


def _backends(game: Game, memory: int, strong: bool | None, workers: int, fresh: bool) -> Iterable[Backend]:
    """The ways of solving a game, the best first: the only place that chooses."""
    if len(game.cells) <= AT_ONCE:
        return [Table(game)]
    from tictactoe.search.proof.questions import Proofs
    from tictactoe.search.strong import STRONG_CELLS, StrongTable

    wants_strong = len(game.cells) <= STRONG_CELLS if strong is None else strong
    strong_tables = [StrongTable(game, partial(_make_shelf, fresh))] if wants_strong else []
    return [*strong_tables, Table(game), Proofs(game, memory, workers)]


def _make_shelf(fresh: bool) -> Shelf:
    from tictactoe.search.shelf import Shelf

    return Shelf(fresh=fresh)


SolverMaker: TypeAlias = Callable[[Game], Solver]
"""What makes the solver of a game where it is needed, in another process for one: it can be pickled."""


@lru_cache(maxsize=4)
def solver_for(game: Game) -> Solver:
    """The solver of a game that everybody in this process shares, so that nothing is worked out twice."""
    return Solver(game)
