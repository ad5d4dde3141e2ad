"""How bad a wrong answer is: what would serve a game as well is not as bad as what spoils it."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import pytest

from tictactoe.check.degrees import DEGREES, Degree, degree_of
from tictactoe.check.questions import Question, questions_for
from tictactoe.check.reading import Reply, Strange, decode
from tictactoe.check.report import Report, Verdict
from tictactoe.check.wire import encode, rows
from tictactoe.draw.report.words import headline

START, WON, DRAWN = "." * 9, "XXXOO....", "XOXXOOOXX"
ask = cache(questions_for)


def question(function: str, board: str | None, action: tuple[int, int] | None = None) -> Question:
    return next(found for found in ask(function) if (found.board, found.action) == (board, action))


def reply(value: object, changed: bool = False) -> Reply:
    return Reply(value if isinstance(value, Strange) else decode(encode(value)), None, 0, changed)


ACTIONS = [(row, col) for row in range(3) for col in range(3)]
MARKED: list[list[str | None]] = [["X", None, None], [None] * 3, [None] * 3]
CASES: list[tuple[str, str | None, tuple[int, int] | None, object, Degree]] = [
    ("actions", START, None, ACTIONS, "specification"),
    ("actions", START, None, [list(action) for action in ACTIONS], "specification"),
    ("actions", START, None, {(bool(row), col) if row < 2 else (row, col) for row, col in ACTIONS}, "specification"),
    ("actions", START, None, set(ACTIONS[1:]), "games"),
    ("actions", START, None, None, "games"),
    ("player", START, None, "O", "games"),
    ("winner", DRAWN, None, "None", "games"),
    ("terminal", WON, None, 1, "specification"),
    ("terminal", WON, None, "X", "specification"),
    ("terminal", WON, None, 0, "games"),
    ("terminal", WON, None, Strange("numpy.bool", "numpy.bool(1)", 1), "specification"),
    ("terminal", START, None, Strange("numpy.bool", "numpy.bool(1)", 1), "games"),
    ("terminal", WON, None, Strange("numpy.bool", "np.True_"), "games"),
    ("terminal", START, None, None, "specification"),
    ("utility", WON, None, True, "specification"),
    ("utility", WON, None, 1.0, "specification"),
    ("utility", WON, None, -1, "games"),
    ("result", START, (0, 0), tuple(tuple(row) for row in MARKED), "specification"),
    ("result", START, (0, 0), rows(START), "games"),
    ("result", START, (-1, 0), MARKED, "unasked"),
    ("result", "X" + START[1:], (0, 0), MARKED, "unasked"),
    ("minimax", "XX.OO....", None, [0, 2], "specification"),
    ("minimax", "XX.OO....", None, (2, 2), "games"),
    ("minimax", WON, None, (2, 2), "specification"),
    ("initial_state", None, None, [["spoiled"]], "games"),
]


@pytest.mark.parametrize(("function", "board", "action", "value", "degree"), CASES)
def test_the_degree_of_a_wrong_answer(
    function: str, board: str | None, action: tuple[int, int] | None, value: object, degree: Degree
) -> None:
    asked = question(function, board, action)
    assert not asked.accepts(reply(value))
    assert degree_of(asked, reply(value)) == degree


def test_numbers_of_numpy_serve_in_play() -> None:
    numpy = pytest.importorskip("numpy")
    asked = question("minimax", "XX.OO....")
    assert degree_of(asked, reply((numpy.int64(0), numpy.int64(2)))) == "specification"


def test_a_changed_board_spoils_the_game_but_where_it_is_thrown_away() -> None:
    assert degree_of(question("winner", START), reply(None, changed=True)) == "games"
    assert degree_of(question("result", START, (0, 0)), reply(MARKED, changed=True)) == "specification"


def test_an_exception_spoils_the_game() -> None:
    assert degree_of(question("winner", START), Reply(None, ("IndexError", ""), 0, False)) == "games"


def report(counted: Degree, **degrees: Any) -> Report:
    verdicts = [Verdict(name, "wrong", 5, 5, 1, degree=degree) for name, degree in degrees.items()]
    return Report(Path("a.py"), (Verdict("player", "right", 5, 5), *verdicts), counted=counted)


@pytest.mark.parametrize("counted", DEGREES)
@pytest.mark.parametrize("degree", DEGREES)
def test_a_teacher_chooses_what_counts(counted: Degree, degree: Degree) -> None:
    found = report(counted, result=degree)
    counts = DEGREES.index(degree) <= DEGREES.index(counted)
    assert found.outcome == ("wrong" if counts else "right")
    assert [found.points(verdict) for verdict in found.verdicts] == [1, 0 if counts else 1]
    assert found.to_blame == ("result",)
    assert ("does not count as wrong here" in headline(found)) != counts


def test_the_headline_says_what_to_mend_the_worst_first() -> None:
    found = report("unasked", result="unasked", winner="games", utility="games")
    assert headline(found) == (
        "Three things to mend: winner and utility (lose or spoil games), result (lets through what play never asks)."
    )
