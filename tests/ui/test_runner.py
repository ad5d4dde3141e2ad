"""runner.py: `tictactoe play --ui window`, as a program by itself."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
import venv
from pathlib import Path

import click
import pytest

from patience import PATIENCE

ROOT = Path(__file__).parent.parent.parent
NOWHERE = {name: value for name, value in os.environ.items() if name not in ("DISPLAY", "WAYLAND_DISPLAY")}
pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="elsewhere there is always a display")


def run(line: str, typed: str = "", cwd: Path = ROOT, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        ["/bin/sh", "-c", line],
        cwd=cwd,
        env={**NOWHERE, **environment},
        input=typed,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
    )


@pytest.fixture
def path(tmp_path: Path) -> str:
    """Where a shell finds this Python as `python`, and no `tictactoe`."""
    command = tmp_path / "python"
    command.write_text(f'#!/bin/sh\nexec "{sys.executable}" "$@"\n', encoding="utf-8")
    command.chmod(0o755)
    return f"{tmp_path}:/usr/bin:/bin"


PYTHON = Path(sys.executable)
RUNNER = shlex.quote(str(ROOT / "runner.py"))
WAYS = (f"bin/python {RUNNER}", "bin/tictactoe play", "bin/python -m tictactoe play")
"""How the program is started, in the folder of its virtual environment."""


def require_pasted(start: str, folder: Path, path: str) -> str:
    """The advice that a game left in this folder gives goes on with it there, and gives the same advice."""
    done = run(f"{start} --as x --level careful --seed 3", "b2\nquit\n", folder, PATH=path)
    [advice] = re.findall(r"To go on with this game: (.*)\n", done.stdout)
    assert " --x person --o careful --game 3,3,3 --seed 3 --moves " in advice
    again = run(advice, "moves\nquit\n", folder, PATH=path)
    assert again.returncode == 0
    [moves] = re.findall('--moves "(.*)"', advice)
    assert f"X's move: {moves}\n" in again.stdout
    assert f"To go on with this game: {advice}\n" in again.stdout
    return str(advice).partition(" --x ")[0]


@pytest.fixture
def others(tmp_path: Path) -> str:
    """Where a shell finds another `python` and another `tictactoe`, which are of no use."""
    folder = tmp_path / "others"
    folder.mkdir()
    for name in ("python", "python3", "tictactoe"):
        command = folder / name
        command.write_text("#!/bin/sh\nexit 9\n", encoding="utf-8")
        command.chmod(0o755)
    return f"{folder}:/usr/bin:/bin"


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """A folder that has this Python's virtual environment in it, under a name that must be quoted."""
    (tmp_path / "it's mine").symlink_to(PYTHON.parent.parent)
    return tmp_path


@pytest.mark.parametrize("way", WAYS)
def test_the_advice_for_going_on_can_be_pasted(way: str, home: Path, others: str) -> None:
    """Wherever the program is, and whatever else has its name."""
    program, _, rest = way.partition(" ")
    elsewhere = home / "elsewhere"
    elsewhere.mkdir()
    for called, folder in (
        (f"it's mine/{program}", home),
        (program.replace("bin/", "./"), home / "it's mine/bin"),
        (f"{home}/it's mine/{program}", elsewhere),
    ):
        start = f"{shlex.quote(called)} {rest}"
        assert require_pasted(start, folder, others) == start


def test_a_program_that_the_shell_finds_is_called_by_its_name(tmp_path: Path) -> None:
    path = f"{PYTHON.parent}:/usr/bin:/bin"
    for way in WAYS:
        start = way.removeprefix("bin/")
        assert require_pasted(start, tmp_path, path) == start


def test_help_names_the_program_and_its_options(path: str) -> None:
    done = run("python runner.py --help", PATH=path)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("Usage: runner.py [OPTIONS]\n")
    assert "--level" in done.stdout


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ("--nonsense", "No such option '--nonsense'"),
        ("--level best", "'best' is not one of 'random'"),
        ("more", "Got unexpected extra argument (more). See 'runner.py --help'."),
        ("--moves zz", "moves 'zz', move 1: cell 'zz'"),
        ("--load ~nosuch/x", "cannot be loaded: No such file or directory."),
    ],
)
def test_what_cannot_be_used_is_one_line(path: str, options: str, said: str) -> None:
    done = run(f"python runner.py {options}", PATH=path)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("Error: ")
    assert said in done.stderr
    assert done.stderr.count("\n") == 1


def test_a_terminal_that_cannot_show_a_character_gets_another(path: str) -> None:
    done = run("python runner.py --as both", "x" * 100 + "\nquit\n", PATH=path, PYTHONIOENCODING="ascii")
    assert done.returncode == 0
    assert "xxx'? cannot be read" in done.stdout


def advice_without_the_package(line: str, cwd: Path) -> str:
    """What runner.py says to a Python that finds nothing but its own library."""
    done = run(f"{sys.executable} -E -S {line}", cwd=cwd)
    assert done.returncode == 1
    assert done.stderr.startswith("tictactoe is not installed for this Python: run ")
    assert done.stderr.count("\n") == 1
    return done.stderr.removeprefix("tictactoe is not installed for this Python: run ").rstrip("\n")


def test_without_the_package_and_without_an_environment_make_sets_one_up(tmp_path: Path) -> None:
    checkout = tmp_path / "my checkout"
    checkout.mkdir()
    shutil.copy(ROOT / "runner.py", checkout)
    (checkout / "Makefile").write_text("play:\n\t@echo playing\n", encoding="utf-8")
    for line, cwd, wanted in (
        ("runner.py", checkout, "make play"),
        ("'my checkout/runner.py'", tmp_path, 'make -C "my checkout" play'),
    ):
        advice = advice_without_the_package(line, cwd)
        assert advice == wanted
        assert "playing\n" in run(advice, cwd=cwd).stdout


def test_without_the_package_it_names_the_python_that_has_it(tmp_path: Path) -> None:
    checkout = tmp_path / "checkout"
    venv.create(checkout / ".venv", symlinks=True)
    shutil.copy(ROOT / "runner.py", checkout)
    assert advice_without_the_package("runner.py", checkout) == "make play"  # the environment is empty
    [packages] = checkout.glob(".venv/lib/python*/site-packages")
    (packages / "more.pth").write_text(f"{ROOT / 'src'}\n{Path(click.__file__).parents[1]}\n")
    (checkout / ".venv" / "bin" / "tictactoe").touch(mode=0o755)
    for line, cwd, wanted in (
        ("runner.py", checkout, ".venv/bin/python runner.py"),
        ("runner.py --as x", checkout, ".venv/bin/python runner.py --as x"),
        ("checkout/runner.py", tmp_path, "checkout/.venv/bin/python checkout/runner.py"),
    ):
        advice = advice_without_the_package(line, cwd)
        assert advice == wanted
        assert "Goodbye." in run(advice, "quit\n", cwd=cwd).stdout
