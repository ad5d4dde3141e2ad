"""A door for people who work with data: every position of a game, with what perfect play makes of it, in a file."""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import ExitStack
from hashlib import sha256
from io import RawIOBase
from pathlib import Path
from typing import BinaryIO, NamedTuple, cast

from tictactoe.adapters.dataset.card import DataFile, draw_card
from tictactoe.adapters.dataset.counts import Counts, count
from tictactoe.adapters.dataset.formats import FORMATS, Format, require_format
from tictactoe.adapters.dataset.rows import Row, rows
from tictactoe.rules import BadInput, Game
from tictactoe.search.files import replacing, require_writable
from tictactoe.search.labels import Labelling, Positions

__all__ = ["FORMATS", "Counts", "Exported", "Format", "Positions", "Row", "export", "require_format", "rows", "write"]

Watch = Callable[[Labelling], None]


class Exported(NamedTuple):
    """What has been written."""

    rows: int
    counts: Counts
    path: Path
    card: Path | None
    """None if the data went to what is no file."""


def export(
    game: Game, path: str | os.PathLike[str], form: str = "csv", fold: bool = False, watch: Watch | None = None
) -> Exported:
    """Write every position of a game to a file, and a card beside it that says what is in it: both whole, or neither.

    With `fold`, one of all positions that are the same turned or mirrored. `watch` is told how far it has come.
    BadInput, before anything is done, if it cannot be.

    >>> from tempfile import TemporaryDirectory
    >>> from tictactoe import Game
    >>> from tictactoe.adapters.dataset import export
    >>> with TemporaryDirectory() as folder:
    ...     done = export(Game(3, 3, 3), f"{folder}/positions.csv")
    ...     lines = done.path.read_text().splitlines()
    >>> done.rows, lines[1]
    (5478, '.../.../...,X,0,0,,a1 b1 c1 a2 b2 c2 a3 b3 c3,,1')
    """
    way = require_format(game, form)
    path = require_writable(Path(path))
    is_file = path.is_file() or not path.exists()
    card = require_writable(path.with_name(f"{path.name}.md")) if is_file else None
    positions = Positions(game, fold, watch)
    counts = count(positions)
    with ExitStack() as files:
        beside = files.enter_context(replacing(card)) if card else None
        measured = _Measured(files.enter_context(replacing(path)))
        way.write(positions, cast("BinaryIO", measured))
        file = DataFile(path.name, game, form, fold, counts, measured.size, measured.hash.hexdigest())
        if beside:
            beside.write(draw_card(file).encode())
    return Exported(file.rows, counts, path, card)


def write(game: Game, file: BinaryIO, form: str = "csv", fold: bool = False, watch: Watch | None = None) -> None:
    """Write every position of a game to a file that is open, in a format of lines of text."""
    way = require_format(game, form)
    if not way.is_text:
        raise BadInput(f"{form} is not text that could be printed: name a file for it")
    way.write(Positions(game, fold, watch), file)


class _Measured(RawIOBase):
    """A file that is written to from its beginning to its end, and knows how much and what that was."""

    def __init__(self, file: BinaryIO) -> None:
        self._file = file
        self.size = 0
        self.hash = sha256()

    def writable(self) -> bool:
        return True

    def write(self, content: bytes) -> int:  # type: ignore[override]
        self._file.write(content)
        self.size += len(content)
        self.hash.update(content)
        return len(content)

    def tell(self) -> int:
        return self.size
