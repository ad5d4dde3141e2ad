"""The ways to write a data set."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import BinaryIO, Final, NamedTuple

from tictactoe.adapters.dataset.arrays import ARRAYS, require_numpy, write_npz
from tictactoe.adapters.dataset.parquet import require_pyarrow, write_parquet
from tictactoe.adapters.dataset.rows import COLUMNS
from tictactoe.adapters.dataset.text import UCI_COLUMNS, write_csv, write_jsonl, write_uci
from tictactoe.rules import BadInput, Game, quote
from tictactoe.search.labels import Positions, require_labels


def _nothing() -> None:
    """What needs no library."""


class Format(NamedTuple):
    """A way to write a data set."""

    write: Callable[[Positions, BinaryIO], None]
    columns: Mapping[str, str]
    """The name of each, and what it means."""
    is_text: bool
    require: Callable[[], None] = _nothing
    """BadInput if it needs what is not installed."""
    is_final: bool = False
    """Whether only the positions are written in which the game has ended."""
    about: str = ""
    """What else is to be said of it."""


FORMATS: Final = {
    "csv": Format(write_csv, COLUMNS, is_text=True),
    "jsonl": Format(write_jsonl, COLUMNS, is_text=True),
    "npz": Format(write_npz, {name: array.means for name, array in ARRAYS.items()}, False, require_numpy),
    "parquet": Format(write_parquet, COLUMNS, False, require_pyarrow),
    "uci": Format(
        write_uci,
        UCI_COLUMNS,
        is_text=True,
        is_final=True,
        about="The layout is that of the data set “Tic-Tac-Toe Endgame” of the UCI Machine Learning Repository, and "
        "for 3,3,3 so\nare the boards: they were worked out anew, not copied. No first line names the columns.",
    ),
}


def require_format(game: Game, form: str) -> Format:
    """The format; BadInput if there is no such, or it or the game needs what is not there."""
    if form not in FORMATS:
        raise BadInput(f"there is no format {quote(form)}: it should be one of {', '.join(FORMATS)}")
    require_labels(game)
    FORMATS[form].require()
    return FORMATS[form]
