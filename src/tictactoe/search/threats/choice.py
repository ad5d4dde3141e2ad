"""The move of a strong player on any board: what is proven if that is found, and else what is judged best in the time.

Alpha-beta search, one ply deeper each time, over an evaluation that counts live lines. It runs in slices, since compiled
code hears of no clock and no Ctrl-C, and can be stopped between any two of them: there is always a move.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from random import Random
from typing import NamedTuple

from tictactoe.rules import BadInput, Cell, Game, Position, require_fits
from tictactoe.search.answer import Answer
from tictactoe.search.budget import Budget, Progress
from tictactoe.search.limits import require_compiled

SECONDS = 1.0
"""For a move, unless something else is asked for."""
MEMORY = 64 * 2**20
SLICE = 1_000
"""Nodes between two looks at the clock: about a millisecond."""
FIRST_THREATS = 4_000
"""Tried before the search: a win by threats alone may be long."""
WIDTH = 40
"""Moves of the position itself that are looked at, where there are more."""
EVERYTHING = 10**6
OPENING_CELLS = 40
"""On larger boards the game is opened in the middle, and there is nothing to think about."""
PLIES_A_MOVE = 3
"""By so many the depth that is left becomes less with a move, at most."""
FEW = 10
"""With so few empty cells it is searched to the end at once."""


class Chosen(NamedTuple):
    """A move, and what is known of the position for the player who makes it."""

    cell: Cell
    proven: Answer | None
    """What the position is worth, if that is certain. The move keeps it."""
    judged: float
    """What it seems to be worth, from -1, lost, to 1, won."""
    depth: int
    """How many plies were looked ahead; lines of play with threats further. 0 if no search was needed."""
    nodes: int
    line: tuple[Cell, ...]
    """The play that is expected, beginning with the move."""


def choose(
    game: Game,
    position: Position,
    seconds: float | None = SECONDS,
    seed: int = 0,
    memory: int = MEMORY,
    stop: Callable[[], bool] | None = None,
    nodes: int | None = None,
) -> Chosen:
    """The best move that is found in so long, or with so many nodes; `stop` is asked again and again whether to end it.

    The seed decides between moves that are about equally good. If the nodes are what ends it, the same seed gives the
    same move. Loading and compiling take no part of the time. BadInput if the game is over, or needs what is not
    installed.

    >>> from tictactoe import Game, Position
    >>> from tictactoe.search.threats.choice import choose
    >>> chosen = choose(Game(15, 15, 5), Position.of(x=0b1111, o=0b1111 << 30), seconds=None, nodes=1000)
    >>> chosen.cell, str(chosen.proven)
    (4, 'win in 1')
    """

    def watch(_: Progress) -> None:
        if stop is not None and stop():
            budget.cancel()

    budget = Budget(seconds, nodes, watch)
    return choose_within(game, position, budget, seed, memory)


def choose_within(game: Game, position: Position, budget: Budget, seed: int = 0, memory: int = MEMORY) -> Chosen:
    """The same, within a budget. A first look is taken even if there is nothing to spend."""
    require_fits(game, position)
    if game.outcome(position):
        raise BadInput("the game is over: there is no move to choose")
    if not _is_open(game, position):
        return Chosen(_any(game, position, seed), Answer(0, 0), 0.0, 0, 0, ())
    require_compiled(game)
    with budget.paused():
        get_ready(game)
    if not position.taken and len(game.cells) > OPENING_CELLS and game.k > 2:
        middle = game.rows // 2 * game.cols + game.cols // 2
        return Chosen(middle, None, 0.0, 0, 0, (middle,))
    from tictactoe.search.threats.searching import Search

    search = Search(game, position, seed, memory)
    chosen = search.at_once(FIRST_THREATS)
    empties = len(game.cells) - position.taken.bit_count()
    last = PLIES_A_MOVE * empties + 1
    depth, width = 1, WIDTH
    while chosen is None or (chosen.proven is None and depth <= last and budget.has_more):
        search.begin(depth)
        done = False
        while not done and (chosen is None or budget.has_more):
            before = search.nodes
            done = search.go_on(min(SLICE, budget.next_slice() or SLICE), width)
            budget.spent(search.nodes - before, f"looking {depth} plies ahead:")
        chosen = search.found(depth, is_whole=done and depth == last and empties <= WIDTH) or chosen
        if search.is_forced:
            break
        if abs(chosen.judged) == 1.0:  # as far as was looked: now nothing is left out
            width = EVERYTHING
        depth = last if depth >= min(empties, FEW) and empties <= WIDTH and depth < last else depth + 1
    return chosen


def _is_open(game: Game, position: Position) -> bool:
    """Whether somebody can still complete a line."""
    return any(not line & position.mine or not line & position.theirs for line in game.lines)


def _any(game: Game, position: Position, seed: int) -> Cell:
    return Random(seed).choice(game.moves(position))  # noqa: S311  a game, not a secret


def get_ready(game: Game) -> None:
    """Load what is compiled, compile what no earlier run has, and make what is the same for all moves of a game."""
    from tictactoe.search.threats.arrays import geometry

    _load()
    geometry(game)


@cache
def _load() -> None:
    from tictactoe.search.threats.searching import Search

    search = Search(Game(3, 3, 3), Position(), 0, 0)
    search.at_once(1)
    search.begin(2)
    search.go_on(10, 9)
