"""Being told to end: Ctrl-C, a closed terminal and `kill` all end a command in the same orderly way, once."""

from __future__ import annotations

import os
import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from types import FrameType
from typing import NoReturn

ENDING = tuple(getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name))


KILLING = tuple(number for number in ENDING if number != signal.SIGINT)
"""Without Ctrl-C, where that is for somebody else to hear."""


class ToldToEnd(BaseException):
    """A signal said to end; `exit_code` is the one that shells expect: 130 after Ctrl-C."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.exit_code = 128 + number


@contextmanager
def told_to_end(signals: tuple[signal.Signals, ...] = ENDING) -> Iterator[None]:
    """In here, the first of these signals to end raises ToldToEnd, and from then on none disturbs the tidying up.

    A signal that was ignored before stays ignored, as `nohup` wants it. Only the main thread hears signals.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = {number: signal.getsignal(number) for number in signals}
    heard = [number for number in signals if before[number] not in (signal.SIG_IGN, None)]

    told = False

    def tell(number: int, _: FrameType | None) -> None:
        nonlocal told
        if not told:
            told = True
            raise ToldToEnd(number)

    for number in heard:
        signal.signal(number, tell)
    try:
        yield
    finally:
        # Once told it stays deaf in this way: of a signal that comes while its handler is set to SIG_IGN, Python writes
        # a traceback.
        if not told:
            for number in heard:
                signal.signal(number, before[number])


def leave(told: ToldToEnd) -> NoReturn:
    """End now, when all is tidied up: while Python takes itself apart it hears signals again, and would die of one."""
    for stream in (sys.stdout, sys.stderr):
        with suppress(OSError):
            if stream:  # whoever started us may have closed it
                stream.flush()
    os._exit(told.exit_code)
