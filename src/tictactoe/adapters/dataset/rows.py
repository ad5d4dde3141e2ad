"""The columns of a data set, and its rows one by one."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from tictactoe.rules import Cells, Game, Mark, O, X, cells_of, format_cell
from tictactoe.search.kernels.entries import LONGEST
from tictactoe.search.labels import Positions
from tictactoe.search.strong import score_of

DRAWN_GAME: Final = "draw"


class Row(NamedTuple):
    """One position."""

    position: str
    turn: Mark
    stones: int
    value: int
    distance: int | None
    best: tuple[str, ...]
    outcome: str | None
    images: int


COLUMNS: Final = {
    "position": "who holds which cells, row by row from the top: `X`, `O`, and `.` for an empty cell",
    "turn": "whose turn it is, `X` or `O`; once the game has ended, who would be next",
    "stones": "how many stones are on the board",
    "value": "what perfect play makes of it for the one to move: 1 a win, 0 a draw, -1 a loss",
    "distance": "plies to the end when the winner hurries and the loser delays; nothing for a draw",
    "best": "the moves that no other is better than: column letter, row number from the top; none at the end",
    "outcome": "how the game has ended: `X` or `O` has won, or `draw`; nothing while it goes on",
    "images": "how many different positions this one is when it is turned and mirrored, itself included",
}
"""What each means, in the order of a row."""


def rows(positions: Positions) -> Iterator[Row]:
    """The positions as rows, always in the same order: the empty board first."""
    game = positions.game
    low, high = halves(game)
    scores = {entry: score_of(entry) for entry in range(-LONGEST, LONGEST + 1)}
    names: dict[Cells, tuple[str, ...]] = {}
    for block in positions:
        for index, entry, best, images in zip(*block, strict=True):
            after, before = divmod(index, len(low))
            first, second = low[before], high[after]
            if best not in names:
                names[best] = tuple(format_cell(game, cell) for cell in cells_of(best))
            turn: Mark = O if first.ahead + second.ahead else X
            score = scores[entry]
            outcome = None if best else DRAWN_GAME if not score.value else X if turn == O else O
            yield Row(
                first.text + second.text,
                turn,
                first.stones + second.stones,
                score.value,
                score.plies,
                names[best],
                outcome,
                images,
            )


class Half(NamedTuple):
    """The first or the second half of a board, filled in some way."""

    text: str
    stones: int
    ahead: int
    """How many stones X has more than O."""


def halves(game: Game) -> tuple[list[Half], list[Half]]:
    """Both halves of the board in all ways to fill them: the index of a position is one digit to this base of each."""
    middle = (len(game.cells) + 1) // 2
    return _filled(game, 0, middle), _filled(game, middle, len(game.cells))


def _filled(game: Game, begin: int, end: int) -> list[Half]:
    found = [Half("", 0, 0)]
    for cell in range(begin, end):
        gap = "/" if cell and cell % game.cols == 0 else ""
        found = [
            Half(f"{half.text}{gap}{mark}", half.stones + (mark != "."), half.ahead + (mark == "X") - (mark == "O"))
            for mark in ".XO"
            for half in found
        ]
    return found
