"""Starting processes that end when whoever started them does, and never hear Ctrl-C."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, redirect_stderr, suppress
from multiprocessing import get_context, parent_process, resource_tracker
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from threading import Thread
from typing import Any

from tictactoe.rules import BadInput


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


def start_worker(
    work: Callable[[Connection[Any, Any]], None], started: list[BaseProcess], purpose: str
) -> Connection[Any, Any]:
    """Start a process that works for whoever has the pipe to it, which is returned. BadInput if none can be started."""
    context = get_context("spawn")
    try:
        with ctrl_c_waits():
            pipe, theirs = context.Pipe()
            process = context.Process(target=_serve, args=(work, theirs), daemon=True)
            process.start()
            started.append(process)
            theirs.close()
    except OSError as error:
        raise BadInput(f"no process can be started for {purpose}: {error.strerror or error}") from None
    return pipe


def _serve(work: Callable[[Connection[Any, Any]], None], pipe: Connection[Any, Any]) -> None:
    """The other process: it ends when nobody is at the other end of the pipe."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the one in front
    end_with_parent()
    with suppress(EOFError, OSError):
        work(pipe)


def end_with_parent() -> None:
    """Let this process, started by multiprocessing, end when the one that started it does, whatever it is doing."""
    parent = parent_process()
    if parent is not None:
        Thread(target=_end_after, args=(parent.sentinel,), daemon=True).start()


def _end_after(sentinel: int) -> None:
    wait([sentinel])
    os._exit(1)
