"""What a run on a real cluster has taken, job by job: a small file, from which larger runs are simulated."""

from __future__ import annotations

import json
from itertools import pairwise
from math import isfinite
from pathlib import Path
from typing import Any, NamedTuple, get_type_hints

from tictactoe.rules import BadInput, format_game, parse_game, quote
from tictactoe.search.files import read_at_most, replacing

FORM = 1
MOST_BYTES = 10**6
"""Of a file: one of a thousand jobs takes a tenth of it."""


class RecordedJob(NamedTuple):
    """One job, from being handed out to its result being taken up."""

    asked: int
    """For how many nodes it was to be searched."""
    nodes: int
    """And for how many it was, until it was decided or the time was up."""
    seconds: float
    """Of the worker."""
    sent: int
    """Bytes of the job without its news."""
    back: int
    """Bytes of its result."""
    decided: int
    """Bytes of the rows in it that say who wins: the news for every other worker."""
    coordinator: float
    """Seconds of the coordinator's processor, and the scheduler's, until the next result came."""
    overhead: float
    """Seconds from handing it out to its result, beyond the worker's: waiting and transport."""


class Beside(NamedTuple):
    """What searching side by side costs: a board with so many simulated workers."""

    workers: int
    nodes: int
    jobs: int
    busy: float
    """How many of the workers had a job, on average."""


class Counted(NamedTuple):
    """The nodes of a board, searched in one process."""

    game: str
    nodes: int


class Recording(NamedTuple):
    """A run, what made it, and what else was measured with it."""

    game: str
    workers: int
    cores: int
    version: str
    """Of the package."""
    python: str
    nodes: int
    """Of the run, the coordinator's own among them."""
    seconds: float
    """Of the run, by the clock."""
    byte_seconds: float
    """What a byte of news takes of the coordinator's processor."""
    slower: float
    """How many times as long a node of the board takes that is asked about."""
    jobs: tuple[RecordedJob, ...]
    beside_game: str
    beside: tuple[Beside, ...]
    boards: tuple[Counted, ...]


LISTS: dict[str, Any] = {"jobs": RecordedJob, "beside": Beside, "boards": Counted}
KINDS = {kind: get_type_hints(kind) for kind in (Recording, RecordedJob, Beside, Counted)}


def write_recording(recording: Recording, path: Path) -> None:
    """Write a file that a person can read: a line for each job."""
    parts = [f'"form": {FORM}']
    for name, value in recording._asdict().items():
        text = json.dumps(value)
        if name in LISTS:
            text = "[\n" + ",\n".join(json.dumps(list(row)) for row in value) + "\n]"
        parts.append(f"{json.dumps(name)}: {text}")
    with replacing(path) as file:
        file.write(("{\n" + ",\n".join(parts) + "\n}\n").encode())


def read_recording(path: Path) -> Recording:
    """What `write_recording` wrote; BadInput if it is something else."""
    text = read_at_most(path, MOST_BYTES)
    try:
        data = json.loads(text)
        if data.pop("form") != FORM:
            raise BadInput("it has another form")
        fields: dict[str, Any] = {name: _list(name, value) if name in LISTS else value for name, value in data.items()}
        recording = Recording(**fields)
        _require_sound(recording)
    except (ValueError, TypeError, AttributeError, KeyError, OverflowError, RecursionError) as error:
        reason = f": {error}" if isinstance(error, BadInput) else ""
        raise BadInput(f"{quote(str(path))} is not what `tictactoe bench --record-jobs` wrote{reason}") from None
    return recording


def _list(name: str, value: list[list[Any]]) -> tuple[Any, ...]:
    return tuple(LISTS[name](*row) for row in value)


def _require_sound(recording: Recording) -> None:
    """BadInput unless games are games, numbers numbers of the right kind, and there is enough to go by."""
    for name in (recording.game, recording.beside_game, *(board.game for board in recording.boards)):
        if not isinstance(name, str) or format_game(parse_game(name)) != name:
            raise BadInput(f"{quote(name)} should be a game")
    for value, kind in ((value, kind) for row in _rows(recording) for value, kind in _typed(row)):
        _require_kind(value, kind)
    if not recording.jobs or not any(job.nodes for job in recording.jobs):
        raise BadInput("it has no job")
    if not all(job.asked for job in recording.jobs):
        raise BadInput("it has a job that was to search nothing")
    if not recording.beside or recording.beside[0].workers != 1 or not all(row.nodes for row in recording.beside):
        raise BadInput("it does not begin with one worker, where it says what workers side by side took")
    if not recording.workers or not recording.cores:
        raise BadInput("it was made by no worker, or on no core")
    if any(row.busy > row.workers for row in recording.beside):
        raise BadInput("more of its workers had a job than there were")
    if any(later.workers <= row.workers for row, later in pairwise(recording.beside)):
        raise BadInput("its numbers of workers do not grow")
    if len(recording.boards) < 2 or not all(board.nodes for board in recording.boards):
        raise BadInput("it has fewer than two boards to tell growth by")


def _rows(recording: Recording) -> list[Any]:
    return [recording, *recording.jobs, *recording.beside, *recording.boards]


def _typed(row: Any) -> list[tuple[object, object]]:
    """The fields of a row, each with its type."""
    kinds = KINDS[type(row)]
    return [(value, kinds[name]) for name, value in row._asdict().items()]


def _require_kind(value: Any, kind: object) -> None:
    if kind is str and not (isinstance(value, str) and len(value) <= 100 and value.isprintable()):
        raise BadInput(f"{quote(value)} should be a short text")
    if kind is int and not (type(value) is int and 0 <= value <= 10**15):
        raise BadInput(f"{quote(value)} should be a whole number")
    if kind is float and not (type(value) in (int, float) and isfinite(value) and 0 <= value <= 10**9):
        raise BadInput(f"{quote(value)} should be a number")
