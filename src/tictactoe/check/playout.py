"""Playing out a program that answers each position always in the same way: all games there are against it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from tictactoe.check.course import START, Action, Layout, after, as_action, place_of
from tictactoe.check.reading import Reply, plain
from tictactoe.rules import Mark, O, X
from tictactoe.rules.results import RESULTS, Result


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
