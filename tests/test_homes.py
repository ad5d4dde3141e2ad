"""One fact, one home: what is written in one place is written in no other."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import tictactoe
from tictactoe.match import LEVELS, SIDES
from tictactoe.rules import format_game
from tictactoe.search.answer import OPEN
from tictactoe.search.textbook import ALGORITHMS
from tictactoe.study.quiz import KINDS
from tictactoe.ui.choices import BOARDS

SOURCE = Path(tictactoe.__file__).parent
STATIC = SOURCE / "ui" / "web" / "static"
COLOUR = re.compile(r"#(?:[0-9a-fA-F]{3}){1,2}\b|\b(?:rgba?|hsla?)\(\s*\d|\bColor\(\s*\d")
LISTS = {
    "algorithms": ("search/textbook.py", frozenset(ALGORITHMS), 2),
    "levels": ("match/levels.py", frozenset(LEVELS), 2),
    "sides": ("match/session.py", frozenset(SIDES), 3),  # x and o by themselves are the marks
    "quizzes": ("study/quiz/making.py", frozenset(KINDS), 2),
}
"""Each list with its home and how many of its names make another list of them."""


def files(*endings: str) -> list[Path]:
    return sorted(path for path in SOURCE.rglob("*") if path.suffix in endings)


def name_of(path: Path) -> str:
    return path.relative_to(SOURCE).as_posix()


@pytest.mark.parametrize("path", files(".py", ".css", ".tcss", ".js", ".html", ".svg"), ids=name_of)
def test_colours_are_in_the_palette(path: Path) -> None:
    if name_of(path) != "draw/palette.py":
        assert COLOUR.findall(path.read_text(encoding="utf-8")) == []


def collections(tree: ast.AST) -> Iterator[set[str]]:
    """The texts that stand together in a list, a tuple, a set, a dictionary or a Literal."""
    for node in ast.walk(tree):
        if isinstance(node, ast.List | ast.Tuple | ast.Set):
            parts: list[ast.expr | None] = [*node.elts]
        elif isinstance(node, ast.Dict):
            parts = [*node.keys]
        else:
            continue
        named = [part.args[0] if isinstance(part, ast.Call) and part.args else part for part in parts]
        yield {part.value for part in named if isinstance(part, ast.Constant) and isinstance(part.value, str)}


@pytest.mark.parametrize("name", LISTS)
def test_lists_are_written_once(name: str) -> None:
    home, names, enough = LISTS[name]
    found = set()
    for path in files(".py"):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        if any(len(texts & names) >= enough for texts in collections(tree)):
            found.add(name_of(path))
    assert found <= {home}
    written = "".join(path.read_text(encoding="utf-8") for path in (SOURCE / home).parent.glob("*.py"))
    assert all(f'"{one}"' in written for one in names)


@pytest.mark.parametrize("path", sorted([*STATIC.glob("*.js"), *STATIC.glob("*.html")]), ids=name_of)
def test_the_page_writes_none_of_them_again(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    others = {"x", "o", "none", "strong"}  # words of the marks, of SVG and of the styles too
    names = {*ALGORITHMS, *LEVELS, *KINDS, *(format_game(game) for game in BOARDS), *SIDES} - others
    written = set(re.findall(r"""["'`]([a-z0-9,]+)["'`]""", text))
    assert written & names == set()


def texts(tree: ast.AST) -> Iterator[str]:
    """The texts of a module that are not docstrings."""
    said = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in said:
            yield node.value


def test_the_words_for_open_bounds_are_written_once() -> None:
    parts = {part for words in OPEN.values() for part in (words.text, words.named.partition("}")[2], words.sentence)}
    for path in files(".py"):
        found = {text for text in texts(ast.parse(path.read_text(encoding="utf-8"))) if text.strip() in parts - {""}}
        assert not found or name_of(path) == "search/answer.py"
    for path in files(".js", ".html"):
        code = re.sub(r"//.*|/\*.*?\*/", "", path.read_text(encoding="utf-8"), flags=re.DOTALL)
        assert not any(part in code for part in parts if part), path


PATTERNS = {
    "which moves are best": (r"rank == (max|top|ranked|analysis|answer)|== max\(ranks\)", {"search/analysis.py"}),
    "the order of promise": (r"<< 2 \* \(", {"search/promise.py"}),
    "what a fork is": (r"completing\(.*\)\.bit_count\(\) >= 2", {"rules/game.py"}),
    "which backend solves": (
        r"\b(StrongTable|Proofs)\(game",
        {"search/solver.py", "bench/measure.py"},
    ),
    "how a program is played out": (r"todo\.pop\(\)", {"check/playout.py", "study/tree.py", "study/quiz/kinds.py"}),
}


@pytest.mark.parametrize("fact", PATTERNS)
def test_a_rule_is_written_once(fact: str) -> None:
    pattern, homes = PATTERNS[fact]
    found = {name_of(path) for path in files(".py") if re.search(pattern, path.read_text(encoding="utf-8"))}
    assert found == homes


ONE_MEANING = {"Action", "Grid", "Result", "Value"}
"""Names that mean the same in several modules: the course's action and board, and what a type leaves open."""


def test_no_name_of_a_type_has_two_meanings() -> None:
    """A class, or a name for a type, is defined in one module."""
    homes: dict[str, set[str]] = {}
    for path in files(".py"):
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            targets = node.targets if isinstance(node, ast.Assign) else [getattr(node, "target", None)]
            names = [node.name] if isinstance(node, ast.ClassDef) else [getattr(found, "id", "") for found in targets]
            for name in names:
                if name[:1].isupper() and not name.isupper() and "_" not in name:
                    homes.setdefault(name, set()).add(name_of(path))
    twice = {name: found for name, found in homes.items() if len(found) > 1 and name not in ONE_MEANING}
    assert not twice
