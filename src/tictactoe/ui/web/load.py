"""How many requests the server answers, and how late the late ones are. For `tictactoe bench`; on loopback only.

Everything is a ratio to the least that could be done: an application that answers "hello", served in the same way in
the same run, asked in turn with the others. The clients are this process, which reads answers without taking them
apart.
"""

from __future__ import annotations

import socket
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from itertools import islice
from pathlib import Path
from selectors import EVENT_READ, DefaultSelector
from statistics import median
from time import perf_counter
from typing import NamedTuple
from urllib.parse import urlsplit

from tictactoe.rules import Game, Position, format_position

CLIENTS = 16
ROUNDS, SECONDS = 5, 1.0
MANY = 20_000
HELLO = ("/",)
HEAVY_CLIENTS = 3
HEAVY = (
    "/api/v1/tree?position={}&depth=2",
    "/api/v1/trace?position={}&limit=500",
    "/api/v1/position?game=7,7,5&moves=d4",
)
FEW = 1_000
"""Positions that are asked about again and again."""
BARE = "from tictactoe.ui.web.load import serve_hello; serve_hello()"
SERVE = "from tictactoe.ui.commands import main; main({!r})"


class Load(NamedTuple):
    """What came of some seconds of asking."""

    rate: float
    """Answers in a second."""
    late: float
    """Seconds that all but one in a hundred of the answers took at most."""
    refused: int
    """Answers that asked for patience."""


class Client:
    """One connection that asks one thing after the other."""

    def __init__(self, port: int, requests: Sequence[bytes], first: int) -> None:
        self.socket = socket.create_connection(("127.0.0.1", port))
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._requests = requests
        self._next = first
        self._lacks = 0
        self._asked = 0.0
        self.times: list[float] = []
        self.refused = 0

    def ask(self) -> None:
        self._asked = perf_counter()
        self.socket.sendall(self._requests[self._next % len(self._requests)])
        self._next += 1

    def read(self) -> bool:
        """Read what has come; whether that is the end of an answer."""
        data = self.socket.recv(1 << 20)
        if not self._lacks:
            head = data.index(b"\r\n\r\n") + 4  # which is sent in one piece
            start = data.index(b"content-length: ") + 16
            self._lacks = head + int(data[start : data.index(b"\r", start)])
            self.refused += data.startswith(b"HTTP/1.1 503")
        self._lacks -= len(data)
        if not self._lacks:
            self.times.append(perf_counter() - self._asked)
        return not self._lacks


def report(rounds: int = ROUNDS, seconds: float = SECONDS, many: int = MANY) -> Iterator[str]:
    """The lines that say what was measured."""
    look_ups = [f"/api/v1/position?position={text}" for text in islice(positions(), FEW)]
    heavy = [path.format(text) for text in islice(positions(), FEW) for path in HEAVY]
    with ExitStack() as stack:
        bare = stack.enter_context(serving(BARE))
        one = stack.enter_context(serving(SERVE.format(["serve", "--port", "0", "--no-open"])))
        two = stack.enter_context(serving(SERVE.format(["serve", "--port", "0", "--no-open", "--workers", "2"])))
        yield f"The API, {CLIENTS} clients on loopback, {rounds} times {seconds:.0f} s each in turn, the median:"
        first = ask(one.port, [f"/api/v1/position?moves=&position={text}" for text in positions()], seconds=seconds)
        for port in (bare.port, one.port, two.port):
            ask(port, look_ups, times=3 * FEW)
        turns = [
            (
                ask(bare.port, HELLO, seconds),
                ask(one.port, look_ups, seconds),
                ask(two.port, look_ups, seconds),
                ask(one.port, look_ups, seconds, heavy),
            )
            for _ in range(rounds)
        ]
        hello, single, double, mixed = (middle(column) for column in zip(*turns, strict=True))
        yield f"  hello, by the same server:      {_told(hello)}"
        yield f"  3 x 3 look-ups, one process:    {_told(single)}; {_against(turns, 1, 0)} of hello"
        yield f"  3 x 3 look-ups, two processes:  {_told(double)}; {_against(turns, 2, 1)} of one process"
        yield f"  the same beside heavy requests: {_told(mixed)}; {_against(turns, 3, 1)} of one process"
        yield f"  asked for the first time:       {_told(first)}"
        before = one.memory
        ask(one.port, [f"/api/v1/position?moves=&position={text}" for text in positions()], times=many)
        if before:
            yield f"  {many:,} requests later it has {(one.memory - before) / 2**20:+.1f} MB"


def _told(load: Load) -> str:
    busy = f", {load.refused} asked to come back" if load.refused else ""
    return f"{load.rate:5,.0f} a second, 99 % within {load.late * 1000:.0f} ms{busy}"


def _against(turns: Sequence[tuple[Load, ...]], one: int, other: int) -> str:
    """How one compares with the other, each time with what was measured just before or after it."""
    rate = median(turn[one].rate / turn[other].rate for turn in turns)
    late = median(turn[one].late / turn[other].late for turn in turns)
    return f"{rate:.2f} of the rate, {late:.2f} of the time"


def middle(loads: Sequence[Load]) -> Load:
    return Load(*(median(values) for values in zip(*loads, strict=True)))


def positions() -> Iterator[str]:
    """The positions of 3×3, the nearest to the beginning first."""
    game = Game(3, 3, 3)
    layer = [Position()]
    while layer:
        yield from (format_position(game, position) for position in layer)
        layer = [*dict.fromkeys(position.play(cell) for position in layer for cell in game.moves(position))]


def ask(
    port: int,
    paths: Sequence[str],
    seconds: float = float("inf"),
    heavy: Sequence[str] = (),
    times: int = sys.maxsize,
) -> Load:
    """Let all clients ask one thing after the other, for some seconds or so often, and until something is answered;
    what came of it, heavy paths apart.
    """
    askers = [Client(port, _requests(paths), number * len(paths) // CLIENTS) for number in range(CLIENTS)]
    others = [Client(port, _requests(heavy), number) for number in range(HEAVY_CLIENTS if heavy else 0)]
    with DefaultSelector() as selector:
        for asker in (*askers, *others):
            selector.register(asker.socket, EVENT_READ, asker)
        start = now = perf_counter()
        for asker in (*askers, *others):
            asker.ask()
        answered, is_over = 0, False
        while not is_over:
            for key, _ in selector.select():
                if key.data.read():
                    key.data.ask()
                    answered += 1
            now = perf_counter()
            is_over = (now >= start + seconds or answered >= times) and any(asker.times for asker in askers)
    for asker in (*askers, *others):
        asker.socket.close()
    found = sorted(taken for asker in askers for taken in asker.times)
    refused = sum(asker.refused for asker in (*askers, *others))
    return Load(len(found) / (now - start), found[len(found) * 99 // 100], refused)


def _requests(paths: Sequence[str]) -> list[bytes]:
    return [f"GET {path} HTTP/1.1\r\nHost: localhost\r\nAccept: */*\r\n\r\n".encode() for path in paths]


class Served(NamedTuple):
    """A server that runs."""

    process: subprocess.Popen[str]
    port: int

    @property
    def memory(self) -> int:
        """The bytes that it has in memory; 0 where the system does not tell."""
        try:
            status = Path(f"/proc/{self.process.pid}/status").read_text()
        except OSError:
            return 0
        return 1024 * int(status.partition("VmRSS:")[2].split()[0])


@contextmanager
def serving(code: str) -> Iterator[Served]:
    """A server in a process of its own, which has said that it is ready."""
    command = [sys.executable, "-P", "-c", code]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:  # noqa: S603  our own server
        try:
            said = process.stdout.readline() if process.stdout else ""
            port = urlsplit(next(word for word in said.split() if "://" in word)).port or 0
            if process.stdout:
                process.stdout.readline()
            yield Served(process, port)
        finally:
            process.terminate()


def serve_hello() -> None:
    """Serve the least there is, as the page is served."""
    import uvicorn
    from starlette.types import Receive, Scope, Send

    from tictactoe.ui.web.serve import address_of, config, listen, say

    async def hello(scope: Scope, receive: Receive, send: Send) -> None:  # noqa: ARG001
        if scope["type"] == "http":
            headers = [(b"content-type", b"text/plain"), (b"content-length", b"5")]
            await send({"type": "http.response.start", "status": 200, "headers": headers})
            await send({"type": "http.response.body", "body": b"hello"})

    listening = listen("127.0.0.1", 0)
    say(f"Hello is at {address_of(listening)}\nReady.")
    uvicorn.Server(config(hello)).run([listening])
