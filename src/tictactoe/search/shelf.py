"""Filled strong tables, kept as files, so that another process reads what one has worked out.

    tictactoe table 1
    <seal of the first block> <the first block> <seal of the second> ...

A table can be larger than memory is, and takes longer to read than to look something up. So it is neither read whole
nor mapped: each block is sealed with its game and its number, and is read and checked when it is first needed. What is
believed is the copy that was checked. Whoever changes or cuts the file, at whatever time, is found out at the next
block; where a mapped file would end the process.
"""

from __future__ import annotations

import errno
import os
import stat
import weakref
from collections.abc import Callable, Iterator
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from shutil import disk_usage
from threading import Lock
from typing import TYPE_CHECKING

from tictactoe.rules import BadInput, Game, format_game, quote
from tictactoe.search.files import clear_away_parts, replacing
from tictactoe.search.memory import format_bytes
from tictactoe.search.places import hash_of_text, table_folders
from tictactoe.search.seal import NOT_OURS, TEXT, fits, seal

if TYPE_CHECKING:
    from numpy import int8
    from numpy.typing import NDArray

FORMAT = "tictactoe table 1"
HEAD = f"{FORMAT}\n".encode()
BLOCK = 2**15
SEAL = 64
LEAST_CELLS = 16
"""Tables of smaller boards are filled as quickly as they are read."""
MOST_TABLES = 16
"""So many are kept; of more, those written last. A table of 16 cells takes 43 MB."""
MOST_BLOCKS = 2048
"""Remembered by a process: 64 MB. With more, it begins anew."""


class KeptTable:
    """A table in a file, as a sequence of its entries. BadInput where the file cannot be believed."""

    def __init__(self, path: Path, game: Game) -> None:
        """FileNotFoundError or NotADirectoryError if there is none, BadInput if it cannot be used."""
        self._path = path
        self._game = format_game(game)
        self._entries: int = 3 ** len(game.cells)
        self._blocks: dict[int, memoryview] = {}
        self._lock = Lock()
        flags = ("O_NONBLOCK", "O_CLOEXEC", "O_BINARY")  # a pipe in its place is not waited for
        try:
            self._file = os.open(path, os.O_RDONLY | sum(getattr(os, flag, 0) for flag in flags))
        except (FileNotFoundError, NotADirectoryError):
            raise
        except OSError as error:
            raise self._cannot_be_read(error) from None
        self.close = weakref.finalize(self, os.close, self._file)
        status = os.fstat(self._file)
        if not stat.S_ISREG(status.st_mode) or status.st_size != size_of(game) or self._read(0, len(HEAD)) != HEAD:
            self.close()
            raise self._not_ours()

    def __len__(self) -> int:
        return self._entries

    def __getitem__(self, index: int) -> int:
        number, place = divmod(index, BLOCK)
        block = self._blocks.get(number)
        entry: int = (self.block(number) if block is None else block)[place]
        return entry

    def block(self, number: int) -> memoryview:
        """Some entries, once they are known to be ours."""
        begin = number * BLOCK
        length = min(BLOCK, self._entries - begin)
        read = self._read(len(HEAD) + number * (SEAL + BLOCK), SEAL + length)
        given, content = read[:SEAL].decode("ascii", "replace"), read[SEAL:]
        if len(read) != SEAL + length or not fits(given, *_parts(self._game, number, content)):
            raise self._not_ours()
        if len(self._blocks) >= MOST_BLOCKS:
            self._blocks.clear()
        found = self._blocks[number] = memoryview(content).cast("b")
        return found

    def _read(self, begin: int, length: int) -> bytes:
        try:
            if hasattr(os, "pread"):
                return os.pread(self._file, length, begin)
            with self._lock:
                os.lseek(self._file, begin, os.SEEK_SET)
                return os.read(self._file, length)
        except OSError as error:
            raise self._cannot_be_read(error) from None

    def _cannot_be_read(self, error: OSError) -> BadInput:
        return BadInput(f"{quote(str(self._path))} cannot be read: {error.strerror or error}")

    def _not_ours(self) -> BadInput:
        return BadInput(f"{quote(str(self._path))} {NOT_OURS}")


class Shelf:
    """Where filled tables are kept. `fresh`: what is there is not used, but may be replaced."""

    def __init__(self, folders: Callable[[], Iterator[Path]] = table_folders, fresh: bool = False) -> None:
        """All of the folders are looked into, in this order, and the first is written to."""
        self._folders = folders
        self._fresh = fresh

    def find(self, game: Game) -> KeptTable | None:
        """The table that was kept; None if there is none. BadInput if there is only one that cannot be used."""
        if len(game.cells) < LEAST_CELLS or self._fresh:
            return None
        problem = None
        for folder in self._folders():
            try:
                return KeptTable(folder / name_of(game), game)
            except (FileNotFoundError, NotADirectoryError):
                continue
            except BadInput as error:
                problem = error
        if problem:
            raise problem
        return None

    def keep(self, game: Game, table: NDArray[int8], go_on: Callable[[], bool]) -> None:
        """Keep a filled table, if it is worth it, for as long as `go_on` says so; OSError if it cannot be kept."""
        if len(game.cells) < LEAST_CELLS:
            return
        folder = next(self._folders())
        clear_away_parts(folder)
        free = disk_usage(folder).free
        if free < 2 * size_of(game):  # room for this, and as much for everybody else
            raise OSError(errno.ENOSPC, f"it takes {format_bytes(size_of(game))}, and {format_bytes(free)} are free")
        path = folder / name_of(game)
        if path.exists() and not path.is_file():
            raise OSError(errno.EEXIST, "what stands in its place is not a file")
        with replacing(path) as file:
            file.write(HEAD)
            for number, begin in enumerate(range(0, len(table), BLOCK)):
                if not go_on():
                    raise OSError(errno.ECANCELED, "it was stopped before all was written")
                content = table[begin : begin + BLOCK].tobytes()
                file.write(seal(*_parts(format_game(game), number, content)).encode() + content)
        _make_room(folder, path, format_game(game))


def name_of(game: Game) -> str:
    """Each version has files of its own."""
    return f"{format_game(game)} {hash_of_text(*TEXT)[:16]}.table"


def size_of(game: Game) -> int:
    """How long the file of a game is."""
    entries: int = 3 ** len(game.cells)
    return len(HEAD) + -(-entries // BLOCK) * SEAL + entries


def _parts(game: str, number: int, content: bytes) -> tuple[str, ...]:
    """What the seal of a block covers."""
    return FORMAT, game, str(number), sha256(content).hexdigest()


def _make_room(folder: Path, kept: Path, game: str) -> None:
    """Take away other versions' tables of this game, and of all tables the oldest."""
    with suppress(OSError):
        tables = sorted(folder.glob("*.table"), key=lambda path: path.stat().st_mtime, reverse=True)
        stale = [path for path in tables if path.name.startswith(f"{game} ") and path != kept]
        for path in {*stale, *tables[MOST_TABLES:]} - {kept}:
            path.unlink()
