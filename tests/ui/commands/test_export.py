"""`tictactoe export`: a file and its card, or lines of text."""

from __future__ import annotations

import shlex
import signal
import subprocess
import time
from pathlib import Path

import pytest

from console import PLAIN_PROGRAM, PROGRAM, Terminal, call, hear_signals, run
from patience import PATIENCE


def test_a_file_and_its_card(tmp_path: Path) -> None:
    done = call("export", "3,3,3", "--output", str(tmp_path / "all.csv"))
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == f"5,478 positions are in {tmp_path}/all.csv, and what they are in {tmp_path}/all.csv.md.\n"
    assert {path.name for path in tmp_path.iterdir()} == {"all.csv", "all.csv.md"}


def test_a_name_says_the_format_unless_it_was_said(tmp_path: Path) -> None:
    for name, said, form in (
        ("a.jsonl", [], "jsonl"),
        ("a.JSONL", [], "jsonl"),
        ("a.txt", [], "csv"),
        ("b.jsonl", ["--format", "csv"], "csv"),
    ):
        call("export", "2,2,2", "--output", str(tmp_path / name), *said)
        begins = (tmp_path / name).read_text(encoding="utf-8")[:9]
        assert begins == {"jsonl": '{"positio', "csv": "position,"}[form]


@pytest.mark.parametrize("form", ["csv", "jsonl", "uci"])
def test_without_a_file_it_is_printed(form: str, tmp_path: Path) -> None:
    printed = run("export", "3,3,3", "--format", form, "--fold", program=PLAIN_PROGRAM)
    assert (printed.returncode, printed.stderr) == (0, "")
    call("export", "3,3,3", "--format", form, "--fold", "--output", str(tmp_path / "file"))
    assert printed.stdout == (tmp_path / "file").read_text()


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["4,4,4"], "4,4,4 needs the compiled solver: install it with "),
        (["3,3,3", "--format", "npz", "--output", "FILE"], "an npz file needs numpy: install it with "),
    ],
)
def test_the_plain_install_says_what_to_install(arguments: list[str], said: str, tmp_path: Path) -> None:
    words = [word.replace("FILE", str(tmp_path / "file")) for word in arguments]
    done = run("export", *words, program=PLAIN_PROGRAM)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith(f"Error: {said}")
    assert done.stderr.count("\n") == 1
    assert "[solve]" in done.stderr


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["3,3,3", "--format", "npz"], "npz is not text that could be printed: name a file for it."),
        (["9,9,5"], "9,9,5 has 81 cells, but only boards of at most 16 can be labelled."),
        (["3,3,3", "--output", "/nowhere/all.csv"], "'/nowhere/all.csv' cannot be written: No such file or directory."),
        (["3,3"], "game '3,3' has 2 parts, but should be rows,columns,k such as 3,3,3."),
    ],
)
def test_what_cannot_be_is_one_sentence(arguments: list[str], said: str) -> None:
    done = call("export", *arguments)
    assert (done.returncode, done.stdout, done.stderr) == (2, "", f"Error: {said}\n")


def test_whoever_reads_only_the_beginning_gets_that() -> None:
    line = shlex.join([*PROGRAM, "export", "3,4,3"])
    done = subprocess.run(["/bin/sh", "-c", f"{line} | head -n 2"], capture_output=True, text=True, timeout=PATIENCE)
    assert done.stdout.splitlines()[1:] == [f"{'..../' * 3}"[:-1] + ",X,0,1,7,b1 c1 b2 c2 b3 c3,,1"]
    assert "Traceback" not in done.stderr
    assert "Exception" not in done.stderr


@pytest.mark.parametrize(
    ("where", "code", "said"),
    [(">&-", 0, ""), ("> /dev/full", 2, "Error: cannot write the output: No space left on device.\n")],
)
@pytest.mark.skipif(not Path("/dev/full").exists(), reason="only Linux has a disk that is always full")
def test_where_nothing_can_be_printed(where: str, code: int, said: str) -> None:
    line = f"{shlex.join([*PROGRAM, 'export', '3,3,3', '--format', 'uci'])} {where}"
    done = subprocess.run(["/bin/sh", "-c", line], stderr=subprocess.PIPE, text=True, timeout=PATIENCE)
    assert (done.returncode, done.stderr) == (code, said)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_told_to_end_it_leaves_nothing_half_written(number: signal.Signals, tmp_path: Path) -> None:
    with subprocess.Popen(
        [*PROGRAM, "export", "4,4,4", "--output", str(tmp_path / "all.csv")],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=hear_signals,
    ) as exporting:
        deadline = time.monotonic() + PATIENCE
        while not any(path.stat().st_size for path in tmp_path.iterdir()) and exporting.poll() is None:
            assert time.monotonic() < deadline
            time.sleep(0.01)
        exporting.send_signal(number)
        said, errors = exporting.communicate(timeout=PATIENCE)
    assert (exporting.returncode, said) == (128 + number, "")
    assert errors.endswith("note: stopped before the end: nothing was written\n")
    assert not [*tmp_path.iterdir()]


def test_a_terminal_shows_how_far_it_has_come(tmp_path: Path) -> None:
    with Terminal("export", "4,4,4", "--output", str(tmp_path / "all.csv")) as terminal:
        terminal.expect("4,4,4, pass ")
        terminal.expect("% (Ctrl-C stops)")
        terminal.interrupt("nothing was written")
        assert terminal.exit_code() == 130
    assert not [*tmp_path.iterdir()]
