"""Files that are read within bounds, and written whole or not at all."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from errno import EACCES
from pathlib import Path
from secrets import token_hex
from tempfile import TemporaryFile
from typing import BinaryIO

from tictactoe.rules import BadInput, quote


@contextmanager
def replacing(path: Path) -> Iterator[BinaryIO]:
    """A file to write to, which takes the place of `path` if all goes well; nothing stays beside it if not.

    Its name is its own, so that two who write at once do not write into one file. What is not a file (a pipe, a
    device) is not replaced but written to.
    """
    path = path.resolve()  # a link stays, and what it leads to is replaced
    if path.exists() and not path.is_file():
        with path.open("wb") as file:
            yield file
        return
    beside = path.with_name(f"tictactoe-{token_hex(8)}.part")
    try:
        with beside.open("xb") as file:
            yield file
        beside.replace(path)
    except BaseException:  # Ctrl-C too
        with suppress(OSError):
            beside.unlink()
        raise


def require_writable(path: Path) -> Path:
    """The path; BadInput if no file can be written there, which is better known before the work than after it."""
    try:
        if path.is_file() and not os.access(path, os.W_OK):
            raise PermissionError(EACCES, os.strerror(EACCES))
        if path.is_file() or not path.exists():
            with TemporaryFile(dir=path.resolve().parent):
                return path
    except OSError as error:
        raise BadInput(f"{str(path)!r} cannot be written: {error.strerror or error}") from None
    return path  # a pipe or a device


def read_at_most(path: Path, most: int) -> bytes:
    """What stands in a file; BadInput if it cannot be read or is longer than what it should be can be."""
    try:
        with path.open("rb") as file:
            content = file.read(most + 1)
    except OSError as error:
        raise BadInput(f"{quote(str(path))} cannot be read: {error.strerror or error}") from None
    if len(content) > most:
        raise BadInput(f"{quote(str(path))} is longer than {most:,} bytes, which is too long for what it should be")
    return content
