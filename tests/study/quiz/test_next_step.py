"""The next step of a search: what is right is what the search does, and what is wrong is not."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import pytest

from tictactoe.rules import BadInput, Game, Position, format_cell, parse_position
from tictactoe.search.textbook import ALGORITHMS, Algorithm
from tictactoe.study.bounds import insights
from tictactoe.study.quiz import NextStep, is_right, next_step
from tictactoe.study.trace import moments

THREE = Game(3, 3, 3)
POSITIONS = ("OXX/XXO/O..", "OX./X.O/O.X", "O.X/X.O/.XO", "X.O/OX./...")


def questions(text: str, algorithm: Algorithm, most: int = 150) -> Iterator[tuple[NextStep, str, Position]]:
    """Every question of a search with the name of the step that follows, and the position where it is asked."""
    position = parse_position(THREE, text)
    steps = list(moments(algorithm.search(THREE, position)))
    for number in range(1, min(most, len(steps))):
        step, path = steps[number]
        detail = {"enter": format_cell(THREE, path[-1]) if path else "", "leaf": step.value}.get(step.kind, "")
        yield next_step(THREE, position, algorithm, number), f"{step.kind} {detail}".strip(), step.position


@pytest.mark.parametrize("name", ALGORITHMS)
def test_the_right_guess_is_the_step_that_follows(name: str) -> None:
    kinds: Counter[str] = Counter()
    for text in POSITIONS:
        for question, follows, _ in questions(text, ALGORITHMS[name]):
            assert question.right == follows
            names = [guess.name for guess in question.guesses]
            assert names.count(follows) == 1
            assert len({*names}) == len(names) >= 5
            assert [is_right(question, other) for other in names] == [other == follows for other in names]
            assert question.hint.endswith((".", "?"))
            assert question.reason.endswith(".")
            assert len({guess.title for guess in question.guesses}) == len(names)
            kinds[follows.split()[0]] += 1
    wanted = {"enter", "leaf", "better", "leave"}
    wanted |= {"cutoff"} if ALGORITHMS[name].has_bounds else set()
    assert {*kinds} - {"known"} == wanted
    assert ("known" in kinds) == (name in ("table", "symmetry"))
    assert max(kinds.values()) * 2 < kinds.total()  # always saying the same is wrong more often than right


def test_a_hint_does_not_name_the_answer() -> None:
    for question, follows, _ in questions("X.O/OX./...", ALGORITHMS["alphabeta"]):
        assert follows not in question.hint
        assert "cutoff" not in question.hint or follows == "leave"


def test_a_bound_is_not_told_as_a_value() -> None:
    for text in POSITIONS:
        position, algorithm = parse_position(THREE, text), ALGORITHMS["alphabeta"]
        steps = list(insights(THREE, moments(algorithm.search(THREE, position))))
        for number in range(1, len(steps)):
            question = next_step(THREE, position, algorithm, number)
            latest, after = steps[number - 1], steps[number]
            words = {"≥": "at least ", "≤": "at most "}
            if latest.step.kind in ("leaf", "leave", "better"):
                assert f"{words.get(latest.relation or '', '')}{latest.step.value}" in question.hint
            if after.step.kind in ("better", "leave"):
                assert f"{words.get(after.relation or '', '')}{after.step.value}" in question.reason


def test_what_is_no_question_is_refused() -> None:
    position, algorithm = parse_position(THREE, "OXX/XXO/O.."), ALGORITHMS["alphabeta"]
    for number in (0, 14, 99):
        with pytest.raises(BadInput, match=f"after step {number}, but there is no step after that"):
            next_step(THREE, position, algorithm, number)
    question = next_step(THREE, position, algorithm, 1)
    with pytest.raises(BadInput, match="is said to be 'dance', but should be one of enter b3, enter c3, leaf 1"):
        is_right(question, "dance")
