"""Lines out of a pipe, read in a thread beside whoever waits for them. However much comes, little of it is kept."""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from threading import Condition, Thread
from time import monotonic

LONGEST_LINE = 1_000
"""Bytes of a line that are kept: what is longer is cut."""
MOST_WAITING = 1_000
"""With so many lines that nobody has fetched, no more is read."""
CHUNK = 1 << 16
LOOK_UP = 0.5
"""Seconds after which whoever waits looks up: where Ctrl-C cannot end the waiting, it is heard then."""


class Lines:
    """The lines that come through a pipe, which is closed when they have ended. Empty ones are left out."""

    def __init__(self, pipe: int, heard: Callable[[str | None], None] | None = None, closes: bool = True) -> None:
        """`heard` is told, in the thread that reads, of a line that comes when no other waits to be fetched before it.

        It is told before the line can be fetched itself; and by None that the lines have ended.
        """
        self._pipe = pipe
        self._heard = heard
        self._closes = closes
        self._begun = b""
        self._waiting: deque[tuple[float, str]] = deque()
        self.read_at = 0.0
        """When the line was read that was fetched last, by the clock that only goes forward."""
        self._is_over = self._is_unwanted = False
        self._changed = Condition()
        Thread(target=self._read_all, daemon=True).start()

    def next(self, seconds: float | None = None) -> str | None:
        """The next line; None if none comes within so long. EOFError if there are no more."""
        end = None if seconds is None else monotonic() + seconds
        with self._changed:
            while not self._waiting and not self._is_over:
                left = LOOK_UP if end is None else min(LOOK_UP, end - monotonic())
                if left <= 0:
                    return None
                self._changed.wait(left)
            if not self._waiting:
                raise EOFError
            self._changed.notify_all()
            self.read_at, line = self._waiting.popleft()
            return line

    def close(self) -> None:
        """Read no more; the thread ends with the next thing that comes through the pipe."""
        with self._changed:
            self._is_unwanted = True
            self._changed.notify_all()

    def _read_all(self) -> None:
        with suppress(OSError):
            while self._wait_for_room() and (data := os.read(self._pipe, CHUNK)):
                self._take(data.replace(b"\r", b"\n"))
        self._take(b"\n")
        if self._heard and not self._is_unwanted:
            self._heard(None)
        with self._changed:
            self._is_over = True
            self._changed.notify_all()
        if self._closes:
            with suppress(OSError):
                os.close(self._pipe)

    def _wait_for_room(self) -> bool:
        """Whether to read on."""
        with self._changed:
            while len(self._waiting) >= MOST_WAITING and not self._is_unwanted:
                self._changed.wait()
            return not self._is_unwanted

    def _take(self, data: bytes) -> None:
        now = monotonic()
        *ended, begun = data.split(b"\n")
        found = []
        for part in ended:
            line = (self._begun + part)[:LONGEST_LINE].decode("utf-8", "replace").strip()
            self._begun = b""
            if line:
                found.append(line)
        self._begun = (self._begun + begun)[:LONGEST_LINE]
        if self._heard and found and not self._waiting and not self._is_unwanted:
            self._heard(found[0])
        with self._changed:
            self._waiting.extend((now, line) for line in found)
            self._changed.notify_all()
