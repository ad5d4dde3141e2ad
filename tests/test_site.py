"""The site: it builds without a warning, needs no other host, and its reference has every public name."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import pytest
from sphinx.util.inventory import InventoryFile

import tictactoe
from tictactoe import check, match, nxn, rules, search
from tictactoe.search import textbook

DOCS = Path(__file__).parent.parent / "docs"
PAGES = sorted((DOCS / "reference").glob("*.md"))


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site as `make docs` builds it, but for the notebooks, which are run by a test of their own."""
    built = tmp_path_factory.mktemp("site")
    command = [sys.executable, "-m", "sphinx", "--quiet", "--fail-on-warning", "--nitpicky", "--keep-going"]
    done = subprocess.run(
        [*command, "-D", "nb_execution_mode=off", str(DOCS), str(built)], capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    return built


def test_every_page_is_in_the_site(site: Path) -> None:
    sources = [path.relative_to(DOCS) for kind in ("*.md", "*.ipynb") for path in DOCS.rglob(kind)]
    assert len(sources) > 10
    for source in sources:
        assert (site / source.with_suffix(".html")).is_file(), source


def test_looking_at_the_site_needs_no_other_host(site: Path) -> None:
    for page in site.rglob("*.html"):
        text = page.read_text(encoding="utf-8")
        loaded = re.findall(r"<(?:script|link|img|iframe|source|object)\b[^>]*\b(?:src|href|data)=\"([^\"]+)\"", text)
        loaded += re.findall(r"@import\s+[^;]+|\burl\(([^)]+)\)", text)
        assert loaded, page
        assert not [source for source in loaded if re.match(r"(https?:)?//", source.strip("'\""))], page
    for sheet in site.rglob("*.css"):
        text = sheet.read_text(encoding="utf-8")
        assert not re.search(r"(@import\s+|url\()[\"']?(https?:)?//", text), sheet


def public_names() -> Iterator[tuple[str, str]]:
    """Module and name of everything that a program may import."""
    for name in (*tictactoe.__all__, *tictactoe.LOADED_WHEN_ASKED_FOR):
        yield "tictactoe", name
    for package in (rules, search, match, check):
        for name in package.__all__:
            yield package.__name__, name
    for module in (nxn, textbook, import_module("tictactoe.board"), import_module("tictactoe.views")):
        for name, value in vars(module).items():
            if not name.startswith("_") and getattr(value, "__module__", None) == module.__name__:
                yield module.__name__, name


def test_the_reference_has_every_public_name(site: Path) -> None:
    inventory = InventoryFile.loads((site / "objects.inv").read_bytes(), uri="")
    listed = {
        name.rpartition(".")[2] for kind, names in inventory.data.items() if kind.startswith("py:") for name in names
    }
    missing = {f"{module}.{name}" for module, name in public_names() if name not in listed}
    assert not missing


TYPES = {"Cell", "Cells", "Mark", "Player", "SolverMaker", "Symmetry"}
"""Names of types that are written, not called: the page says what they stand for."""


def test_every_public_name_of_the_packages_is_used_in_an_example() -> None:
    """In its docstring, or on a page of the reference. To import a name is not to use it."""
    pages = "".join(page.read_text(encoding="utf-8") for page in PAGES)
    shown = "\n".join(re.findall(r"^(?:>>>|\.\.\.) (?!from ).*", pages, re.MULTILINE))
    unused = set()
    for module, name in public_names():
        value = getattr(import_module(module), name)
        has_own = callable(value) and ">>> " in (value.__doc__ or "")
        if not (has_own or name in TYPES or re.search(rf"\b{name}\b", shown)):
            unused.add(f"{module}.{name}")
    assert not unused
