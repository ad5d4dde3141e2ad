"""The card that goes with a data set: what is in it, how much, how it was made, what may be done with it."""

from __future__ import annotations

from typing import NamedTuple

from tictactoe.about import DISTRIBUTION, find_version
from tictactoe.adapters.dataset.counts import Counts
from tictactoe.adapters.dataset.formats import FORMATS
from tictactoe.adapters.dataset.rows import DRAWN_GAME
from tictactoe.draw.text import describe_game
from tictactoe.install import join_words
from tictactoe.rules import Game, O, X, format_game


class DataFile(NamedTuple):
    """A data set that has been written."""

    name: str
    game: Game
    form: str
    fold: bool
    counts: Counts
    size: int
    sha256: str

    @property
    def rows(self) -> int:
        return self.counts.ended if FORMATS[self.form].is_final else self.counts.rows

    @property
    def command(self) -> str:
        """What writes it again."""
        words = ["tictactoe", "export", format_game(self.game), "--format", self.form]
        return join_words([*words, *(["--fold"] if self.fold else []), "--output", self.name])


def draw_card(file: DataFile) -> str:
    """The card as markdown."""
    form, counts = FORMATS[file.form], file.counts
    named = format_game(file.game)
    which = "final position" if form.is_final else "position"
    every = f"one {which} of all that are the same turned or mirrored" if file.fold else f"every {which}"
    worth = "how each ended" if form.is_final else "what perfect play makes of it"
    made = "" if form.is_final else "\nEvery position was solved exactly, from the last stone back to the first."
    about = f"\n{form.about}\n" if form.about else ""
    columns = "\n".join(f"| `{name}` | {meaning} |" for name, meaning in form.columns.items())
    numbers = "\n".join(f"| {what} | {number:,} |" for what, number in _numbers(counts, form.is_final))
    return f"""\
# Positions of {named}

{describe_game(file.game)}: {every} that can arise in play, from the empty board on, with {worth}.
X moves first, turns alternate, longer rows win too, and no stone is placed after a win.
{about}
| file | format | rows | bytes | sha256 |
|---|---|---|---|---|
| `{file.name}` | {file.form} | {file.rows:,} | {file.size:,} | `{file.sha256}` |

## Columns

| name | meaning |
|---|---|
{columns}

## Counts

| rows | |
|---|---|
{numbers}
| all | {file.rows:,} |

{named} has {counts.positions:,} positions, {counts.classes:,} up to symmetry.

## How it was made

    {file.command}

by {DISTRIBUTION} {find_version()}. Nothing was sampled or estimated.{made}
The rows come in a fixed order, and the same command makes the same rows.

## Licence

The rows are facts that follow from the rules of the game: use them for anything. Where a licence must be named, it is
that of the program, MIT.
"""


def _numbers(counts: Counts, is_final: bool) -> list[tuple[str, int]]:
    unfinished = [
        ("unfinished, won for the one to move", counts.unfinished[1]),
        ("unfinished, drawn", counts.unfinished[0]),
        ("unfinished, lost for the one to move", counts.unfinished[-1]),
    ]
    finished = [
        ("finished, X has won", counts.finished[X]),
        ("finished, O has won", counts.finished[O]),
        ("finished, drawn", counts.finished[DRAWN_GAME]),
    ]
    return finished if is_final else unfinished + finished
