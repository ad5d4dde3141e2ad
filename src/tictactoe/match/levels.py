"""Levels: computer players whose weakness can be said in a sentence.

A level names, for a position, the moves it is content with; all of them are equally likely. So its odds can be computed
exactly, and a game is replayed by giving its dice the same seed. All but the two best look a fixed number of plies
ahead, on any board and at once, and all but the random one stay near the stones on a large board. The strong one
searches for as long as it may, and the perfect one proves what it can.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import takewhile
from random import Random
from typing import NamedTuple, TypeAlias

from tictactoe.rules import BadInput, Cell, Cells, Game, Mark, Position, cells_of, completing, makes_fork, quote
from tictactoe.search import Answer, Budget, Solver
from tictactoe.search.limits import AT_ONCE, require_solvable
from tictactoe.search.threats.choice import SECONDS as STRONG_SECONDS

Player: TypeAlias = Callable[[Position], Cell]
"""Anything that, shown a position, names a cell."""


PERFECT, STRONG = "perfect", "strong"
SOLVED_CELLS = 16
"""On boards of this size every position is solved at once."""
PROVABLE_CELLS = 64
"""On larger ones a proof within the time of a move is rare."""
NEVER = "Never gives away a draw or a win."
"""What the perfect player does where every position is solved."""
AS_FAR = "Plays what it can prove in the time, and elsewhere what the level strong would."
"""What it does on other boards."""


class Level(NamedTuple):
    name: str
    manner: str
    """What it does and what it misses, in a sentence that is true of every game."""
    plies: int | None
    """How far it looks ahead; None: as far as it can."""
    seconds: float = 0.0
    """How long it thinks about a move at most, unless something else is asked for."""

    def manner_in(self, game: Game) -> str:
        """What it does and what it misses in this game."""
        return NEVER if self.name == PERFECT and len(game.cells) <= SOLVED_CELLS else self.manner


class Played(NamedTuple):
    """A move of a level, and what there is to say for it."""

    cell: Cell
    answer: Answer | None = None
    """What the position is worth to the player who makes the move, and after it still, if that is proven."""
    is_judged: bool = False
    """Whether it is what a search took for the best, without a proof."""

    def claim(self, mover: Mark) -> str:
        """In words: `proven: O wins in 3`, or `judged`; empty if nothing is claimed."""
        if self.answer is not None:
            return f"proven: {self.answer.named(mover)}"
        return "judged" if self.is_judged else ""


LEVELS = {
    level.name: level
    for level in (
        Level("random", "Plays any empty cell.", 0),
        Level("hasty", "Completes a line when it can, and does not see that you can.", 1),
        Level("careful", "Completes a line, stops yours, and misses forks.", 2),
        Level("cunning", "Makes forks too, and does not see yours coming.", 3),
        Level("wary", "Stops forks too, and sees no plan longer than two moves each.", 4),
        Level(
            STRONG,
            "Sees forced wins and counts open lines, and misjudges quiet plans longer than it can search.",
            None,
            STRONG_SECONDS,
        ),
        Level(PERFECT, AS_FAR, None, 10.0),
    )
}


def offered(game: Game | None = None) -> tuple[Level, ...]:
    """The levels to choose from for a game, the weakest first; the last is the best there is. None: any game.

    The perfect one is among them where boards can be solved.
    """
    is_provable = game is None or len(game.cells) <= PROVABLE_CELLS
    return tuple(level for level in LEVELS.values() if is_provable or level.name != PERFECT)


def best_level(game: Game) -> Level:
    """The level that plays if nobody chooses one."""
    return offered(game)[-1]


def level_named(name: str) -> Level:
    """The level of this name; BadInput if there is none."""
    if name not in LEVELS:
        raise BadInput(f"there is no level {quote(name)}: the levels are {', '.join(LEVELS)}")
    return LEVELS[name]


def require_level(game: Game, name: str) -> Level:
    """The level of this name; BadInput if there is none, or it cannot play this game here."""
    level = level_named(name)
    if level.plies is None:
        try:
            require_solvable(game)
        except BadInput as error:
            raise BadInput(f"the {name} player cannot play here, but the level wary can: {error}") from None
    return level


def player(level: Level, solver: Solver, seed: int = 0, budget: Callable[[], Budget] | None = None) -> Player:
    """The player of a level. The same seed and the same position give the same move, unless the time decides.

    `budget` makes the budget for one move of those that search, who make the best move found when it is spent; if it
    is left out, the level's own time is.
    """
    return lambda position: choice(level, solver, position, seed, budget() if budget else None).cell


def choice(level: Level, solver: Solver, position: Position, seed: int = 0, budget: Budget | None = None) -> Played:
    """The move of a level, by the dice of this seed, within a budget; ValueError once the game has ended."""
    _require_open(solver.game, position)
    if level.plies is not None:
        return Played(throw(content(level, solver, position, budget), seed, position))
    budget = Budget(level.seconds) if budget is None else budget
    if level.name == STRONG:
        return _strong(solver, position, seed, budget)
    return _perfect(solver, position, seed, budget)


def content(level: Level, solver: Solver, position: Position, budget: Budget | None = None) -> tuple[Cell, ...]:
    """The moves that a level is content with, in reading order; ValueError once the game has ended.

    Of the two that search, where not everything is known, the one that is found in their time. When the budget of the
    others is spent, what they have seen by then has to do.
    """
    _require_open(solver.game, position)
    if level.plies is not None:
        cells = look_ahead(solver.game, position, level.plies, budget)
        near = _near(solver.game, position) if level.plies else solver.game.board
        return tuple(cell for cell in cells if near >> cell & 1) or cells
    if level.name == STRONG and _is_known(solver, position):
        return solver.analyze(position).best
    return (choice(level, solver, position).cell,)


def _require_open(game: Game, position: Position) -> None:
    if game.outcome(position):
        raise ValueError("the game is over: there is no move to make")


def _is_known(solver: Solver, position: Position) -> bool:
    """Whether all that can follow is looked up at no cost, and without anything compiled."""
    return len(solver.game.cells) <= AT_ONCE and solver.gives_distance(position)


def _strong(solver: Solver, position: Position, seed: int, budget: Budget) -> Played:
    """Any of the best moves, if these are known, or the one that a search takes for the best."""
    if _is_known(solver, position):
        analysis = solver.analyze(position, budget)
        return Played(throw(analysis.best, seed, position), analysis.answer)
    found = solver.strong_move(position, budget, seed)
    return Played(found.cell, found.proven, is_judged=found.proven is None)


def _perfect(solver: Solver, position: Position, seed: int, budget: Budget) -> Played:
    """A move that is proven to keep what the position is worth; if none is found, the one that is judged best."""
    for analysis in solver.analyses(position, budget, seed=seed):
        if analysis.is_proven:
            break
    cell = next(iter(analysis.moves)) if analysis.choice is None else analysis.choice
    return Played(cell, analysis.answer if analysis.is_proven else None, is_judged=not analysis.is_proven)


def throw(cells: Sequence[Cell], seed: int, position: Position) -> Cell:
    """One of the cells, by dice that depend on nothing but the seed and the position."""
    if len(cells) == 1:
        return cells[0]
    return Random(f"{seed} {position.x} {position.o}").choice(cells)  # noqa: S311  a game, not a secret


def look_ahead(game: Game, position: Position, plies: int, budget: Budget | None = None) -> tuple[Cell, ...]:
    """The moves that are as good as any for somebody who looks this many plies ahead, from 0 to 4.

    When the budget is spent, what has been seen by then has to do.
    """
    mine, theirs, free = position.mine, position.theirs, game.board & ~position.taken
    if plies >= 1 and (wins := completing(game.lines, mine, free)):
        return cells_of(wins)
    threats = completing(game.lines, theirs, free) if plies >= 2 else 0
    candidates = cells_of(threats or free)
    if threats.bit_count() >= 2:
        return candidates  # only one can be stopped
    in_time = partial(_while_it_lasts, budget, sorted(candidates, key=partial(_is_far, _near(game, position))))
    if plies >= 3 and (forks := sorted(cell for cell in in_time() if makes_fork(game, mine, cell, free))):
        return tuple(forks)
    if plies >= 4:
        safe = sorted(cell for cell in in_time() if not _allows_fork(game, position, cell, free))
        return tuple(safe) or candidates
    return candidates


def _while_it_lasts(budget: Budget | None, cells: Sequence[Cell]) -> Iterator[Cell]:
    return takewhile(lambda _: budget is None or budget.has_more, cells)


def _is_far(near: Cells, cell: Cell) -> bool:
    return not near >> cell & 1


def _near(game: Game, position: Position) -> Cells:
    """The cells within two steps of a stone, or of the middle if there is none: on 3×3, all of them.

    People do not play far from everything on a large board. Where that would leave no move, all are near.
    """
    middle = 1 << game.rows // 2 * game.cols + game.cols // 2
    found = 0
    for cell in cells_of(position.taken or middle):
        row, col = divmod(cell, game.cols)
        for near_row in range(max(0, row - 2), min(game.rows, row + 3)):
            for near_col in range(max(0, col - 2), min(game.cols, col + 3)):
                found |= 1 << near_row * game.cols + near_col
    return found


def _allows_fork(game: Game, position: Position, cell: Cell, free: Cells) -> bool:
    """Whether the opponent, who threatens nothing once this cell is taken, can fork in reply."""
    free &= ~(1 << cell)
    threat = completing(game.lines_through[cell], position.mine | 1 << cell, free)
    return any(makes_fork(game, position.theirs, reply, free) for reply in cells_of(threat or free))
