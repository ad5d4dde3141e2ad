"""A release, tried as people would: `make trial`.

It is built and installed in fresh environments, in every way there is; every command is run; every message that
names an install command is followed to the letter, after which what was refused must work. This needs the package
index, so it is not part of `make test`. The first thing that is not as it should be ends it, with exit code 1 and the
command.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import tomllib
from collections.abc import Collection
from pathlib import Path
from shlex import quote
from typing import NamedTuple, NoReturn
from urllib.request import urlopen

ROOT = Path(__file__).parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
UNWANTED = ("DISPLAY", "WAYLAND_DISPLAY", "PYTHONPATH", "PYTHONHOME", "VIRTUAL_ENV")


class Try(NamedTuple):
    """A command, and what it must say."""

    command: str
    says: str
    code: int = 0
    extra: str = ""


COMMANDS = (
    Try("--version", PROJECT["version"]),
    Try("--help", "Usage: tictactoe"),
    Try("analyze X.O/.X./..O", "A perfect player takes c2."),
    Try("bench --help", "Measure speed"),
    Try(f"check {quote(str(ROOT / 'tests' / 'data' / 'good.py'))}", "Everything is right."),
    Try("compare X.O/.X./..O", "alphabeta"),
    Try("count", "255,168"),
    Try("engine --help", "Gomocup"),
    Try("evaluate tictactoe:minimax --convention lists", "4,520  100.0 %"),
    Try("explain X.O/.X./..O b1", "That gives away the draw"),
    Try("export 3,3,3 --format uci --fold", "x,x,x,x,o,o,x,o,o,positive"),
    Try("games --help", "Solve GAMES"),
    Try("levels", "0/100/0"),
    Try("map", "draw, MAX: X moves"),
    Try("match wary random --games 2 --game 3,3,3", "95 % certain"),
    Try("play --as x --ui plain", "Goodbye."),
    Try("serve --help", "Serve the page"),
    Try("solve 3,3,3", "X to move: draw"),
    Try("trace X.O/.X./..O", "start: enter X.O/.X./..O"),
    Try("tree --depth 1", "draw, MAX: X moves"),
    Try("verify nothing.json", "nothing.json", 2),
)
"""Every command, with what works in every installation."""
REFUSED = (
    Try("solve 4,4,4", "needs the compiled solver", 2, "solve"),
    Try("analyze --game 4,4,4", "needs the compiled solver", 2, "solve"),
    Try("count 4,4,4", "needs the compiled solver", 2, "solve"),
    Try("games 4,4,4", "needs the compiled solver", 2, "solve"),
    Try("export 3,3,3 --format npz --output positions.npz", "needs numpy", 2, "solve"),
    Try("export 3,3,3 --format parquet --output positions.parquet", "needs pyarrow", 2, "parquet"),
    Try("play --as x --game 5,5,4", "needs the compiled solver", 2, "solve"),
    Try("play --ui window", "The window needs pygame-ce", 0, "gui"),
    Try("play --ui terminal", "the full-screen game needs Textual", 2, "tui"),
    Try("serve --no-open --port 0", "the page needs FastAPI and uvicorn", 2, "web"),
)
"""What needs an extra, without it."""
GRANTED = (
    Try("solve 4,4,4", "X to move: draw", 0, "solve"),
    Try("count 4,4,4", "9,722,011", 0, "solve"),
    Try("export 3,3,3 --format npz --output positions.npz", "5,478 positions are in positions.npz", 0, "solve"),
    Try("export 3,3,3 --format parquet --output positions.parquet", "are in positions.parquet", 0, "parquet"),
    Try("evaluate tictactoe.adapters.open_spiel:LevelBot --convention open_spiel", "4,520  100.0 %", 0, "spiel"),
    Try("play --ui window", "No display was found: playing in the terminal instead.", 0, "gui"),
    Try("play --ui terminal", "this is not a terminal that can be drawn on", 2, "tui"),
)
"""The same with it; `serve` is asked for its page."""
EXTRAS = ("solve", "gui", "parquet", "tui", "web")
IN_ALL = tuple(extra for extra in EXTRAS if extra in re.findall(r"[\w-]+", PROJECT["optional-dependencies"]["all"][0]))


def fail(said: str, why: str, line: str) -> NoReturn:
    sys.exit(f"{said}\ntrial: {why}: {line}")


class Copy:
    """An installed copy: its command, and the folder of the person who uses it."""

    def __init__(self, folder: Path, command: Path, **variables: str) -> None:
        self.here = folder / "elsewhere"
        self.here.mkdir(parents=True)
        self.program = quote(str(command))
        kept = {name: value for name, value in os.environ.items() if name not in UNWANTED}
        self.variables = {**kept, "TICTACTOE_CACHE": str(folder / "cache"), **variables}

    def shell(self, line: str, says: str = "", code: int = 0) -> str:
        """What this line prints in a shell, where a person types no more than "quit"."""
        print(f"$ {line}", flush=True)
        done = subprocess.run(
            ["/bin/sh", "-c", line], cwd=self.here, env=self.variables, input="quit\n", capture_output=True, text=True
        )
        said = done.stdout + done.stderr
        if done.returncode != code or says not in said or "Traceback" in said:
            fail(said, f"exit code {done.returncode}, but {code} was wanted, with {says!r}", line)
        return said

    def try_every_command(self) -> None:
        listed = self.shell(f"{self.program} --help").partition("Commands:\n")[2]
        forgotten = set(re.findall(r"^  (\w+)", listed, re.MULTILINE)) - {each.command.split()[0] for each in COMMANDS}
        if forgotten:
            fail(listed, "these have no trial", " ".join(sorted(forgotten)))
        for each in COMMANDS:
            self.shell(f"{self.program} {each.command}", each.says, each.code)

    def follow_every_message(self, extras: Collection[str] = EXTRAS) -> None:
        """Run the commands that the messages name, and see that they have helped."""
        advice = [self.advice(each) for each in REFUSED if each.extra in extras]
        for line in dict.fromkeys(advice):
            self.shell(line)
        self.try_extras(extras)

    def advice(self, refused: Try) -> str:
        """The command in the sentence that says what is missing."""
        line = f"{self.program} {refused.command}"
        said = self.shell(line, refused.says, refused.code)
        found = re.findall(r"(?:install (?:it|them) with|, which) (.*\]')(?:\.$| installs: )", said, re.MULTILINE)
        if len(found) != 1:
            fail(said, "one command that installs what is missing was wanted", line)
        return str(found[0])

    def try_extras(self, extras: Collection[str]) -> None:
        """What needs these extras works."""
        for each in GRANTED:
            if each.extra in extras:
                self.shell(f"{self.program} {each.command}", each.says, each.code)
        if "web" in extras:
            self.try_page()

    def try_page(self) -> None:
        line = f"exec {self.program} serve --no-open --port 0"
        print(f"$ {line}", flush=True)
        with subprocess.Popen(
            ["/bin/sh", "-c", line], cwd=self.here, env=self.variables, stdout=subprocess.PIPE, text=True
        ) as server:
            try:
                said = server.stdout.readline() if server.stdout else ""
                address = re.search(r"http://\S+", said)
                if not address or b"<html" not in urlopen(address[0], timeout=300).read():  # noqa: S310
                    fail(said, "no page came from", line)
            finally:
                server.terminate()


def build(folder: Path) -> tuple[Path, Path]:
    """The wheel, and the folder that the sdist unpacks to."""
    subprocess.run([sys.executable, "-m", "hatchling", "build", "-d", folder], cwd=ROOT, check=True)
    [wheel], [sdist] = folder.glob("*.whl"), folder.glob("*.tar.gz")
    with tarfile.open(sdist) as archive:
        archive.extractall(folder / "a checkout", filter="data")
    [checkout] = (folder / "a checkout").iterdir()
    return wheel, checkout


def with_pip(folder: Path, *what: str) -> Copy:
    """A fresh virtual environment into which pip has installed this."""
    copy = Copy(folder, folder / "env" / "bin" / "tictactoe")
    copy.shell(f"{quote(sys.executable)} -m venv ../env")
    copy.shell(f"../env/bin/python -m pip install --quiet {' '.join(map(quote, what))}")
    return copy


def with_uv(folder: Path, what: str) -> Copy:
    """The same with uv, which leaves no pip there."""
    copy = Copy(folder, folder / "env" / "bin" / "tictactoe")
    copy.shell(f"uv venv --quiet --python {quote(sys.executable)} ../env")
    copy.shell(f"uv pip install --quiet --python ../env {quote(what)}")
    return copy


def with_uv_tool(folder: Path, what: str) -> Copy:
    places = {"UV_TOOL_DIR": str(folder / "tools"), "UV_TOOL_BIN_DIR": str(folder / "bin")}
    copy = Copy(folder, folder / "bin" / "tictactoe", **places)
    copy.shell(f"uv tool install {quote(what)}")
    return copy


def with_pipx(folder: Path, what: str) -> Copy:
    places = {"PIPX_HOME": str(folder / "tools"), "PIPX_BIN_DIR": str(folder / "bin")}
    copy = Copy(folder, folder / "bin" / "tictactoe", **places)
    copy.shell(f"pipx install {quote(what)}")
    return copy


def main(folder: Path) -> None:
    wheel, checkout = build(folder / "dist")
    copy = with_pip(folder / "plain", str(wheel))
    copy.try_every_command()
    copy.follow_every_message()
    copy.try_every_command()
    for extra in PROJECT["optional-dependencies"]:
        copy = with_pip(folder / extra, f"{wheel}[{extra}]")
        copy.try_every_command()
        copy.try_extras(IN_ALL if extra == "all" else (extra,))
    copy = with_pip(folder / "editable", "--editable", str(checkout))
    copy.try_every_command()
    copy.follow_every_message()
    for tool, install in (("uv", with_uv), ("uv", with_uv_tool), ("pipx", with_pipx)):
        if not shutil.which(tool):
            print(f"not tried, because {tool} was not found: {install.__name__}")
            continue
        copy = install(folder / install.__name__, str(wheel))
        copy.try_every_command()
        for extra in EXTRAS:
            copy.follow_every_message((extra,))
        copy.try_extras(EXTRAS)  # the last did not undo the first
    print("Everything that was tried works.")


if __name__ == "__main__":
    with tempfile.TemporaryDirectory(prefix="trial-") as name:
        main(Path(name).resolve())
