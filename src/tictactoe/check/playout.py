"""Can it be beaten? All games against a program, as far as its moves are known."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from tictactoe.check.course import Action, Board, after, place_of
from tictactoe.check.wire import Reply, plain


class Beaten(NamedTuple):
    """What comes of playing a program in every possible way, as far as its moves were judged."""

    games: int
    lost: int
    """By the program."""
    unknown: int
    """Games in which it came to a position whose move was not judged, or is no move."""
    shortest: tuple[Action, ...] = ()
    """A game that beats it, from the empty board; empty if there is none."""
    side: str = ""
    """Whom the program plays in it."""


def beaten(replies: Mapping[Board, Reply]) -> Beaten:
    """Play all games against the moves that were returned, the program as X and as O."""
    games = lost = unknown = 0
    shortest: tuple[Action, ...] = ()
    side = ""
    for mark in "XO":
        todo: list[tuple[Board, tuple[Action, ...]]] = [("." * 9, ())]
        while todo:
            board, moves = todo.pop()
            place = place_of(board)
            if place.over:
                games += 1
                if place.winner is not None and place.winner != mark:
                    lost += 1
                    if not shortest or len(moves) < len(shortest):
                        shortest, side = moves, mark
            elif place.turn != mark:
                todo += [(after(board, action), (*moves, action)) for action in sorted(place.actions)]
            elif (action := move_of(replies.get(board))) in place.actions:
                todo.append((after(board, action), (*moves, action)))
            else:
                unknown += 1
    return Beaten(games, lost, unknown, shortest, side)


def move_of(reply: Reply | None) -> Action:
    """The move of a reply, or one that is never legal."""
    found = plain(reply.value) if reply is not None and reply.raised is None else None
    if isinstance(found, (tuple, list)) and len(found) == 2 and all(type(part) is int for part in found):
        return (found[0], found[1])
    return (-1, -1)
