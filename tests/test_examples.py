"""Every public name has an example in its docstring, and every example says what happens."""

from __future__ import annotations

import doctest
from collections.abc import Iterator
from importlib import import_module
from types import FunctionType

import pytest

import tictactoe
from tictactoe import views

CONSTANTS = {"X", "O", "EMPTY"}
NAMES = {*tictactoe.__all__, *tictactoe.LOADED_WHEN_ASKED_FOR} - CONSTANTS
VIEWS = [views.AnalysisView, views.ExplanationView, views.TreeView, views.ReportView]


def public() -> Iterator[tuple[str, object]]:
    """Each public name; and each public method and property of the board and of what it answers with."""
    for name in sorted(NAMES):
        yield name, getattr(tictactoe, name)
    for kind in (tictactoe.Board, *VIEWS):
        yield kind.__name__, kind
        for name, value in vars(kind).items():
            if not name.startswith("_") and isinstance(value, FunctionType | property | classmethod):
                yield f"{kind.__name__}.{name}", value


@pytest.mark.parametrize(("name", "value"), list(public()))
def test_every_public_name_has_an_example(name: str, value: object) -> None:
    assert ">>> " in (value.__doc__ or ""), f"{name} has no example"


def test_the_constants_have_one_too() -> None:
    for name in CONSTANTS:
        assert f"ttt.{name}" in (tictactoe.__doc__ or "")


def examples() -> list[doctest.DocTest]:
    """All in the modules where a public name lives."""
    modules = {value.__module__ for _, value in public() if hasattr(value, "__module__")}
    modules |= {"tictactoe", "tictactoe.match.evaluation"}
    finder = doctest.DocTestFinder()
    return [test for module in sorted(modules) for test in finder.find(import_module(module)) if test.examples]


@pytest.mark.parametrize("example", examples(), ids=lambda example: example.name)
def test_the_examples_say_what_happens(example: doctest.DocTest) -> None:
    said: list[str] = []
    doctest.DocTestRunner(verbose=False).run(example, out=said.append)
    assert not said, "".join(said)
