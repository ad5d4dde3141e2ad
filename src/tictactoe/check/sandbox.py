"""A program in a process of its own: asked over a pipe, limited in time and memory, and never imported here.

The program is sent over the pipe, so that there is no file and no folder to be left behind. Nothing waits but
`Sandbox._line`, which has a deadline: what cannot be written yet is written there too. Limits are in time as the
program has it: on a busy machine, what it waits for a core is added to them, up to ten times as much.
"""

from __future__ import annotations

import os
import re
import selectors
import signal
import subprocess
import sys
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from functools import partial
from itertools import islice
from pathlib import Path
from time import monotonic
from typing import ClassVar, NamedTuple, TypeVar

from tictactoe.check.clock import Delay
from tictactoe.check.limits import GUARDS
from tictactoe.check.reading import Failed, Odd, Reply, read_guards, read_loaded, read_reply
from tictactoe.check.wire import Call, write_call, write_program

HERE = Path(__file__).parent
KEPT_OUTPUT = 2_000
"""Bytes of what a program prints that are kept for the report; the rest is counted."""
LAST_WORDS = 200
LONGEST_LINE = 1 << 20
MOST_SOURCE = 1 << 20
START_SECONDS = 60.0
"""For Python to start: a busy machine takes its time."""
LOAD_SECONDS = 20.0
END_SECONDS = 10.0
"""For a process to go once it is killed."""
MOST_DELAY = 9
"""Times a limit that is added to it at most, however busy the machine is."""
AHEAD = 100
"""Calls sent at once, when half as many or fewer are to be answered."""
WORD = re.compile(rb"[\w\x80-\xff]+")
MISSING = re.compile(r"No module named '(\w+)'")
INTERFERED = "it wrote on the pipe on which it is asked"
Heard = TypeVar("Heard")


class Stopped(Exception):
    """The program cannot be asked any more; the message says why, in words for its author."""


class TooSlow(Stopped):
    """It did not come back in time."""


class ProgramText(NamedTuple):
    """All of a program that matters here, wherever its file is."""

    source: bytes
    beside: frozenset[str]
    """Of the modules that it may import: which of them lie beside it."""


class Sandbox:
    """A program in a process of its own. A context manager: on leaving, that is ended.

    The process ends with the thread that has started it, so that none is left behind however this one ends.
    """

    without: ClassVar[tuple[str, ...]] = ()
    """Guards that are left off, which only tests do."""
    _open: ClassVar[set[Sandbox]] = set()

    def __init__(self, program: Path | ProgramText, stand_ins: Iterable[str] = ()) -> None:
        """The functions named in `stand_ins` are replaced by right ones. Stopped if the file cannot be read."""
        self.output = b""
        """The beginning of what the program has printed so far."""
        self.printed = 0
        """How many bytes it has printed so far."""
        self.functions: tuple[str, ...] = ()
        self.guards: tuple[str, ...] = ()
        self.delay = 0.0
        """How long it had to wait for a core so far, as was last seen."""
        self._said_last = b""
        self._program = program
        self.source = program.source if isinstance(program, ProgramText) else _source(program)
        self._unsent = b""
        self._lines: deque[bytes] = deque()
        self._begun = b""
        self._number = 0
        self._is_ready = False
        self._interrupted = False
        names = tuple(stand_ins)
        ours = ("wire.py", "limits.py", "calls.py", *(["stand_ins.py"] if names else []))  # no more than is needed
        command = [sys.executable, "-s", "-P", "-B", "-X", "utf8", str(HERE / "inmate.py")]
        self._process = _started(
            [*command, str(os.getpid()), ",".join(self.without), *(str(HERE / file) for file in ours), *names]
        )
        self._delay = Delay(self._process.pid)
        self._selector = selectors.DefaultSelector()
        assert self._process.stdin and self._process.stdout and self._process.stderr  # noqa: S101, PT018  pipes
        self._calls = self._process.stdin.fileno()
        os.set_blocking(self._calls, False)
        for name, stream in (("answers", self._process.stdout), ("output", self._process.stderr)):
            os.set_blocking(stream.fileno(), False)
            self._selector.register(stream, selectors.EVENT_READ, name)
        Sandbox._open.add(self)

    @classmethod
    def interrupt_all(cls) -> None:
        """End all that are open; whoever waits for one of them, in whatever thread, gets a KeyboardInterrupt."""
        for sandbox in tuple(cls._open):
            sandbox.interrupt()

    def interrupt(self) -> None:
        """End it from any thread: whoever waits for it gets a KeyboardInterrupt."""
        self._interrupted = True
        self._kill()

    def start(self) -> tuple[str, ...]:
        """Wait until the guards are in place, before the program is sent; the names of those that hold."""
        if not self._is_ready:
            self.guards = self._hear(read_guards, START_SECONDS, "Python was started for it")
            self._is_ready = True
        return self.guards

    def load(self, seconds: float = LOAD_SECONDS) -> float:
        """Load the program; how long that took. Stopped if it cannot be loaded."""
        self.start()
        self._send(write_program(self.source))
        loaded = self._hear(read_loaded, seconds, "it was loaded")
        if isinstance(loaded, Failed):
            where = f" (line {loaded.line})" if loaded.line and f"line {loaded.line}" not in loaded.text else ""
            raise Stopped(f"it cannot be loaded: {loaded.kind}: {loaded.text}{where}{self._hint(loaded)}")
        self.functions = loaded.functions
        return loaded.seconds

    def ask(self, calls: Iterable[Call], seconds: Callable[[Call], float]) -> Iterator[Reply]:
        """The replies to calls, in order. Stopped if one takes longer than `seconds` says, or the program ends.

        Some calls are sent ahead, so that the program need not wait; whoever stops reading must close the sandbox.
        """
        waiting: deque[tuple[int, Call]] = deque()
        todo = iter(calls)
        while True:
            batch = [(self._number + place, call) for place, call in enumerate(islice(todo, AHEAD), 1)]
            self._number += len(batch)
            self._send(b"".join(write_call(number, call) for number, call in batch))
            waiting.extend(batch)
            if not waiting:
                return
            while len(waiting) > (AHEAD // 2 if batch else 0):
                yield self._reply(*waiting.popleft(), seconds)

    def _reply(self, number: int, call: Call, seconds: Callable[[Call], float]) -> Reply:
        read = partial(read_reply, number=number, board=call.board)
        return self._hear(read, seconds(call), f"{call.function} was called{_on(call)}")

    def _hint(self, failed: Failed) -> str:
        """What its author may not know, of what is missing here."""
        if failed.kind == EOFError.__name__:
            return "; nobody is there to answer input()"
        found = MISSING.fullmatch(failed.text)
        if found and self._lies_beside(found[1]):
            return "; only the program's own file is run, not what lies beside it"
        return ""

    def _lies_beside(self, module: str) -> bool:
        if isinstance(self._program, ProgramText):
            return module in self._program.beside
        return (self._program.parent / f"{module}.py").is_file()

    def close(self) -> None:
        """End the process and all that it has started."""
        Sandbox._open.discard(self)
        self._kill()
        self._selector.close()
        self._delay.close()
        for stream in (self._process.stdin, self._process.stdout, self._process.stderr):
            if stream is not None:
                with suppress(OSError):
                    stream.close()
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(END_SECONDS)

    def _kill(self) -> None:
        if self._process.returncode is None:  # else its number may be another's by now
            self._kill_group()
            self._process.kill()

    def _kill_group(self) -> None:
        if hasattr(os, "killpg"):
            with suppress(ProcessLookupError, PermissionError):
                os.killpg(self._process.pid, signal.SIGKILL)

    def __enter__(self) -> Sandbox:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _send(self, data: bytes) -> None:
        """What does not go into the pipe now goes while an answer is waited for."""
        is_waiting = bool(self._unsent)
        self._unsent += data
        if not is_waiting:
            self._write()
            if self._unsent:
                self._selector.register(self._calls, selectors.EVENT_WRITE, "calls")

    def _write(self) -> None:
        try:
            self._unsent = self._unsent[os.write(self._calls, self._unsent) :]
        except BlockingIOError:
            return
        except OSError:  # nobody reads: what is left to hear says why
            self._unsent = b""

    def _hear(self, read: Callable[[bytes], Heard], seconds: float, doing: str) -> Heard:
        """What the next line of the process says; Stopped if there is none in time, or it is not of our format."""
        line = self._line(seconds, doing)
        try:
            return read(line)
        except Odd:
            raise Stopped(INTERFERED) from None

    def _line(self, seconds: float, doing: str) -> bytes:
        if not self._lines:
            self._wait_for_line(seconds, doing)
        return self._lines.popleft()

    def _wait_for_line(self, seconds: float, doing: str) -> None:
        began, before = monotonic(), self._look_at_delay()
        while not self._lines:
            passed = monotonic() - began
            if passed >= seconds:
                passed -= min(self._look_at_delay() - before, MOST_DELAY * seconds)
            for key, _ in self._selector.select(max(0, min(seconds - passed, 1))):
                self._move(key.fd, key.data)
            if self._interrupted:
                raise KeyboardInterrupt
            if passed >= seconds and not self._lines:
                raise TooSlow(f"it did not come back within {seconds:.3g} seconds when {doing}")

    def _look_at_delay(self) -> float:
        self.delay = self._delay.seconds()
        return self.delay

    def _move(self, stream: int, name: str) -> None:
        """Read or write what can be read or written at once."""
        if name == "calls":
            self._write()
            if not self._unsent:
                self._selector.unregister(stream)
            return
        try:
            data = os.read(stream, 1 << 16)
        except BlockingIOError:
            return
        if name == "output":
            self.printed += len(data)
            self.output += data[: KEPT_OUTPUT - len(self.output)]
            self._said_last = (self._said_last + data)[-LAST_WORDS:]
            if not data:
                self._selector.unregister(stream)
            return
        if not data:
            raise KeyboardInterrupt if self._interrupted else Stopped(self._ended())
        *lines, self._begun = (self._begun + data).split(b"\n")
        self._lines.extend(lines)
        if len(self._begun) > LONGEST_LINE:
            raise Stopped(INTERFERED)

    def _ended(self) -> str:
        """Why the process has ended."""
        try:
            code = self._process.wait(timeout=2)
        except subprocess.TimeoutExpired:
            return "it closed the pipe on which it is asked"
        self._kill_group()
        if code == 1 and self._said_last.rstrip().endswith(b"MemoryError"):
            return "it used too much memory"
        if code < 0:
            return f"the process it ran in was ended by the signal {_signal_name(-code)}"
        return f"it ended the process it ran in (exit code {code})"


def read_program(path: Path) -> ProgramText:
    """The program in a file, to be run elsewhere; Stopped if it cannot be read."""
    source = _source(path)
    words = {word.decode(errors="replace") for word in WORD.findall(source)}
    try:
        beside = frozenset(other.stem for other in path.parent.glob("*.py") if other.stem in words and other.is_file())
    except OSError:  # what is beside it may not be looked at
        beside = frozenset()
    return ProgramText(source, beside)


def _started(command: list[str]) -> subprocess.Popen[bytes]:
    """A process that knows next to nothing of this one; Stopped if the system has no room for it."""
    try:
        return subprocess.Popen(  # noqa: S603  this Python on our own script
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            cwd=Path(sys.executable).anchor,
            env=_environment(),
            start_new_session=True,
            bufsize=0,
        )
    except OSError as error:
        raise Stopped(f"no process could be started for it: {error.strerror}") from None


def missing_guards() -> tuple[str, ...]:
    """The guards that do not hold on this system, as a process finds that is started for it; all if it cannot start."""
    with Sandbox(HERE / "inmate.py") as sandbox, suppress(Stopped):  # the file is not run: it is not sent
        sandbox.start()
    return tuple(name for name in GUARDS if name not in sandbox.guards)


def _signal_name(number: int) -> str:
    """Some have only a number."""
    try:
        return signal.Signals(number).name
    except ValueError:
        return str(number)


def _on(call: Call) -> str:
    """On which board, its rows with strokes between them."""
    return f" on {call.board[:3]}/{call.board[3:6]}/{call.board[6:]}" if call.board else ""


def _source(path: Path) -> bytes:
    try:
        if path.is_dir():
            next(path.iterdir(), None)  # which says if it may not be looked into
            raise Stopped("there is no Python file in it")
        if not path.is_file():
            raise Stopped("it is not a file")
        with path.open("rb") as file:
            source = file.read(MOST_SOURCE + 1)
    except OSError as error:
        raise Stopped(f"it cannot be read: {error.strerror}") from None
    if len(source) > MOST_SOURCE:
        raise Stopped(f"it is larger than {MOST_SOURCE >> 20} MB")
    return source


def _environment() -> dict[str, str]:
    """Next to nothing; one thread for libraries that would otherwise start one for each core."""
    quiet = dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"), "1")
    needed = {name: os.environ[name] for name in ("SYSTEMROOT", "LD_LIBRARY_PATH") if name in os.environ}
    return {"PYTHONHASHSEED": "0", "PYTHON_JIT": "0", **quiet, **needed}
