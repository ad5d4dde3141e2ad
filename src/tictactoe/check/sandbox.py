"""A program in a process of its own: asked over a pipe, limited in time, memory and output, and never imported here."""

from __future__ import annotations

import os
import selectors
import shutil
import signal
import subprocess
import sys
import tempfile
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from functools import partial
from pathlib import Path
from time import monotonic
from typing import TypeVar

from tictactoe.check.wire import Call, Failed, Odd, Reply, read_guards, read_loaded, read_reply, write_call

HERE = Path(__file__).parent
MOST_OUTPUT = 1 << 20
"""Bytes that a program may print before it is stopped."""
KEPT_OUTPUT = 2_000
LONGEST_LINE = 1 << 20
MOST_SOURCE = 1 << 20
MOST_FILES = 100
LOAD_SECONDS = 20.0
AHEAD = 100
"""Calls sent before the first of them is answered: few enough to fit into a pipe."""
INTERFERED = "it wrote on the pipe on which it is asked"
Heard = TypeVar("Heard")


class Stopped(Exception):
    """The program cannot be asked any more; the message says why, in words for its author."""


class TooSlow(Stopped):
    """It did not come back in time."""


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
        ours = ("wire.py", "limits.py", *(["stand_ins.py"] if names else []))  # what is not needed is not there to find
        command = [sys.executable, "-s", "-P", "-B", "-X", "utf8", str(HERE / "inmate.py"), str(program)]
        self._process = subprocess.Popen(  # noqa: S603  this Python on our own script
            [*command, *(str(HERE / file) for file in ours), *names],
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
        self.guards = self._hear(read_guards, LOAD_SECONDS, "Python was started for it")
        loaded = self._hear(read_loaded, seconds, "it was loaded")
        if isinstance(loaded, Failed):
            where = f" (line {loaded.line})" if loaded.line else ""
            raise Stopped(f"it cannot be loaded: {loaded.kind}: {loaded.text}{where}")
        self.functions = loaded.functions
        return loaded.seconds

    def ask(self, calls: Iterable[Call], seconds: Callable[[], float]) -> Iterator[Reply]:
        """The replies to calls, in order. Stopped if one takes longer than `seconds` says, or the program ends.

        Some calls are sent ahead, so that the program need not wait; whoever stops reading must close the sandbox.
        """
        waiting: deque[tuple[int, Call]] = deque()
        for call in calls:
            self._number += 1
            self._send(write_call(self._number, call))
            waiting.append((self._number, call))
            if len(waiting) > AHEAD:
                yield self._reply(*waiting.popleft(), seconds)
        while waiting:
            yield self._reply(*waiting.popleft(), seconds)

    def _reply(self, number: int, call: Call, seconds: Callable[[], float]) -> Reply:
        read = partial(read_reply, number=number, board=call.board)
        return self._hear(read, seconds(), f"{call.function} was called")

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

    def _send(self, line: bytes) -> None:
        try:
            assert self._process.stdin is not None  # noqa: S101  it is a pipe
            self._process.stdin.write(line)
            self._process.stdin.flush()
        except OSError:
            raise Stopped(self._ended()) from None

    def _hear(self, read: Callable[[bytes], Heard], seconds: float, doing: str) -> Heard:
        """What the next line of the process says; Stopped if there is none in time, or it is not of our format."""
        line = self._line(seconds, doing)
        try:
            return read(line)
        except Odd:
            raise Stopped(INTERFERED) from None

    def _line(self, seconds: float, doing: str) -> bytes:
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
        return line

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
