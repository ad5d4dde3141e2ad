"""Starting the server: where it listens, what is said, and the browser."""

from __future__ import annotations

import socket
import sys
import threading
import webbrowser

import uvicorn

from tictactoe.rules import BadInput
from tictactoe.ui.web.app import create_app
from tictactoe.ui.web.patience import MOST_OPEN, PatientProtocol
from tictactoe.ui.web.work import Work


class Server(uvicorn.Server):
    """A server that is ready for the first who asks, and ends at once: what is being thought about is put away."""

    def __init__(self, work: Work) -> None:
        config = uvicorn.Config(
            create_app(work),
            http=PatientProtocol,
            ws="none",
            log_level="warning",
            server_header=False,
            backlog=MOST_OPEN // 2,  # so many are let in before room is made
            limit_concurrency=2 * MOST_OPEN,
        )
        super().__init__(config)
        self._work = work

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        self._work.start()
        await super().startup(sockets)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self._work.close()
        await super().shutdown(sockets)


def run(host: str, port: int, opens: bool, work: Work | None = None) -> None:
    """Serve until Ctrl-C, which is passed on. BadInput if the address cannot be had."""
    listening = listen(host, port)
    address = address_of(listening)
    sys.stdout.write(f"The page is at {address} (Ctrl-C ends it).\n")
    sys.stdout.flush()
    if opens:
        threading.Timer(0.5, webbrowser.open, [address]).start()
    Server(work or Work()).run([listening])


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
