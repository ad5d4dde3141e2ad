"""Starting processes that end when whoever started them does, and never hear Ctrl-C."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stderr
from multiprocessing import parent_process, resource_tracker
from multiprocessing.connection import wait
from threading import Thread


@contextmanager
def ctrl_c_waits() -> Iterator[None]:
    """Ctrl-C is heard after this, not in its midst; a process started here never hears it."""
    if os.name != "posix":
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def get_ready_to_start() -> None:
    """Start the process that tidies up behind others, if there is none yet.

    The first start would do this too, but let Ctrl-C through, and fail where a full-screen game has taken the output.
    """
    if os.name == "posix":
        with redirect_stderr(sys.__stderr__):
            resource_tracker.ensure_running()


def end_with_parent() -> None:
    """Let this process, started by multiprocessing, end when the one that started it does, whatever it is doing."""
    parent = parent_process()
    if parent is not None:
        Thread(target=_end_after, args=(parent.sentinel,), daemon=True).start()


def _end_after(sentinel: int) -> None:
    wait([sentinel])
    os._exit(1)
