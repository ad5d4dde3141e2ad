"""A program in a process of its own: asked over a pipe, limited in time, memory and output, and never imported here."""

from __future__ import annotations

import json
import os
import selectors
import shutil
import signal
import subprocess
import sys
import tempfile
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from time import monotonic
from typing import Any, NamedTuple

HERE = Path(__file__).parent
MOST_OUTPUT = 1 << 20
"""Bytes that a program may print before it is stopped."""
KEPT_OUTPUT = 2_000
LONGEST_LINE = 1 << 20
MOST_SOURCE = 1 << 20
LOAD_SECONDS = 10.0
CALL_SECONDS = 60.0
AHEAD = 100
"""Questions sent before the first of them is answered: few enough to fit into a pipe."""


class Stopped(Exception):
    """The program cannot be asked any more; the message says why, in words for its author."""


class TooSlow(Stopped):
    """It did not come back in time."""


class Reply(NamedTuple):
    """What came of one question. Of `value` and `raised` one is None."""

    value: list[Any] | None
    raised: tuple[str, str] | None
    seconds: float
    changed: bool
    """Whether the board that it was given has been changed."""
    shares: bool
    """Whether the board that it returned has rows of the one it was given."""


class Sandbox:
    """A loaded program. A context manager: on leaving, the process is ended and its folder removed."""

    def __init__(self, path: Path, call_seconds: float = CALL_SECONDS) -> None:
        """BadInput is the caller's business: the file should be there."""
        self._call_seconds = call_seconds
        self._folder = Path(tempfile.mkdtemp(prefix="check-"))
        self.output = b""
        """The beginning of what the program has printed so far."""
        self._printed = 0
        self._buffer = b""
        self._number = 0
        self.functions: tuple[str, ...] = ()
        self.guards: tuple[str, ...] = ()
        program = self._folder / "tictactoe.py"
        shutil.copyfile(path, program)
        scratch = self._folder / "scratch"
        scratch.mkdir()
        command = [
            sys.executable,
            "-I",
            "-B",
            "-X",
            "utf8",
            str(HERE / "inmate.py"),
            str(program),
            str(HERE / "limits.py"),
        ]
        self._process = subprocess.Popen(  # noqa: S603  this Python on our own script
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            cwd=scratch,
            env=_environment(),
            start_new_session=True,
        )
        self._selector = selectors.DefaultSelector()
        for name, stream in (("answers", self._process.stdout), ("output", self._process.stderr)):
            assert stream is not None  # noqa: S101  it is a pipe
            os.set_blocking(stream.fileno(), False)
            self._selector.register(stream, selectors.EVENT_READ, name)

    def load(self) -> float:
        """Load the program; how long that took. Stopped if it cannot be loaded."""
        first = self._line(LOAD_SECONDS, "being loaded")
        self.guards = tuple(str(name) for name in first.get("guarded", ()))
        loaded = self._line(LOAD_SECONDS, "being loaded")
        if "failed" in loaded:
            kind, text = loaded["failed"]
            where = f" (line {loaded['line']})" if loaded.get("line") else ""
            raise Stopped(f"it cannot be loaded: {kind}: {text}{where}")
        if not isinstance(loaded.get("loaded"), list):
            raise Stopped(INTERFERED)
        self.functions = tuple(str(name) for name in loaded["loaded"])
        return float(loaded.get("seconds", 0))

    def ask(
        self, questions: Iterable[Mapping[str, Any]], seconds: Callable[[], float] | None = None
    ) -> Iterator[Reply]:
        """The replies to questions, in order. Stopped if one takes longer than `seconds` says, or the program ends.

        Some questions are sent ahead, so that the program need not wait; whoever stops reading must close the sandbox.
        """
        waiting: deque[tuple[int, str]] = deque()
        for question in questions:
            self._number += 1
            self._send({"id": self._number, **question})
            waiting.append((self._number, question["call"]))
            if len(waiting) > AHEAD:
                yield self._reply(*waiting.popleft(), seconds)
        while waiting:
            yield self._reply(*waiting.popleft(), seconds)

    def _reply(self, number: int, function: str, seconds: Callable[[], float] | None) -> Reply:
        limit = self._call_seconds if seconds is None else seconds()
        data = self._line(limit, f"{function} was called")
        if data.get("id") != number:
            raise Stopped(INTERFERED)
        return _reply(data)

    def close(self) -> None:
        """End the process and all that it has started, and remove its folder."""
        if hasattr(os, "killpg"):
            with suppress(ProcessLookupError, PermissionError):
                os.killpg(self._process.pid, signal.SIGKILL)
        self._process.kill()
        self._selector.close()
        for stream in (self._process.stdin, self._process.stdout, self._process.stderr):
            if stream is not None:
                with suppress(OSError):
                    stream.close()
        self._process.wait()
        shutil.rmtree(self._folder, ignore_errors=True)

    def __enter__(self) -> Sandbox:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _send(self, data: Mapping[str, Any]) -> None:
        try:
            assert self._process.stdin is not None  # noqa: S101  it is a pipe
            self._process.stdin.write(json.dumps(data).encode() + b"\n")
            self._process.stdin.flush()
        except OSError:
            raise Stopped(self._ended()) from None

    def _line(self, seconds: float, doing: str) -> dict[str, Any]:
        """The next line of the process; Stopped if there is none in time."""
        deadline = monotonic() + seconds
        while b"\n" not in self._buffer:
            left = deadline - monotonic()
            ready = self._selector.select(max(0, left))
            if not ready and left <= 0:
                raise TooSlow(f"it did not come back within {seconds:g} seconds when {doing}")
            for key, _ in ready:
                self._read(key.fileobj.fileno(), key.data)  # type: ignore[union-attr]
        line, _, self._buffer = self._buffer.partition(b"\n")
        try:
            data = json.loads(line)
        except ValueError:
            raise Stopped(INTERFERED) from None
        if not isinstance(data, dict):
            raise Stopped(INTERFERED)
        return data

    def _read(self, stream: int, name: str) -> None:
        try:
            data = os.read(stream, 1 << 16)
        except BlockingIOError:
            return
        if name == "output":
            self._printed += len(data)
            self.output = (self.output + data)[:KEPT_OUTPUT]
            if self._printed > MOST_OUTPUT:
                raise Stopped("it prints without end")
            if not data:
                self._selector.unregister(stream)
            return
        if not data:
            raise Stopped(self._ended())
        self._buffer += data
        if len(self._buffer) > LONGEST_LINE:
            raise Stopped(INTERFERED)

    def _ended(self) -> str:
        """Why the process has ended."""
        try:
            code = self._process.wait(timeout=2)
        except subprocess.TimeoutExpired:
            return "it closed the pipe on which it is asked"
        if code == -signal.SIGKILL or b"MemoryError" in self.output:
            return "it used too much memory"
        return f"it ended the process it ran in (exit code {code})"


INTERFERED = "it wrote on the pipe on which it is asked"


def _reply(data: Mapping[str, Any]) -> Reply:
    raised = data.get("raised")
    value = data.get("value")
    try:
        pair = None if raised is None else (str(raised[0]), str(raised[1]))
        if (pair is None) == (value is None) or not isinstance(value, list | None):
            raise Stopped(INTERFERED)
        return Reply(value, pair, float(data.get("seconds", 0)), bool(data.get("changed")), bool(data.get("shares")))
    except (TypeError, ValueError, IndexError, KeyError):
        raise Stopped(INTERFERED) from None


def _environment() -> dict[str, str]:
    """Next to nothing; one thread for libraries that would otherwise start one for each core."""
    quiet = dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"), "1")
    needed = {name: os.environ[name] for name in ("SYSTEMROOT", "LD_LIBRARY_PATH") if name in os.environ}
    return {"PYTHONHASHSEED": "0", **quiet, **needed}
