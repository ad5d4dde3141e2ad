"""Checking files of proofs: the parts one after another, or side by side in processes. What is decided is decided by
the verifier.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import closing
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import NamedTuple, TypeAlias

from tictactoe.rules import BadInput, quote
from tictactoe.search.processes import get_ready_to_start, start_worker
from tictactoe.search.proof.parts import ProofFile
from tictactoe.search.proof.verifier import Checked, Whole, Wrong, check_part

Found: TypeAlias = Checked | Wrong | BadInput | MemoryError


class HowFar(NamedTuple):
    """How far the checking has come."""

    entries: int
    read: int
    """Bytes of the files."""
    length: int
    """Of all files, in bytes; 0 if that is not known."""


class CheckedFiles(NamedTuple):
    """Files whose every entry was checked."""

    whole: Whole
    files: tuple[ProofFile, ...]


def check_files(
    paths: Sequence[Path], workers: int = 1, watch: Callable[[HowFar], None] = lambda _: None
) -> CheckedFiles:
    """Check every entry of these files, in so many processes. Wrong, or BadInput, if one does not hold.

    Whether that makes the claims is for the whole to say.
    """
    whole, files = Whole(), tuple(ProofFile(path) for path in paths)
    lengths = [file.length for file in files]
    length = sum(lengths) if all(lengths) else 0
    parts = (
        (f"{quote(str(path))}, part {number}", part)
        for path, file in zip(paths, files, strict=True)
        for number, part in enumerate(file.parts(), 1)
    )
    found = ((where, _check(part)) for where, part in parts) if workers == 1 else _check_in_processes(parts, workers)
    with closing(found):  # so that no process is left, whatever ends this
        for where, part in found:
            try:
                if isinstance(part, Exception):
                    raise part
                whole.add(part)
            except (Wrong, BadInput) as error:
                raise type(error)(f"{where}: {error}") from None
            watch(HowFar(whole.entries, sum(file.size for file in files), length))
    return CheckedFiles(whole, files)


def _check(part: bytes) -> Found:
    try:
        return check_part(part)
    except (Wrong, BadInput, MemoryError) as error:
        return error


def _check_in_processes(parts: Iterator[tuple[str, bytes]], workers: int) -> Generator[tuple[str, Found], None, None]:
    """What is found of each part, in the order in which they are done. No process outlives this."""
    idle: list[Connection[bytes, Found]] = []
    busy: dict[Connection[bytes, Found], str] = {}
    processes: list[BaseProcess] = []
    get_ready_to_start()
    try:
        for where, part in parts:
            if not idle and len(processes) < workers:
                idle.append(start_worker(_work, processes, "checking"))
            elif not idle:
                yield from _receive(busy, idle)
            pipe = idle.pop()
            pipe.send_bytes(part)
            busy[pipe] = where
        while busy:
            yield from _receive(busy, idle)
    except (EOFError, BrokenPipeError, ConnectionResetError):
        raise BadInput("a process that was checking has ended before its time; it may have run out of memory") from None
    finally:
        for started in processes:
            started.kill()
            started.join()


def _receive(
    busy: dict[Connection[bytes, Found], str], idle: list[Connection[bytes, Found]]
) -> Iterator[tuple[str, Found]]:
    """Wait until at least one has finished; what they found."""
    ready = {*wait([*busy])}
    for pipe in [pipe for pipe in busy if pipe in ready]:
        found = pipe.recv()
        idle.append(pipe)
        yield busy.pop(pipe), found


def _work(pipe: Connection[Found, bytes]) -> None:
    """Another process: checks what comes in until nobody is there any more."""
    while True:
        pipe.send(_check(pipe.recv_bytes()))
