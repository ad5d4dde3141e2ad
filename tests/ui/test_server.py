"""The server as a process of its own: heavy work, half-sent requests, larger boards, and what is left when it ends."""

from __future__ import annotations

import asyncio
import json
import os
import re
import select
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from http.client import HTTPConnection
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from console import hear_signals
from patience import PATIENCE
from tictactoe.ui.web.patience import MOST_OPEN
from tictactoe.ui.web.queueing import MOST_WAITING, Busy, Queue

MEMORY = Path("/dev/shm")  # noqa: S108
LINUX = pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="only Linux tells what a process holds")
TRACE = "/api/v1/trace?algorithm=minimax&skip=80000&limit=20000"
LONG = "/api/v1/trace?algorithm=minimax&skip=5000&limit=3000"
"""Long enough for the queue of long answers."""
LOOK_UPS = (
    *("/api/v1/position?moves=b2", "/api/v1/board?moves=b2", "/api/v1/session?moves=b2", "/api/v1/play?moves=b2"),
    *("/api/v1/choices", "/api/v1/explain?moves=b2", "/api/v1/tree?moves=b2", "/api/v1/quiz", "/api/v1/trace?limit=50"),
)
SERVE = "from tictactoe.ui.commands import main; main(['serve', '--port', '0', '--no-open'], prog_name='tictactoe')"
SLOW = """
from tictactoe.ui.web import serve, work
serve.run("127.0.0.1", 0, opens=False, work=work.Work(seconds=120, patience=300))
"""


class Server:
    """The server, and who has come of it."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self.process = process
        assert process.stdout
        found = re.search(r"http://127\.0\.0\.1:(\d+)/", process.stdout.readline())
        assert found
        self.port = int(found[1])

    def connect(self) -> socket.socket:
        return socket.create_connection(("127.0.0.1", self.port), timeout=PATIENCE)

    def get(self, path: str) -> tuple[int, Any]:
        connection = HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        try:
            connection.request("GET", path)
            answer = connection.getresponse()
            return answer.status, json.loads(answer.read())
        finally:
            connection.close()

    def connections(self) -> int:
        """How many the server holds open. Linux only."""
        held = set()
        for path in Path(f"/proc/{self.process.pid}/fd").iterdir():
            with suppress(FileNotFoundError):  # it has just been closed
                held.add(str(path.readlink()))
        rows = [row.split() for row in Path("/proc/net/tcp").read_text().splitlines()[1:]]
        return sum(f"socket:[{row[9]}]" in held and row[3] == "01" for row in rows)

    def workers(self) -> list[int]:
        """The processes that it started and that answer requests, in a server of several. Linux only."""
        found = []
        for child in Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children").read_text().split():
            with suppress(FileNotFoundError, ProcessLookupError):
                if b"spawn_main" in Path(f"/proc/{child}/cmdline").read_bytes():
                    found.append(int(child))
        return found

    def descendants(self) -> set[int]:
        """The processes that it started, and those that they started."""
        found: set[int] = set()
        todo = [self.process.pid]
        while todo:
            number = todo.pop()
            for task in Path(f"/proc/{number}/task").glob("*"):
                children = {int(child) for child in (task / "children").read_text().split()}
                todo += children - found
                found |= children
        return found


@contextmanager
def serving(code: str = SERVE, apart: bool = False) -> Iterator[Server]:
    command = [sys.executable, "-c", code]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, text=True, preexec_fn=hear_signals, start_new_session=apart
    ) as process:
        try:
            yield Server(process)
        finally:
            process.terminate()
            try:
                process.wait(PATIENCE)
            finally:
                process.kill()


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    with serving() as server:
        yield server


def until(holds: Callable[[], bool], what: str) -> None:
    deadline = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < deadline, f"{what} did not come to be"
        time.sleep(0.05)


def test_the_first_larger_board_is_answered() -> None:
    """Right after the start, when nothing is loaded yet."""
    with serving(SLOW) as server:
        code, found = server.get("/api/v1/position?game=5,5,5")
        assert (code, found["score"]["value"]) == (200, 0)
        code, found = server.get("/api/v1/position?game=3,4,3")
        assert (code, found["score"]["text"]) == (200, "win in 7")


@LINUX
def test_a_question_keeps_its_place_while_the_process_gets_ready(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who has no patience left is told how many are ahead, and finds the answer when they come back."""
    monkeypatch.setattr("tictactoe.ui.web.queueing.FORGOTTEN", PATIENCE)
    gate = tmp_path / "gate"
    os.mkfifo(gate)
    queue = Queue(partial(Path.read_text, gate), patience=0.05)  # which waits until somebody writes there

    async def story() -> None:
        for number in range(MOST_WAITING + 1):
            with pytest.raises(Busy) as refusal:
                await queue.do(number, partial(bytes, number))
            assert (refusal.value.ahead, refusal.value.is_ready) == (number, False)
        with pytest.raises(Busy) as refusal:
            await queue.do("more", bytes)
        assert refusal.value.ahead == MOST_WAITING + 1
        await asyncio.to_thread(gate.write_text, "go")
        for number in reversed(range(MOST_WAITING + 1)):
            found = None
            while found is None:
                with suppress(Busy):
                    found = await queue.do(number, partial(bytes, "not asked twice"))
            assert found == bytes(number)
        assert queue.is_ready

    try:
        asyncio.run(asyncio.wait_for(story(), PATIENCE))
    finally:
        queue.close()


def test_what_nobody_comes_back_for_is_passed_over(monkeypatch: pytest.MonkeyPatch) -> None:
    """Also when it could not be answered at all."""
    queue = Queue(bool, patience=PATIENCE)

    async def story() -> None:
        with pytest.raises(ValueError, match="invalid literal"):
            await queue.do("wrong", partial(int, "wrong"))  # type: ignore[arg-type]
        assert await queue.do("right", partial(bytes, 1)) == b"\0"
        monkeypatch.setattr(queue, "_patience", 0.0)
        for number in range(3 * MOST_WAITING):
            monkeypatch.setattr("tictactoe.ui.web.queueing.FORGOTTEN", -1.0)
            with pytest.raises(Busy) as refusal:
                await queue.do(number, partial(bytes, number))
            assert refusal.value.ahead <= 1
        assert len(queue._asked) <= 2
        queue.close()

    asyncio.run(asyncio.wait_for(story(), PATIENCE))


def test_look_ups_do_not_wait_for_heavy_work(server: Server) -> None:
    """While long searches are asked for without end, every kind of look-up is answered before the next of them ends."""
    stopped = threading.Event()
    numbers = count()
    codes: list[int] = []

    def flood() -> None:
        while not stopped.is_set():
            others = LONG.replace(
                "skip=5000", f"skip={5000 + next(numbers) % 50_000}"
            )  # the same would share an answer
            codes.append(server.get(others)[0])

    askers = [threading.Thread(target=flood) for _ in range(16)]
    for asker in askers:
        asker.start()
    try:
        until(lambda: 503 in codes, "a refusal")  # so the queue is full, and stays so
        for path in LOOK_UPS:
            assert server.get(path)[0] == 200
    finally:
        stopped.set()
        for asker in askers:
            asker.join(PATIENCE)
    assert set(codes) <= {200, 503}
    until(lambda: server.get(LONG)[0] == 200, "an answer when the flood is over")


@LINUX
def test_a_look_up_is_answered_before_the_heavy_work_that_began_earlier() -> None:
    """The heavy process is stopped in its work, so that it cannot end before it is let go on."""
    with serving(SLOW) as server:
        until(lambda: server.get(LONG)[0] == 200, "the process for long answers")
        workers = server.descendants()
        for worker in workers:
            os.kill(worker, signal.SIGSTOP)
        heavy = [server.connect() for _ in range(3)]
        for connection, path in zip(heavy, (LONG, "/api/v1/tree?depth=3", "/api/v1/map"), strict=True):
            connection.sendall(f"GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
        for path in LOOK_UPS:
            assert server.get(path)[0] == 200
        assert not select.select(heavy, [], [], 0)[0]
        for worker in workers:
            os.kill(worker, signal.SIGCONT)
        for connection in heavy:
            assert re.match(rb"HTTP/1.1 (200|503) ", connection.recv(4096))
            connection.close()


def test_one_connection_is_used_for_all_methods(server: Server) -> None:
    """No answer has a body that the next would be taken for; and whoever means another host is refused."""
    connection = HTTPConnection("127.0.0.1", server.port, timeout=PATIENCE)
    path = "/api/v1/position?moves=b2"
    sizes = {}
    for method, host, status in (
        *(
            ("HEAD", "localhost", 200),
            ("GET", "localhost", 200),
            ("OPTIONS", "localhost", 204),
            ("POST", "localhost", 405),
        ),
        *(("GET", "rebound.example", 421), ("GET", "127.0.0.1", 200)),
    ):
        connection.request(method, path, headers={"Host": host})
        answer = connection.getresponse()
        body = answer.read()
        assert answer.status == status
        sizes[method, host] = len(body)
        assert method in ("HEAD", "OPTIONS") or int(answer.headers["Content-Length"]) == len(body)
    assert sizes["HEAD", "localhost"] == sizes["OPTIONS", "localhost"] == 0
    assert sizes["GET", "localhost"] == sizes["GET", "127.0.0.1"] > 0
    connection.request("GET", path, headers={"If-None-Match": answer.headers["ETag"]})
    again = connection.getresponse()
    assert (again.status, again.read()) == (304, b"")
    connection.close()


HALVES = {
    "nothing": b"",
    "half a line": b"GET /api/v1/pos",
    "half the headers": b"GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow: ",
    "half a body": b"GET / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000\r\n\r\nabc",
}


@pytest.mark.parametrize("half", HALVES)
def test_a_request_that_is_never_finished_is_dropped(server: Server, half: str) -> None:
    """Even if something more comes now and then."""
    with server.connect() as connection:
        connection.sendall(HALVES[half])
        gone = False
        deadline = time.monotonic() + PATIENCE
        while not gone and time.monotonic() < deadline:
            ready, _, _ = select.select([connection], [], [], 0.5)
            try:
                gone = bool(ready) and connection.recv(65536) == b""
                if HALVES[half]:
                    connection.sendall(b"x")
            except OSError:
                gone = True
        assert gone


@LINUX
def test_who_does_not_read_is_dropped(server: Server) -> None:
    until(lambda: server.connections() == 0, "the end of what others asked")
    with server.connect() as connection:
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        connection.sendall(f"GET {TRACE} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode() * 5)
        until(lambda: bool(select.select([connection], [], [], 0)[0]), "the beginning of an answer")
        until(lambda: server.connections() == 0, "the end of the connection")


@pytest.mark.parametrize("half", HALVES)
def test_half_sent_requests_shut_nobody_out(server: Server, half: str) -> None:
    """However many there are: more than the server keeps, and all at once."""
    held = []
    try:
        for _ in range(2 * MOST_OPEN):
            connection = server.connect()
            held.append(connection)
            connection.sendall(HALVES[half])
        for path in LOOK_UPS:
            assert server.get(path)[0] == 200
    finally:
        for connection in held:
            connection.close()


def is_gone(number: int) -> bool:
    try:
        return Path(f"/proc/{number}/stat").read_text().rpartition(")")[2].split()[0] == "Z"
    except (FileNotFoundError, ProcessLookupError):
        return True


@LINUX
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGKILL])
def test_however_it_ends_no_process_stays(number: signal.Signals) -> None:
    """In the middle of work, with people waiting."""
    with serving(SLOW) as server:
        until(lambda: server.get("/api/v1/position?game=5,5,5")[0] == 200, "the process for larger boards")
        started = server.descendants()
        assert len(started) >= 2
        with server.connect() as connection, server.connect() as half:
            connection.sendall(b"GET /api/v1/position?game=8,8,5 HTTP/1.1\r\nHost: localhost\r\n\r\n")
            half.sendall(b"GET / HT")
            assert server.get("/api/v1/position?moves=b2")[0] == 200
            server.process.send_signal(number)
            server.process.wait(PATIENCE)
            until(lambda: all(is_gone(child) for child in started), "the end of every process")


@LINUX
def test_a_closed_terminal_leaves_nothing_in_memory() -> None:
    """It tells all processes at once to end, also the one that tidies up after the others."""
    with serving(SLOW, apart=True) as server:
        until(lambda: server.get("/api/v1/position?game=5,5,5")[0] == 200, "the process for larger boards")
        started = server.descendants()
        rows = [row.split() for row in Path(f"/proc/{server.process.pid}/maps").read_text().splitlines()]
        mapped = {int(row[4]) for row in rows if row[5:] and row[5].startswith(f"{MEMORY}")}
        shared = [path for path in MEMORY.glob("sem.mp-*") if path.stat().st_ino in mapped]
        assert shared
        os.killpg(server.process.pid, signal.SIGHUP)
        server.process.wait(PATIENCE)
        until(lambda: all(is_gone(child) for child in started), "the end of every process")
        until(lambda: not any(path.exists() for path in shared), "the end of all that was shared")


WORKERS = SERVE.replace("'--no-open'", "'--no-open', '--workers', '2'")


@LINUX
def test_two_processes_answer_and_one_that_ends_is_replaced() -> None:
    with serving(WORKERS) as server:
        until(lambda: server.get("/api/v1/ready")[0] == 200, "a process that is ready")
        until(lambda: len(server.workers()) == 2, "two processes")
        gone = server.workers()[0]
        started = server.descendants()
        os.kill(gone, signal.SIGKILL)
        until(lambda: gone not in server.workers() and len(server.workers()) == 2, "another in its place")
        for path in LOOK_UPS:
            assert server.get(path)[0] == 200
        started |= server.descendants()
        server.process.send_signal(signal.SIGINT)
        assert server.process.wait(PATIENCE) == 130
        until(lambda: all(is_gone(child) for child in started), "the end of every process")


@LINUX
def test_however_the_first_process_ends_the_others_do() -> None:
    with serving(WORKERS) as server:
        until(lambda: len(server.workers()) == 2, "two processes")
        assert server.get(LOOK_UPS[0])[0] == 200
        started = server.descendants()
        server.process.kill()
        until(lambda: all(is_gone(child) for child in started), "the end of every process")


@pytest.mark.parametrize("code", [SERVE, WORKERS], ids=["one process", "two"])
def test_ctrl_c_ends_it_with_130(code: str) -> None:
    with serving(code) as server:
        assert server.get("/api/v1/position?moves=b2")[0] == 200
        server.process.send_signal(signal.SIGINT)
        assert server.process.wait(PATIENCE) == 130
