"""The answer for every move of a position, as it becomes known, within one budget for all of them.

What a position is worth bounds what its moves are worth: so it is asked about first, and about as much is spent on it
as on all its moves. These are asked about in the order of promise, a little for each, and more in every pass, so that
no hard one keeps the others waiting.

There is always a move to recommend. While none is proven to be as good as any, it is one that is judged best, by a
search that takes about as long as the proofs do.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Literal, NamedTuple, TypeAlias

from tictactoe.rules import Cell, Game, Position, canonical, format_cell, opponent
from tictactoe.search.answer import Answer
from tictactoe.search.backend import Backend, Learner
from tictactoe.search.budget import Budget
from tictactoe.search.promise import by_promise
from tictactoe.search.threats.chosen import StrongMove

BackendOf: TypeAlias = Callable[[Position], Backend]
Judge: TypeAlias = Callable[[Position, Budget], StrongMove]
"""Whoever names a good move where nothing is proven."""
Group: TypeAlias = tuple[Cell, ...]
"""Moves that are the same turned or mirrored, the most promising first: one answer is for all of them."""
Merit: TypeAlias = Literal["best", "judged", ""]
JUDGED_SIGN = "~"
UNKNOWN, WIN = Answer(-1, 1), Answer(1, 1)
AT_FIRST, SHARE, GROWTH = 1, 250, 4
"""Nodes for a question about a move: in the first pass, which finds what is seen at once and what earlier searches
have left, and in the second; from then on so many times more in every pass."""
FOR_POSITION = 40
"""So many shares are for the position itself."""
FIRST_LOOK, JUDGED = 1_000, 5
"""Nodes for the first judgement, each later one has so many times more as a pass, and of these so many together for
each node of a proof: they take about as long."""
LAST_STAND = 50_000
"""Nodes for the choice between moves that all lose."""


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
    """Of the best moves, the one a perfect player makes; if none is proven, the one judged best; None at the end."""

    @property
    def is_proven(self) -> bool:
        """Whether the choice is proven to be as good as any move, rather than judged."""
        return self.choice is not None and self.choice in self.best

    @property
    def ranked(self) -> tuple[Cell, ...]:
        """The moves, best first; equals in reading order, but for a choice that is judged: that is before them."""
        judged = None if self.is_proven else self.choice
        return tuple(sorted(self.moves, key=lambda cell: (self.moves[cell].rank, cell == judged), reverse=True))

    @property
    def told(self) -> tuple[Cell, ...]:
        """The moves of which there is anything to say, best first: what they are worth, or that one is the choice."""
        return tuple(cell for cell in self.ranked if cell == self.choice or self.moves[cell].kind != "unknown")

    @property
    def marked(self) -> tuple[Cell, ...]:
        """The moves to be marked on a board: those proven to be best, or the choice, if all are or none is."""
        best = self.best
        return best if 0 < len(best) < len(self.moves) else () if self.choice is None else (self.choice,)

    def standing(self, cell: Cell) -> Merit:
        """What a move is beside the others: `best` if that is proven, `judged` for the choice while none is."""
        if cell == self.choice and not self.is_proven:
            return "judged"
        return "best" if cell in self.best else ""

    def short(self, cell: Cell) -> str:
        """What a move is worth, for a cell of a board; `~` stands before it if this move is judged best."""
        answer = self.moves[cell]
        if self.standing(cell) != "judged":
            return answer.short
        return JUDGED_SIGN if answer.kind == "unknown" else f"{JUDGED_SIGN}{answer.short}"

    @property
    def best(self) -> tuple[Cell, ...]:
        """The moves that are proven to be as good as any, in reading order; of several wins, the quickest known."""
        proven = [cell for cell, answer in self.moves.items() if answer.low >= self.answer.high]
        top = max((self.moves[cell].rank for cell in proven), default=None)
        return tuple(cell for cell in proven if self.moves[cell].rank == top)


def analyses(
    game: Game,
    position: Position,
    backend_of: BackendOf,
    budget: Budget,
    only: Cell | None = None,
    judge: Judge | None = None,
) -> Iterator[Analysis]:
    """What is known of a position and its moves, again each time it is more, until nothing is open or left to spend.

    There is one at least. A choice that is one of the best stays. With `only`, no other move is asked about. Without
    a `judge`, the choice is the most promising move while none is proven.
    """
    survey = _Survey(game, position, backend_of, budget, only, None if only is not None else judge)
    told = None
    for _ in survey.ask():
        if (known := survey.known) != told:
            told = known
            yield known


class _Survey:
    """A position and its moves, and what has been found out about them."""

    def __init__(
        self,
        game: Game,
        position: Position,
        backend_of: BackendOf,
        budget: Budget,
        only: Cell | None,
        judge: Judge | None,
    ) -> None:
        self._game = game
        self._position = position
        self._backend_of = backend_of
        self._budget = budget
        self._only = only
        self._answer = UNKNOWN
        self._moves = {group: UNKNOWN for group in _groups(game, position) if only is None or only in group}
        self._choice: Cell | None = None
        self._judge = judge
        self._judged: Cell | None = None
        """The move that was judged best."""
        self._look = FIRST_LOOK
        """Nodes for the next judgement."""
        self._looked = 0
        """Nodes spent on judging."""
        self._began = budget.nodes
        self._told: set[Position] = set()
        """Positions of which a backend that learns nothing has said what it knows."""

    @property
    def known(self) -> Analysis:
        answers = {cell: answer for group, answer in self._moves.items() for cell in group}
        wanted = sorted(answers) if self._only is None else [self._only]
        return Analysis(self._answer, {cell: answers[cell] for cell in wanted}, self._choice)

    def ask(self) -> Iterator[None]:
        """One question after the other. The first pass is made even if there is nothing to spend: some are free."""
        for group in self._moves:
            if self._game.outcome(self._position.play(group[0])):  # which costs nothing
                self._ask_about_move(group, 0)
        self._conclude()
        if self.known.best or not self._moves:
            yield
        is_lost = False
        for _ in self._questions():
            self._conclude()
            if self._answer.high == -1 and not is_lost:
                is_lost = True
                self._look_at(LAST_STAND)
            elif not self._looked:  # a move is called judged when it is
                self._look_further()
            yield
            if self._looked <= JUDGED * (self._budget.nodes - self._looked - self._began):
                self._look_further()
                yield

    def _look_further(self) -> None:
        """Judge anew, with more than the last time, unless a move is proven to be as good as any."""
        if not self.known.best:
            self._look_at(self._look)
            self._look *= GROWTH

    def _questions(self) -> Iterator[None]:
        share = AT_FIRST
        while True:
            if self._answer.value is None:
                found = self._ask(self._position, self._budget.share(share * FOR_POSITION))
                self._answer = _both(self._answer, found)
                yield
            for group in self._moves:
                if self._moves[group].value is None:
                    self._ask_about_move(group, share)
                    yield
            if not (self._is_open and self._budget.has_more):
                return
            share = max(SHARE, share * GROWTH)

    def _look_at(self, nodes: int) -> None:
        """Have a move judged best, with so many nodes, if there is anything to spend; the choice is made anew."""
        if self._judge is None or not self._budget.has_more:
            return
        share = self._budget.share(nodes)
        found = self._judge(self._position, share)
        self._looked += share.nodes
        group = next(group for group in self._moves if found.cell in group)
        self._judged, self._choice = group[0], None
        if found.proven:
            self._answer = _both(self._answer, found.proven)
            self._moves[group] = _both(self._moves[group], Answer(found.proven.low, 1))
        self._conclude()

    @property
    def _is_open(self) -> bool:
        """Whether there is anything left to ask."""
        found = {self._position.play(group[0]): answer for group, answer in self._moves.items()}
        found[self._position] = self._answer
        return any(answer.value is None and position not in self._told for position, answer in found.items())

    def _ask_about_move(self, group: Group, nodes: int) -> None:
        """Whether it wins, and whether it loses, as far as that is open: so many nodes for either."""
        after, mover, known = self._position.play(group[0]), self._position.turn, self._moves[group]
        backend = self._backend_of(after)
        if not isinstance(backend, Learner):
            found = self._ask(after, self._budget).before_move()
            self._moves[group] = _both(known, Answer(found.low, found.high, found.plies))
            return
        about = f"{format_cell(self._game, group[0])}: "
        if known.high == 1:
            wins = backend.ask(after, mover, self._budget.share(nodes, about))
            known = known if wins is None else Answer(1, 1) if wins else Answer(known.low, 0)
        if known.low == -1:
            loses = backend.ask(after, opponent(mover), self._budget.share(nodes, about))
            known = known if loses is None else Answer(-1, -1) if loses else Answer(0, known.high)
        self._moves[group] = known

    def _ask(self, position: Position, budget: Budget) -> Answer:
        """What is said of a position; a backend that learns nothing is asked once, and may spend what there is."""
        backend = self._backend_of(position)
        if isinstance(backend, Learner):
            return backend.answer(position, budget)
        if position in self._told:
            return UNKNOWN
        self._told.add(position)
        return backend.answer(position, self._budget)

    def _conclude(self) -> None:
        """Draw the conclusions from what was found, and choose anew, unless the choice is one of the best."""
        if not self._moves:
            return
        self._answer, self._moves = _concluded(self._answer, self._moves, is_whole=self._only is None)
        known = self.known
        if self._choice not in known.best:
            top = max(answer.rank for answer in known.moves.values())
            promising = [cell for group in self._moves for cell in group if cell in known.moves]
            able = [cell for cell in promising if known.moves[cell].rank == top]
            self._choice = self._judged if self._judged in able else able[0]


def _groups(game: Game, position: Position) -> list[Group]:
    """The legal moves, the most promising first."""
    found: dict[Position, list[Cell]] = {}
    for cell in by_promise(game, position):
        found.setdefault(canonical(game, position.play(cell)), []).append(cell)
    return [tuple(cells) for cells in found.values()]


def _concluded(answer: Answer, moves: dict[Group, Answer], is_whole: bool) -> tuple[Answer, dict[Group, Answer]]:
    """With what a position's answer tells of its moves, and theirs of it; `is_whole` says that all moves are there."""
    if answer.value == 1 and answer.line:
        moves = {group: _both(found, WIN) if answer.line[0] in group else found for group, found in moves.items()}
    highest = max(found.high for found in moves.values()) if is_whole else 1
    answer = _both(answer, Answer(max(found.low for found in moves.values()), highest))
    moves = {group: _both(found, Answer(-1, answer.high)) for group, found in moves.items()}
    keeping = [group for group, found in moves.items() if found.high >= answer.low]
    if is_whole and len(keeping) == 1:  # what the position is worth is worth its only move that may be
        moves[keeping[0]] = _both(moves[keeping[0]], Answer(answer.low, 1))
    best = max(moves.values(), key=lambda found: found.rank)
    if best.plies == 1 or (is_whole and all(found.score is not None for found in moves.values())):
        answer = _both(answer, best)
    return answer, moves


def _both(known: Answer, more: Answer) -> Answer:
    """What two answers say together; if they contradict each other, or say the same, what is known."""
    low, high = max(known.low, more.low), min(known.high, more.high)
    if low > high:
        return known
    same = [one for one in (known, more) if (one.low, one.high) == (low, high)]
    return max(same, key=lambda one: one.plies is not None, default=Answer(low, high))
