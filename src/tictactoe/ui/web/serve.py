"""Starting the server: where it listens, what is said, and the browser."""

from __future__ import annotations

import contextlib
import socket
import sys
import threading
import webbrowser

import uvicorn

from tictactoe.rules import BadInput
from tictactoe.ui.web.app import create_app


def run(host: str, port: int, opens: bool) -> None:
    """Serve until Ctrl-C. BadInput if the address cannot be had."""
    listening = listen(host, port)
    address = address_of(listening)
    sys.stdout.write(f"The page is at {address} (Ctrl-C ends it).\n")
    sys.stdout.flush()
    if opens:
        threading.Timer(0.5, webbrowser.open, [address]).start()
    config = uvicorn.Config(create_app(), log_level="warning", server_header=False, limit_concurrency=500)
    with contextlib.suppress(KeyboardInterrupt):
        uvicorn.Server(config).run([listening])


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
