"""Minimax and alpha-beta as a lecture writes them: X makes the value as large as it can, O as small as it can.

The value of a position is 1 if X wins with best play on both sides, -1 if O does, 0 if it is a draw.

Each search is a generator: it yields its steps as it takes them and returns the value. `tally` runs one to its end.
The four of them find the same value with less and less work:

    minimax              looks at every line of play to its end
    alphabeta            leaves a position as soon as its value can no longer matter
    alphabeta_table      and remembers what it has learned of positions it may meet again
    alphabeta_symmetry   and takes positions that are the same turned or mirrored for one

These are the oracle for the fast code, so they stay simple: nothing here is there for speed alone.
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from typing import Literal, NamedTuple, TypeAlias

from tictactoe.rules import BadInput, Cell, Game, Position, X, canonical, quote

LOWEST = -2  # below every value: nothing is known yet
HIGHEST = 2  # above every value


class Step(NamedTuple):
    """One step of a search.

    enter    the search comes to a position; every node of the tree it visits is entered once
    leaf     the game has ended here, with this value
    known    the table already says enough about this position
    better   this move is better for the player to move than those tried before
    cutoff   the remaining moves, if there are any, need not be tried, because of `inequality`
    leave    all that matters was tried; this is the value found
    """

    kind: Literal["enter", "leaf", "known", "better", "cutoff", "leave"]
    position: Position
    alpha: int
    """What X is already sure of, by a move elsewhere or one tried here."""
    beta: int
    """What O can already hold X to, by a move elsewhere or one tried here."""
    value: int | None = None
    move: Cell | None = None

    @property
    def inequality(self) -> str:
        """Why a cutoff may be made: this position has become too good for one player to be let in by the other."""
        if self.kind != "cutoff":
            raise ValueError(f"a step of kind {self.kind!r} has no inequality; only a cutoff has")
        if self.position.turn == X:
            return f"value {self.value} ≥ beta {self.beta}"
        return f"value {self.value} ≤ alpha {self.alpha}"


Search: TypeAlias = Generator[Step, None, int]
Bounds: TypeAlias = dict[Position, tuple[int, int]]
"""What is known of a position: its value is at least the first number and at most the second."""


def minimax(game: Game, position: Position) -> Search:
    """The value of a position, by looking at every line of play to its end."""
    yield Step("enter", position, LOWEST, HIGHEST)
    outcome = game.outcome(position)
    if outcome:
        yield Step("leaf", position, LOWEST, HIGHEST, outcome.utility)
        return outcome.utility
    if position.turn == X:
        best = LOWEST
        for move in game.empties(position):
            value = yield from minimax(game, position.play(move))
            if value > best:
                best = value
                yield Step("better", position, LOWEST, HIGHEST, best, move)
    else:
        best = HIGHEST
        for move in game.empties(position):
            value = yield from minimax(game, position.play(move))
            if value < best:
                best = value
                yield Step("better", position, LOWEST, HIGHEST, best, move)
    yield Step("leave", position, LOWEST, HIGHEST, best)
    return best


def alphabeta(game: Game, position: Position, alpha: int = LOWEST, beta: int = HIGHEST) -> Search:
    """The value of a position if it lies between alpha and beta; else a bound on it from the same side.

    A return ≤ alpha says that the value is at most that, a return ≥ beta that it is at least that.
    """
    yield Step("enter", position, alpha, beta)
    outcome = game.outcome(position)
    if outcome:
        yield Step("leaf", position, alpha, beta, outcome.utility)
        return outcome.utility
    if position.turn == X:
        best = LOWEST
        for move in game.empties(position):
            value = yield from alphabeta(game, position.play(move), alpha, beta)
            if value > best:
                best = value
                yield Step("better", position, alpha, beta, best, move)
            if best >= beta:  # O has something as good elsewhere and need not come here
                yield Step("cutoff", position, alpha, beta, best, move)
                break
            alpha = max(alpha, best)
    else:
        best = HIGHEST
        for move in game.empties(position):
            value = yield from alphabeta(game, position.play(move), alpha, beta)
            if value < best:
                best = value
                yield Step("better", position, alpha, beta, best, move)
            if best <= alpha:  # X has something as good elsewhere and need not come here
                yield Step("cutoff", position, alpha, beta, best, move)
                break
            beta = min(beta, best)
    yield Step("leave", position, alpha, beta, best)
    return best


def alphabeta_table(game: Game, position: Position) -> Search:
    """Alpha-beta that remembers what it has learned of every position."""
    return _with_table(game, position, LOWEST, HIGHEST, {}, lambda _, position: position)


def alphabeta_symmetry(game: Game, position: Position) -> Search:
    """Alpha-beta with a table in which one entry stands for all the ways to turn and mirror a position."""
    return _with_table(game, position, LOWEST, HIGHEST, {}, canonical)


def _with_table(
    game: Game, position: Position, alpha: int, beta: int, table: Bounds, key: Callable[[Game, Position], Position]
) -> Search:
    """`alphabeta`, with the same contract, which asks the table first and tells it last."""
    yield Step("enter", position, alpha, beta)
    outcome = game.outcome(position)
    if outcome:
        yield Step("leaf", position, alpha, beta, outcome.utility)
        return outcome.utility

    entry = key(game, position)
    at_least, at_most = table.get(entry, (LOWEST, HIGHEST))
    if at_least == at_most or at_least >= beta or at_most <= alpha:
        value = at_most if at_most <= alpha else at_least
        yield Step("known", position, alpha, beta, value)
        return value
    alpha, beta = max(alpha, at_least), min(beta, at_most)
    asked = (alpha, beta)

    if position.turn == X:
        best = LOWEST
        for move in game.empties(position):
            value = yield from _with_table(game, position.play(move), alpha, beta, table, key)
            if value > best:
                best = value
                yield Step("better", position, alpha, beta, best, move)
            if best >= beta:
                yield Step("cutoff", position, alpha, beta, best, move)
                break
            alpha = max(alpha, best)
    else:
        best = HIGHEST
        for move in game.empties(position):
            value = yield from _with_table(game, position.play(move), alpha, beta, table, key)
            if value < best:
                best = value
                yield Step("better", position, alpha, beta, best, move)
            if best <= alpha:
                yield Step("cutoff", position, alpha, beta, best, move)
                break
            beta = min(beta, best)

    # The answer to "between which bounds?" is exact within them. At or below alpha, moves that were cut off might be
    # worse still, so it is only an upper bound; at or above beta, for the same reason, only a lower one.
    if best > asked[0]:
        at_least = best
    if best < asked[1]:
        at_most = best
    table[entry] = (at_least, at_most)
    yield Step("leave", position, alpha, beta, best)
    return best


class Algorithm(NamedTuple):
    """A search as people choose it, run it and read it."""

    name: str
    title: str
    manner: str
    """What it does, in a sentence."""
    search: Callable[[Game, Position], Search]
    source: Callable[..., Search]
    """The function whose text shows how it works: the one that takes the steps."""
    has_bounds: bool = True
    """Whether its steps say anything by alpha and beta."""


ALGORITHMS = {
    algorithm.name: algorithm
    for algorithm in (
        Algorithm("minimax", "minimax", "Looks at every line of play to its end.", minimax, minimax, has_bounds=False),
        Algorithm(
            "alphabeta",
            "alpha-beta",
            "Leaves a position as soon as its value can no longer matter.",
            alphabeta,
            alphabeta,
        ),
        Algorithm(
            "table",
            "alpha-beta with a table",
            "Remembers what it has learned of positions it may meet again.",
            alphabeta_table,
            _with_table,
        ),
        Algorithm(
            "symmetry",
            "alpha-beta with symmetry",
            "Takes positions that are the same turned or mirrored for one.",
            alphabeta_symmetry,
            _with_table,
        ),
    )
}
"""All of them, from the most work to the least."""
DEFAULT_ALGORITHM = "alphabeta"
"""The one that is shown if nobody asks for another."""


def require_algorithm(name: str) -> Algorithm:
    """The algorithm of this name; BadInput if there is none."""
    if name not in ALGORITHMS:
        raise BadInput(f"there is no algorithm {quote(name)}: the algorithms are {', '.join(ALGORITHMS)}")
    return ALGORITHMS[name]


class Tally(NamedTuple):
    """A search run to its end."""

    value: int
    move: Cell | None
    """The first best move at the root; None if the game was over there."""
    nodes: int
    leaves: int
    known: int
    cutoffs: int


def tally(search: Search) -> Tally:
    """Run a search to its end and count what it did."""
    counts = dict.fromkeys(("enter", "leaf", "known", "better", "cutoff", "leave"), 0)
    root = move = None
    while True:
        try:
            step = next(search)
        except StopIteration as end:
            return Tally(end.value, move, counts["enter"], counts["leaf"], counts["known"], counts["cutoff"])
        counts[step.kind] += 1
        root = root or step.position
        if step.kind == "better" and step.position == root:
            move = step.move
