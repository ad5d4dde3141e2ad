"""Several processes that answer at one address. The system gives each connection to one that has time for it.

They share nothing: each has its own memory of answers, and its own processes for what takes long.
"""

from __future__ import annotations

import signal
import socket
import sys
from collections.abc import Callable
from multiprocessing import connection, get_context
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnProcess
from typing import NamedTuple

from tictactoe.rules import BadInput
from tictactoe.ui.progress import note
from tictactoe.ui.web.guard import Allowed
from tictactoe.ui.web.queueing import end_with_parent
from tictactoe.ui.web.work import Work

CONTEXT = get_context("spawn")


ENDINGS = [getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)]


class Worker(NamedTuple):
    """A process, and where it says once that it is ready."""

    process: SpawnProcess
    told: Connection


def run_workers(number: int, listening: socket.socket, allowed: Allowed, when_ready: Callable[[], None]) -> None:
    """Answer with so many processes until Ctrl-C; one that ends is replaced. `when_ready` is called for each."""
    for ending in ENDINGS:
        signal.signal(ending, _end)
    working = [_start(listening, allowed) for _ in range(number)]
    silent = {worker.told for worker in working}
    try:
        while True:
            heard = connection.wait([*(worker.process.sentinel for worker in working), *silent])
            for told in silent.intersection(heard):
                silent.discard(told)
                if _is_ready(told):
                    when_ready()
            for worker in [worker for worker in working if worker.process.sentinel in heard]:
                if worker.told in silent:
                    raise BadInput("a process ended before it could answer anything; try --workers 1")
                note(f"process {worker.process.pid} has ended, and another takes its place")
                working.remove(worker)
                working.append(_start(listening, allowed))
    finally:
        for worker in working:
            worker.process.terminate()
        for worker in working:
            worker.process.join()


def _end(number: int, _: object) -> None:
    sys.exit(128 + number)


def _start(listening: socket.socket, allowed: Allowed) -> Worker:
    told, tells = CONTEXT.Pipe(duplex=False)
    process = CONTEXT.Process(target=_answer, args=(listening, allowed, tells))
    process.start()
    tells.close()
    return Worker(process, told)


def _is_ready(told: Connection) -> bool:
    try:
        return bool(told.recv())
    except EOFError:  # it has ended
        return False


def _answer(listening: socket.socket, allowed: Allowed, tells: Connection) -> None:
    """What a worker does."""
    from tictactoe.ui.web.serve import Server

    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the one that started us, which ends us
    end_with_parent(lambda: signal.raise_signal(signal.SIGTERM))  # with all that it has started
    Server(Work(), allowed, lambda: tells.send(True)).run([listening])
