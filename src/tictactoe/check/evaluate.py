"""How good is a player? Any callable that, shown a position of 3×3, names a cell, judged over all positions."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from tictactoe.check.course import Action, after, place_of, places
from tictactoe.rules import Cell, Position


class Evaluation(NamedTuple):
    """What a player is worth on 3×3."""

    positions: int
    """Unfinished positions that it was shown: all of them."""
    best: int
    """Of these, how many it answered with a move that keeps the value."""
    illegal: int
    worst: str
    """The worst that can happen to it from the empty board: win, draw, loss, or illegal if it makes such a move."""
    line: tuple[Cell, ...]
    """A game that leads to that, from the empty board."""
    side: str
    """Whom it plays in that game."""

    @property
    def percent(self) -> float:
        return 100 * self.best / self.positions


RESULTS = ("illegal", "loss", "draw", "win")
"""From worst to best."""


def evaluate(player: Callable[[Position], Cell]) -> Evaluation:
    """Judge a player that answers each position always in the same way."""
    moves: dict[str, Action | None] = {}
    best = illegal = shown = 0
    for place in places():
        if place.over:
            continue
        shown += 1
        cell = player(place.position)
        action = divmod(int(cell), 3) if isinstance(cell, int) and 0 <= cell < 9 else None
        if action not in place.actions:
            illegal += 1
            action = None
        best += action in place.best
        moves[place.board] = action
    found = min((_worst(moves, side) for side in "XO"), key=lambda found: (RESULTS.index(found[0]), len(found[1])))
    return Evaluation(shown, best, illegal, found[0], tuple(row * 3 + col for row, col in found[1]), found[2])


def _worst(moves: dict[str, Action | None], side: str) -> tuple[str, tuple[Action, ...], str]:
    """The worst result against any opponent, and the shortest game that leads to it."""
    worst: tuple[str, tuple[Action, ...], str] | None = None
    todo: list[tuple[str, tuple[Action, ...]]] = [("." * 9, ())]
    while todo:
        board, line = todo.pop()
        place = place_of(board)
        result = ""
        if place.over:
            result = "draw" if place.winner is None else "win" if place.winner == side else "loss"
        elif place.turn == side:
            action = moves[board]
            if action is None:
                result = "illegal"
            else:
                todo.append((after(board, action), (*line, action)))
        else:
            todo += [(after(board, reply), (*line, reply)) for reply in sorted(place.actions)]
        if result and (worst is None or (RESULTS.index(result), len(line)) < (RESULTS.index(worst[0]), len(worst[1]))):
            worst = result, line, side
    if worst is None:
        raise AssertionError("every game ends")
    return worst
