"""`tictactoe solve --cluster`, run as a person runs it, with workers of its own."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from time import monotonic, sleep

import pytest

from console import PROGRAM, hear_signals, run
from patience import PATIENCE

pytestmark = pytest.mark.skipif(os.name == "nt", reason="it takes signals that Windows does not have")

SAVING_OFTEN = (
    "import sys, tictactoe.ui.progress as progress; progress.SAVE_EVERY = 0.2;"
    "from tictactoe.ui.commands import main; main(sys.argv[1:], prog_name='tictactoe')"
)
LONG = ("solve", "9,7,5", "--cluster", "local:2x1")
"""A search of a minute or more."""


@contextmanager
def started(*command: str, cache: str, **environment: str) -> Iterator[subprocess.Popen[str]]:
    """A process in a group of its own: Ctrl-C goes to all of a group."""
    process = subprocess.Popen(
        command,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "TICTACTOE_CACHE": cache, **environment},
        start_new_session=True,
        preexec_fn=hear_signals,
    )
    try:
        yield process
    finally:
        process.kill()
        process.communicate()


def wait_for_journal(cache: str) -> Path:
    end = monotonic() + PATIENCE
    while not (found := [path for path in Path(cache).glob("*.journal") if path.stat().st_size > 20_000]):
        assert monotonic() < end, "nothing was saved"
        sleep(0.05)
    return found[0]


def wait_until_alone(group: int) -> None:
    """Until nobody of a group is left."""
    end = monotonic() + PATIENCE
    while True:
        try:
            os.killpg(group, 0)
        except ProcessLookupError:
            return
        assert monotonic() < end, "somebody was left behind"
        sleep(0.05)


@pytest.mark.parametrize("where", ["local:2", "local:2x1"])
def test_the_value_is_that_of_one_machine(cache: str, where: str) -> None:
    done = run("solve", "7,7,5", "--cluster", where, TICTACTOE_CACHE=cache)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("5 in a row on 7 x 7, X to move: draw\n")


def test_a_win_comes_with_a_line_and_a_proof(cache: str, tmp_path: Path) -> None:
    proof = str(tmp_path / "proof.gz")
    done = run("solve", "5,6,4", "--cluster", "local:1", "--proof", proof, TICTACTOE_CACHE=cache)
    assert (done.returncode, done.stderr) == (0, "")
    assert "One way to win" in done.stdout
    assert run("verify", proof).returncode == 0


def test_ctrl_c_says_how_to_go_on_and_leaves_nobody_behind(cache: str) -> None:
    with started(sys.executable, "-c", SAVING_OFTEN, *LONG, cache=cache) as process:
        wait_for_journal(cache)
        os.killpg(process.pid, signal.SIGINT)
        out, err = process.communicate(timeout=PATIENCE)
        assert process.returncode == 130
        assert out.startswith("5 in a row on 9 x 7, X to move: draw or win\n")
        assert err.splitlines()[-1] == f"note: to go on from here: tictactoe {' '.join(LONG)} --resume"
        assert "Traceback" not in err
        wait_until_alone(process.pid)


def test_nodes_are_not_overspent_by_a_job(cache: str) -> None:
    done = run("solve", "9,6,5", "--cluster", "local:1", "--nodes", "3000", "--json", TICTACTOE_CACHE=cache)
    assert done.returncode == 0
    assert 3_000 <= json.loads(done.stdout)["nodes"] < 4_000


def test_a_coordinator_that_is_killed_goes_on_from_its_journal(cache: str, tmp_path: Path) -> None:
    folder = tmp_path / "temporary"
    folder.mkdir()
    with started(sys.executable, "-c", SAVING_OFTEN, *LONG, cache=cache, TMPDIR=str(folder)) as process:
        wait_for_journal(cache)
        assert [path.name[:18] for path in folder.iterdir()] == ["tictactoe-workers-"]
        process.send_signal(signal.SIGKILL)
        process.communicate(timeout=PATIENCE)
        wait_until_alone(process.pid)
    assert [*folder.iterdir()] == []
    done = run(*LONG, "--resume", "--nodes", "1000", TICTACTOE_CACHE=cache)
    assert done.stderr.startswith("note: going on from ")
    assert done.returncode == 0


@pytest.mark.parametrize(
    ("where", "said"),
    [
        ("local:0", "'local:0' should be local:N, with N a whole number from 1 to 64, or local:WxT for W workers"),
        ("local:2x40", "'local:2x40' should be local:N, with N a whole number from 1 to 64, or local:WxT for W"),
        ("local:many", "'local:many' should be local:N, with N a whole number from 1 to 64"),
        ("127.0.0.1:1", "no cluster answers at '127.0.0.1:1'"),
        ("what is this", "'what is this' should be a scheduler's address such as tcp://127.0.0.1:8786, or local:N"),
        ("nonsense://a:1", "'nonsense://a:1' should be a scheduler's address such as tcp://127.0.0.1:8786, or local:N"),
    ],
)
def test_a_cluster_that_is_none_gets_one_sentence(where: str, said: str, cache: str) -> None:
    done = run("solve", "7,7,5", "--cluster", where, TICTACTOE_CACHE=cache)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.count("\n") == 1
    assert said in done.stderr


def test_threads_and_a_cluster_do_not_go_together() -> None:
    done = subprocess.run(
        [*PROGRAM, "solve", "7,7,5", "--cluster", "local:2", "--workers", "2"], capture_output=True, text=True
    )
    assert done.returncode == 2
    assert "give one of them" in done.stderr
