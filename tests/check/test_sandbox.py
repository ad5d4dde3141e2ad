"""Hostile and broken programs, run for real: each ends in an honest verdict, and nothing outside of it is touched."""

from __future__ import annotations

import json
import os
import platform
import re
import shutil
import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

import tictactoe
from extent import sample
from inmates import ORDINARY, PATHS, inmates_of, python_as
from patience import PATIENCE
from programs import GOOD, IMPORTS, hostile, save
from tictactoe.check import Report, check_file, sandbox
from tictactoe.check.calls import ALLOWED, MACHINES
from tictactoe.check.sandbox import KEPT_OUTPUT, Sandbox

LINUX = sys.platform.startswith("linux")
PACKAGE = Path(tictactoe.__file__).parent
CALL_SECONDS = 0.5
"""Of time as the program has it: enough for a call, however busy the machine is."""
ATTEMPTS = (
    *("try_processes", "try_files", "try_signals", "try_network", "try_answers"),
    *("try_code", "try_calls", "try_threads"),
)
"""Programs that are right unless something succeeds that they should not be able to do."""


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder for a program; afterwards there is no process of its left, and nothing where temporary files go."""
    scratch = tmp_path / "scratch"
    scratch.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(scratch))
    yield tmp_path
    assert list(scratch.iterdir()) == []
    assert inmates_of(os.getpid()) == []


def story(report: Report) -> str:
    """All that a report says of what happened."""
    parts = [report.stopped]
    for verdict in report.verdicts:
        parts += [verdict.note, *verdict.causes, verdict.fault.came if verdict.fault else ""]
    return " ".join(parts)


class Case(NamedTuple):
    name: str
    says: str
    """A pattern; where a busy machine decides what happens first, of either."""
    function: str = "utility"

    @property
    def call_seconds(self) -> float:
        return _call_seconds(self.says)


def _call_seconds(says: str) -> float:
    """Little where it is for the time that a program is blamed; else all it needs, on a machine however slow."""
    return CALL_SECONDS if "did not come back" in says else PATIENCE


IN_A_FUNCTION = (
    Case("loop_in_minimax", "did not come back within 0.5 seconds when minimax was called", "minimax"),
    Case("exit_in_function", "SystemExit"),
    Case("end_in_function", r"ended the process it ran in \(exit code 0\)"),
    Case("memory_at_once", "MemoryError"),
    Case("memory_by_and_by", "MemoryError|did not come back"),
    Case("prints_without_end", "did not come back within 0.5 seconds when utility was called"),
    Case("input_in_function", "EOFError"),
    Case("signals_ignored", "did not come back within 0.5 seconds when utility was called"),
    Case("kills_itself", "ended by the signal SIGKILL"),
    Case("a_signal_without_a_name", "ended by the signal 40"),
    Case("a_small_pipe", "did not come back within 0.5 seconds when utility was called"),
    Case("dribbles_on_the_pipe", "did not come back within 0.5 seconds|wrote on the pipe"),
    Case("junk_on_the_pipe", "wrote on the pipe"),
    Case("closes_the_pipe", "closed the pipe"),
    Case("recursion", "RecursionError"),
    Case("recursion_without_limit", "MemoryError|did not come back|memory"),
    Case("stack_overflow", "ended by the signal SIGSEGV|did not come back"),
    Case("own_exception", "what it says cannot be shown"),
    Case("every_method_raises", "its repr raises RuntimeError"),
    Case("its_repr_never_ends", "did not come back"),
    Case("its_repr_is_huge", r"\[31mxxx"),
    Case("a_list_that_is_not_one", r"\[", "actions"),
    Case("actions_without_end", "<generator object", "actions"),
    Case("a_huge_range", r"range\(0, 1000000000\)", "actions"),
    Case("a_huge_set", "…", "actions"),
    Case("a_huge_text", "ud800"),
    Case("a_huge_number", "a huge number"),
    Case("a_list_in_itself", r"\[\["),
    Case("last_words", r"ended the process it ran in \(exit code 3\)"),
    Case("module_getattr", ""),
    Case("board_of_its_own", "It changes the board that it is given"),
    Case("files_without_end", "PermissionError: a program that is being checked may not write files"),
)


@pytest.mark.parametrize("case", IN_A_FUNCTION, ids=lambda case: case.name)
def test_a_function_that_misbehaves_is_blamed_in_time_and_the_others_are_judged(case: Case, place: Path) -> None:
    report = check_file(save(hostile(case.name), place), ("initial_state", case.function), 60, None, case.call_seconds)
    assert report.to_blame == (case.function,)
    assert report.verdicts[0].status == "right"
    assert re.search(case.says, story(report))
    assert "\x1b" not in story(report)


AS_ANOTHER = """
import json, sys
from pathlib import Path
from tictactoe.check import check_file
for line in sys.stdin:
    path, function, call_seconds = json.loads(line)
    report = check_file(Path(path), ("initial_state", function), 60, None, call_seconds)
    said = [report.stopped]
    for verdict in report.verdicts:
        said += [verdict.note, *verdict.causes, verdict.fault.came if verdict.fault else ""]
    print(json.dumps([report.to_blame, report.verdicts[0].status, report.guards, " ".join(said)]), flush=True)
"""


def test_the_same_is_said_to_an_ordinary_user() -> None:
    """One judge for all of them: none harms the report of those after it."""
    python = python_as(ORDINARY)
    cases = sample(IN_A_FUNCTION, 8)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        folder.chmod(0o755)
        asked = ""
        for case in cases:
            (folder / case.name).mkdir()
            path = save(hostile(case.name), folder / case.name)
            asked += json.dumps([str(path), case.function, case.call_seconds]) + "\n"
        done = subprocess.run(
            [*python, "-c", AS_ANOTHER],
            input=asked,
            capture_output=True,
            text=True,
            timeout=PATIENCE,
            check=False,
            env={"PATH": os.environ["PATH"], "PYTHONPATH": PATHS},
        )
        assert (done.returncode, done.stderr) == (0, "")
        for case, line in zip(cases, done.stdout.splitlines(), strict=True):
            to_blame, first, guards, said = json.loads(line)
            assert (to_blame, first) == ([case.function], "right"), case.name
            assert re.search(case.says, said), case.name
            assert {"resources", "audit"} <= set(guards)


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("loop_on_import", "did not come back within 0.5 seconds when it was loaded"),
        ("exit_on_import", "SystemExit: 0"),
        ("sly_exception_on_import", "Sly: like every other (line "),
        ("input_on_import", "EOFError"),
        ("forged_when_loaded", "wrote on the pipe"),
        ("threads_without_end", "thread"),
    ],
)
def test_a_program_that_cannot_be_loaded_is_not_judged(name: str, says: str, place: Path) -> None:
    report = check_file(save(hostile(name), place), ("utility",), 60, None, _call_seconds(says))
    assert not report.is_right
    assert "right" not in {verdict.status for verdict in report.verdicts}
    assert says in story(report)


FORGED = (
    '{"id":4,"value":["int",1],"seconds":0,"board":null}',
    '{"id":4,"value":[],"seconds":0,"board":null}',
    '{"id":4,"value":["set",[["list",[],0]],1],"seconds":0,"board":null}',
    '{"id":4,"value":["list",[["tuple",[["list",[],0]],1]],1],"seconds":"nan","board":null}',
    '{"id":4,"raised":7,"seconds":0,"board":null}',
    '{"id":4,"value":["str",1],"seconds":0,"board":null}',
    '{"id":4,"value":["unheard of",1,2],"seconds":0,"board":null}',
    '{"id":4}',
    "7",
    "[" * 100_000,
    "1" * 10_000,
    "x" * 900_000,
)


@pytest.mark.parametrize("text", FORGED, ids=lambda text: text[:50])
def test_a_forged_answer_is_seen_for_what_it_is(text: str, place: Path) -> None:
    program = hostile("forged_answers", FORGED=repr(text.encode() + b"\n"))
    report = check_file(save(program, place), ("initial_state", "utility"), 60, None, PATIENCE)
    assert report.to_blame == ("utility",)
    assert "wrote on the pipe" in story(report)


@pytest.mark.parametrize("name", ["patches_everything", "prints_at_the_end", "prints_at_every_call"])
def test_mischief_that_touches_no_answer_changes_no_verdict(name: str, place: Path) -> None:
    report = check_file(save(hostile(name), place), ("initial_state", "utility"), 60, None, 10)
    assert report.is_right, story(report)


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (b"def player(board:\n    pass\n", "SyntaxError: '(' was never closed (line 1)"),
        (b"\x7fELF\x02\x01\x01\x00\xff\xfe", "cannot be loaded: S"),
        (GOOD.encode() + b"\0", "null bytes"),
        (b"x = 1\n" * 1_000_000, "larger than 1 MB"),
        (b"x = '\xff'\n", "SyntaxError"),
    ],
    ids=["syntax", "binary", "nul", "large", "encoding"],
)
def test_a_file_that_is_no_program(content: bytes, says: str, place: Path) -> None:
    path = place / "tictactoe.py"
    path.write_bytes(content)
    report = check_file(path, seconds=60)
    assert says in report.stopped
    assert not report.is_right


def test_an_empty_file_lacks_every_function(place: Path) -> None:
    report = check_file(save("", place), seconds=60)
    assert {verdict.status for verdict in report.verdicts} == {"missing"}
    assert not report.is_right


def test_what_is_not_a_file_is_not_judged(place: Path) -> None:
    folder, pipe = place / "folder.py", place / "pipe.py"
    folder.mkdir()
    os.mkfifo(pipe)
    for path in (pipe, place / "nothing.py"):
        assert check_file(path).stopped == "it is not a file"
    assert check_file(folder).stopped == "there is no Python file in it"


@pytest.mark.skipif(hasattr(os, "getuid") and os.getuid() == 0, reason="root reads every file")
def test_a_file_that_may_not_be_read_is_not_judged(place: Path) -> None:
    path = save(GOOD, place)
    path.chmod(0)
    assert "Permission denied" in check_file(path).stopped


def attempts(name: str, folder: Path, package: Path, port: int) -> str:
    """A program that tries what it should not be able to do, on a canary in this folder."""
    column, _ = MACHINES.get(platform.machine(), (0, 0))
    numbers = {call: both[column] for call, both in ALLOWED.items()}
    return hostile(
        name,
        CANARY=folder / "canary",
        PACKAGE=package,
        PORT=port,
        NUMBERS=sorted(number for number in numbers.values() if number is not None),
        PRLIMIT=numbers["prlimit64"],
        KILL=numbers["kill"],
    )


@pytest.fixture
def listener() -> Iterator[socket.socket]:
    """Somebody whom a program might call, over TCP."""
    with socket.create_server(("127.0.0.1", 0)) as heard:
        heard.setblocking(False)
        yield heard
        with pytest.raises(BlockingIOError):
            heard.accept()


@pytest.mark.skipif(not LINUX, reason="only Linux has all the guards")
@pytest.mark.parametrize("name", ATTEMPTS)
def test_nothing_outside_is_reached(name: str, place: Path, listener: socket.socket) -> None:
    canary = place / "canary"
    canary.write_text("alive")
    program = attempts(name, place, PACKAGE, listener.getsockname()[1])
    report = check_file(save(program, place), ("utility",), 60, None, 30)
    assert report.is_right, story(report)
    assert canary.read_text() == "alive"
    assert {path.name for path in place.iterdir()} == {"canary", "scratch", "tictactoe.py"}
    assert {"resources", "audit"} <= set(report.guards)
    if {"files", "calls"} - set(report.guards):
        pytest.skip("this kernel has not all the guards")


@pytest.fixture(scope="session")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A Python with the package installed in the usual way, not as a link to its source."""
    home = tmp_path_factory.mktemp("python")
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", home], check=True, timeout=60)
    packages = next(home.glob("lib/python*/site-packages"))
    shutil.copytree(PACKAGE, packages / "tictactoe")
    return home


CHECK = """
import json, sys
from pathlib import Path
from tictactoe.check import check_file
from tictactoe.check.sandbox import Sandbox
Sandbox.without = ("audit",)
report = check_file(Path(sys.argv[1]), ("utility",), 60, None, 30)
verdict = report.verdicts[0]
print(json.dumps([report.is_right, report.guards, report.stopped, verdict.fault and verdict.fault.came]))
"""


@pytest.mark.skipif(not LINUX, reason="only Linux has guards in its kernel")
@pytest.mark.parametrize("name", ATTEMPTS)
def test_the_kernel_alone_holds_a_program_too(
    name: str, tmp_path: Path, installed: Path, listener: socket.socket
) -> None:
    canary = tmp_path / "canary"
    canary.write_text("alive")
    package = next(installed.glob("lib/python*/site-packages/tictactoe"))
    program = attempts(name, tmp_path, package, listener.getsockname()[1])
    program = program.replace("attempt(ctypes.CDLL, None)\n", "")  # to call C is no escape by itself
    done = subprocess.run(
        [installed / "bin" / "python", "-c", CHECK, save(program, tmp_path)],
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
        env={"PATH": os.environ["PATH"], "TMPDIR": str(tmp_path)},
    )
    assert done.returncode == 0, done.stderr
    is_right, guards, *said = json.loads(done.stdout)
    if {"files", "calls"} - set(guards):
        pytest.skip("this kernel has not all the guards")
    assert "audit" not in guards
    assert is_right, said
    assert canary.read_text() == "alive"
    assert {path.name for path in tmp_path.iterdir()} == {"canary", "tictactoe.py"}


@pytest.mark.skipif(not LINUX, reason="only Linux has guards in its kernel")
@pytest.mark.parametrize("name", ATTEMPTS)
def test_the_kernel_alone_holds_a_program_of_an_ordinary_user(name: str, listener: socket.socket) -> None:
    python = python_as(ORDINARY)
    with tempfile.TemporaryDirectory() as folder:  # which pytest's own would not let the user see
        canary = Path(folder) / "canary"
        canary.write_text("alive")
        for path in (canary, canary.parent):
            os.chown(path, ORDINARY, ORDINARY)
        program = attempts(name, canary.parent, PACKAGE, listener.getsockname()[1])
        program = program.replace("attempt(ctypes.CDLL, None)\n", "")
        done = subprocess.run(
            [*python, "-c", CHECK, save(program, canary.parent)],
            capture_output=True,
            text=True,
            timeout=300,
            check=False,
            env={"PATH": os.environ["PATH"], "TMPDIR": folder, "PYTHONPATH": PATHS},
        )
        assert done.returncode == 0, done.stderr
        is_right, guards, *said = json.loads(done.stdout)
        if {"files", "calls"} - set(guards):
            pytest.skip("this kernel has not all the guards")
        assert is_right, said
        assert canary.read_text() == "alive"
        assert {path.name for path in canary.parent.iterdir()} == {"canary", "tictactoe.py"}


def test_what_learners_import_can_be_used(place: Path) -> None:
    report = check_file(save(GOOD + IMPORTS, place), ("utility",))
    assert report.is_right, story(report)


def test_numpy_can_be_used(place: Path) -> None:
    pytest.importorskip("numpy")
    program = (
        GOOD
        + "\n\nimport os\nos.environ['OMP_NUM_THREADS'] = '1'\nimport numpy\nnumpy.ones((99, 99)).dot(numpy.ones(99))\n"
    )
    assert check_file(save(program, place), ("utility",)).is_right


def test_a_program_may_not_keep_a_file_but_may_write_to_nowhere(place: Path) -> None:
    program = GOOD + "\n\nwith open(PLACE, 'w') as file:\n    file.write('began')\n"
    nowhere = check_file(save(program.replace("PLACE", repr(os.devnull)), place), ("utility",))
    assert nowhere.is_right
    kept = check_file(save(program.replace("PLACE", "'log.txt'"), place), ("utility",))
    assert "PermissionError: a program that is being checked may not write files (line" in kept.stopped


def test_printing_is_counted_and_its_beginning_kept(place: Path) -> None:
    report = check_file(save(hostile("prints_at_every_call"), place), ("utility",), 60)
    assert report.is_right
    assert report.output.startswith("looking at [[")
    assert len(report.output) <= KEPT_OUTPUT
    assert report.printed > 10_000 * report.verdicts[0].asked


@pytest.mark.parametrize("name", ["a_small_pipe", "dribbles_on_the_pipe", "prints_without_end"])
def test_every_wait_has_an_end_without_the_guards_too(name: str, place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Sandbox, "without", ("calls", "audit"))
    monkeypatch.setattr(sandbox, "AHEAD", 1000)  # more than fits into a small pipe
    report = check_file(save(hostile(name), place), ("initial_state", "utility"), 60, None, CALL_SECONDS)
    assert report.to_blame == ("utility",)
    assert report.missing_guards == ("calls", "audit")


def test_a_good_program_after_all_that(place: Path) -> None:
    """It is right, and what it is asked in is a process that has nothing of the last one."""
    check_file(save(hostile("patches_everything"), place), ("utility",), 60)
    path = save(GOOD, place)
    assert check_file(path, ("player", "winner", "terminal", "utility")).is_right
    with Sandbox(path) as asked:
        assert asked.load() < 10
        assert asked.functions[-1] == "minimax"
