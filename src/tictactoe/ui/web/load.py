"""How many requests the server answers, and how late the late ones are. For `tictactoe bench`; on loopback only."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from collections.abc import Iterator
from itertools import cycle
from time import perf_counter
from typing import NamedTuple
from urllib.parse import urlsplit

CLIENTS = 16
WARM_UP, SECONDS = 1.0, 3.0
LOOK_UPS = tuple(f"/api/v1/position?moves={moves}" for moves in ("", "b2", "b2+a1", "b2+a1+c3", "a1+b2+c3", "a1+c3+c1"))
MIXED = (
    *LOOK_UPS * 3,
    "/api/v1/explain?moves=b2+b1",
    "/api/v1/tree?moves=b2&depth=2",
    "/api/v1/trace?position=X.O/.X./..O&limit=500",
    "/api/v1/position?game=7,7,5&moves=d4",
)


class Load(NamedTuple):
    """What came of some seconds of asking."""

    answered: int
    refused: int
    """Answers that asked for patience: 503."""
    seconds: float
    late: float
    """Seconds that all but one in a hundred of the answers took at most."""


def report(warm_up: float = WARM_UP, seconds: float = SECONDS) -> Iterator[str]:
    """The lines that say what was measured."""
    command = [sys.executable, "-P", "-m", "tictactoe", "serve", "--port", "0", "--no-open"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:  # noqa: S603  our own server
        try:
            said = server.stdout.readline() if server.stdout else ""
            address = urlsplit(said.split()[4])
            host, port = address.hostname or "", address.port or 0
            yield f"The API, {CLIENTS} clients on loopback, one server process:"
            for name, paths in (("3 x 3 look-ups", LOOK_UPS), ("a mixed load", MIXED)):
                asyncio.run(_ask(host, port, paths, warm_up))
                found = asyncio.run(_ask(host, port, paths, seconds))
                rate = found.answered / found.seconds
                busy = f", {found.refused} asked to come back" if found.refused else ""
                yield f"  {name}: {rate:,.0f} requests a second, 99 % within {found.late * 1000:.0f} ms{busy}"
        finally:
            server.terminate()


async def _ask(host: str, port: int, paths: tuple[str, ...], seconds: float) -> Load:
    """Let all clients ask one thing after the other for some seconds."""
    start = perf_counter()
    results = await asyncio.gather(*(_client(host, port, paths, number, seconds) for number in range(CLIENTS)))
    answers = sorted(answer for found in results for answer in found)
    times = [taken for taken, _ in answers]
    refused = sum(code == 503 for _, code in answers)
    return Load(len(answers), refused, perf_counter() - start, times[len(times) * 99 // 100])


async def _client(host: str, port: int, paths: tuple[str, ...], first: int, seconds: float) -> list[tuple[float, int]]:
    """The time and status of every answer that one client got."""
    reader, writer = await asyncio.open_connection(host, port)
    answers = []
    deadline = perf_counter() + seconds
    for path in cycle(paths[first % len(paths) :] + paths[: first % len(paths)]):
        if perf_counter() > deadline:
            break
        start = perf_counter()
        writer.write(f"GET {path} HTTP/1.1\r\nHost: {host}\r\n\r\n".encode())
        status = await _status(reader)
        answers.append((perf_counter() - start, status))
    writer.close()
    return answers


async def _status(reader: asyncio.StreamReader) -> int:
    """Read one answer whole; its status."""
    head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").lower()
    length = int(head.partition("content-length:")[2].split()[0])
    await reader.readexactly(length)
    return int(head.split()[1])
