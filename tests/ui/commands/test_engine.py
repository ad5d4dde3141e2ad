"""`tictactoe engine` as a manager meets it: a process with pipes, which may be closed, flooded or left."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from console import PLAIN_PROGRAM, PROGRAM, Terminal, hear_signals, run
from extent import usually
from patience import PATIENCE

PAGE = Path(__file__).parents[3] / "docs" / "play.md"
SLOW = (
    "import sys, threading, tictactoe.match.choosing as choosing\n"
    "import tictactoe.ui.commands.engine as engine\n"
    "def think(*asked):\n"
    "    print('DEBUG thinking', flush=True)\n"
    "    threading.Event().wait()\n"
    "engine.think = think\n"
    "engine.get_ready = lambda *asked: None\n"
    "from tictactoe.ui.commands import main\n"
    "main(['engine'], prog_name='tictactoe')\n"
)
"""The engine, with somebody in it who thinks forever."""


@contextmanager
def started(*command: str) -> Iterator[subprocess.Popen[str]]:
    process = subprocess.Popen(
        command,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        bufsize=1,
        preexec_fn=hear_signals,
    )
    try:
        yield process
    finally:
        process.kill()
        process.communicate()


def tell(process: subprocess.Popen[str], *lines: str) -> None:
    assert process.stdin
    for line in lines:
        process.stdin.write(f"{line}\r\n")
        process.stdin.flush()


def hear(process: subprocess.Popen[str]) -> str:
    """The next line that is no message."""
    assert process.stdout
    while (line := process.stdout.readline()).startswith("MESSAGE"):
        pass
    return line.rstrip("\n")


def test_a_conversation_line_by_line() -> None:
    with started(*PROGRAM, "engine") as engine:
        tell(engine, "START 15")
        assert hear(engine) == "OK"
        tell(engine, "INFO timeout_turn 50", "INFO time_left 2147483647", "BEGIN")
        x, y = map(int, hear(engine).split(","))
        assert 0 <= x < 15
        assert 0 <= y < 15
        tell(engine, f"TURN {x},{y}")
        assert hear(engine) == f"ERROR {x},{y} is taken"
        tell(engine, f"TURN {(x + 1) % 15},{y}")
        assert "," in hear(engine)
        tell(engine, "NONSENSE")
        assert hear(engine).startswith("UNKNOWN 'NONSENSE'")
        tell(engine, "END")
        assert engine.wait(PATIENCE) == 0
        assert engine.stdout
        assert engine.stderr
        assert (engine.stdout.read(), engine.stderr.read()) == ("", "")


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="only Linux says what a process has had in memory")
def test_it_never_takes_more_memory_than_it_says() -> None:
    run("engine", typed="START 19\nEND\n")  # compiling takes more
    with started(*PROGRAM, "engine") as engine:
        tell(engine, "START 19")
        assert hear(engine) == "OK"
        tell(engine, "INFO max_memory 1000", "BEGIN")
        said = re.fullmatch(r"ERROR max_memory is 1,000 bytes, but this engine takes ([\d,]+)", hear(engine))
        assert said
        takes = int(said[1].replace(",", ""))
        tell(
            engine,
            f"INFO max_memory {takes + 2**22}",
            "INFO timeout_turn 3000",
            "BOARD",
            "9,9,2",
            "8,8,1",
            "5,5,2",
            "DONE",
        )
        assert "," in hear(engine)
        status = Path(f"/proc/{engine.pid}/status").read_text(encoding="ascii")
        [most] = re.findall(r"^VmHWM:\s+(\d+) kB", status, re.MULTILINE)
        assert takes * 0.7 < int(most) * 1024 <= takes + 2**22


def test_all_at_once_through_a_pipe_is_all_answered() -> None:
    """A person may write the whole conversation into a file."""
    done = run("engine", "--seed", "3", typed="START 5\nBEGIN\nABOUT\nEND\nBEGIN\n")
    assert (done.returncode, done.stderr) == (0, "")
    assert [line for line in done.stdout.splitlines() if not line.startswith("MESSAGE")][0::2] == [
        "OK",
        'name="perfect-tictactoe", version="0.2.0", author="The tictactoe developers"',
    ]
    assert run("engine", "--seed", "3", typed="START 5\nBEGIN\nABOUT\n").stdout == done.stdout


def test_the_conversation_on_the_page_is_so() -> None:
    text = PAGE.read_text(encoding="utf-8")
    block = text.partition("```text\n> START 6\n")[2].partition("```")[0]
    shown = ("> START 6\n" + block).splitlines()
    typed = "".join(f"{line[2:]}\n" for line in shown if line.startswith("> "))
    done = run("engine", "--k", "4", typed=typed)
    assert done.stdout.splitlines() == [line for line in shown if not line.startswith("> ")]


def test_the_plain_install_plays_too() -> None:
    done = run("engine", typed="START 19\nTURN 9,9\nEND\n", program=PLAIN_PROGRAM)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines()[0] == "OK"
    assert "," in done.stdout.splitlines()[-1]


def test_a_person_is_greeted_and_ctrl_c_ends_it() -> None:
    with Terminal("engine") as terminal:
        terminal.expect("MESSAGE This is the Gomocup protocol. Type START 15")
        terminal.enter("hello")
        terminal.expect("UNKNOWN 'hello' is not a command here: the commands are START")
        terminal.ctrl_c()
        assert terminal.exit_code() == 130


def test_end_while_it_thinks_ends_it_at_once() -> None:
    with started(sys.executable, "-c", SLOW) as engine:
        tell(engine, "START 15", "BEGIN")
        assert [hear(engine), hear(engine)] == ["OK", "DEBUG thinking"]
        tell(engine, "END")
        assert engine.wait(PATIENCE) == 0


def test_a_manager_that_dies_while_it_thinks_ends_it() -> None:
    with started(sys.executable, "-c", SLOW) as engine:
        tell(engine, "START 15", "BEGIN")
        assert [hear(engine), hear(engine)] == ["OK", "DEBUG thinking"]
        assert engine.stdin
        assert engine.stdout
        engine.stdout.close()
        engine.stdin.close()
        assert engine.wait(PATIENCE) == 0
        engine.stdin = engine.stdout = None


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_it_can_be_killed_while_it_thinks(number: signal.Signals) -> None:
    with started(sys.executable, "-c", SLOW) as engine:
        tell(engine, "START 15", "BEGIN")
        assert [hear(engine), hear(engine)] == ["OK", "DEBUG thinking"]
        engine.send_signal(number)
        assert engine.wait(PATIENCE) == (130 if number == signal.SIGINT else -signal.SIGTERM)


def test_a_manager_that_no_longer_reads_ends_it_quietly() -> None:
    with started(*PROGRAM, "engine") as engine:
        tell(engine, "START 15")
        assert hear(engine) == "OK"
        assert engine.stdout
        engine.stdout.close()
        tell(engine, "ABOUT")
        assert engine.wait(PATIENCE) == 1
        assert engine.stderr
        assert engine.stderr.read() == ""
        engine.stdout = None


def test_what_fails_inside_is_an_error_and_the_conversation_goes_on() -> None:
    broken = SLOW.replace("    threading.Event().wait()\n", "    raise RuntimeError('two\\nlines')\n")
    done = subprocess.run(
        [sys.executable, "-c", broken], input="START 15\nBEGIN\nABOUT\n", capture_output=True, text=True, check=True
    )
    said = done.stdout.splitlines()
    assert said[2] == "ERROR the search has failed: two lines"
    assert said[3].startswith("name=")


def test_a_flood_is_answered_line_by_line_and_takes_no_memory(tmp_path: Path) -> None:
    subprocess.run(
        [*PROGRAM, "engine"], input="START 15\nEND\n", text=True, capture_output=True
    )  # compiling takes more
    number = usually(20_000, 1_000_000)
    flood = tmp_path / "flood"
    lines = [
        "TURN 99,99",
        "BOARD",
        "7,7,1",
        "nonsense" * 20,
        "INFO rule x",
        "START 15",
        "DONE",
        "TAKEBACK 1,1",
        "\x00\xff",
    ]
    with flood.open("w", encoding="utf-8") as file:
        file.writelines(f"{lines[at % len(lines)]}\n" for at in range(number))
        file.write("x" * 1_000_000 + "\nSTART 15\nINFO max_memory 350000000\nTURN 7,7\nEND\n")
    with flood.open(encoding="utf-8") as file:
        done = subprocess.run([*PROGRAM, "engine"], stdin=file, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
    *said, ok, _, move = done.stdout.splitlines()
    assert ok == "OK"
    assert "," in move  # which would be an ERROR if much were left of the flood
    assert len(said) >= number // 2
    assert all(line.startswith(("ERROR ", "UNKNOWN ", "MESSAGE ", "OK")) or "," in line for line in said)


def test_closed_streams_are_said_to_be() -> None:
    done = subprocess.run([*PROGRAM, "engine"], capture_output=True, text=True, preexec_fn=lambda: os.close(0))
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1


@pytest.mark.parametrize("k", ["2", "20", "x"])
def test_a_number_in_a_row_that_is_none(k: str) -> None:
    done = run("engine", "--k", k)
    assert done.returncode == 2
    assert "should be a whole number from 3 to 19" in done.stderr
