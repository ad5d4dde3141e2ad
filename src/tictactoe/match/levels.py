"""Levels: computer players whose weakness can be said in a sentence.

A level names, for a position, the moves it is content with; all of them are equally likely. So its odds can be computed
exactly, and a game is replayed by giving its dice the same seed. All but the perfect one look a fixed number of plies
ahead, on any board and at once, and all but the random one stay near the stones on a large board.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import takewhile
from random import Random
from typing import NamedTuple, TypeAlias

from tictactoe.rules import BadInput, Cell, Cells, Game, Position, cells_of, completing, makes_fork, quote
from tictactoe.search import Budget, Solver
from tictactoe.search.limits import require_solvable

Player: TypeAlias = Callable[[Position], Cell]
"""Anything that, shown a position, names a cell."""


class Level(NamedTuple):
    name: str
    manner: str
    """What it does and what it misses, in a sentence."""
    plies: int | None
    """How far it looks ahead; None: to the end."""


LEVELS = {
    level.name: level
    for level in (
        Level("random", "Plays any empty cell.", 0),
        Level("hasty", "Completes a line when it can, and does not see that you can.", 1),
        Level("careful", "Completes a line, stops yours, and misses forks.", 2),
        Level("cunning", "Makes forks too, and does not see yours coming.", 3),
        Level("wary", "Stops forks too, and sees no plan longer than two moves each.", 4),
        Level("perfect", "Never gives away a draw or a win.", None),
    )
}
PERFECT = "perfect"


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
            raise BadInput(f"the perfect player cannot play here, but the level wary can: {error}") from None
    return level


def player(level: Level, solver: Solver, seed: int = 0, budget: Callable[[], Budget] = Budget) -> Player:
    """The player of a level. The same seed and the same position give the same move.

    `budget` makes the budget for one move of the perfect player, who makes the best move found when it is spent.
    """
    return lambda position: throw(content(level, solver, position, budget()), seed, position)


def content(level: Level, solver: Solver, position: Position, budget: Budget | None = None) -> tuple[Cell, ...]:
    """The moves that a level is content with, in reading order; ValueError once the game has ended."""
    if solver.game.outcome(position):
        raise ValueError("the game is over: there is no move to make")
    if level.plies is not None:
        cells = look_ahead(solver.game, position, level.plies, budget)
        near = _near(solver.game, position) if level.plies else solver.game.board
        return tuple(cell for cell in cells if near >> cell & 1) or cells
    best = solver.best_move(position, budget)
    return () if best is None else (best,)


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
