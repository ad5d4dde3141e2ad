"""What is said of a value while a search runs: a value is the exact one, and a bound holds."""

from __future__ import annotations

from functools import cache

import pytest

from extent import sample, usually
from oracle import reachable, value
from tictactoe.rules import Game, Position, X, format_position, parse_position
from tictactoe.search.textbook import ALGORITHMS
from tictactoe.study.bounds import Insight, insights
from tictactoe.study.examples import DEFAULT_EXAMPLE, EXAMPLES
from tictactoe.study.trace import moments

THREE = Game(3, 3, 3)
QUICK = [(name, found.position) for name in ALGORITHMS for found in EXAMPLES if found.position.count(".") < 9]
LONG = [(name, ".../.../...") for name in ALGORITHMS if name != "minimax"]


@cache
def exact(game: Game, position: Position) -> int:
    """X's value, by the oracle."""
    found = value(format_position(game, position), position.turn, game.k)
    return found if position.turn == X else -found


def all_of(game: Game, name: str, position: Position) -> list[Insight]:
    return list(insights(game, moments(ALGORITHMS[name].search(game, position))))


def holds(relation: str | None, told: int | None, right: int) -> bool:
    assert told is not None
    return {"=": right == told, "≥": right >= told, "≤": right <= told}[relation or ""]


def require_true(game: Game, found: list[Insight]) -> None:
    for insight in found:
        step = insight.step
        if step.kind == "enter":
            assert (insight.relation, insight.reason) == (None, "")
            continue
        about = step.position if step.kind != "better" or step.move is None else step.position.play(step.move)
        assert holds(insight.relation, step.value, exact(game, about)), insight
        assert (insight.relation == "=") == (insight.reason == ""), insight


@pytest.mark.parametrize(("name", "board"), [*QUICK, *LONG])
def test_every_value_is_exact_and_every_bound_holds_at_every_step_of_every_example(name: str, board: str) -> None:
    found = all_of(THREE, name, parse_position(THREE, board))
    require_true(THREE, found)
    assert found[-1].relation == "="  # the answer is never a bound
    assert {insight.relation for insight in found} == {None, "="} or name != "minimax"


@pytest.mark.parametrize("name", ["alphabeta", "table", "symmetry"])
def test_so_it_is_from_every_position(name: str) -> None:
    late = [board for board, _ in reachable(3, 3, 3) if board.count(".") <= 6]
    for board in sample(late, 300):
        require_true(THREE, all_of(THREE, name, parse_position(THREE, board)))


@pytest.mark.parametrize("name", ALGORITHMS)
@pytest.mark.parametrize("size", usually([(2, 3, 2), (3, 2, 3)], [(2, 3, 2), (3, 2, 3), (2, 4, 3), (1, 6, 3)]))
def test_so_it_is_on_other_boards(name: str, size: tuple[int, int, int]) -> None:
    game = Game(*size)
    require_true(game, all_of(game, name, Position()))


@pytest.mark.parametrize("name", ALGORITHMS)
def test_what_was_looked_at_whole_is_a_value_though_it_lies_outside_the_window(name: str) -> None:
    """A bound needs a cutoff, or a table, in or below the node."""
    for insight in all_of(THREE, name, parse_position(THREE, "X.O/OX./...")):
        if insight.step.kind == "leaf":
            assert insight.relation == "="
    whole: dict[tuple[int, ...], bool] = {}
    for insight in reversed(all_of(THREE, name, parse_position(THREE, "X.O/OX./..."))):
        path = insight.path
        is_whole = whole.setdefault(path, True) and not insight.untried and insight.step.kind != "known"
        for depth in range(len(path) + 1):
            whole[path[:depth]] = whole.get(path[:depth], True) and is_whole
    for insight in all_of(THREE, name, parse_position(THREE, "X.O/OX./...")):
        if insight.step.kind == "leave" and whole[insight.path]:
            assert insight.relation == "=", insight


def test_a_bound_says_why() -> None:
    found = all_of(THREE, "alphabeta", parse_position(THREE, "X.O/OX./..."))
    reasons = {insight.reason.partition(":")[0] for insight in found if insight.reason}
    assert reasons == {"not tried", "only bounded"}
    for insight in found:
        if insight.step.kind == "cutoff":
            assert bool(insight.untried) == (insight.relation != "=" and insight.reason.startswith("not tried"))
    known = [insight for insight in all_of(THREE, "table", Position()) if insight.step.kind == "known"]
    assert {insight.reason for insight in known} == {"", "the table says no more"}


def test_a_cutoff_names_the_moves_it_leaves_untried() -> None:
    found = all_of(THREE, "alphabeta", parse_position(THREE, "X.O/OX./..."))
    entered = {insight.path for insight in found if insight.step.kind == "enter"}
    for insight in found:
        if insight.step.kind == "cutoff":
            tried = {path[-1] for path in entered if path[:-1] == insight.path and path}
            assert tried.isdisjoint(insight.untried)
            assert tried | set(insight.untried) == set(THREE.empties(insight.step.position))


def test_the_default_example_cuts_visibly() -> None:
    """Alpha-beta leaves out branches, and with them a quarter of the tree."""
    root = parse_position(THREE, DEFAULT_EXAMPLE.position)
    found = all_of(THREE, "alphabeta", root)
    nodes = sum(insight.step.kind == "enter" for insight in found)
    every = sum(insight.step.kind == "enter" for insight in all_of(THREE, "minimax", root))
    assert nodes <= every * 3 / 4
    assert sum(len(insight.untried) for insight in found) >= 2
