"""A display that nobody looks at, the program's window on it, and hands that click and press keys."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import TracebackType

import pygame
from Xlib.display import Display
from Xlib.protocol.event import ClientMessage

from console import PROGRAM, hear_signals
from patience import PATIENCE
from tictactoe.rules import Game, parse_cell
from tictactoe.ui.window.board import places


@contextmanager
def display() -> Iterator[str]:
    """The name of an X display of our own."""
    reading, writing = os.pipe()
    command = ["Xvfb", "-displayfd", str(writing), "-screen", "0", "1280x1024x24", "-nolisten", "tcp", "-noreset"]
    server = subprocess.Popen(command, pass_fds=[writing], stderr=subprocess.DEVNULL)
    os.close(writing)
    try:
        with os.fdopen(reading) as answer:
            yield f":{answer.readline().strip()}"
    finally:
        server.terminate()
        server.wait()


class Window:
    """The program in a window. Its title says how the game stands, so that is what is read."""

    def __init__(self, display: str, *arguments: str, program: list[str] | None = None, ready: str = "-") -> None:
        """`ready` is in the title once the window can be used."""
        self._ready = ready
        self.game = Game(3, 3, 3)
        self._environment = {**os.environ, "DISPLAY": display, "SDL_VIDEO_X11_WMCLASS": "tictactoe"}
        self._environment.pop("WAYLAND_DISPLAY", None)
        self.process = subprocess.Popen(
            [*(program or [*PROGRAM, "play", "--ui", "window"]), *arguments],
            env=self._environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
            preexec_fn=hear_signals,
        )
        self._name = self.until(self._find, "no window has opened")
        self._hand("windowfocus", self._name)
        time.sleep(0.3)  # SDL takes a click just after a window has come to the front for part of that

    @property
    def title(self) -> str:
        return self._hand("getwindowname", self._name).strip()

    @property
    def size(self) -> tuple[int, int]:
        found = self._hand("getwindowgeometry", "--shell", self._name)
        width, height = re.findall(r"(?:WIDTH|HEIGHT)=(\d+)", found)
        return int(width), int(height)

    def expect(self, text: str) -> str:
        """Wait until the title has this text; the title."""
        return self.until(lambda: self.title if text in self.title else "", f"{text!r} is not in the title")

    def click(self, x: int, y: int) -> None:
        self._hand("mousemove", "--window", self._name, str(x), str(y), "click", "1")

    def click_cell(self, name: str) -> None:
        """Click in the middle of a cell of the board of `game`."""
        cell = parse_cell(self.game, name)
        self.click(*places(pygame.Rect((0, 0), self.size), self.game).rect(cell).center)

    def press(self, *keys: str) -> None:
        self._hand("key", *keys)

    def write(self, text: str) -> None:
        self._hand("type", text)

    def resize(self, width: int, height: int) -> None:
        self._hand("windowsize", self._name, str(width), str(height))
        self.until(lambda: "done" if self.size == (width, height) else "", "the size has not changed")

    def close(self) -> tuple[int, str, str]:
        """Close the window as a person does; exit code, output and errors of the program."""
        server = Display(self._environment["DISPLAY"])
        target = server.create_resource_object("window", int(self._name))
        wish = ClientMessage(
            window=target,
            client_type=server.intern_atom("WM_PROTOCOLS"),
            data=(32, [server.intern_atom("WM_DELETE_WINDOW"), 0, 0, 0, 0]),
        )
        target.send_event(wish)
        server.sync()
        server.close()
        return self.end()

    def interrupt(self) -> tuple[int, str, str]:
        """Press Ctrl-C where the program was started; exit code, output and errors."""
        self.process.send_signal(signal.SIGINT)
        return self.end()

    def end(self) -> tuple[int, str, str]:
        output, errors = self.process.communicate(timeout=PATIENCE)
        return self.process.returncode, output, errors

    def _find(self) -> str:
        if self.process.poll() is not None:
            raise AssertionError(f"the program has ended: {self.process.communicate()}")
        found = self._hand("search", "--onlyvisible", "--class", "tictactoe", check=False).strip()
        return found if found and self._ready in self._hand("getwindowname", found, check=False) else ""

    def _hand(self, *arguments: str, check: bool = True) -> str:
        done = subprocess.run(
            ["xdotool", *arguments], env=self._environment, capture_output=True, text=True, timeout=PATIENCE
        )
        if check and done.returncode:
            raise AssertionError(f"xdotool {' '.join(arguments)}: {done.stderr}")
        return done.stdout

    def until(self, look: Callable[[], str], failure: str) -> str:
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline:
            if found := look():
                return found
            time.sleep(0.02)
        raise AssertionError(f"{failure}; the title is {self.title!r}")

    def __enter__(self) -> Window:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self.process.poll() is None:
            os.killpg(self.process.pid, signal.SIGKILL)  # with all that it has started
            self.process.communicate()
