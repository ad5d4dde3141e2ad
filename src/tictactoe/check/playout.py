"""Playing out a player that answers each position always in the same way: all games there are against it.

Two summaries: can a program be beaten, as far as its moves are known; and what is a player worth, over all positions.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Literal, NamedTuple, get_args

from tictactoe.check.course import START, Action, Layout, after, as_action, best_actions, place_of, places
from tictactoe.check.reading import Reply, plain
from tictactoe.rules import Cell, Mark, O, Position, X
from tictactoe.search import Solver

Result = Literal["illegal", "loss", "draw", "win"]
"""What a game was for the player, from worst to best; it is illegal where the player makes no move that can be made."""
RESULTS: tuple[Result, ...] = get_args(Result)


class End(NamedTuple):
    """How one game ended."""

    result: Result
    line: tuple[Action, ...]
    """The game, from the empty board."""
    side: Mark
    """Whom the player plays in it."""

    @property
    def badness(self) -> tuple[int, int]:
        """Worse is less; of two that are as bad, the shorter."""
        return RESULTS.index(self.result), len(self.line)


def play_out(moves: Mapping[Layout, Action | None]) -> Iterator[End]:
    """The ends of all games against a player who makes these moves, first as X, then as O."""
    for side in (X, O):
        todo: list[tuple[Layout, tuple[Action, ...]]] = [(START, ())]
        while todo:
            board, line = todo.pop()
            place = place_of(board)
            if place.over:
                yield End("draw" if place.winner is None else "win" if place.winner == side else "loss", line, side)
            elif place.turn != side:
                todo += [(after(board, action), (*line, action)) for action in sorted(place.actions)]
            elif (move := moves.get(board)) in place.actions and move is not None:
                todo.append((after(board, move), (*line, move)))
            else:
                yield End("illegal", line, side)


class Beaten(NamedTuple):
    """What comes of playing a program in every possible way, as far as its moves were judged."""

    games: int
    lost: int
    """By the program."""
    unknown: int
    """Games in which it came to a position whose move was not judged, or is no move."""
    shortest: tuple[Action, ...] = ()
    """A game that beats it, from the empty board; empty if there is none."""
    side: Mark | None = None
    """Whom the program plays in it."""


def beaten(replies: Mapping[Layout, Reply]) -> Beaten:
    """Play all games against the moves that were returned, the program as X and as O."""
    ends = list(play_out({board: move_of(reply) for board, reply in replies.items()}))
    unknown = sum(end.result == "illegal" for end in ends)
    lost = [end for end in ends if end.result == "loss"]
    found = Beaten(len(ends) - unknown, len(lost), unknown)
    if not lost:
        return found
    worst = min(lost, key=lambda end: end.badness)
    return found._replace(shortest=worst.line, side=worst.side)


def move_of(reply: Reply) -> Action | None:
    """The move of a reply, if it is one."""
    return as_action(plain(reply.value)) if reply.raised is None else None


class Evaluation(NamedTuple):
    """What a player is worth on 3×3."""

    positions: int
    """Unfinished positions that it was shown: all of them."""
    best: int
    """Of these, how many it answered with a move that keeps the value."""
    illegal: int
    worst: Result
    """The worst that can happen to it from the empty board: win, draw, loss, or illegal if it makes such a move."""
    line: tuple[Cell, ...]
    """A game that leads to that, from the empty board."""
    side: Mark
    """Whom it plays in that game."""

    @property
    def percent(self) -> float:
        return 100 * self.best / self.positions


def evaluate(player: Callable[[Position], Cell], solver: Solver | None = None) -> Evaluation:
    """Judge a player, shown every position of 3×3, that answers each always in the same way.

    The solver, if one is given, says which moves are best; it is one of 3×3.
    """
    best = best_actions(solver)
    moves: dict[Layout, Action | None] = {}
    kept = illegal = 0
    for place in places():
        if place.over:
            continue
        cell = player(place.position)
        action = divmod(int(cell), 3) if isinstance(cell, int) else None
        moves[place.board] = action
        illegal += action not in place.actions
        kept += action in best[place.board]
    worst = min(play_out(moves), key=lambda end: end.badness)
    line = tuple(row * 3 + col for row, col in worst.line)
    return Evaluation(len(moves), kept, illegal, worst.result, line, worst.side)
