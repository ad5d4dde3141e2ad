"""Time as a program has it: what passes while it is ready to run and waits for a core is not held against it.

A busy machine makes everything slower. A limit in seconds that counted such waits would make a verdict depend on who
else is at work.
"""

from __future__ import annotations

import os
import threading
from contextlib import suppress

PLACES = "/proc/self/task/{}/schedstat", "/proc/{}/schedstat"
"""Where Linux tells, for one of our threads and for a process: nanoseconds run, waited, and how often."""


class Delay:
    """How long a process, and the thread that made this and asks it, have waited for a core; 0 if nobody tells."""

    def __init__(self, process: int) -> None:
        self._waited: dict[int, int] = {}
        """Of each file, what it last said."""
        for place, number in zip(PLACES, (threading.get_native_id(), process), strict=True):
            with suppress(OSError):
                self._waited[os.open(place.format(number), os.O_RDONLY | os.O_CLOEXEC)] = 0
        self._before = 0.0
        self._before = self.seconds()

    def seconds(self) -> float:
        """Since this was made. Who is gone waits no more."""
        for file in self._waited:
            with suppress(OSError, IndexError, ValueError):
                self._waited[file] = int(os.pread(file, 100, 0).split()[1])
        return sum(self._waited.values()) / 1e9 - self._before

    def close(self) -> None:
        while self._waited:
            os.close(self._waited.popitem()[0])
