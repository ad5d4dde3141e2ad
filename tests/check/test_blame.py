"""Who is to blame among functions that call each other: somebody always is, and who is right excuses nobody."""

from __future__ import annotations

from collections.abc import Mapping

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tictactoe.check.blame import Blame, find_blame

HELPERS = ("player", "actions", "result", "winner", "terminal", "utility")
NAMES = (*HELPERS, "minimax")
Calls = Mapping[str, tuple[str, ...]]


def works(name: str, stand_ins: frozenset[str], calls: Calls, broken: frozenset[str]) -> bool:
    """Whether a function is right: neither it nor anything it reaches is broken, and nothing goes round in a circle."""

    def sound(at: str, path: tuple[str, ...]) -> bool:
        if at in stand_ins and at != name:
            return True
        return at not in broken and at not in path and all(sound(other, (*path, at)) for other in calls.get(at, ()))

    return sound(name, ())


def blamed(calls: Calls, broken: frozenset[str] = frozenset()) -> Mapping[str, Blame]:
    wrong = [name for name in NAMES if not works(name, frozenset(), calls, broken)]
    doubtful = [name for name in HELPERS if name in wrong]
    return find_blame(wrong, doubtful, lambda name, stand_ins: works(name, stand_ins, calls, broken))


def test_what_is_broken_is_to_blame_and_excuses_those_that_call_it() -> None:
    found = blamed({"terminal": ("winner",), "minimax": ("terminal", "utility")}, frozenset({"winner", "utility"}))
    assert found["winner"] == found["utility"] == Blame()
    assert set(found["minimax"].misled_by) == {"winner", "utility"}
    assert "winner" in found["terminal"].misled_by


def test_nobody_is_blamed_for_what_others_do_wrong() -> None:
    calls = {"terminal": ("winner",), "minimax": ("actions", "terminal", "result")}
    found = blamed(calls, frozenset({"actions", "result", "winner"}))
    assert found["terminal"].misled_by == ("winner",)
    assert set(found["minimax"].misled_by) == {"actions", "result", "winner"}


def test_two_that_call_each_other_are_to_blame_together_and_excuse_the_rest() -> None:
    found = blamed({"winner": ("utility",), "utility": ("winner",), "terminal": ("winner",), "minimax": ("terminal",)})
    assert found["winner"].tangled_with == ("utility",)
    assert found["utility"].tangled_with == ("winner",)
    assert found["terminal"].misled_by == found["minimax"].misled_by == ("winner", "utility")


def test_a_circle_is_not_excused_by_a_fault_elsewhere() -> None:
    found = blamed({"winner": ("utility",), "utility": ("winner",)}, frozenset({"player"}))
    assert found["player"] == Blame()
    assert found["winner"].tangled_with == ("utility",)


def test_one_that_is_right_only_when_it_is_asked_again_is_to_blame() -> None:
    assert find_blame(["winner", "minimax"], ["winner"], lambda *_: True)["winner"] == Blame()
    assert find_blame(["minimax"], ["winner", "utility"], lambda *_: True) == {"minimax": Blame()}


@pytest.mark.parametrize("length", range(2, 7))
def test_a_circle_of_any_length(length: int) -> None:
    circle = HELPERS[:length]
    found = blamed({name: (circle[(n + 1) % length],) for n, name in enumerate(circle)})
    assert {name for name in found if not found[name].misled_by} == set(circle)


@given(
    st.dictionaries(st.sampled_from(NAMES), st.lists(st.sampled_from(HELPERS), max_size=3, unique=True).map(tuple)),
    st.frozensets(st.sampled_from(NAMES)),
)
def test_an_excuse_names_functions_that_are_to_blame_and_is_true(calls: Calls, broken: frozenset[str]) -> None:
    found = blamed(calls, broken)
    to_blame = {name for name, blame in found.items() if not blame.misled_by}
    assert bool(found) == bool(to_blame)
    assert broken <= to_blame
    for name, blame in found.items():
        assert set(blame.misled_by) <= to_blame
        assert not blame.misled_by or works(name, frozenset(blame.misled_by), calls, broken)
