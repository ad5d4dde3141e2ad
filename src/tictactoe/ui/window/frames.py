"""How evenly frames come while a hard board is being solved, and how soon a move is answered. For `tictactoe bench`."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from time import perf_counter
from typing import TYPE_CHECKING

from tictactoe.match import PERFECT, Session
from tictactoe.match.host import Host
from tictactoe.rules import Game
from tictactoe.ui.start import Start

if TYPE_CHECKING:
    from tictactoe.ui.window import app

HARD = Session(Game(8, 8, 5), x=PERFECT)
"""Its first move takes the computer as long as it may."""
SECONDS = 5.0


def report(seconds: float = SECONDS) -> Iterator[str]:
    """The lines that say what was measured, in a window that needs no display."""
    os.environ["SDL_VIDEODRIVER"] = "dummy"
    from tictactoe.ui.window import app

    app.open_display()
    window = app.Window(Start(HARD))
    try:
        _steps(window, lambda: _searches(window.host))
        window.longest_gap, window.frames = 0.0, 0
        start = perf_counter()
        _steps(window, lambda: perf_counter() - start > seconds)
        rate = window.frames / (perf_counter() - start)
        gap = window.longest_gap * 1000
        yield f"The window while 8,8,5 is being solved: {rate:.0f} frames a second, the longest gap {gap:.0f} ms"
        window.host.start(Session(Game(3, 3, 3), o=PERFECT))
        window.step()
        start = perf_counter()
        window.host.play(4)
        _steps(window, lambda: window.host.waits_for_person)
        answered = (perf_counter() - start) * 1000
        yield f"The perfect player's first answer on 3 x 3 is in the window after {answered:.0f} ms"
    finally:
        window.close()


def _searches(host: Host) -> bool:
    """Whether compiling, if that must be, is done."""
    return host.progress is not None and host.progress.nodes > 0


def _steps(window: app.Window, done: Callable[[], bool]) -> None:
    """Frame after frame until it is done, or nothing will come of it."""
    while not done() and window.host.problem is None:
        window.step()
