"""Files that are read within bounds, and written whole or not at all."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from errno import EACCES, EISDIR
from pathlib import Path
from secrets import token_hex
from tempfile import TemporaryFile
from typing import BinaryIO

from tictactoe.rules import BadInput, quote

WINDOWS = os.name == "nt"
PARTS = "tictactoe-*.part"
"""How files that are being written are called: each is locked until it is in its place, or its writer has ended."""


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
    beside, locked = _open_beside(path)
    try:
        with locked:
            yield locked
            locked.flush()
            if not WINDOWS:  # where a file that is open cannot be moved
                beside.replace(path)
        if WINDOWS:
            beside.replace(path)
    except BaseException:  # Ctrl-C too
        with suppress(OSError):
            beside.unlink()
        raise


def require_writable(path: Path) -> Path:
    """The path; BadInput if no file can be written there, which is better known before the work than after it."""
    try:
        if path.is_dir():
            raise IsADirectoryError(EISDIR, os.strerror(EISDIR))
        if path.is_file() and not os.access(path, os.W_OK):
            raise PermissionError(EACCES, os.strerror(EACCES))
        if path.is_file() or not path.exists():
            with TemporaryFile(dir=path.resolve().parent):
                return path
    except OSError as error:
        raise BadInput(f"{str(path)!r} cannot be written: {error.strerror or error}") from None
    return path  # a pipe or a device


@contextmanager
def alone_in(folder: Path) -> Iterator[None]:
    """Whoever else wants to be alone in this folder waits until this is left, where the system can do that."""
    if WINDOWS:
        yield
        return
    import fcntl

    handle = os.open(folder, os.O_RDONLY)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX)
        yield
    finally:
        os.close(handle)


def clear_away_parts(folder: Path) -> None:
    """Take away what was being written in this folder by somebody who was ended in the midst of it."""
    for part in folder.glob(PARTS):
        with suppress(OSError), part.open("r+b") as file:  # whoever else has it keeps it
            if _lock(file, wait=False):
                part.unlink()


def _open_beside(path: Path) -> tuple[Path, BinaryIO]:
    """A new file for what shall stand at `path`, locked."""
    while True:
        beside = path.with_name(PARTS.replace("*", token_hex(8)))
        file = beside.open("xb")
        _lock(file, wait=True)
        if beside.exists():  # nobody has taken it away before it was locked
            return beside, file
        file.close()


def _lock(file: BinaryIO, wait: bool) -> bool:
    """Lock a file until it is closed, if only by the end of the process; False if that cannot be done."""
    if WINDOWS:
        return False
    import fcntl

    try:
        fcntl.flock(file, fcntl.LOCK_EX if wait else fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True


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
