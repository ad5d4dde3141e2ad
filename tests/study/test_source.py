"""The text of the searches: what is shown is what runs, and every step has its line."""

from __future__ import annotations

import inspect
from typing import Any

import pytest

from tictactoe.rules import Game, Position
from tictactoe.search.textbook import ALGORITHMS
from tictactoe.study.source import source_of

KINDS = {
    "minimax": {"enter", "leaf", "better", "leave"},
    "alphabeta": {"enter", "leaf", "better", "cutoff", "leave"},
    "table": {"enter", "leaf", "known", "better", "cutoff", "leave"},
    "symmetry": {"enter", "leaf", "known", "better", "cutoff", "leave"},
}


@pytest.mark.parametrize("name", ALGORITHMS)
def test_every_line_that_yields_a_step_is_marked(name: str) -> None:
    found = source_of(ALGORITHMS[name])
    assert found["algorithm"] == name
    marked = {number for numbers in found["marks"].values() for number in numbers}
    yielding = {number for number, line in enumerate(found["lines"]) if "yield" in line and "yield from" not in line}
    assert marked == yielding
    assert set(found["marks"]) == KINDS[name]
    for kind, numbers in found["marks"].items():
        for number in numbers:
            assert f'yield Step("{kind}", ' in found["lines"][number]


@pytest.mark.parametrize("name", ALGORITHMS)
def test_marks_of_both_players_stand_in_their_branches(name: str) -> None:
    """X's first: after the line that asks for X's turn, and before its else; O's after that."""
    found = source_of(ALGORITHMS[name])
    lines = found["lines"]
    start = next(number for number, line in enumerate(lines) if line.strip() == "if position.turn == X:")
    turn = next(number for number, line in enumerate(lines) if line == "    else:")
    for kind in {"better", "cutoff"} & KINDS[name]:
        of_x, of_o = found["marks"][kind]
        assert start < of_x < turn < of_o
    for kind in KINDS[name] - {"better", "cutoff"}:
        [number] = found["marks"][kind]
        assert number < start or number > turn


@pytest.mark.parametrize("name", ALGORITHMS)
def test_the_steps_are_taken_on_the_marked_lines(name: str) -> None:
    """A search that is running stands, at each step, on a line that is marked for it, in the branch of who moves."""
    found = source_of(ALGORITHMS[name])
    first = inspect.getsourcelines(ALGORITHMS[name].source)[1]
    search = ALGORITHMS[name].search(Game(3, 3, 3), Position(0b000_010_101, 0b000_001_010))
    for step in search:
        running: Any = search
        while running.gi_yieldfrom is not None:
            running = running.gi_yieldfrom
        numbers = found["marks"][step.kind]
        right = numbers[0] if len(numbers) == 1 or step.position.turn == "X" else numbers[1]
        assert running.gi_frame.f_lineno - first == right
