"""What an answer is worth: nothing for an untouched sheet, little for guesses, all for the right answers."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quizzes import all_of
from tictactoe.rules import BadInput
from tictactoe.study.quiz import KINDS, Quiz, make, mark
from tictactoe.study.quiz.marking import Marks

Strategy = Callable[[Quiz, Random], str]


def letters(quiz: Quiz) -> list[str]:
    return [reply.letter for reply in quiz.kind.replies]


def right_answers(quiz: Quiz) -> str:
    return "".join(blank.right for blank in quiz.blanks)


def guess(quiz: Quiz, chance: Random) -> str:
    return "".join(chance.choice(letters(quiz)) for _ in quiz.blanks)


def guess_twice(quiz: Quiz, chance: Random) -> str:
    """Another guess wherever it was said that the first was wrong; where only the number is said, the rest reversed."""
    first = guess(quiz, chance)
    told = mark(quiz, first)
    if quiz.kind.tells_which:
        again = [
            one if found.is_right else chance.choice([letter for letter in letters(quiz) if letter != one])
            for one, found in zip(first, told.blanks, strict=True)
        ]
        return f"{first}-{''.join(again)}"
    if 2 * told.right >= len(first):
        return f"{first}-{first}"
    other = dict(zip(letters(quiz), reversed(letters(quiz)), strict=True))
    return f"{first}-{''.join(other[letter] for letter in first)}"


def always(letter: str) -> Strategy:
    return lambda quiz, _chance: letter * len(quiz.blanks)


def share(kind: str, strategy: Strategy) -> float:
    """What part of the points a strategy gets on average."""
    parts = []
    for quiz in all_of(kind):
        marks = mark(quiz, strategy(quiz, Random(quiz.seed)))
        assert 0 <= marks.points <= marks.most
        parts.append(marks.points / marks.most)
    return sum(parts) / len(parts)


@pytest.mark.parametrize("kind", KINDS)
def test_points_are_for_what_is_known(kind: str) -> None:
    assert share(kind, lambda _quiz, _chance: "") == 0
    assert share(kind, lambda quiz, _chance: "0" * len(quiz.blanks)) == 0
    assert share(kind, lambda quiz, _chance: right_answers(quiz)) == 1
    assert share(kind, lambda quiz, _chance: f"{'0' * len(quiz.blanks)}-{right_answers(quiz)}") == 0.5
    assert share(kind, lambda quiz, _chance: right_answers(quiz).lower()) == 0.5
    guessed = [share(kind, guess), share(kind, guess_twice)]
    same = [share(kind, always(reply.letter)) for reply in KINDS[kind].replies]
    print(f"{kind}: guessing {guessed}, always the same {same}")
    assert max(guessed) < 0.4
    assert max(same) < 0.25


def test_the_points_of_one_answer() -> None:
    """At once and alone, all; at the second try or with a hint, half; wrong, what a guess would gain."""
    quiz = make("values", 1)
    right = quiz.blanks[0].right
    wrong = next(letter for letter in letters(quiz) if letter != right)
    rest = "0" * (len(quiz.blanks) - 1)

    def points(first: str, last: str | None = None) -> int:
        work = f"{first}{rest}" if last is None else f"{first}{rest}-{last}{rest}"
        return mark(quiz, work).blanks[0].points

    assert points(right) == points(right, right) == 2
    assert points(right.lower()) == points(wrong, right) == points("0", right) == points("1", right) == 1
    assert points(right, right.lower()) == points(wrong, right.lower()) == 1
    assert points(wrong) == points(right, wrong) == points(wrong.lower()) == -1
    assert points("0") == points("1") == points(right, "0") == points(wrong, "1") == 0
    two = make("cutoffs", 1)
    other = {"T": "N", "N": "T"}[two.blanks[0].right]
    assert mark(two, other + "0" * (len(two.blanks) - 1)).blanks[0].points == -2


def test_an_answer_is_settled_by_being_right_or_by_the_second_try() -> None:
    quiz = make("values", 1)
    right = right_answers(quiz)
    left = "0" * len(right)

    def settled(work: str) -> tuple[bool, int]:
        marks: Marks = mark(quiz, work)
        return marks.is_settled, marks.tries

    assert settled("") == (False, 0)
    assert settled(left) == (False, 1)
    assert settled(right) == (True, 1)
    assert settled(f"{left}-{left}") == (True, 2)


@pytest.mark.parametrize(
    ("work", "said"),
    [
        ("XX", r"has 2 of \d+ letters"),
        ("Z" * 9, "has 'Z': for each of its"),
        ("é" * 9, "has 'é'"),
        ("K" * 9, "has 'K'"),
        ("---", "have 4 tries, but there are two at most"),
        ("-", "has 0 of"),
        ("X " * 5, "has ' '"),
    ],
)
def test_what_is_no_answer_is_refused_in_a_sentence(work: str, said: str) -> None:
    with pytest.raises(BadInput, match=said):
        mark(make("values", 1), work)


@given(st.text(max_size=30) | st.text("XDOxdo01-", max_size=20))
def test_any_text_is_marked_or_refused(work: str) -> None:
    quiz = make("values", 2)
    try:
        marks = mark(quiz, work)
    except BadInput as error:
        assert "\n" not in str(error)
    else:
        assert 0 <= marks.points <= marks.most
        assert len(marks.blanks) == len(quiz.blanks)
