"""The move of a strong player on any board: what is proven if that is found, and else what is judged best in the time.

Alpha-beta search, one ply deeper each time, over an evaluation that counts live lines. Compiled code hears of no clock
and no Ctrl-C, so it runs in slices, and can be stopped between any two of them: there is always a move.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from random import Random
from typing import TYPE_CHECKING, Any, NamedTuple

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
FORCED, FORCED_SLICE, FORCED_SHARE = 5_000, 200, 10
"""Positions looked at before the search for a win by threats of two kinds: some milliseconds. So many between two looks
at the clock, and no more than this part of the nodes.
"""
DOUBTS = 200
"""Positions looked at, for each ply of the search, for a win of the other side's after the move that it found."""
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
    return Chooser(game, memory).choose(position, budget, seed)


class _Won(NamedTuple):
    """A win that was proven, and what has shown it."""

    after: Position
    """The move that keeps it."""
    threats: ThreatSearch
    table: Any


class Chooser:
    """Chooses the moves of a game. When it has proven a win it keeps what shows that, and so follows it to its end.

    Else it remembers nothing: a move does not depend on those that were asked for before.
    """

    def __init__(self, game: Game, memory: int = MEMORY) -> None:
        self._game = game
        self._memory = memory
        self._won: _Won | None = None

    def choose(self, position: Position, budget: Budget, seed: int = 0) -> StrongMove:
        """The best move that is found within a budget. A first look is taken even if there is nothing to spend."""
        game = self._game
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
        return self._search(position, budget, seed)

    def _search(self, position: Position, budget: Budget, seed: int) -> StrongMove:
        from tictactoe.search.threats.arrays import table_for
        from tictactoe.search.threats.forced import ThreatSearch
        from tictactoe.search.threats.searching import Deepening

        won = self._won if self._won and _follows(position, self._won.after) else None
        threats = won.threats if won else ThreatSearch(self._game)
        table = won.table if won else table_for(self._game, self._memory)
        before = threats.looked
        search = Deepening(self._game, position, seed, table, threats)
        found = search.at_once(FIRST_THREATS) or _forced_win(threats, position, budget)
        found = found or _deepen(search, threats, position, budget)
        if found.proven is not None and found.proven.value == 1:
            self._won = _Won(position.play(found.cell), threats, table)
        return found._replace(nodes=search.nodes + threats.looked - before)


def _follows(position: Position, after: Position) -> bool:
    """Whether a position comes of another by one move."""
    cell = (position.taken & ~after.taken).bit_length() - 1
    return position.taken.bit_count() == after.taken.bit_count() + 1 and after.play(cell) == position


def _forced_win(threats: ThreatSearch, position: Position, budget: Budget) -> StrongMove | None:
    """A win by threats of two kinds, if it is soon found, and its line as far as that is found in the same time."""
    if not (_comes_upon_win(threats, position, FORCED, budget) and (found := threats.find(position, FORCED_SLICE))):
        return None
    return StrongMove(found.line[0], Answer(1, 1, found.plies, line=found.line), 1.0, 0, threats.looked, found.line)


def _comes_upon_win(threats: ThreatSearch, position: Position, most: int, budget: Budget) -> bool:
    """Whether a win of the player to move is found: in so many positions, and a part of the budget, at most."""
    nodes = budget.nodes_left
    left = most if nodes is None else min(most, nodes // FORCED_SHARE)
    while left > 0 and budget.has_more:
        before = threats.looked
        if threats.wins(position, min(left, FORCED_SLICE)):
            return True
        looked = threats.looked - before
        budget.spent(looked, "looking for wins by threats:")
        left = left - looked if looked else 0
    return False


def _deepen(search: Deepening, threats: ThreatSearch, position: Position, budget: Budget) -> StrongMove:
    """Look further and further ahead. A move after which the other side is found to win by threats is left out."""
    left = set(threats.game.moves(position))
    last, is_late = min(DEEPEST, PLIES_A_MOVE * len(left) + 1), len(left) <= FEW
    deepest_step = 2 if is_late else len(left)
    if answers := threats.answers(position):  # all others lose
        for cell in left.difference(answers):
            search.leave_out(cell)
        left.intersection_update(answers)
    depth, width = 0, WIDTH
    chosen: StrongMove | None = None
    while chosen is None or (chosen.proven is None and depth < last and budget.has_more):
        depth = last if depth >= deepest_step else depth + 1
        is_done = _look(search, depth, width, budget, is_first=chosen is None)
        if search.has_found:
            chosen = search.found(depth, is_whole=is_done and depth == last and is_late)
        if chosen is None or chosen.proven is not None or not is_done:
            continue
        if _comes_upon_win(threats, position.play(chosen.cell), DOUBTS * depth, budget):
            search.leave_out(chosen.cell)
            left.remove(chosen.cell)
            if not left:
                return chosen._replace(proven=Answer(-1, -1), judged=-1.0)
            depth, chosen = 0, None  # the table knows what else was found
        elif search.is_forced:
            break
        elif abs(chosen.judged) == 1.0:  # as far as was looked: now nothing is left out
            width = EVERYTHING
    return chosen


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
    from tictactoe.search.threats.arrays import table_for
    from tictactoe.search.threats.searching import Deepening

    forced.get_ready()
    game, position = Game(3, 3, 3), Position().play(0).play(1)  # with stones: they are put by a kernel too
    search = Deepening(game, position, 0, table_for(game, 0), forced.ThreatSearch(game))
    search.at_once(1)
    search.begin(2)
    search.go_on(10, 9)
