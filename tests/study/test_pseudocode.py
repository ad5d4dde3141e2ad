"""What the page shows as a lecture's pseudocode is the search that runs: it is run as well, and does the same."""

from __future__ import annotations

import re
from typing import Any

import pytest

from tictactoe.rules import Game, Position, X, canonical, parse_position
from tictactoe.search.textbook import ALGORITHMS, tally
from tictactoe.study.pseudocode import pseudocode_of
from tictactoe.study.source import source_of

THREE = Game(3, 3, 3)
BOARDS = ["OXX/XXO/O..", "OX./X.O/O.X", "O.X/X.O/.XO", "X.O/OX./...", "XO./.../...", "XXX/OO./..."]
WIDEST = 40
"""Columns that fit beside the tree."""
MEANINGS = (
    (r"^(\w+)\((.*)\):$", r"def \1(\2):\n  calls.append(s)"),
    (r"if s is over: return its value", "if over(s): return utility(s)"),
    (r"if X is to move:", "if turn(s) == X:"),
    (r"for each move m:", "for m in moves(s):"),
    (r"s after m", "play(s, m)"),
    (r"leave the loop", "break"),
    (r"← (table\[.\]), else −∞, ∞", r"← known(\1)"),
    (r"known\(table\[(.)\]\)", r"table.get(\1, (−∞, ∞))"),
    (r"s, or its twin that stands for it", "canonical(s)"),
    (r"(if .*) = ", r"\1 == "),
    (r"←", "="),
    (r"≥", ">="),
    (r"≤", "<="),
    (r"−", "-"),
    (r"∞", "2"),
)
"""What the phrases of the pseudocode mean in Python, each replaced in turn."""


def run(name: str, position: Position) -> tuple[int, list[Position]]:
    """The value that the pseudocode returns, and the positions that it comes to."""
    text = "\n".join(pseudocode_of(ALGORITHMS[name]).lines)
    for phrase, meaning in MEANINGS:
        text = re.sub(phrase, meaning, text, flags=re.MULTILINE)
    calls: list[Position] = []
    names: dict[str, Any] = {
        "calls": calls,
        "table": {},
        "X": X,
        "over": lambda s: THREE.outcome(s) is not None,
        "utility": lambda s: next(filter(None, [THREE.outcome(s)])).utility,
        "turn": lambda s: s.turn,
        "moves": THREE.empties,
        "play": Position.play,
        "canonical": lambda s: canonical(THREE, s),
    }
    exec(text, names)  # noqa: S102  our own pseudocode
    function = next(word for word in ("minimax", "alphabeta", "search") if word in names)
    return names[function](position, *([] if name == "minimax" else [-2, 2])), calls


@pytest.mark.parametrize("name", ALGORITHMS)
@pytest.mark.parametrize("board", BOARDS)
def test_the_pseudocode_does_what_the_search_does(name: str, board: str) -> None:
    if name == "minimax" and board.count(".") > 5:
        return  # the same at 7 cells takes long, and says no more
    position = parse_position(THREE, board)
    value, calls = run(name, position)
    assert value == tally(ALGORITHMS[name].search(THREE, position)).value
    steps = ALGORITHMS[name].search(THREE, position)
    assert calls == [step.position for step in steps if step.kind == "enter"]


@pytest.mark.parametrize("name", ALGORITHMS)
def test_its_lines_are_narrow_and_marked_as_the_programs_are(name: str) -> None:
    found, program = pseudocode_of(ALGORITHMS[name]), source_of(ALGORITHMS[name])["marks"]
    assert max(map(len, found.lines)) <= WIDEST
    assert {kind: len(numbers) for kind, numbers in found.marks.items()} == {
        kind: len(numbers) for kind, numbers in program.items()
    }
    assert not any("|" in line for line in found.lines)
