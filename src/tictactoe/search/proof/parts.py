"""The file of a proof: compressed text, a JSON object a line, in parts that can each be checked alone.

What is read and written here is held in memory a part at a time. `docs/proofs.md` is the format.
"""

from __future__ import annotations

import gzip
import json
import zlib
from collections.abc import Callable, Iterator, Mapping
from hashlib import sha256
from io import BufferedReader, RawIOBase
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple

from tictactoe.rules import BadInput, Cells, cells_of, format_game, format_position, quote
from tictactoe.search.proof.proof import EVERYTHING, FORMAT, Header

BEGINNING = b'{"format":'
"""How a line begins that begins a part."""
EARLIER = BEGINNING + b'"tictactoe proof 1"'
LONGEST_LINE = 20_000
"""Of a line, in bytes: three times what a list of all replies on the largest board takes."""
PART_BYTES = 2**20
"""A part that is written ends with the entry that makes it as long as this: some thousands of entries."""
GZIP = 31
"""What zlib calls a gzip file with the largest window."""
BLOCK = 2**16
PACKING = 7
"""How hard gzip tries: 9 would take four times as long for four hundredths less."""
MOST_PART_BYTES = 2**23
"""Of a part, unpacked. Whoever checks parts side by side holds one for each process, and one that is waiting."""


class Written(NamedTuple):
    """What was written, as records quote it."""

    entries: int
    size: int
    """In bytes, as it is on the disk."""
    sha256: str


class Hashed:
    """A file whose bytes are counted and hashed as they pass."""

    def __init__(self, file: BinaryIO) -> None:
        self._file = file
        self._hash = sha256()
        self.size = 0

    def _pass(self, data: bytes) -> bytes:
        self._hash.update(data)
        self.size += len(data)
        return data

    def read(self, size: int = -1) -> bytes:
        return self._pass(self._file.read(size))

    def write(self, data: bytes) -> int:
        return self._file.write(self._pass(data))

    @property
    def sha256(self) -> str:
        return self._hash.hexdigest()


class _Unpacked(RawIOBase):
    """What is in a gzip file: in one member or more, with nothing after them. EOFError or zlib.error if it is none."""

    def __init__(self, file: Hashed) -> None:
        self._file = file
        self._member = zlib.decompressobj(wbits=GZIP)
        self._packed = b""

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        while True:
            if self._member.eof:
                self._packed = self._member.unused_data or self._file.read(BLOCK)
                if not self._packed:
                    return 0
                self._member = zlib.decompressobj(wbits=GZIP)
            packed = self._packed or self._file.read(BLOCK)
            if not packed:
                raise EOFError
            data = self._member.decompress(packed, len(buffer))
            self._packed = self._member.unconsumed_tail
            if data:
                buffer[: len(data)] = data
                return len(data)


class PartsWriter:
    """Writes entries as they come. A part ends when it is long; what the next relies on is said to be given there."""

    def __init__(self, take: Callable[[bytes], object], header: Header) -> None:
        """`take` is called with each part, packed."""
        self._take = take
        self._header = {
            "format": FORMAT,
            "game": format_game(header.game),
            "position": format_position(header.game, header.position),
            "claims": dict(header.claims),
        }
        self._lines = bytearray()
        self._said: set[str] = set()
        """What this part has proven so far, or said to be given."""
        self.entries = 0
        self._begin()

    def add(self, key: str, proof: dict[str, Any], relied_on: Mapping[str, Cells]) -> None:
        """Write an entry that proves a statement, with the zones of what it relies on."""
        if len(self._lines) > PART_BYTES:
            self._end()
            self._begin()
        for each, zone in relied_on.items():
            if each not in self._said:
                self._state(each, {**({} if each.startswith("wins") else {"zone": zone_data(zone)}), "given": True})
        self._state(key, proof)
        self.entries += 1

    def finish(self) -> None:
        """Nothing comes after this."""
        self._end()

    def _begin(self) -> None:
        self._line(self._header)

    def _end(self) -> None:
        self._take(gzip.compress(self._lines, PACKING, mtime=0))
        self._lines.clear()
        self._said.clear()

    def _state(self, key: str, data: dict[str, Any]) -> None:
        self._said.add(key)
        kind, _, text = key.partition(" ")
        self._line({kind: text, **data})

    def _line(self, data: dict[str, Any]) -> None:
        self._lines += json.dumps(data, separators=(",", ":")).encode() + b"\n"


def zone_data(zone: Cells) -> list[int] | None:
    """A zone as it stands in a file."""
    return None if zone == EVERYTHING else list(cells_of(zone))


class ProofFile:
    """A file that is read a part at a time."""

    def __init__(self, path: Path) -> None:
        self._name = quote(str(path))
        self._path = path
        self.size = 0
        self.sha256 = ""

    @property
    def length(self) -> int:
        """How many bytes there are to read; 0 if that is not known."""
        try:
            return self._path.stat().st_size if self._path.is_file() else 0
        except OSError:
            return 0

    def parts(self) -> Iterator[bytes]:
        """The parts, each as its lines; BadInput if the file is not of the form. Size and hash are those of the whole
        file when the last part has been taken.
        """
        try:
            with self._path.open("rb") as file:
                hashed = Hashed(file)
                for part in self._split(BufferedReader(_Unpacked(hashed))):
                    self.size = hashed.size
                    yield part
                self.size, self.sha256 = hashed.size, hashed.sha256
        except (EOFError, zlib.error) as error:
            raise BadInput(f"{self._name} is not a proof: it is no gzip file, or is damaged") from error
        except OSError as error:
            raise BadInput(f"{self._name} cannot be read: {error.strerror or error}") from None

    def _split(self, unpacked: BufferedReader) -> Iterator[bytes]:
        part = bytearray()
        while line := unpacked.readline(LONGEST_LINE):
            if not part and line.startswith(EARLIER):
                raise BadInput(f"{self._name} is of an earlier form: write it anew, with `tictactoe solve --proof`")
            if not part and not line.startswith(BEGINNING):
                raise BadInput(f"{self._name} is not a proof: it does not begin as one of the form {FORMAT!r}")
            if not line.endswith(b"\n"):
                raise BadInput(f"{self._name} is not a proof: a line has no end, or more than {LONGEST_LINE:,} bytes")
            if part and line.startswith(BEGINNING):
                yield bytes(part)
                part.clear()
            if len(part) + len(line) > MOST_PART_BYTES:
                raise BadInput(f"{self._name} is not a proof: a part of it has more than {MOST_PART_BYTES:,} bytes")
            part += line
        if not part:
            raise BadInput(f"{self._name} is not a proof: it is empty")
        yield bytes(part)
