"""The command that a message names, for each way of installing: in a real environment with what that way leaves."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import sysconfig
import tomllib
import venv
from pathlib import Path

import pytest

from tictactoe.about import DISTRIBUTION
from tictactoe.install import join_words

ROOT = Path(__file__).parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
NOWHERE = "/nonexistent"
pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="the paths are those of a POSIX system")


class Environment:
    """A virtual environment that has this package as an installer would have left it."""

    def __init__(self, folder: Path, pip: bool = True, installer: str | None = "pip", origin: object = None) -> None:
        venv.create(folder, symlinks=True)
        self.folder = folder
        [self.packages] = folder.glob("lib/python*/site-packages")
        (self.packages / "source.pth").write_text(str(ROOT / "src"), encoding="utf-8")
        if pip:
            (self.packages / "pip.py").touch()
        if installer:
            self.add(
                DISTRIBUTION, INSTALLER=f"{installer}\n", **({"direct_url.json": json.dumps(origin)} if origin else {})
            )

    def add(self, name: str, **files: str) -> None:
        """The metadata of a distribution."""
        about = self.packages / f"{name.replace('-', '_')}-{PROJECT['version']}.dist-info"
        about.mkdir()
        extras = PROJECT["optional-dependencies"].items() if name == DISTRIBUTION else ()
        needs = [f"Requires-Dist: {need}; extra == '{extra}'\n" for extra, names in extras for need in names]
        files["METADATA"] = f"Metadata-Version: 2.4\nName: {name}\nVersion: {PROJECT['version']}\n{''.join(needs)}"
        for file, text in files.items():
            (about / file).write_text(text, encoding="utf-8")

    @property
    def python(self) -> Path:
        return self.folder / "bin" / "python"

    def says(self, extra: str = "solve", cwd: Path = ROOT, path: str | Path = NOWHERE, **variables: str) -> str:
        """What to run to have the extra, asked in this folder, with these programs on the path."""
        code = f"from tictactoe.install import install_command; print(install_command({extra!r}))"
        environment = {"PATH": str(path), **variables}
        done = subprocess.run(
            [self.python, "-c", code], cwd=cwd, env=environment, capture_output=True, text=True, check=True
        )
        return done.stdout.rstrip("\n")


def test_a_copy_from_the_package_index(tmp_path: Path) -> None:
    env = Environment(tmp_path / "env")
    assert env.says() == f"{env.python} -m pip install 'perfect-tictactoe[solve]'"
    assert env.says("web") == f"{env.python} -m pip install 'perfect-tictactoe[web]'"


def test_python_is_named_by_its_place(tmp_path: Path) -> None:
    env = Environment(tmp_path / "my env")
    wanted = "-m pip install 'perfect-tictactoe[solve]'"
    assert env.says() == f"'{env.python}' {wanted}"
    assert env.says(cwd=tmp_path) == f"'my env/bin/python' {wanted}"
    assert env.says(cwd=env.python.parent) == f"./python {wanted}"  # a shell would look for a bare name elsewhere
    assert env.says(path=env.python.parent) == f"'{env.python}' {wanted}"  # `uv run` puts it on the path for us alone


def test_a_copy_from_a_file(tmp_path: Path) -> None:
    wheel = tmp_path / "a folder" / "perfect_tictactoe-0.2.0-py3-none-any.whl"
    env = Environment(tmp_path / "env", origin={"url": wheel.as_uri(), "archive_info": {}})
    assert env.says() == f"{env.python} -m pip install 'perfect-tictactoe[solve]'"  # the file has gone
    wheel.parent.mkdir()
    wheel.touch()
    assert env.says() == f"{env.python} -m pip install '{wheel}[solve]'"


@pytest.mark.parametrize(("about", "option"), [({}, ""), ({"editable": True}, "--editable ")])
def test_a_copy_from_a_checkout(tmp_path: Path, about: dict[str, bool], option: str) -> None:
    env = Environment(tmp_path / "env", origin={"url": tmp_path.as_uri(), "dir_info": about})
    assert env.says() == f"{env.python} -m pip install {option}'{tmp_path}[solve]'"


GIT = {"vcs": "git", "requested_revision": "main", "commit_id": "abc123"}


@pytest.mark.parametrize(
    ("origin", "source"),
    [
        ({"url": "https://example.org/ttt.git", "vcs_info": GIT}, "git+https://example.org/ttt.git@abc123"),
        ({"url": "file:///", "vcs_info": GIT}, "git+file:///@abc123"),
        ({"url": "https://example.org/ttt.whl", "archive_info": {}}, "https://example.org/ttt.whl"),
    ],
)
def test_a_copy_from_elsewhere(tmp_path: Path, origin: dict[str, object], source: str) -> None:
    env = Environment(tmp_path / DISTRIBUTION, origin=origin)
    assert env.says() == f"{env.python} -m pip install 'perfect-tictactoe[solve]'"  # the copy that is there will do
    (env.folder / "uv-receipt.toml").touch()
    assert env.says() == f"uv tool install --force 'perfect-tictactoe[solve] @ {source}'"


def test_an_environment_without_pip(tmp_path: Path) -> None:
    env = Environment(tmp_path / "uv", pip=False, installer="uv")
    assert env.says() == f"uv pip install --python {env.python} 'perfect-tictactoe[solve]'"
    env = Environment(tmp_path / "pip", pip=False)
    assert env.says() == f"pip --python {env.python} install 'perfect-tictactoe[solve]'"
    uv = tmp_path / "uv" / "bin" / "uv"
    uv.touch(mode=0o755)
    assert env.says(path=uv.parent) == f"uv pip install --python {env.python} 'perfect-tictactoe[solve]'"


@pytest.mark.parametrize(
    ("file", "command"),
    [("pipx_metadata.json", "pipx install --force"), ("uv-receipt.toml", "uv tool install --force")],
)
def test_an_environment_that_a_tool_keeps(tmp_path: Path, file: str, command: str) -> None:
    env = Environment(tmp_path / DISTRIBUTION, pip=False, installer="uv")
    (env.folder / file).touch()
    assert env.says() == f"{command} 'perfect-tictactoe[solve]'"
    for package in ("textual", "fastapi"):
        env.add(package)
    assert env.says() == f"{command} 'perfect-tictactoe[solve,tui]'"  # made anew, it still has what it had
    env.add("uvicorn")
    assert env.says() == f"{command} 'perfect-tictactoe[solve,tui,web]'"
    other = Environment(tmp_path / "ipython", pip=False, installer="uv")
    (other.folder / file).touch()  # kept for another program, which uses this package
    assert other.says() == f"uv pip install --python {other.python} 'perfect-tictactoe[solve]'"


def test_a_copy_that_is_not_installed(tmp_path: Path) -> None:
    env = Environment(tmp_path / "env", installer=None)
    assert env.says() == f"{env.python} -m pip install --editable '{ROOT}[solve]'"


def test_a_python_that_the_system_manages(tmp_path: Path) -> None:
    """Whoever has put this package there has said --break-system-packages, and must again."""
    env = Environment(tmp_path / "env")
    standard = Path(sysconfig.get_path("stdlib"))
    home = tmp_path / "home" / "lib" / standard.name
    home.mkdir(parents=True)
    for part in standard.iterdir():
        if part.name != "site-packages":
            (home / part.name).symlink_to(part)
    (home / "site-packages").symlink_to(env.packages)
    (env.folder / "pyvenv.cfg").unlink()
    wanted = f"{env.python} -m pip install {{}}'perfect-tictactoe[solve]'"
    assert env.says(PYTHONHOME=str(tmp_path / "home")) == wanted.format("")
    (home / "EXTERNALLY-MANAGED").touch()
    assert env.says(PYTHONHOME=str(tmp_path / "home")) == wanted.format("--break-system-packages ")
    (env.folder / "pyvenv.cfg").write_text(f"home = {tmp_path / 'home' / 'bin'}\n", encoding="utf-8")
    assert env.says() == wanted.format("")  # an environment made from it is the person's own


def test_words_are_quoted_for_the_shell_that_reads_them() -> None:
    words = [r"C:\My Python\python.exe", "-m", "pip", "install", "perfect-tictactoe[solve]"]
    assert join_words(words, "win32") == r'"C:\My Python\python.exe" -m pip install "perfect-tictactoe[solve]"'
    assert join_words(["python", "it's[solve]"], "linux") == """python 'it'"'"'s[solve]'"""


def texts() -> list[Path]:
    """Every file of the project that is read by people or prints something."""
    files = [path for path in ROOT.iterdir() if path.is_file() and path.name != ".git"]
    for folder in ("src", "tests", "docs", "requirements", ".ci"):
        files += [path for path in (ROOT / folder).rglob("*") if path.is_file() and "__pycache__" not in path.parts]
    return files


def test_nothing_tells_people_to_install_the_stranger_s_package() -> None:
    name = "tictactoe"
    stranger = re.compile(rf"(?<![\w-]){name}\[|\binstall(?:\s+-\S+)*\s+['\"]?{name}\b(?!\.)")
    for command in (f"pip install {name}", f"pip install -U '{name}'", f"uv tool install\n{name}", f"'{name}[web]'"):
        assert stranger.search(command), command
    assert not stranger.search("pip install 'perfect-tictactoe[web]'")
    read = texts()
    assert len(read) > 100
    assert [path for path in read if stranger.search(path.read_text(encoding="utf-8", errors="replace"))] == []
