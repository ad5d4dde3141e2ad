"""Starting the server: where it listens, what is said, and the browser."""

from __future__ import annotations

import asyncio
import socket
import sys
import threading
import webbrowser
from collections.abc import Callable
from time import monotonic

import uvicorn
from starlette.types import ASGIApp

from tictactoe.rules import BadInput
from tictactoe.ui.progress import note
from tictactoe.ui.status_line import StatusLine
from tictactoe.ui.web.app import create_app
from tictactoe.ui.web.guard import Allowed, is_number, name_in
from tictactoe.ui.web.patience import MOST_OPEN, PatientProtocol
from tictactoe.ui.web.work import Work

LOOK_EVERY = 0.25
"""Seconds between two looks at how far the loading is."""


def config(app: ASGIApp) -> uvicorn.Config:
    """How an application is served."""
    return uvicorn.Config(
        app,
        http=PatientProtocol,
        ws="none",
        log_level="warning",
        access_log=False,
        server_header=False,
        backlog=MOST_OPEN // 2,  # so many are let in before room is made
        limit_concurrency=2 * MOST_OPEN,
    )


class Server(uvicorn.Server):
    """A server that answers at once, says when it can answer everything, and ends at once: what is thought about is
    put away.
    """

    def __init__(self, work: Work, allowed: Allowed, when_ready: Callable[[], None]) -> None:
        super().__init__(config(create_app(work, allowed)))
        self._work = work
        self._when_ready = when_ready
        self._telling: asyncio.Task[None] | None = None

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        self._work.start()
        await super().startup(sockets)
        self._telling = asyncio.create_task(self._tell())

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        if self._telling:
            self._telling.cancel()
        self._work.close()
        await super().shutdown(sockets)

    async def _tell(self) -> None:
        try:
            await self._work.when_ready()
        except Exception as error:  # a broken installation: small boards do without
            note(f"larger boards cannot be answered: {error!r}")
        else:
            self._when_ready()


class Loading:
    """How far the loading is, in the terminal. It may be closed at any time."""

    def __init__(self, parts: int) -> None:
        self._parts = parts
        self._ready = 0
        self._start = monotonic()
        self._line = StatusLine()
        self._ended = threading.Event()
        threading.Thread(target=self._show, daemon=True).start()

    def __enter__(self) -> Loading:
        return self

    def __exit__(self, *_: object) -> None:
        self._ended.set()

    def one_is_ready(self) -> None:
        """Another part is loaded; after the last one it is said that all are."""
        self._ready += 1
        if self._ready == self._parts:
            self._ended.set()
            self._line.clear()
            say(f"Ready for larger boards too, after {monotonic() - self._start:.0f} s.")

    def _show(self) -> None:
        while not self._ended.wait(LOOK_EVERY):
            of_all = f", {self._ready} of {self._parts} processes" if self._parts > 1 else ""
            passed = monotonic() - self._start
            self._line.write(f"Getting ready for larger boards: {passed:.0f} s{of_all} (up to a minute at first)")


def run(
    host: str, port: int, opens: bool, work: Work | None = None, allowed: Allowed | None = None, workers: int = 1
) -> None:
    """Serve until Ctrl-C, which is passed on. BadInput if the address cannot be had."""
    listening = listen(host, port)
    address = address_of(listening)
    allowed = allowed or Allowed()
    if not is_number(host):
        allowed = allowed._replace(hosts=allowed.hosts | {name_in(host)})
    say(f"The page is at {address} (Ctrl-C ends it).")
    if opens:
        threading.Timer(0.5, webbrowser.open, [address]).start()
    with Loading(workers) as progress:
        if workers == 1:
            Server(work or Work(), allowed, progress.one_is_ready).run([listening])
        else:
            from tictactoe.ui.web.workers import run_workers

            run_workers(workers, listening, allowed, progress.one_is_ready)


def say(text: str) -> None:
    """A line on standard output, if anybody reads that."""
    if sys.stdout:
        sys.stdout.write(f"{text}\n")
        sys.stdout.flush()


def listen(host: str, port: int) -> socket.socket:
    """A socket at this address; BadInput if it cannot be had."""
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        listening = socket.socket(family, kind, protocol)
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind(address)
        listening.listen(256)  # from here on whoever comes is kept waiting, not sent away
    except (OSError, UnicodeError) as error:
        reason = (error.strerror if isinstance(error, OSError) else None) or str(error)
        raise BadInput(f"cannot listen on {host} port {port}: {reason}; another --port may be free") from None
    return listening


def address_of(listening: socket.socket) -> str:
    host, port = listening.getsockname()[:2]
    return f"http://{f'[{host}]' if ':' in host else host}:{port}/"
