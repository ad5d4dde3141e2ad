"""Data sets as Parquet, in which data frames are kept."""

from __future__ import annotations

from importlib.util import find_spec
from itertools import islice
from typing import Any, BinaryIO

from tictactoe.adapters.dataset.rows import Row, rows
from tictactoe.install import install_command
from tictactoe.rules import BadInput
from tictactoe.search.labels import Positions

GROUP = 2**16
"""Rows that are kept together, and in memory while they are written."""


def require_pyarrow() -> None:
    """BadInput, with the command that installs it, if there is none."""
    if not find_spec("pyarrow"):
        raise BadInput(f"a parquet file needs pyarrow: install it with {install_command('parquet')}")


def write_parquet(positions: Positions, file: BinaryIO) -> None:
    """A row for each position; the best moves are a list."""
    import pyarrow
    from pyarrow.parquet import ParquetWriter

    text, small = pyarrow.string(), pyarrow.int8()
    types: dict[str, Any] = dict.fromkeys(Row._fields, small)
    types |= dict.fromkeys(("position", "turn", "outcome"), text) | {"best": pyarrow.list_(text)}
    schema = pyarrow.schema(types)
    found = rows(positions)
    with ParquetWriter(file, schema) as writer:
        while group := list(islice(found, GROUP)):
            columns = dict(zip(Row._fields, map(list, zip(*group, strict=True)), strict=True))
            writer.write_table(pyarrow.table(columns, schema))
