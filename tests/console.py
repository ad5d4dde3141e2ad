"""Running the command line: for real, through pipes or in a terminal of its own, or within this process."""

from __future__ import annotations

import os
import pty
import select
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from types import TracebackType

from click.testing import CliRunner

from patience import PATIENCE
from tictactoe.ui.commands import main

PROGRAM = [sys.executable, "-m", "tictactoe"]
EXTRAS = ["numba", "numpy", "llvmlite", "platformdirs", "fastapi", "uvicorn", "starlette", "pygame", "textual"]
PLAIN = (
    f"import sys; sys.modules.update(dict.fromkeys({EXTRAS}));"
    "from tictactoe.ui.commands import main; main(sys.argv[1:], prog_name='tictactoe')"
)
PLAIN_PROGRAM = [sys.executable, "-c", PLAIN]
"""The program as the plain install has it."""


def run(
    *arguments: str,
    typed: str = "",
    timeout: float = PATIENCE,
    program: Sequence[str] = PROGRAM,
    **environment: str,
) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*program, *arguments],
        input=typed,
        capture_output=True,
        text=True,
        encoding="utf-8",
        env={**os.environ, **environment},
        timeout=timeout,
    )


def call(*arguments: str) -> subprocess.CompletedProcess[str]:
    """As `run`, in this process: for what a command says, where no process of its own is needed to show it."""
    done = CliRunner().invoke(main, arguments, prog_name="tictactoe")
    if done.exception and not isinstance(done.exception, SystemExit):
        raise done.exception
    return subprocess.CompletedProcess(arguments, done.exit_code, done.stdout, done.stderr)


def hear_signals() -> None:
    """A shell starts what it runs in the background deaf to Ctrl-C, nohup to hanging up: what we start hears both."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    signal.signal(signal.SIGHUP, signal.SIG_DFL)


class Terminal:
    """The program in a terminal: it is typed into and its screen is read, as a person would."""

    def __init__(self, *arguments: str, **environment: str) -> None:
        self.screen = ""
        self._read_to = 0
        own, theirs = pty.openpty()
        self._process = subprocess.Popen(
            [*PROGRAM, *arguments],
            stdin=theirs,
            stdout=theirs,
            stderr=theirs,
            env={**os.environ, **environment},
            preexec_fn=hear_signals,
        )
        os.close(theirs)
        self._terminal = own

    def expect(self, text: str, seconds: float = PATIENCE) -> None:
        """Wait until this text appears after what was expected before."""
        deadline = time.monotonic() + seconds
        while text not in self.screen[self._read_to :]:
            ready, _, _ = select.select([self._terminal], [], [], max(0, deadline - time.monotonic()))
            try:
                more = os.read(self._terminal, 4096) if ready else b""
            except OSError:  # Linux says so when the program has gone
                more = b""
            if not more:
                raise AssertionError(f"{text!r} did not appear; the screen shows:\n{self.screen}")
            self.screen += more.decode().replace("\r\n", "\n")
        self._read_to = self.screen.index(text, self._read_to) + len(text)

    def enter(self, line: str) -> None:
        os.write(self._terminal, line.encode() + b"\n")

    def ctrl_c(self) -> None:
        self._process.send_signal(signal.SIGINT)

    def interrupt(self, text: str) -> None:
        """Press Ctrl-C until this text appears: Python may miss one that comes just before it begins to read."""
        for _ in range(20):
            self.ctrl_c()
            try:
                return self.expect(text, seconds=30)
            except AssertionError:
                continue
        return self.expect(text)

    def children(self) -> list[int]:
        """The processes that the program has started and that are still there, oldest first. Linux only."""
        number = self._process.pid
        return [int(child) for child in Path(f"/proc/{number}/task/{number}/children").read_text().split()]

    def exit_code(self) -> int:
        return self._process.wait(timeout=PATIENCE)

    def __enter__(self) -> Terminal:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._process.poll() is None:
            self._process.kill()
            self._process.wait()
        os.close(self._terminal)
