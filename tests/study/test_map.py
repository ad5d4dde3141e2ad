"""The map of perfect play: an answer to everything, every answer perfect, and no way through it that loses."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import oracle
from tictactoe.rules import BadInput, Game, Mark, O, X, format_position
from tictactoe.search import Solver
from tictactoe.study.map import perfect_map
from tictactoe.study.tree import Node

THREE = Game(3, 3, 3)
SIDES: list[Mark] = [X, O]
MAPS = {side: perfect_map(THREE, side) for side in SIDES}


def image(board: str) -> str:
    """One name for a board turned and mirrored in all ways."""
    found, rows = [], oracle.rows_of(board)
    for _ in range(4):
        rows = ["".join(column) for column in zip(*reversed(rows), strict=True)]
        found += ["/".join(rows), "/".join(reversed(rows))]
    return min(found)


def board_of(node: Node) -> str:
    return format_position(THREE, node.position)


@pytest.mark.parametrize("side", SIDES)
def test_every_move_of_the_opponent_has_its_place(side: Mark) -> None:
    for _, node in MAPS[side].walk():
        board, turn = board_of(node), node.position.turn
        assert node.answer.value == oracle.score(board, turn, 3)[0]
        if oracle.over(board, 3):
            assert (node.children, node.left_out) == ((), 0)
        elif turn != side:
            possible = {image(oracle.place(board, *at, turn)) for at in oracle.blanks(board)}
            assert {image(board_of(child)) for child in node.children} == possible
            assert len(node.children) == len(possible)
            assert sum(len(child.same) for child in node.children) == len(oracle.blanks(board))
            assert node.left_out == 0


@pytest.mark.parametrize("side", SIDES)
def test_every_move_of_its_own_is_perfect(side: Mark) -> None:
    for _, node in MAPS[side].walk():
        board, turn = board_of(node), node.position.turn
        if turn == side and not oracle.over(board, 3):
            [child] = node.children
            assert child.move is not None
            assert child.best
            assert child.chosen
            assert board_of(child) == oracle.place(board, *divmod(child.move, 3), turn)
            assert oracle.move_score(board, *divmod(child.move, 3), turn, 3) == oracle.score(board, turn, 3)
            assert node.left_out == 0  # the others are no part of the map
        elif node.children:
            assert not any(child.chosen for child in node.children)


@pytest.mark.parametrize("side", SIDES)
def test_whoever_follows_it_never_loses(side: Mark) -> None:
    """All games of an opponent who tries everything: the map is asked for every answer, turned to fit."""
    answers = {image(board_of(node)): image(board_of(node.children[0])) for _, node in MAPS[side].walk()
               if node.children and node.position.turn == side}  # fmt: skip
    ended = {"X": 0, "O": 0, "draw": 0}
    todo, seen = [(oracle.empty(3, 3), "X")], set()
    while todo:
        board, turn = todo.pop()
        if image(board) in seen:
            continue
        seen.add(image(board))
        after = [oracle.place(board, *at, turn) for at in oracle.blanks(board)]
        if oracle.over(board, 3):
            ended[next((mark for mark in "XO" if oracle.has_row(board, mark, 3)), "draw")] += 1
        elif turn == side:
            todo.append((next(found for found in after if image(found) == answers[image(board)]), oracle.OTHER[turn]))
        else:
            todo += [(found, oracle.OTHER[turn]) for found in after]
    assert ended[oracle.OTHER[side]] == 0
    assert ended[side] > ended["draw"] > 0


@pytest.mark.parametrize("side", SIDES)
def test_its_size(side: Mark, data: Path) -> None:
    assert sum(1 for _ in MAPS[side].walk()) == json.loads((data / "study.json").read_text())["map"][side]


def test_other_boards() -> None:
    """Any that is small; the largest map of them all can still be looked at."""
    sizes = [(rows, cols) for rows in range(1, 10) for cols in range(rows, 10) if rows * cols == 9]
    for rows, cols in sizes:
        for side in SIDES:
            nodes = sum(1 for _ in perfect_map(Game(rows, cols, 10), side, Solver(Game(rows, cols, 10))).walk())
            assert nodes < 5_000
    with pytest.raises(BadInput) as error:
        perfect_map(Game(3, 4, 3), X)
    assert str(error.value) == "a map of 3 x 4 has too many nodes to see: the most is 9 empty cells"
