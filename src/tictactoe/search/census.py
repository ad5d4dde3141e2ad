"""Counting: how many positions and games there are, ply by ply. The numbers that rules are tested by."""

from __future__ import annotations

from collections import Counter
from typing import NamedTuple

from tictactoe.rules import BadInput, Game, Mark, Position, canonical, format_game
from tictactoe.search.limits import require_compiled

PLAIN_CELLS = 12
"""The largest boards whose positions are visited one by one, in a few seconds; larger ones are counted in a table."""
MOST_CELLS = 16


class Census(NamedTuple):
    """What there is to count about a game, starting from the empty board."""

    positions: int
    classes: int
    """Positions up to symmetry."""
    finished: dict[Mark | None, int]
    """Positions where the game has ended, by winner (None: draws)."""
    finished_classes: dict[Mark | None, int]
    games: dict[Mark | None, int]
    """Different games, that is move lists to the end, by winner."""
    games_classes: int | None
    """Different games up to symmetry: those that go through the same positions up to symmetry count once."""
    nodes: tuple[int, ...]
    """Nodes of the full game tree at each ply: move lists of that length."""
    classes_by_ply: tuple[int, ...]


def census(game: Game) -> Census:
    """Count a game."""
    cells = len(game.cells)
    if cells <= PLAIN_CELLS:
        return plain_census(game)
    if cells > MOST_CELLS:
        raise BadInput(f"{format_game(game)} has {cells} cells, but only boards of at most {MOST_CELLS} can be counted")
    require_compiled(game)
    from tictactoe.search.strong_census import strong_census

    return strong_census(game)


def plain_census(game: Game) -> Census:
    """Count a game by visiting every reachable position once, and all of one ply together.

    Each position carries the number of move lists that lead to it, so that the tree need not be walked.
    """
    positions = 0
    finished: Counter[Mark | None] = Counter()
    finished_classes: Counter[Mark | None] = Counter()
    games: Counter[Mark | None] = Counter()
    nodes, classes_by_ply = [], []
    ply = classes = {Position(): 1}
    games_classes = 0
    while ply:
        following: dict[Position, int] = {}
        following_classes: dict[Position, int] = {}
        for position, ways in classes.items():
            if game.outcome(position):
                games_classes += ways
                continue
            for child in {canonical(game, position.play(cell)) for cell in game.empties(position)}:
                following_classes[child] = following_classes.get(child, 0) + ways
        for position, ways in ply.items():
            outcome = game.outcome(position)
            if outcome:
                finished[outcome.winner] += 1
                finished_classes[outcome.winner] += position in classes
                games[outcome.winner] += ways
                continue
            for cell in game.empties(position):
                child = position.play(cell)
                following[child] = following.get(child, 0) + ways
        positions += len(ply)
        nodes.append(sum(ply.values()))
        classes_by_ply.append(len(classes))
        ply, classes = following, following_classes
    return Census(
        positions,
        sum(classes_by_ply),
        dict(finished),
        dict(finished_classes),
        dict(games),
        games_classes,
        tuple(nodes),
        tuple(classes_by_ply),
    )
