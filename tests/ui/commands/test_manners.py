"""What all commands have in common: exit codes, widths, help and completion, as docs/command-line.md has them."""

from __future__ import annotations

import fcntl
import os
import pty
import re
import signal
import struct
import subprocess
import sys
import termios
from contextlib import suppress
from pathlib import Path

import pytest

from console import PROGRAM, Terminal, run
from patience import PATIENCE
from tictactoe.ui import commands

PAGE = (Path(__file__).parents[3] / "docs" / "command-line.md").read_text(encoding="utf-8")
GOOD = Path(__file__).parents[2] / "data" / "good.py"
WRONG = "def winner(board):\n    return None\n"


def test_the_exit_codes_are_those_of_the_page(tmp_path: Path) -> None:
    wrong = tmp_path / "wrong.py"
    wrong.write_text(WRONG, encoding="utf-8")
    asked = ("--function", "winner", "--seconds", "300")
    codes = {
        run("analyze").returncode,
        run("check", str(GOOD), *asked).returncode,
        run("check", str(wrong), *asked).returncode,
        run("analyze", "nonsense").returncode,
        interrupted("solve", "8,8,5", "--fresh"),
    }
    assert codes == {int(code) for code in re.findall(r"^\| (\d+) \|", PAGE, re.MULTILINE)} == {0, 1, 2, 130}


def interrupted(*arguments: str) -> int:
    with Terminal(*arguments) as terminal:
        terminal.expect("(Ctrl-C stops)")
        terminal.ctrl_c()
        terminal.expect("X to move: ")
        return terminal.exit_code()


@pytest.mark.parametrize("arguments", [["analyze", "--game", "8,8,5"], ["explain", "--game", "8,8,5"]])
def test_ctrl_c_prints_what_is_known(arguments: list[str]) -> None:
    assert interrupted(*arguments) == 130


def test_ctrl_c_ends_what_has_nothing_to_say() -> None:
    """Wherever it is: here in the middle of a long search, which says nothing until its end."""
    code = (
        "import os, signal, threading\n"
        "import tictactoe.ui.commands.compare as compare\n"
        "search = compare.traced\n"
        "def traced(*asked):\n"
        "    os.kill(os.getpid(), signal.SIGINT)\n"
        "    return search(*asked)\n"
        "compare.traced = traced\n"
        "from tictactoe.ui.commands import main\n"
        "main(['compare'], prog_name='tictactoe')\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler) and None,
    )
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "")


def test_kill_ends_a_bench_that_has_opened_a_window() -> None:
    """SDL makes a closing of its windows of every signal that nobody listens to."""
    code = (
        "import os, signal\n"
        "from tictactoe.bench import measure\n"
        "def report(scope):\n"
        "    import pygame\n"
        "    pygame.display.init()\n"
        "    os.kill(os.getpid(), signal.SIGTERM)\n"
        "    raise SystemExit('it goes on')\n"
        "measure.report = report\n"
        "from tictactoe.ui.commands import main\n"
        "main(['bench'], prog_name='tictactoe')\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        env={**os.environ, "SDL_VIDEODRIVER": "dummy", "PYGAME_HIDE_SUPPORT_PROMPT": "1"},
        timeout=PATIENCE,
    )
    assert (done.returncode, done.stdout, done.stderr) == (128 + signal.SIGTERM, "", "")


def test_ctrl_c_while_it_is_being_loaded_is_quiet_too() -> None:
    code = (
        "import sys\n"
        "class Impatient:\n"
        "    @staticmethod\n"
        "    def find_spec(name, path=None, target=None):\n"
        "        if name == 'tictactoe.ui.commands':\n"
        "            raise KeyboardInterrupt\n"
        "sys.meta_path.insert(0, Impatient)\n"
        "import runpy\n"
        "runpy.run_module('tictactoe', run_name='__main__')\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "")


def at_width(columns: int, *arguments: str, code: int = 0) -> list[str]:
    """What a command shows in a terminal of so many columns."""
    own, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
    environment = {name: value for name, value in os.environ.items() if name != "COLUMNS"}
    process = subprocess.Popen([*PROGRAM, *arguments], stdin=theirs, stdout=theirs, stderr=theirs, env=environment)
    os.close(theirs)
    shown = b""
    with suppress(OSError):  # Linux says so when the program has gone
        while more := os.read(own, 4096):
            shown += more
    os.close(own)
    assert process.wait() == code
    return shown.decode().splitlines()


@pytest.mark.parametrize(("columns", "widest"), [(40, 60), (60, 60), (72, 72), (100, 100), (200, 100)])
def test_reasons_are_as_wide_as_the_terminal(columns: int, widest: int) -> None:
    lines = at_width(columns, "explain", "--moves", "b2 b1")
    assert widest - 12 < max(map(len, lines)) <= widest
    assert " ".join(" ".join(lines).split()) == " ".join(run("explain", "--moves", "b2 b1").stdout.split())


@pytest.mark.parametrize(
    ("columns", "first"), [(50, "  Its rows are one and the same list, so that a mark in one"), (200, "")]
)
def test_the_causes_of_a_fault_are_as_wide_as_the_terminal(columns: int, first: str, tmp_path: Path) -> None:
    path = tmp_path / "tictactoe.py"
    path.write_text("def initial_state():\n    return [[None] * 3] * 3\n", encoding="utf-8")
    lines = at_width(columns, "check", str(path), "--function", "initial_state", code=1)
    whole = "  Its rows are one and the same list, so that a mark in one shows in all: make each row anew."
    assert (first or whole) in lines


def test_in_a_pipe_the_width_is_always_the_same() -> None:
    shown = {run("explain", "--moves", "b2 b1", COLUMNS=columns).stdout for columns in ("20", "70", "200")}
    assert len(shown) == 1
    assert 88 < max(map(len, shown.pop().splitlines())) <= 100


@pytest.mark.parametrize("columns", [80, 100])
def test_no_summary_is_cut_off(columns: int) -> None:
    lines = at_width(columns, "--help")
    assert max(map(len, lines)) <= columns
    text = " ".join(" ".join(lines).split())
    for name in commands.COMMANDS:
        assert f" {name} {commands.summary(name)}" in text


def test_bash_completes_commands_and_options(tmp_path: Path) -> None:
    [line] = re.findall(r'^    (eval "\$\(_TICTACTOE_COMPLETE=bash_source .*)$', PAGE, re.MULTILINE)
    script = f"""
        {line}
        complete -p tictactoe
        COMP_WORDS=(tictactoe ana) COMP_CWORD=1
        _tictactoe_completion tictactoe; echo "${{COMPREPLY[@]}}"
        COMP_WORDS=(tictactoe analyze --js) COMP_CWORD=2
        COMPREPLY=(); _tictactoe_completion tictactoe; echo "${{COMPREPLY[@]}}"
    """
    (tmp_path / "tictactoe").symlink_to(Path(sys.executable).with_name("tictactoe"))
    path = f"{tmp_path}:{os.environ['PATH']}"
    done = subprocess.run(
        ["bash", "--norc", "-c", script], capture_output=True, text=True, env={**os.environ, "PATH": path}
    )
    assert done.stderr == ""
    registered, command, option = done.stdout.splitlines()
    assert "_tictactoe_completion tictactoe" in registered
    assert (command, option) == ("analyze", "--json")


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_there_is_a_script_for_every_shell_of_the_page(shell: str) -> None:
    assert f"_TICTACTOE_COMPLETE={shell}_source tictactoe" in PAGE
    assert "_tictactoe_completion" in run(_TICTACTOE_COMPLETE=f"{shell}_source").stdout
