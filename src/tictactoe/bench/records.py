"""What was found of a board, and by whom, when and how: a record of each, kept in one file."""

from __future__ import annotations

import json
import os
import platform
import shutil
import subprocess
from datetime import date
from math import isfinite
from pathlib import Path
from typing import Any, NamedTuple

from tictactoe.about import find_version
from tictactoe.rules import BadInput, format_game, parse_game, quote
from tictactoe.search.files import alone_in, read_at_most, replacing

PACKAGE = Path(__file__).parents[1]
MOST_BYTES = 10**6
"""Of the data: all boards within 8 x 8 take a tenth of it."""


class Made(NamedTuple):
    """How a value was found."""

    date: str
    machine: str
    code: str
    """The version of the package, and the commit where that is known."""
    by: str
    """Such as "1 thread"."""
    seed: int


class Second(NamedTuple):
    """A second search, with only the rules that need no subtle argument."""

    nodes: int
    agrees: bool
    """Whether it has found the same value; if not, it was stopped after these nodes."""


class Certificate(NamedTuple):
    """A proof that was written, and then checked completely."""

    entries: int
    bytes: int
    sha256: str
    check_seconds: float


class Record(NamedTuple):
    """One board: what was found, what it took, and what else says so."""

    game: str
    value: str
    method: str
    nodes: int
    seconds: float
    made: Made
    second: Second | None = None
    proof: Certificate | None = None


def made_here(by: str, seed: int = 0) -> Made:
    """What describes a run on this machine, today."""
    cores = os.cpu_count() or 1
    machine = f"{cores} core{'s' * (cores != 1)}, {platform.machine()}, {platform.system()}"
    python = ".".join(platform.python_version_tuple()[:2])
    return Made(date.today().isoformat(), f"{machine}, Python {python}", _code(), by, seed)


def _code() -> str:
    number = find_version()
    git = shutil.which("git")
    if git is None or not (PACKAGE.parents[1] / ".git").exists():
        return number
    words = [git, "-C", str(PACKAGE), "describe", "--always", "--dirty", "--abbrev=12", "--exclude=*"]
    here = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}  # no other repository
    done = subprocess.run(words, capture_output=True, text=True, check=False, env=here)
    return f"{number}, {done.stdout.strip()}" if done.returncode == 0 else number


def read_records(path: Path) -> dict[str, Record]:
    """The boards that a file has, none if there is no file; BadInput if it is not of the form."""
    if not path.exists():
        return {}
    text = read_at_most(path, MOST_BYTES)
    try:
        return {name: _record(name, fields) for name, fields in json.loads(text).items()}
    except (ValueError, TypeError, AttributeError, KeyError, OverflowError, RecursionError) as error:
        reason = f": {error}" if isinstance(error, BadInput) else ""
        raise BadInput(f"{quote(str(path))} is not a table that `tictactoe games` wrote{reason}") from None


def _record(name: str, fields: dict[str, Any]) -> Record:
    """The record, if it can be one of this game."""
    second, proof = fields.get("second"), fields.get("proof")
    record = Record(
        **{
            **fields,
            "made": Made(**fields["made"]),
            "second": None if second is None else Second(**second),
            "proof": None if proof is None else Certificate(**proof),
        }
    )
    texts = [
        record.game,
        record.value,
        record.method,
        *record.made[:4],
        *([record.proof.sha256] if record.proof else []),
    ]
    numbers = [record.nodes, record.seconds, record.made.seed, *([record.second.nodes] if record.second else [])]
    if record.proof:
        numbers += [record.proof.entries, record.proof.bytes, record.proof.check_seconds]
    if not name == record.game == format_game(parse_game(name)) or not all(map(_fits_in_a_table, texts)):
        raise BadInput(f"{quote(name)} is not a record of its own game")
    if not all(type(number) in (int, float) and isfinite(number) and number >= 0 for number in numbers):
        raise BadInput(f"the record of {quote(name)} has something else where numbers should be")
    if record.second and type(record.second.agrees) is not bool:
        raise BadInput(f"the record of {quote(name)} has something else where true or false should be")
    return record


def _fits_in_a_table(text: object) -> bool:
    return isinstance(text, str) and text.split() != [] and text.isprintable() and "|" not in text


def keep(record: Record, path: Path) -> Record:
    """Put a record into a file, beside those of other boards; what others have found of this one meanwhile stays.

    It is returned as it stands there. BadInput if they have found another value.
    """
    with alone_in(path.resolve().parent):
        records = read_records(path)
        if found := records.get(record.game):
            if found.value != record.value:
                raise BadInput(
                    f"{record.game}: {quote(str(path))} says {found.value}, but this run found {record.value}"
                )
            seconds = [second for second in (found.second, record.second) if second]
            record = found._replace(
                second=max(seconds, key=lambda second: (second.agrees, second.nodes), default=None),
                proof=record.proof or found.proof,
            )
        write_records({**records, record.game: record}, path)
    return record


def write_records(records: dict[str, Record], path: Path) -> None:
    """One line for each board."""
    lines = ",\n".join(f"{json.dumps(name)}: {json.dumps(_fields(record))}" for name, record in records.items())
    with replacing(path) as file:
        file.write(("{\n" + lines + "\n}\n").encode())


def _fields(record: Record) -> dict[str, object]:
    parts = {
        name: part._asdict() for name in ("made", "second", "proof") if (part := getattr(record, name)) is not None
    }
    return {**{name: value for name, value in record._asdict().items() if value is not None}, **parts}
