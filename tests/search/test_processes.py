"""Processes that end when whoever started them does."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path
from time import monotonic, sleep

import pytest

from patience import PATIENCE

PARENT = """
from multiprocessing import get_context
from time import sleep
from tictactoe.search.processes import end_with_parent

def work():
    end_with_parent()
    print("at work", flush=True)
    while True:
        sum(range(1000))

if __name__ == "__main__":
    process = get_context("spawn").Process(target=work)
    process.start()
    print(process.pid, flush=True)
    process.join()
"""


@pytest.mark.skipif(os.name == "nt", reason="it takes signals that Windows does not have")
@pytest.mark.parametrize("how", ["SIGKILL", "SIGTERM"])
def test_a_process_at_work_ends_with_the_one_that_started_it(tmp_path: Path, how: str) -> None:
    program = tmp_path / "parent.py"
    program.write_text(PARENT)
    with subprocess.Popen([sys.executable, str(program)], stdout=subprocess.PIPE, text=True) as parent:
        assert parent.stdout
        said = {parent.stdout.readline().strip(), parent.stdout.readline().strip()}
        child = int(next(iter(said - {"at work"})))
        parent.send_signal(getattr(signal, how))
    end = monotonic() + PATIENCE
    while Path(f"/proc/{child}").exists() if Path("/proc/self").exists() else _is_there(child):
        assert monotonic() < end, "it was left behind"
        sleep(0.05)


def _is_there(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return True
