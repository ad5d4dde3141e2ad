"""One line on the terminal's standard error that is written over: how far a long command has come."""

from __future__ import annotations

import sys
from shutil import get_terminal_size


class StatusLine:
    """Nothing is written where nobody sees it."""

    def __init__(self) -> None:
        self._shown = ""

    @property
    def is_seen(self) -> bool:
        return bool(sys.stderr) and sys.stderr.isatty()

    def write(self, text: str) -> None:
        """Show this in the place of what was shown before, as much of it as the terminal is wide."""
        if self.is_seen:
            text = text[: get_terminal_size().columns - 1]
            sys.stderr.write(f"\r{text.ljust(len(self._shown))}\r{text}")
            sys.stderr.flush()
            self._shown = text

    def clear(self) -> None:
        if self._shown:
            self.write("")
