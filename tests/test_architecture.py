"""What docs/architecture.md says of the house is so: the ways through it, and the picture of its layers."""

from __future__ import annotations

import ast
import json
import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
SOURCE = ROOT / "src" / "tictactoe"
PAGE = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")

Stop = tuple[str, str]
"""A file and the function in it."""

FOLLOW = """
import json, sys, threading
from pathlib import Path
import tictactoe
house, seen = Path(tictactoe.__file__).parent, {}
def follow(frame, event, _):
    code = frame.f_code
    if event == "call" and code.co_filename.startswith(str(house)):
        seen.setdefault((Path(code.co_filename).relative_to(house).as_posix(), code.co_qualname))
def walk():
    %s
threading.setprofile(follow)
sys.setprofile(follow)
try:
    walk()
except SystemExit:
    pass
sys.setprofile(None)
Path(sys.argv[1]).write_text(json.dumps(list(seen)))
"""
COMMAND = "from tictactoe.ui.commands import main; main({!r})"
WALKS = {
    "`ttt.minimax(board)`": "tictactoe.minimax(tictactoe.initial_state())",
    "`tictactoe explain .O./.X./...`": COMMAND.format(["explain", ".O./.X./..."]),
    "`tictactoe solve 7,7,5 --proof proof.json.gz`": COMMAND.format(["solve", "5,5,5", "--proof", "proof.json.gz"]),
    "`GET /api/v1/position?position=X.O/.X./..O`": (
        "from fastapi.testclient import TestClient; from tictactoe.ui.web.app import create_app; "
        "client = TestClient(create_app(), base_url='http://localhost'); "
        "assert client.get('/api/v1/position?position=X.O/.X./..O').status_code == 200"
    ),
}
FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
COMPILED = "search/kernels/"
"""What is compiled is not seen from Python."""


def ways() -> dict[str, list[Stop]]:
    part = PAGE.partition("## Six ways through the house")[2].partition("\n## ")[0]
    found = {}
    for way in part.split("\n### ")[1:]:
        name, _, text = way.partition("\n")
        found[name] = re.findall(r"^\d+\. `([\w/]+\.py)`: `([\w.]+)`", text, re.MULTILINE)
        assert len(found[name]) == len(re.findall(r"^\d+\. ", text, re.MULTILINE)), name
    return found


def defined(path: Path) -> set[str]:
    """The functions and classes of a file, and their methods, as `Class.method`."""
    names = set()
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        if isinstance(node, (*FUNCTIONS, ast.ClassDef)):
            names.add(node.name)
        if isinstance(node, ast.ClassDef):
            names |= {
                f"{node.name}.{each.name}"
                for each in node.body
                if isinstance(each, ast.FunctionDef | ast.AsyncFunctionDef)
            }
    return names


def test_there_are_six_ways() -> None:
    assert len(ways()) == 6
    assert set(WALKS) < set(ways())


@pytest.mark.parametrize(("way", "stops"), ways().items(), ids=list(ways()))
def test_every_stop_is_there_and_no_file_is_come_to_twice(way: str, stops: list[Stop]) -> None:
    for file, function in stops:
        assert (SOURCE / file).is_file(), f"{way}: there is no {file}"
        assert function in defined(SOURCE / file), f"{way}: {file} has no {function}"
    files = [file for file, _ in stops]
    assert len(files) == len(set(files))


@pytest.mark.parametrize("way", WALKS)
def test_a_way_is_as_it_is_written(way: str, cache: str, tmp_path: Path) -> None:
    script = FOLLOW % WALKS[way].replace("\n", "\n    ")
    subprocess.run(
        [sys.executable, "-c", script, "seen.json"],
        cwd=tmp_path,
        env={**os.environ, "TICTACTOE_CACHE": cache},
        check=True,
        capture_output=True,
    )
    seen = [tuple(stop) for stop in json.loads((tmp_path / "seen.json").read_text(encoding="utf-8"))]
    stops = [stop for stop in ways()[way] if not stop[0].startswith(COMPILED)]
    assert [stop for stop in seen if stop in stops] == stops


def test_the_picture_shows_the_layers_that_are_held() -> None:
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["importlinter"][
        "contracts"
    ]
    held = [sorted(floor.split(" | ")) for floor in contracts[0]["layers"]]
    picture = (ROOT / "docs" / "layers.svg").read_text(encoding="utf-8")
    floors: dict[float, list[str]] = {}
    for height, name in re.findall(r'<text x="[\d.]+" y="([\d.]+)" class="n"[^>]*>([\w ]+)</text>', picture):
        floors.setdefault(float(height), []).append(name)
    assert [sorted(names) for _, names in sorted(floors.items())] == held
