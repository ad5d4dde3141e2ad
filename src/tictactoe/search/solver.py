"""The solver: the exact score of a position and of each of its moves, or what can be said of it within a budget.

It asks the first of its backends that covers the position:

    strong table   every position of the game in one compiled table: boards of up to 16 cells
    table          every position that can follow, in pure Python: 3×3, and positions with few empty cells
    proofs         compiled searches for whether X, and whether O, can win: every board; value, no distance
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache, partial
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from tictactoe.rules import (
    BadInput,
    Cell,
    Game,
    Position,
    format_game,
    quote,
    require_fits,
    require_move,
    whole_number,
)
from tictactoe.search.analysis import Analysis, analyses
from tictactoe.search.answer import Answer
from tictactoe.search.backend import Backend, Learner
from tictactoe.search.budget import Budget, require_budget
from tictactoe.search.limits import AT_ONCE, DEFAULT_MEMORY, MOST_WORKERS, require_solvable
from tictactoe.search.table import Table

if TYPE_CHECKING:
    from pathlib import Path

    from tictactoe.search.proof.parts import Written
    from tictactoe.search.shelf import Shelf
    from tictactoe.search.threats.choice import Chooser
    from tictactoe.search.threats.chosen import StrongMove


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
        cluster: str | None = None,
    ) -> None:
        """`memory` bounds the table of the proof searches, in bytes; `workers` threads search one question.

        `cluster` has long questions searched by the workers of a Dask cluster: the address of its scheduler, or
        `local:N` for N cores of this machine. `close` lets go of them.

        `strong` asks for a strong table, or for none; left out, small boards get one. With `fresh`, one that an earlier
        run has kept is not used. `backends` replaces all of that.
        """
        if not isinstance(game, Game):
            raise BadInput(f"{quote(game)} should be a Game such as Game(3, 3, 3)")
        if (whole_number(memory) or 0) < 1:
            raise BadInput(f"memory is {quote(memory)}, but should be a whole number from 1 up")
        if not 1 <= (whole_number(workers) or 0) <= MOST_WORKERS:
            raise BadInput(f"workers is {quote(workers)}, but should be a whole number from 1 to {MOST_WORKERS}")
        self.game = game
        self._memory = memory
        self._chooser: Chooser | None = None
        self._helpers: list[Solver] | None = [] if backends is None else None
        """Others that work at the same time, made when needed; None if it cannot be known how to make them."""
        self.backends = tuple(
            _backends(game, memory, strong, workers, fresh, cluster) if backends is None else backends
        )
        for backend in self.backends:
            if not isinstance(backend, Backend):
                raise BadInput(f"{quote(backend)} should be a backend: it says what it covers and answers")

    @property
    def nodes(self) -> int:
        """How many positions have been worked out so far."""
        return sum(backend.nodes for solver in (self, *(self._helpers or ())) for backend in solver.backends)

    @property
    def memory(self) -> int:
        """How many bytes the table of the proof searches takes: none before the first search."""
        return sum(backend.memory for backend in self.backends if isinstance(backend, Learner))

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
        return self.backend(position).answer(position, require_budget(budget))

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

        return solve_many(self, positions, require_budget(budget), workers, self._crew)

    def analyze(self, position: Position, budget: Budget | None = None, only: Cell | None = None) -> Analysis:
        """The answer for the position and for each legal move, and the choice among the best.

        Best is the quickest win, the slowest loss. Between equals the choice is the move that leaves the opponent the
        most replies that throw away part of what they had; where that is not known, the first that was found to be
        best, and they are asked about in the order of the open lines that they are on. Where none is proven to be
        best, the choice is the move that the search of `tictactoe.search.threats.choice` judges best.

        With `only`, a legal move, no other is worked out where that would take a search.
        """
        *_, last = self.analyses(position, budget, only)
        return last

    def analyses(
        self, position: Position, budget: Budget | None = None, only: Cell | None = None, seed: int = 0
    ) -> Iterator[Analysis]:
        """The analysis as it becomes known: each says more than the one before, the last is what `analyze` gives.

        What is proven stays; a choice that is one of the best moves stays too, so whoever wants no more than a good
        move need not wait for the others. The seed decides between moves that are judged about equally good.

        >>> from tictactoe import Game, Position, Solver
        >>> first = next(analysis for analysis in Solver(Game(5, 6, 4)).analyses(Position()) if analysis.best)
        >>> print(first.answer, first.choice, first.moves[first.choice], first.moves[0])
        win 14 win not known
        """
        budget = require_budget(budget)
        if only is not None:
            only = require_move(self.game, position, only)
        if self.gives_distance(position) and (answer := self.solve(position, budget)).value is not None:
            yield self._exact_analysis(position, answer)
        else:
            judge = None if self._helpers is None else partial(self._judge, seed)
            yield from analyses(self.game, position, self._backend, budget, only, judge)

    def _judge(self, seed: int, position: Position, budget: Budget) -> StrongMove:
        """A strong move, where nothing is proven."""
        from tictactoe.search.threats.choice import MEMORY, choose_within

        return choose_within(self.game, position, budget, seed, min(self._memory, MEMORY))

    def strong_move(self, position: Position, budget: Budget | None = None, seed: int = 0) -> StrongMove:
        """The strong move of `tictactoe.search.threats.choice`. Asked move after move, it follows a proven win.

        >>> from tictactoe import Game, Position, Solver
        >>> from tictactoe.search import Budget
        >>> chosen = Solver(Game(6, 6, 4)).strong_move(Position(), Budget(nodes=50_000))
        >>> str(chosen.proven)
        'win'
        """
        if self._chooser is None:
            from tictactoe.search.threats.choice import MEMORY, Chooser

            self._chooser = Chooser(self.game, min(self._memory, MEMORY))
        return self._chooser.choose(position, require_budget(budget), seed)

    def _exact_analysis(self, position: Position, answer: Answer) -> Analysis:
        """All at once, where answers have distances."""
        children = {cell: position.play(cell) for cell in self.game.moves(position)}
        moves = {cell: self._exact(child).before_move() for cell, child in children.items()}
        known = Analysis(answer, moves, None)
        choice = max(known.best, key=lambda cell: self._mistakes(children[cell]), default=None)
        return known._replace(choice=choice)

    def decide(self, position: Position, budget: Budget | None = None) -> Decision:
        """The answer for a position and a move that keeps it, with no more work than these two take."""
        for analysis in self.analyses(position, budget):
            if analysis.is_proven:
                break
        return Decision(analysis.answer, analysis.choice)

    def best_move(self, position: Position, budget: Budget | None = None) -> Cell | None:
        """A move that keeps the position's value, as far as it is found out; None once the game has ended."""
        return self.decide(position, budget).move

    def require_provable(self, position: Position) -> Learner:
        """The backend whose findings about this position can be written as a proof; BadInput if none is needed."""
        backend = self.backend(position)
        if not isinstance(backend, Learner):
            name = format_game(self.game)
            raise BadInput(f"every position of {name} is worked out here, so there is no proof to write")
        return backend

    def prove(
        self,
        position: Position,
        answer: Answer,
        path: str | Path,
        budget: Budget | None = None,
        given: Iterable[str | Path] = (),
    ) -> Written:
        """Write a proof of all that `answer` says: who wins, or who cannot. BadInput if it cannot be written.

        It relies on what the proofs in the files that are `given` show, rather than show it again: the whole is all
        of these files.
        """
        from pathlib import Path

        backend = self.require_provable(position)
        try:
            return backend.prove(position, answer, Path(path), require_budget(budget), [*map(Path, given)])
        except OSError as error:
            raise BadInput(f"the proof cannot be written to {str(path)!r}: {error.strerror or error}") from None

    def save(self, path: str | Path) -> bool:
        """Write what long searches have learned so far; False if the file there holds more, and stays.

        BadInput if it cannot be written.
        """
        from pathlib import Path

        try:
            return all(backend.save(Path(path)) for backend in self.backends if isinstance(backend, Learner))
        except OSError as error:
            raise BadInput(f"{str(path)!r} cannot be written: {error.strerror or error}") from None

    def load(self, path: str | Path) -> int:
        """Take up what an earlier run wrote with `save`; how many positions of it there is room for.

        BadInput if it is not ours.
        """
        from pathlib import Path

        return sum(backend.load(Path(path)) for backend in self.backends if isinstance(backend, Learner))

    @property
    def saves_as(self) -> str:
        """What kind of file `save` writes."""
        return next((backend.saves_as for backend in self.backends if isinstance(backend, Learner)), "search")

    def close(self) -> None:
        """Let go of what is held outside of this process: the workers of a cluster."""
        for backend in self.backends:
            if isinstance(backend, Learner):
                backend.close()

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


def _backends(
    game: Game, memory: int, strong: bool | None, workers: int, fresh: bool, cluster: str | None
) -> Iterable[Backend]:
    """The ways of solving a game, the best first: the only place that chooses."""
    if len(game.cells) <= AT_ONCE:
        return [Table(game)]
    from tictactoe.search.proof.questions import Proofs
    from tictactoe.search.strong import STRONG_CELLS, StrongTable

    proofs = Proofs(game, memory, workers)
    wants_strong = len(game.cells) <= STRONG_CELLS if strong is None else strong
    searching = proofs if strong is None else None  # who asks for the table shall have it
    strong_tables = [StrongTable(game, partial(_make_shelf, fresh), searching)] if wants_strong else []
    if cluster is None:
        return [*strong_tables, Table(game), proofs]
    from tictactoe.search.cluster.backend import ClusterProofs

    return [*strong_tables, Table(game), ClusterProofs(game, memory, cluster)]


def _make_shelf(fresh: bool) -> Shelf:
    from tictactoe.search.shelf import Shelf

    return Shelf(fresh=fresh)


SolverMaker: TypeAlias = Callable[[Game], Solver]
"""What makes the solver of a game where it is needed, in another process for one: it can be pickled."""


def require_solver(game: Game, given: object = None) -> Solver:
    """The solver that was given, or the shared one; BadInput if it is none of this game."""
    if given is None:
        return solver_for(game)
    if not isinstance(given, Solver):
        raise BadInput(f"solver is {quote(given)}, but should be a Solver")
    if given.game != game:
        raise BadInput(f"the solver is one of {format_game(given.game)}, but the board is of {format_game(game)}")
    return given


@lru_cache(maxsize=4)
def solver_for(game: Game) -> Solver:
    """The solver of a game that everybody in this process shares, so that nothing is worked out twice."""
    return Solver(game)
