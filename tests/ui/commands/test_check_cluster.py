"""`tictactoe check --cluster`, run as a person runs it."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from console import PROGRAM, Terminal, call, hear_signals, run
from machines import Machines, wait_for
from patience import PATIENCE
from programs import GOOD, changed, hostile, save

pytestmark = pytest.mark.skipif(os.name == "nt", reason="it takes signals that Windows does not have")

QUICK = ("--function", "utility", "--function", "initial_state")
WRONG = changed(("O: -1, None: 0}", "O: 0, None: 0}"))
NO_DASK = (
    "import sys, tictactoe.search.cluster.backend as backend; backend.find_spec = lambda _: None;"
    "from tictactoe.ui.commands import main; main(sys.argv[1:], prog_name='tictactoe')"
)


@pytest.fixture
def submissions(tmp_path: Path) -> Path:
    """One is right, one wrong, one hostile, and one cannot be loaded."""
    for name, text in (("ann", GOOD), ("bob", WRONG), ("cat", hostile("kills_itself")), ("dan", "def player(:\n")):
        (tmp_path / "class" / name).mkdir(parents=True)
        save(text, tmp_path / "class" / name)
    return tmp_path / "class"


def without_times(text: str) -> object:
    said = json.loads(text)
    for report in said["reports"]:
        report.pop("seconds")
        report.pop("first_move_seconds", None)
    return said


def test_the_report_is_that_of_one_machine(submissions: Path) -> None:
    here = run("check", str(submissions), "--json", *QUICK)
    done = run("check", str(submissions), "--json", "--cluster", "local:2", "--require-sandbox", *QUICK)
    said = [line for line in done.stderr.splitlines() if line != "note: there is no worker yet: waiting for one"]
    assert (done.returncode, said) == (here.returncode, here.stderr.splitlines())
    assert without_times(done.stdout) == without_times(here.stdout)


def test_a_terminal_shows_who_is_waited_for_and_how_far_it_is(submissions: Path, tmp_path: Path) -> None:
    machines = Machines(tmp_path)
    try:
        with Terminal("check", str(submissions), "--cluster", machines.address, *QUICK) as terminal:
            terminal.expect("waiting for a worker, checked 0 of 4")
            terminal.expect("note: there is no worker yet: waiting for one")
            machines.worker("late")
            terminal.expect("1 worker, checked ")
            terminal.expect("4 programs: 1 right, 2 wrong, 1 not judged to the end.")
            assert terminal.exit_code() == 2
    finally:
        machines.end()


def test_ctrl_c_says_so_and_leaves_nobody_behind(tmp_path: Path) -> None:
    path = save("while True:\n    pass\n", tmp_path)
    process = subprocess.Popen(
        [*PROGRAM, "check", str(path), str(path), "--cluster", "local:2"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "TMPDIR": str(tmp_path)},
        start_new_session=True,
        preexec_fn=hear_signals,
    )
    try:
        wait_for(lambda: bool(_inmates(process.pid)))
        os.killpg(process.pid, signal.SIGINT)
        out, err = process.communicate(timeout=PATIENCE)
        assert (process.returncode, out) == (130, "")
        assert err == "Stopped before the end, so there is no report.\n"
        wait_for(lambda: not _group(process.pid))
        wait_for(lambda: not _inmates(process.pid))
        assert not list(tmp_path.glob("tictactoe-*"))
    finally:
        process.kill()
        process.communicate()


def _group(number: int) -> bool:
    """Whether anybody of a group is left."""
    try:
        os.killpg(number, 0)
    except ProcessLookupError:
        return False
    return True


def _inmates(number: int) -> list[Path]:
    """The processes of programs whose judge is of this group. Linux only."""
    found = []
    for process in Path("/proc").glob("[0-9]*"):
        try:
            words = (process / "cmdline").read_bytes().split(b"\0")
            if any(word.endswith(b"inmate.py") for word in words):
                judge = int(words[words.index(next(w for w in words if w.endswith(b"inmate.py"))) + 1])
                if os.getpgid(judge) == number:
                    found.append(process)
        except OSError:
            continue
    return found


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--cluster", "local:0"], "'local:0' should be local:N, with N a whole number from 1 to 64."),
        (["--cluster", "local:2x2"], "'local:2x2' should be local:N, with N a whole number from 1 to 64."),
        (["--cluster", "what is this"], "'what is this' should be a scheduler's address such as tcp://127.0.0.1:8786"),
        (["--cluster", "127.0.0.1:1"], "no cluster answers at '127.0.0.1:1'"),
        (["--cluster", "local:2", "--workers", "2"], "give one of them"),
    ],
)
def test_what_cannot_be_is_refused_in_one_sentence(words: list[str], said: str, tmp_path: Path) -> None:
    done = call("check", str(save(GOOD, tmp_path)), *words)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.count("\n") == 1
    assert said in done.stderr


def test_without_dask_the_command_that_brings_it_is_said(tmp_path: Path) -> None:
    program = [sys.executable, "-c", NO_DASK]
    done = run("check", str(save(GOOD, tmp_path)), "--cluster", "local:1", program=program)
    assert done.returncode == 2
    assert "a cluster needs Dask: install it with " in done.stderr
    assert done.stderr.count("\n") == 1
