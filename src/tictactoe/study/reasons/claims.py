"""Claims: one thing that is so, for a program as a kind and cells, for a person as a sentence."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal, NamedTuple

from tictactoe.rules import Cell, Cells, Game, cells_of, format_cell, format_moves

ClaimKind = Literal[
    "completes",
    "stops",
    "prevents",
    "allows",
    "forks",
    "threatens",
    "forces",
    "wins",
    "draws",
    "loses",
    "unknown",
    "only",
    "lost",
    "gives away",
    "slower",
    "answered",
    "held",
    "line",
]
MOST_NAMED = 4
"""More moves than these are counted, not named."""
NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight")


class Claim(NamedTuple):
    """One thing that is so of a move, and how it is said. The text names the cells, those of the lines, and no others.

    completes   the cell of the move; the lines that it fills
    stops       the cell of the move; the opponent's lines that lacked nothing but it
    prevents    the cells where the opponent, if it were their turn, would have made two threats at once; now none do
    allows      the cells where the opponent completes a line next, and the lines
    forks       the cells, two or more, where the mover completes a line next, and the lines; the opponent has none
    threatens   the one cell where the mover would complete a line next, which the opponent must take, and the lines
    forces      what that reply does: the cells where the opponent then threatens to complete a line, and the lines
    wins, draws, loses, unknown    what the move is worth to the mover, as far as it is proven
    only        every other move is worth less
    lost        every other move loses too
    gives away  the position is worth more than the move; the moves that are known to keep that
    slower      the moves, of the same value, that win soonest or hold out longest
    answered    the reply that wins, and the cells of the threats that it makes, if it makes any; their lines
    held        the replies that keep the opponent from losing; if there is one only, also what it does
    line        the moves that follow; the lines that the last of them fills

    Of a position: `threatens` are the cells where the player to move completes a line, `allows` those where the
    opponent would, `forks` those that make two threats at once.

    Cells of moves that are more than four, or all but the move itself, are counted in the text instead of named.
    """

    kind: ClaimKind
    cells: tuple[Cell, ...]
    text: str
    lines: tuple[tuple[Cell, ...], ...] = ()


def sentence(claim: Claim) -> Claim:
    """A claim whose text is a predicate, such as `stops O from completing a1 b1 c1`, as a sentence about the move."""
    return claim._replace(text=f"{claim.text[:1].upper()}{claim.text[1:]}.")


def names(game: Game, cells: Iterable[Cell], last: str) -> str:
    """`a1, b1 and c1`, with `last` for the and."""
    return listed([format_cell(game, cell) for cell in cells], last)


def lines_in_words(game: Game, lines: Iterable[Cells], last: str) -> str:
    return listed([format_moves(game, cells_of(line)) for line in lines], last)


def listed(items: list[str], last: str) -> str:
    return items[0] if len(items) == 1 else f"{', '.join(items[:-1])} {last} {items[-1]}"


def number(count: int) -> str:
    return NUMBERS[count] if count < len(NUMBERS) else str(count)


def plies(count: int) -> str:
    return "1 ply" if count == 1 else f"{count} plies"
