"""Each guard switched off in turn: every format says so in one line, and who requires a sandbox is refused."""

from __future__ import annotations

import csv
import fcntl
import io
import json
import mmap
import os
import re
import struct
import sys
import termios
from collections.abc import Callable
from html import escape
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from programs import GOOD, save
from tictactoe.check.calls import (
    ALLOW,
    ALLOWED,
    EQUAL,
    LOAD,
    MACHINES,
    NO_SUCH_CALL,
    NOT_PERMITTED,
    RETURN,
    conditions,
    filter_code,
)
from tictactoe.check.limits import GUARDS
from tictactoe.check.sandbox import Sandbox, missing_guards
from tictactoe.draw.report import FORMATS
from tictactoe.draw.report.words import GUARDED, not_guarded
from tictactoe.ui.commands import main

if not sys.platform.startswith("linux"):
    pytest.skip("only Linux has all the guards", allow_module_level=True)

HEADERS = Path("/usr/include")


SAYS: dict[str, Callable[[str, str, str], bool]] = {
    "text": lambda text, _, line: line in text,
    "json": lambda text, off, _: json.loads(text)["reports"][0]["not_guarded"] == [off],
    "html": lambda text, _, line: f"<p>{escape(line)}</p>" in text,
    "junit": lambda text, _, line: f'<property name="guards" value="{escape(line)}"/>' in text,
    "csv": lambda text, off, _: next(csv.DictReader(io.StringIO(text)))["not_guarded"] == off,
    "gradescope": lambda text, _, line: line in json.loads(text)["output"].splitlines(),
    "github": lambda text, _, line: f"::warning title=tictactoe check::{line}" in text.splitlines(),
}
"""Whether a report in a format says that a guard is off, in this line if it has lines."""


def check(folder: Path, *options: str) -> Result:
    return CliRunner().invoke(main, ["check", str(save(GOOD, folder)), "--function", "initial_state", *options])


@pytest.fixture(params=GUARDS)
def off(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """The name of a guard that is switched off, on a system that has all of them."""
    if missing_guards():
        pytest.skip("this system has not all the guards")
    monkeypatch.setattr(Sandbox, "without", (request.param,))
    return str(request.param)


def test_every_guard_has_words() -> None:
    assert tuple(GUARDED) == GUARDS


def test_a_guard_that_is_off_is_found_missing(off: str) -> None:
    assert missing_guards() == (off,)


@pytest.mark.parametrize("form", FORMATS)
def test_every_format_and_the_terminal_say_which_guard_is_missing(form: str, off: str, tmp_path: Path) -> None:
    done = check(tmp_path, *(["--json"] if form == "json" else ["--format", form]))
    assert done.exit_code == 0
    line = f"Not fully guarded: {not_guarded([off])}."
    assert line in done.output.splitlines()  # the report, or standard error beside it
    assert SAYS[form](done.stdout, off, line)


def test_a_class_is_told_once(off: str, tmp_path: Path) -> None:
    path = str(save(GOOD, tmp_path))
    done = CliRunner().invoke(main, ["check", path, path, "--function", "initial_state"])
    assert done.output.count(not_guarded([off])) == 1


def test_who_requires_a_sandbox_is_refused_in_one_sentence(off: str, tmp_path: Path) -> None:
    done = check(tmp_path, "--require-sandbox")
    assert done.exit_code == 2
    assert done.stdout == ""
    assert done.stderr == f"Error: nothing was run, since a whole sandbox is required: {not_guarded([off])}.\n"


def test_with_all_guards_nothing_is_said_and_nobody_refused(tmp_path: Path) -> None:
    if missing_guards():
        pytest.skip("this system has not all the guards")
    done = check(tmp_path, "--require-sandbox")
    assert done.exit_code == 0
    assert "Not fully guarded" not in done.output


def numbers(header: Path) -> dict[str, int]:
    if not header.is_file():
        pytest.skip("the kernel's headers are not installed")
    found = re.findall(r"^#define __NR(?:3264)?_(\w+)\s+(\d+)$", header.read_text(encoding="utf-8"), re.MULTILINE)
    return {name: int(number) for name, number in found}


def test_the_numbers_are_those_of_the_kernel() -> None:
    by_name = numbers(next(HEADERS.glob("x86_64-linux-gnu/asm/unistd_64.h"), HEADERS / "asm" / "unistd_64.h"))
    assert {name: both[0] for name, both in ALLOWED.items()} == {name: by_name[name] for name in ALLOWED}


def test_the_numbers_are_those_of_the_kernel_on_arm() -> None:
    by_name = numbers(HEADERS / "asm-generic" / "unistd.h")
    by_name["newfstatat"] = by_name["fstatat"]
    assert {name: both[1] for name, both in ALLOWED.items()} == {name: by_name.get(name) for name in ALLOWED}


def test_no_jump_leaves_the_filter_and_all_conditions_are_used() -> None:
    assert set(conditions()) <= set(ALLOWED)
    for machine in MACHINES:
        code = filter_code(machine)
        assert len(code) < 4096
        for at, (_, if_true, if_false, _) in enumerate(code):
            assert max(if_true, if_false) < 256
            assert at + 1 + max(if_true, if_false) <= len(code)


def decision(machine: str, name: str, *arguments: int) -> str:
    """What the filter says to a call, read as the kernel reads it."""
    column, architecture = MACHINES[machine]
    number = ALLOWED[name][column]
    assert number is not None
    call = struct.pack("=iIQ6Q", number, architecture, 0, *arguments, *[0] * (6 - len(arguments)))
    code, at, loaded = filter_code(machine), 0, 0
    while True:
        kind, if_true, if_false, value = code[at]
        if kind == RETURN:
            return {ALLOW: "allowed", NOT_PERMITTED: "refused", NO_SUCH_CALL: "none"}[value]
        if kind == LOAD:
            (loaded,) = struct.unpack_from("=I", call, value)
            at += 1
        else:
            holds = loaded == value if kind == EQUAL else bool(loaded & value)
            at += 1 + (if_true if holds else if_false)


OWN, OTHER = os.getpid(), os.getppid()
DECISIONS = (
    ("read", (0, 0, 1), "allowed"),
    ("openat", (0, 0, os.O_RDONLY | os.O_CLOEXEC), "allowed"),
    ("openat", (0, 0, os.O_WRONLY | os.O_CREAT | os.O_TRUNC), "allowed"),  # of /dev/null: Landlock knows the path
    ("openat", (0, 0, os.O_RDONLY | os.O_TRUNC), "refused"),
    ("openat", (0, 0, os.O_RDWR | os.O_TMPFILE), "refused"),
    ("fcntl", (0, fcntl.F_DUPFD_CLOEXEC), "allowed"),
    ("fcntl", (0, fcntl.F_GETFL), "allowed"),
    ("fcntl", (0, fcntl.F_SETFL), "refused"),
    ("fcntl", (0, fcntl.F_SETOWN), "refused"),
    ("fcntl", (0, fcntl.F_SETSIG), "refused"),
    ("fcntl", (0, fcntl.F_SETPIPE_SZ), "refused"),
    ("fcntl", (0, fcntl.F_SETLEASE), "refused"),
    ("fcntl", (0, fcntl.F_NOTIFY), "refused"),
    ("ioctl", (0, termios.TIOCSTI), "refused"),
    ("ioctl", (0, termios.TCGETS), "allowed"),
    ("mmap", (0, 1, mmap.PROT_READ | mmap.PROT_WRITE, mmap.MAP_ANONYMOUS), "allowed"),
    ("mmap", (0, 1, mmap.PROT_READ | mmap.PROT_EXEC, mmap.MAP_PRIVATE), "allowed"),
    ("mmap", (0, 1, mmap.PROT_WRITE | mmap.PROT_EXEC, mmap.MAP_PRIVATE), "refused"),
    ("mmap", (0, 1, mmap.PROT_READ | mmap.PROT_EXEC, mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS), "refused"),
    ("mprotect", (0, 1, mmap.PROT_READ), "allowed"),
    ("mprotect", (0, 1, mmap.PROT_READ | mmap.PROT_EXEC), "refused"),
    ("kill", (OWN, 9), "allowed"),
    ("kill", (OTHER, 9), "refused"),
    ("kill", ((1 << 64) - 1, 9), "refused"),
    ("tgkill", (OWN, OWN, 9), "allowed"),
    ("tgkill", (OTHER, OTHER, 9), "refused"),
    ("tkill", (OTHER, 9), "refused"),
    ("prlimit64", (0, 7, 0, 1), "allowed"),
    ("prlimit64", (OTHER, 7, 0, 1), "refused"),
    ("prlimit64", (0, 7, 1, 0), "refused"),
    ("prlimit64", (0, 7, 1 << 32, 0), "refused"),
)


@pytest.mark.parametrize("machine", MACHINES)
@pytest.mark.parametrize(("name", "arguments", "expected"), DECISIONS)
def test_arguments_decide_where_it_matters(machine: str, name: str, arguments: tuple[int, ...], expected: str) -> None:
    assert decision(machine, name, *arguments) == expected
