"""Data sets as lines of text."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import BinaryIO, TextIO

from tictactoe.adapters.dataset.rows import DRAWN_GAME, Row, rows
from tictactoe.rules import O, X
from tictactoe.search.labels import Positions

UCI_COLUMNS = {
    "a cell": "for each cell, row by row from the top left: `x`, `o`, or `b` for blank",
    "class": "`positive` if X has won, else `negative`; the last column",
}
"""There is no line of names."""
UCI_MARKS = "xob"
UCI_DIGITS = str.maketrans({"X": "0", "O": "1", ".": "2", "/": None})
"""The same in their order: a board is a number to the base 3, by which boards are sorted."""
UCI_OUTCOMES = (X, O, DRAWN_GAME)


def write_csv(positions: Positions, file: BinaryIO) -> None:
    """A line of the columns' names, then one for each position."""
    with _text(file) as out:
        writer = csv.writer(out, lineterminator="\n")
        writer.writerow(Row._fields)
        for row in rows(positions):
            writer.writerow(row._replace(best=" ".join(row.best)))  # type: ignore[arg-type]


def write_jsonl(positions: Positions, file: BinaryIO) -> None:
    """An object on a line for each position."""
    with _text(file) as out:
        for row in rows(positions):
            out.write(f"{json.dumps(row._asdict(), separators=(',', ':'))}\n")


def write_uci(positions: Positions, file: BinaryIO) -> None:
    """The final boards: a column for each cell, `x`, `o` or `b` for blank, and whether X has won.

    Without names of columns; the wins of X first, then those of O, then draws, each in the order x, o, b. To sort
    them, a number for each is in memory.
    """
    cells = positions.game.cells
    boards = 3 ** len(cells)
    found = [
        UCI_OUTCOMES.index(row.outcome) * boards + int(row.position.translate(UCI_DIGITS), 3)
        for row in rows(positions)
        if row.outcome
    ]
    found.sort()
    with _text(file) as out:
        for number in found:
            marks = (UCI_MARKS[number // 3**cell % 3] for cell in reversed(cells))
            out.write(f"{','.join(marks)},{'positive' if number < boards else 'negative'}\n")


@contextmanager
def _text(file: BinaryIO) -> Iterator[TextIO]:
    out = io.TextIOWrapper(file, encoding="utf-8", newline="\n")
    try:
        yield out
    finally:
        out.detach()  # the file stays open for whoever opened it
