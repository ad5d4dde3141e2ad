"""Openings: the first moves of the games of a match, so that players who throw no dice do not play one game forever."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from pathlib import Path
from random import Random
from typing import TypeAlias

from tictactoe.rules import BadInput, Cell, Game, Position, completing, forking, parse_moves, quote

Opening: TypeAlias = tuple[Cell, ...]
"""The moves with which a game begins, X's first."""
STONES = 4
CELLS_A_STONE = 8
"""A small board begins with fewer stones: one for so many cells at most."""
REACH = 2
"""Random stones are put so near to the middle, or to each other's square, that they matter to the game."""
TRIES = 1_000
MOST_BYTES = 10_000_000


def usual_stones(game: Game) -> int:
    """How many stones an opening has if nobody says."""
    return min(STONES, len(game.cells) // CELLS_A_STONE)


def random_openings(game: Game, stones: int, seed: int) -> Iterator[Opening]:
    """Openings without end: so many stones near the middle after which nobody wins or forks with the next move.

    Each is played twice with the sides exchanged, so that what is left of an advantage falls to both.
    """
    middle = _middle(game, stones)
    if stones > len(game.cells):
        raise BadInput(f"an opening of {stones} stones does not fit on the board, which has {len(game.cells)} cells")
    for number in count():
        dice = Random(f"{seed} opening {number}")  # noqa: S311  a game, not a secret
        drawn = (tuple(dice.sample(middle, stones)) for _ in range(TRIES))
        opening = next((moves for moves in drawn if not moves or _is_quiet(game, moves)), None)
        if opening is None:
            raise BadInput(f"no opening of {stones} stones was found that decides nothing: ask for fewer")
        yield opening


def read_openings(game: Game, path: Path) -> tuple[Opening, ...]:
    """Those in a file: a line of moves such as `h8 i9` for each; lines that begin with # are remarks."""
    try:
        with path.open("rb") as file:
            text = file.read(MOST_BYTES + 1)
        if len(text) > MOST_BYTES:
            raise ValueError("it is too long for a list of openings")
        lines = text.decode("utf-8").splitlines()
    except (OSError, ValueError) as error:
        reason = (
            "it is not text" if isinstance(error, UnicodeDecodeError) else getattr(error, "strerror", None) or error
        )
        raise BadInput(f"openings {quote(str(path))} cannot be read: {reason}") from None
    found = []
    for number, line in enumerate(lines, 1):
        if line.strip() and not line.startswith("#"):
            try:
                found.append(_unfinished(game, parse_moves(game, line)))
            except BadInput as error:
                raise BadInput(f"openings {quote(str(path))}, line {number}: {error}") from None
    if not found:
        raise BadInput(f"openings {quote(str(path))} has none: write moves such as h8 i9 on a line for each")
    return tuple(found)


def _unfinished(game: Game, opening: Opening) -> Opening:
    if game.outcome(_after(opening)):
        raise BadInput("the moves end the game")
    return opening


def _middle(game: Game, stones: int) -> list[Cell]:
    """The cells near the middle: as many steps away as it takes for the stones to have room."""
    for reach in range(REACH, max(game.rows, game.cols) + 1):
        near = [
            cell
            for cell in game.cells
            if abs(2 * (cell // game.cols) - game.rows + 1) <= 2 * reach
            and abs(2 * (cell % game.cols) - game.cols + 1) <= 2 * reach
        ]
        if len(near) >= 2 * stones:
            return near
    return list(game.cells)


def _is_quiet(game: Game, opening: Opening) -> bool:
    """Whether the game goes on, and neither player could win at once or make two threats with a stone."""
    position = _after(opening)
    free = game.board & ~position.taken
    return game.outcome(position) is None and not any(
        completing(game.lines, stones, free) or forking(game, stones, free) for stones in (position.x, position.o)
    )


def _after(opening: Opening) -> Position:
    position = Position()
    for cell in opening:
        position = position.play(cell)
    return position
