"""A display that nobody looks at, the program's window on it, and hands that click and press keys."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Event, Thread
from types import TracebackType
from typing import Any

import pygame
from Xlib import X, Xatom
from Xlib.display import Display
from Xlib.protocol.event import ClientMessage

from console import PROGRAM, hear_signals
from patience import PATIENCE
from tictactoe.rules import Game, parse_cell
from tictactoe.ui.window.board import places

SIDES = ("x", "y", "width", "height")
"""What of a window can be asked for, in the order of X's bits."""


@contextmanager
def display() -> Iterator[str]:
    """The name of an X display of our own."""
    reading, writing = os.pipe()
    command = ["Xvfb", "-displayfd", str(writing), "-screen", "0", "1280x1024x24", "-nolisten", "tcp", "-noreset"]
    command.append("-r")  # a key that a busy machine lets go of late is still one key
    server = subprocess.Popen(command, pass_fds=[writing], stderr=subprocess.DEVNULL)
    os.close(writing)
    try:
        with os.fdopen(reading) as answer:
            yield f":{answer.readline().strip()}"
    finally:
        server.terminate()
        server.wait()


@contextmanager
def managed(display: str) -> Iterator[None]:
    """As much of a window manager as full screen needs: it fills the screen with a window that asks for it."""
    server = Display(display)
    root = server.screen().root
    root.change_attributes(event_mask=X.SubstructureRedirectMask | X.SubstructureNotifyMask)
    names = ("_NET_SUPPORTING_WM_CHECK", "_NET_SUPPORTED", "_NET_WM_STATE", "_NET_WM_STATE_FULLSCREEN")
    check, supported, state, full = (server.intern_atom(name) for name in names)
    sign = root.create_window(0, 0, 1, 1, 0, X.CopyFromParent)
    for window in (root, sign):
        window.change_property(check, Xatom.WINDOW, 32, [sign.id])
    root.change_property(supported, Xatom.ATOM, 32, [state, full])
    server.sync()
    over = Event()
    small: dict[int, dict[str, int]] = {}

    def manage(event: Any) -> None:
        if event.type == X.MapRequest:
            event.window.map()
        elif event.type == X.ConfigureRequest:
            wanted = {name: getattr(event, name) for bit, name in enumerate(SIDES) if event.value_mask >> bit & 1}
            event.window.configure(**wanted)
        elif event.type == X.ClientMessage and event.client_type == state and event.data[1][1] == full:
            window = event.window
            if event.data[1][0]:
                found = window.get_geometry()
                small[window.id] = {name: getattr(found, name) for name in SIDES}
                whole = {"x": 0, "y": 0, "width": server.screen().width_in_pixels}
                window.configure(**whole, height=server.screen().height_in_pixels)
            else:
                window.configure(**small.pop(window.id))
            window.change_property(state, Xatom.ATOM, 32, [full] if event.data[1][0] else [])

    def watch() -> None:
        while not over.wait(0.01):
            while server.pending_events():
                manage(server.next_event())
            server.flush()

    thread = Thread(target=watch)
    thread.start()
    try:
        yield
    finally:
        over.set()
        thread.join()
        server.close()


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

    def colour(self, x: int, y: int) -> str:
        """The colour that is seen there, as #rrggbb."""
        server = Display(self._environment["DISPLAY"])
        try:
            image = server.create_resource_object("window", int(self._name)).get_image(x, y, 1, 1, X.ZPixmap, 0xFFFFFF)
            blue, green, red = image.data[:3]
            return f"#{red:02x}{green:02x}{blue:02x}"
        finally:
            server.close()

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
