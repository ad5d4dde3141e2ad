"""Searches followed step by step: where each step is taken, and what they come to."""

from __future__ import annotations

import json
from functools import reduce
from pathlib import Path

import pytest

import oracle
from tictactoe.rules import Game, Position, parse_position
from tictactoe.search.textbook import ALGORITHMS, tally
from tictactoe.study.bounds import Insight
from tictactoe.study.trace import Summary, moments, part_of, trace

THREE = Game(3, 3, 3)
BOARDS = ["XO./.X./..O", "XOX/.../...", "XOX/OXO/...", "XXX/OO./..."]
LONG = [(name, ".../.../...") for name in ALGORITHMS if name != "minimax"]


@pytest.mark.parametrize(("name", "board"), [*((name, board) for name in ALGORITHMS for board in BOARDS), *LONG])
def test_the_path_leads_to_where_the_step_is_taken(name: str, board: str) -> None:
    """And the steps are those of the search itself, one for one."""
    root = parse_position(THREE, board)
    found = list(moments(ALGORITHMS[name].search(THREE, root)))
    assert [moment.step for moment in found] == list(ALGORITHMS[name].search(THREE, root))
    for step, path in found:
        assert reduce(Position.play, path, root) == step.position


@pytest.mark.parametrize(("name", "board"), [*((name, board) for name in ALGORITHMS for board in BOARDS), *LONG])
def test_the_summary_is_the_tally_of_the_search(name: str, board: str) -> None:
    root = parse_position(THREE, board)
    kept, summary = trace(THREE, root, ALGORITHMS[name])
    expected = tally(ALGORITHMS[name].search(THREE, root))
    assert (summary.value, sum(summary.nodes)) == (expected.value, expected.nodes)
    assert (summary.leaves, summary.known, summary.cutoffs) == (expected.leaves, expected.known, expected.cutoffs)
    assert summary.steps == len(kept)
    assert summary.seconds >= 0
    some, same = trace(THREE, root, ALGORITHMS[name], limit=5)
    assert some == kept[:5]
    assert same._replace(seconds=0) == summary._replace(seconds=0)


def test_minimax_comes_to_every_node_of_every_depth(data: Path) -> None:
    root = parse_position(THREE, "X../.../...")
    _, summary = trace(THREE, root, ALGORITHMS["minimax"], limit=0)
    whole = json.loads((data / "counts.json").read_text())["3,3,3"]["nodes"]
    corner = [1, 8, 56, 336]
    assert list(summary.nodes[:4]) == corner == [number // 9 for number in whole[1:5]]
    assert list(summary.nodes) == list(levels("X../.../...", "O"))


def levels(board: str, turn: str) -> list[int]:
    """How many lines of play there are of each length, by following all of them."""
    if oracle.over(board, 3):
        return [1]
    below = [levels(oracle.place(board, *at, turn), oracle.OTHER[turn]) for at in oracle.blanks(board)]
    depth = max(map(len, below))
    return [1, *(sum(found[ply] for found in below if ply < len(found)) for ply in range(depth))]


@pytest.mark.parametrize("name", ALGORITHMS)
@pytest.mark.parametrize("size", [1, 7, 50])
def test_parts_join_to_the_whole(name: str, size: int) -> None:
    """Only the part that has the last step knows the value; each counts what was done up to its end."""
    root = parse_position(THREE, "XO./.X./..O")
    whole, summary = trace(THREE, root, ALGORITHMS[name])
    joined: list[Insight] = []
    while len(joined) < len(whole):
        part, so_far = part_of(THREE, root, ALGORITHMS[name], len(joined), size)
        joined += part
        assert so_far.steps == len(joined)
        assert so_far.leaves == sum(moment.step.kind == "leaf" for moment in joined)
        assert sum(so_far.nodes) == sum(moment.step.kind == "enter" for moment in joined)
        assert (so_far.value is None) == (len(joined) < len(whole))
    assert joined == whole
    assert so_far._replace(seconds=0) == summary._replace(seconds=0)
    after, same = part_of(THREE, root, ALGORITHMS[name], len(whole) + 3, size)
    assert (after, same._replace(seconds=0)) == ([], summary._replace(seconds=0))


def test_a_part_runs_no_further_than_it_is_read() -> None:
    """The first steps on a large board, whose search would never end."""
    game = Game(8, 8, 5)
    part, summary = part_of(game, Position(), ALGORITHMS["minimax"], 10, 5)
    assert [len(moment.path) for moment in part] == [10, 11, 12, 13, 14]
    assert summary._replace(seconds=0) == Summary(None, 15, (1,) * 15, 0, 0, 0, 0)
