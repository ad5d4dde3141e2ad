"""The move of a strong player on any board: what is proven if that is found, and else what is judged best in the time.

Alpha-beta search, one ply deeper each time, over an evaluation that counts live lines. Compiled code hears of no clock
and no Ctrl-C, so it runs in slices, and can be stopped between any two of them: there is always a move.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from random import Random
from typing import TYPE_CHECKING

from tictactoe.rules import BadInput, Cell, Game, Position, require_fits
from tictactoe.search.answer import Answer
from tictactoe.search.budget import Budget, Progress
from tictactoe.search.limits import require_compiled
from tictactoe.search.threats.chosen import StrongMove

if TYPE_CHECKING:
    from tictactoe.search.threats.forced import ThreatSearch
    from tictactoe.search.threats.searching import Deepening

SECONDS = 1.0
"""For a move, unless something else is asked for."""
MEMORY = 64 * 2**20
"""For the table of a search."""
ROOM = 20 * 2**20
"""What the search for wins by threats takes besides, on the largest board."""
SLICE = 1_000
"""Nodes between two looks at the clock: about a millisecond."""
FIRST_THREATS = 4_000
"""Tried before the search: a win by threats alone may be long."""
FORCED, FORCED_SLICE, FORCED_SHARE = 2_000, 200, 10
"""Positions looked at before the search for a win by threats of two kinds, and as many for a loss: some milliseconds.
So many between two looks at the clock, and no more than this part of the nodes.
"""
WIDTH = 40
"""Moves of the position itself that are looked at, where there are more."""
EVERYTHING = 10**6
OPENING_CELLS = 40
"""On larger boards the game is opened in the middle, and there is nothing to think about."""
PLIES_A_MOVE = 3
"""By so many the depth that is left becomes less with a move, at most."""
DEEPEST = 150
FEW = 14
"""With so few empty cells nothing is left out, and soon all that can follow is searched at once."""


def choose(
    game: Game,
    position: Position,
    seconds: float | None = SECONDS,
    seed: int = 0,
    memory: int = MEMORY,
    stop: Callable[[], bool] | None = None,
    nodes: int | None = None,
) -> StrongMove:
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


def choose_within(game: Game, position: Position, budget: Budget, seed: int = 0, memory: int = MEMORY) -> StrongMove:
    """The same, within a budget. A first look is taken even if there is nothing to spend."""
    require_fits(game, position)
    if game.outcome(position):
        raise BadInput("the game is over: there is no move to choose")
    if not _is_open(game, position):
        return StrongMove(_any(game, position, seed), Answer(0, 0), 0.0, 0, 0, ())
    require_compiled(game)
    with budget.paused():
        get_ready(game)
    if not position.taken and len(game.cells) > OPENING_CELLS and game.k > 2:
        middle = game.rows // 2 * game.cols + game.cols // 2
        return StrongMove(middle, None, 0.0, 0, 0, (middle,))
    from tictactoe.search.threats.forced import ThreatSearch
    from tictactoe.search.threats.searching import Deepening

    search = Deepening(game, position, seed, memory)
    threats = ThreatSearch(game)
    if found := search.at_once(FIRST_THREATS) or _forced_win(threats, position, budget):
        return found
    is_lost = _comes_upon(threats.loses, threats, position, budget)
    _look(search, 1, WIDTH, budget, is_first=True)
    chosen = search.found(1)
    empties = len(game.cells) - position.taken.bit_count()
    last = min(DEEPEST, PLIES_A_MOVE * empties + 1)
    depth, width = 1, WIDTH
    while chosen.proven is None and not search.is_forced and depth < last and budget.has_more:
        depth = last if depth >= (2 if empties <= FEW else empties) else depth + 1
        if abs(chosen.judged) == 1.0:  # as far as was looked: now nothing is left out
            width = EVERYTHING
        is_done = _look(search, depth, width, budget)
        if search.has_found:
            chosen = search.found(depth, is_whole=is_done and depth == last and empties <= FEW)
    chosen = chosen._replace(nodes=chosen.nodes + threats.looked)
    if is_lost and chosen.proven is None:
        return chosen._replace(proven=Answer(-1, -1), judged=-1.0)
    return chosen


def _forced_win(search: ThreatSearch, position: Position, budget: Budget) -> StrongMove | None:
    """A win by threats of two kinds, if it is soon found."""
    if not (_comes_upon(search.wins, search, position, budget) and (found := search.find(position))):
        return None
    return StrongMove(found.line[0], Answer(1, 1, found.plies, line=found.line), 1.0, 0, search.looked, found.line)


def _comes_upon(ask: Callable[[Position, int], bool], search: ThreatSearch, position: Position, budget: Budget) -> bool:
    """Whether a win, or a loss, is found in the part of the budget that there is for this."""
    nodes = budget.nodes_left
    left = FORCED if nodes is None else min(FORCED, nodes // FORCED_SHARE)
    while left > 0 and budget.has_more:
        before = search.looked
        if ask(position, min(left, FORCED_SLICE)):
            return True
        looked = search.looked - before
        budget.spent(looked, "looking for wins by threats:")
        left = left - looked if looked else 0
    return False


def _look(search: Deepening, depth: int, width: int, budget: Budget, is_first: bool = False) -> bool:
    """Search to this depth while the budget lasts, the first time whatever it costs; whether that was done."""
    search.begin(depth)
    is_done = False
    while not is_done and (is_first or budget.has_more):
        before = search.nodes
        is_done = search.go_on(min(SLICE, budget.next_slice() or SLICE), width)
        budget.spent(search.nodes - before, f"looking {depth} plies ahead:")
    return is_done


def _is_open(game: Game, position: Position) -> bool:
    """Whether somebody can still complete a line."""
    return any(not line & position.mine or not line & position.theirs for line in game.lines)


def _any(game: Game, position: Position, seed: int) -> Cell:
    return Random(seed).choice(game.moves(position))  # noqa: S311  a game, not a secret


def get_ready(game: Game) -> None:
    """Load what is compiled, compile what no earlier run has, and make what is the same for all moves of a game."""
    from tictactoe.search.proof import arrays as lines
    from tictactoe.search.threats import arrays as patterns

    _load()
    patterns.geometry(game)
    lines.geometry(game)


@cache
def _load() -> None:
    from tictactoe.search.threats import forced
    from tictactoe.search.threats.searching import Deepening

    forced.get_ready()
    search = Deepening(Game(3, 3, 3), Position().play(0).play(1), 0, 0)  # with stones: they are put by a kernel too
    search.at_once(1)
    search.begin(2)
    search.go_on(10, 9)
