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
MOST_FILES = 100
LOAD_SECONDS = 20.0
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


class Sandbox:
    """A program in a process of its own. A context manager: on leaving, that is ended and its folder removed."""

    def __init__(self, path: Path, stand_ins: Iterable[str] = ()) -> None:
        """The functions named in `stand_ins` are replaced by right ones. Stopped if the file cannot be read."""
        self.output = b""
        """The beginning of what the program has printed so far."""
        self.functions: tuple[str, ...] = ()
        self.guards: tuple[str, ...] = ()
        self._printed = 0
        self._buffer = b""
        self._number = 0
        self._look_next = 0.0
        source = _source(path)
        self._folder = Path(tempfile.mkdtemp(prefix="check-"))
        program, self._scratch = self._folder / "tictactoe.py", self._folder / "scratch"
        program.write_bytes(source)
        self._scratch.mkdir()
        names = tuple(stand_ins)
        helpers = (str(HERE / "stand_ins.py"), *names) if names else ()  # else there is nothing in the process to find
        command = [sys.executable, "-s", "-P", "-B", "-X", "utf8", str(HERE / "inmate.py")]
        self._process = subprocess.Popen(  # noqa: S603  this Python on our own script
            [*command, str(program), str(HERE / "limits.py"), *helpers],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            cwd=self._scratch,
            env=_environment(),
            start_new_session=True,
        )
        self._selector = selectors.DefaultSelector()
        for name, stream in (("answers", self._process.stdout), ("output", self._process.stderr)):
            assert stream is not None  # noqa: S101  it is a pipe
            os.set_blocking(stream.fileno(), False)
            self._selector.register(stream, selectors.EVENT_READ, name)

    def load(self, seconds: float = LOAD_SECONDS) -> float:
        """Load the program; how long that took. Stopped if it cannot be loaded."""
        first = self._line(LOAD_SECONDS, "Python was started for it")
        loaded = self._line(seconds, "it was loaded")
        try:
            self.guards = tuple(str(name) for name in first["guarded"])
            if "failed" in loaded:
                kind, text = loaded["failed"]
                where = f" (line {int(loaded['line'])})" if loaded.get("line") else ""
                raise Stopped(clean(f"it cannot be loaded: {kind}: {text}{where}"))
            self.functions = tuple(str(name) for name in loaded["loaded"])
            return float(loaded["seconds"])
        except (KeyError, TypeError, ValueError):
            raise Stopped(INTERFERED) from None

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
        data = self._line(CALL_SECONDS if seconds is None else seconds(), f"{function} was called")
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
            ready = self._selector.select(max(0, min(left, 1)))
            if not ready and left <= 0:
                raise TooSlow(f"it did not come back within {seconds:.3g} seconds when {doing}")
            for key, _ in ready:
                self._read(key.fd, key.data)
            self._look_at_files()
        line, _, self._buffer = self._buffer.partition(b"\n")
        try:
            data = json.loads(line)
        except (ValueError, RecursionError):
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

    def _look_at_files(self) -> None:
        """Each is small, so they are counted, and not all the time."""
        if monotonic() >= self._look_next:
            self._look_next = monotonic() + 0.2
            if sum(1 for _ in self._scratch.iterdir()) > MOST_FILES:
                raise Stopped("it writes files without end")

    def _ended(self) -> str:
        """Why the process has ended."""
        try:
            code = self._process.wait(timeout=2)
        except subprocess.TimeoutExpired:
            return "it closed the pipe on which it is asked"
        if b"MemoryError" in self.output:
            return "it used too much memory"
        if code < 0:
            return f"the process it ran in was ended by the signal {signal.Signals(-code).name}"
        return f"it ended the process it ran in (exit code {code})"


INTERFERED = "it wrote on the pipe on which it is asked"


def _reply(data: Mapping[str, Any]) -> Reply:
    """A reply from what came over the pipe, which may be anything."""
    try:
        seconds, changed = float(data["seconds"]), bool(data.get("changed"))
        if "raised" in data:
            kind, text = data["raised"]
            return Reply(None, (clean(kind), clean(text)), seconds, changed)
        return Reply(_value(data["value"]), None, seconds, changed)
    except (TypeError, ValueError, KeyError, RecursionError):
        raise Stopped(INTERFERED) from None


SINGLE = {"NoneType": type(None), "bool": bool, "int": int, "str": str}
MANY = ("list", "tuple", "set", "frozenset")


def _value(data: Any) -> list[Any]:
    """A value as `encode` writes it; KeyError, TypeError or ValueError if it is not."""
    if len(data) == 2:
        kind, content = data
        if type(content) is SINGLE[kind]:
            return [kind, content]
        raise ValueError
    kind, content, last = data
    if kind in MANY:
        return [kind, [_value(item) for item in content], int(last)]
    return [{"number": kind, "other": kind}[kind], clean(content), int(last) if kind == "number" else clean(last)]


def clean(text: str) -> str:
    """Text of a stranger, fit to be shown: one line, and nothing in it that a terminal or a file would trip over."""
    return "".join(mark if mark.isprintable() else " " if mark.isspace() else "\ufffd" for mark in text)


def _source(path: Path) -> bytes:
    try:
        if not path.is_file():
            raise Stopped("it is not a file")
        if path.stat().st_size > MOST_SOURCE:
            raise Stopped(f"it is larger than {MOST_SOURCE >> 20} MB")
        return path.read_bytes()
    except OSError as error:
        raise Stopped(f"it cannot be read: {error.strerror}") from None


def _environment() -> dict[str, str]:
    """Next to nothing; one thread for libraries that would otherwise start one for each core."""
    quiet = dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"), "1")
    needed = {name: os.environ[name] for name in ("SYSTEMROOT", "LD_LIBRARY_PATH") if name in os.environ}
    return {"PYTHONHASHSEED": "0", **quiet, **needed}
