"""What holds for the package as a whole: what an import brings, what names it has, what its documents say."""

from __future__ import annotations

import json
import pkgutil
import re
import shlex
import subprocess
import sys
import tomllib
from datetime import date
from pathlib import Path

import pytest

import tictactoe
from console import PLAIN_PROGRAM, run

ROOT = Path(__file__).parent.parent
DOCUMENTS = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]


def imported_by(code: str) -> set[str]:
    """The top-level names of the modules that are there after running this in a new process."""
    show = "; import sys; print(*{name.partition('.')[0] for name in sys.modules})"
    done = subprocess.run([sys.executable, "-I", "-c", code + show], capture_output=True, text=True, check=True)
    return set(done.stdout.split())


@pytest.mark.parametrize(
    "code",
    [
        "import tictactoe",
        "import tictactoe as ttt; ttt.minimax(ttt.initial_state())",
        "import tictactoe.install, tictactoe.nxn, tictactoe.search.textbook, tictactoe.match, tictactoe.draw.text",
        "import tictactoe.match.host, tictactoe.match.odds, tictactoe.draw.levels, tictactoe.ui.choices",
        "from tictactoe import Board; Board().explain(), Board().tree(), Board().playout(), Board().map('x')",
        "import tictactoe; [getattr(tictactoe, name) for name in dir(tictactoe)]",
    ],
)
def test_the_package_imports_the_standard_library_only(code: str) -> None:
    extra = imported_by(code) - imported_by("pass") - {"tictactoe", "__mp_main__"}  # that is multiprocessing's __main__
    assert extra <= sys.stdlib_module_names


def test_importing_brings_nothing_slow() -> None:
    slow = {"asyncio", "click", "dataclasses", "fractions", "inspect", "json", "multiprocessing", "numpy", "random"}
    assert not imported_by("import tictactoe") & slow
    assert not imported_by("import tictactoe.match") & {"asyncio", "fractions", "multiprocessing", "numpy"}
    costly = {
        "asyncio",
        "click",
        "dataclasses",
        "fractions",
        "multiprocessing",
        "numba",
        "numpy",
        "subprocess",
        "urllib",
    }
    assert not imported_by("from tictactoe import Board; Board().play('b2').analyze()._repr_html_()") & costly


def test_what_a_programmer_imports_loads_when_asked_for() -> None:
    later = set(tictactoe.LOADED_WHEN_ASKED_FOR)
    assert {"Board", "Game", "Position", "Solver", "Score"} <= later <= set(dir(tictactoe))
    code = "import tictactoe, sys; print(*(name for name in sys.modules if name.startswith('tictactoe.')))"
    done = subprocess.run([sys.executable, "-I", "-c", code], capture_output=True, text=True, check=True)
    assert {name.split(".")[1] for name in done.stdout.split()} == {"classic", "rules"}
    for name in later:
        assert getattr(tictactoe, name) is getattr(tictactoe, name)
        assert getattr(tictactoe, name).__name__ == name


def test_a_star_brings_the_courses_eleven_names() -> None:
    names: dict[str, object] = {}
    exec("from tictactoe import *", names)  # noqa: S102
    names.pop("__builtins__")
    course = {"actions", "initial_state", "minimax", "player", "result", "terminal", "utility", "winner"}
    assert set(names) == set(tictactoe.__all__) == {"X", "O", "EMPTY"} | course


def test_the_command_line_starts_with_little() -> None:
    slow = {
        "asyncio",
        "email",
        "fractions",
        "json",
        "multiprocessing",
        "numpy",
        "sqlite3",
        "subprocess",
        "zipfile",
    }
    assert not imported_by("import tictactoe.ui.commands") & (slow - imported_by("import click"))


def test_version() -> None:
    assert re.fullmatch(r"\d+\.\d+\.\d+", tictactoe.__version__)
    with pytest.raises(AttributeError, match="has no attribute 'nonsense'"):
        _ = tictactoe.nonsense


def test_the_changelog_begins_with_this_version_and_its_date() -> None:
    section = re.search(r"\n## \[(.+)\] - (.+)\n", (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"))
    assert section
    assert section[1] == tictactoe.__version__
    assert date.fromisoformat(section[2])


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        (["analyze"], 0, "X to move: draw"),
        (["solve", "3,3,3"], 0, "X to move: draw"),
        (["count"], 0, "255,168"),
        (["play", "--as", "x"], 0, "Goodbye."),
        (["play", "--as", "both", "--game", "5,5,4"], 0, "Goodbye."),
        (["play", "--as", "x", "--game", "5,5,4"], 2, "5,5,4 needs the compiled solver: install it with "),
        (["play", "--as", "x", "--game", "5,5,4", "--level", "wary"], 0, "Goodbye."),
        (["levels"], 0, "0/100/0"),
        (["solve", "7,7,5"], 2, "7,7,5 needs the compiled solver: install it with "),
        (["analyze", "--game", "4,4,4"], 2, "4,4,4 needs the compiled solver"),
        (["count", "4,4,4"], 2, "4,4,4 needs the compiled solver"),
        (["games", "4,4,4"], 2, "needs the compiled solver"),
        (["serve"], 2, "the page needs FastAPI and uvicorn: install them with "),
        (["serve", "--help"], 0, "Serve the page"),
        (["bench", "--help"], 0, "Measure speed"),
        (["play", "--as", "x", "--ui", "terminal"], 2, "the full-screen game needs Textual: install it with "),
        (["play", "--as", "x", "--ui", "window"], 0, "Goodbye."),
        (["check", "nowhere.py"], 2, "is not there"),
    ],
)
def test_the_plain_install_says_what_it_lacks(arguments: list[str], code: int, said: str) -> None:
    done = subprocess.run([*PLAIN_PROGRAM, *arguments], stdin=subprocess.DEVNULL, capture_output=True, text=True)
    assert done.returncode == code
    assert said in done.stdout + done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("name", ["run.txt", "dev.txt", "package-lock.json"])
def test_what_is_pinned_names_no_host(name: str) -> None:
    text = (ROOT / "requirements" / name).read_text(encoding="utf-8")
    assert "sha256:" in text or '"integrity": "sha512-' in text
    assert not re.search(r"https?://|\.(com|org|net|io)\b|--(extra-)?index-url|\"resolved\"", text)


def test_the_extras_have_names_that_every_installer_takes() -> None:
    """Older ones do not find an extra whose name has more than letters in it."""
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["optional-dependencies"]
    assert all(re.fullmatch("[a-z]+", extra) for extra in extras)


def test_no_module_is_named_like_a_function() -> None:
    """Importing such a module would put it in the function's place."""
    modules = {module.name for module in pkgutil.iter_modules(tictactoe.__path__)}
    assert modules.isdisjoint(tictactoe.__all__)


def test_importing_every_module_leaves_the_names_as_they_were() -> None:
    code = (
        "import pkgutil, importlib, tictactoe\n"
        "for module in pkgutil.walk_packages(tictactoe.__path__, 'tictactoe.'):\n"
        "    if not module.name.endswith('__main__'): importlib.import_module(module.name)\n"
        "functions = [getattr(tictactoe, name) for name in tictactoe.__all__ if name not in ('X', 'O', 'EMPTY')]\n"
        "assert len(functions) == 8 and all(map(callable, functions)), functions"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


def test_a_course_program_needs_nothing_but_the_nine_names() -> None:
    """The loop of a course runner: it draws, asks and moves with these names alone."""
    code = (
        "import tictactoe as ttt\n"
        "board = ttt.initial_state()\n"
        "while not ttt.terminal(board):\n"
        "    drawn = [[str(cell) for cell in row if cell != ttt.EMPTY] for row in board]\n"
        "    assert ttt.player(board) in (ttt.X, ttt.O)\n"
        "    board = ttt.result(board, ttt.minimax(board))\n"
        "assert ttt.winner(board) is None\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


def console_examples() -> list[tuple[str, str, str]]:
    """Every `$ tictactoe …` shown in a console block of the documents, with the output shown under it."""
    found = []
    for document in DOCUMENTS:
        for block in re.findall(r"```console\n(.*?)```", document.read_text(encoding="utf-8"), re.DOTALL):
            for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
                command, _, output = part.partition("\n")
                found.append((document.name, command, output))
    return found


@pytest.mark.parametrize(("document", "command", "output"), console_examples())
def test_what_the_documents_show_is_what_is_printed(document: str, command: str, output: str) -> None:
    program, *arguments = shlex.split(command)
    assert program == "tictactoe", document
    done = run(*arguments)
    assert (done.stdout + done.stderr).strip("\n") == output.strip("\n")


def test_the_game_shown_is_played_so() -> None:
    page = (ROOT / "docs" / "play.md").read_text(encoding="utf-8")
    block = re.findall(r"```text\n(O plays.*?)```", page, re.DOTALL)[0]
    printed = run("play", "--as", "x", typed="b2\nhint\nquit\n").stdout
    assert block.replace("X's move: hint\n", "X's move: ").rstrip() in printed


def test_the_documents_have_examples() -> None:
    assert len([1 for document, _, _ in console_examples() if document == "README.md"]) >= 2


def test_the_solved_boards_in_the_readme_are_those_on_record() -> None:
    games = json.loads((ROOT / "docs" / "games.json").read_text(encoding="utf-8"))
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    page = (ROOT / "docs" / "games.md").read_text(encoding="utf-8")
    assert f"[{len(games)} boards are solved]" in readme
    rows = re.findall(
        r"^\| (\d+,\d+,\d+) \| (\w+) \| ([\d,]+) \| (.*?)\| (draw|win|nothing found) \|$", readme, re.MULTILINE
    )
    assert len(rows) >= 5
    for game, value, nodes, proof, published in rows:
        record = games[game]
        said = f"{record['proof']['entries']:,} entries" if "proof" in record else ""
        assert (value, nodes, proof.strip()) == (record["value"], f"{record['nodes']:,}", said)
        assert re.search(rf"^\| {game} \|.*\| {published}\b", page, re.MULTILINE)


def test_the_report_shown_is_the_checkers(tmp_path: Path) -> None:
    """All of it but the counts of the other functions, which would take long to ask."""
    wrong = ROOT / "tests" / "data" / "programs" / "wrong" / "utility_zero_for_o.py"
    program = tmp_path / "tictactoe.py"
    program.write_text(wrong.read_text(encoding="utf-8"), encoding="utf-8")
    said = run("check", str(program), "--function", "utility").stdout
    shown = [
        re.findall(
            r"```text\n\$ tictactoe check tictactoe.py\n(.*?)```", document.read_text(encoding="utf-8"), re.DOTALL
        )[0]
        for document in (ROOT / "README.md", ROOT / "docs" / "check.md")
    ]
    assert shown[1].startswith(shown[0].rstrip())
    explained = said[said.index("utility: wrong") :].rstrip()
    assert explained in shown[0]
    assert next(line for line in said.splitlines() if "WRONG" in line).split() == ["utility", "WRONG", "1,078", "354"]
    assert re.search(r"^  utility +WRONG +1,078 +354$", shown[0], re.MULTILINE)


@pytest.mark.parametrize(
    "document", [*DOCUMENTS, ROOT / "CONTRIBUTING.md", ROOT / "CHANGELOG.md"], ids=lambda path: path.name
)
def test_links_in_the_documents_lead_somewhere(document: Path) -> None:
    for target in re.findall(r"\]\(([^)#:]+)\)", document.read_text(encoding="utf-8")):
        assert (document.parent / target).exists(), target
