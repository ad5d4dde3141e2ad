"""Exercises: right answers by other means, something to think about in each, and fair marks."""

from __future__ import annotations

import re

import pytest

import oracle
from tictactoe.rules import BadInput, format_position
from tictactoe.study.quiz import KINDS, THREE, Quiz, make, mark, paths
from tictactoe.study.trace import NodePath

SEEDS = range(200)


def board_of(exercise: Quiz, path: NodePath = ()) -> tuple[str, str]:
    """The board that a path leads to, and who moves there."""
    board, turn = format_position(THREE, exercise.root.position), str(exercise.root.position.turn)
    for cell in path:
        assert not oracle.over(board, 3)
        assert divmod(cell, 3) in oracle.blanks(board)
        board, turn = oracle.place(board, *divmod(cell, 3), turn), oracle.OTHER[turn]
    return board, turn


def for_x(board: str, turn: str) -> int:
    value = oracle.score(board, turn, 3)[0]
    return value if turn == "X" else -value


def all_paths(board: str, turn: str) -> list[NodePath]:
    """Every way to play on, the nearer node first, in reading order."""
    if oracle.over(board, 3):
        return [()]
    return [(), *((3 * row + col, *path) for row, col in oracle.blanks(board)
                  for path in all_paths(oracle.place(board, row, col, turn), oracle.OTHER[turn]))]  # fmt: skip


@pytest.mark.parametrize("seed", SEEDS)
def test_values(seed: int) -> None:
    """All nodes that are no ends are asked about, and the value of each is what minimax says."""
    exercise = make("values", seed)
    board, turn = board_of(exercise)
    inner = [path for path in all_paths(board, turn) if not oracle.over(board_of(exercise, path)[0], 3)]
    assert list(exercise.answers) == inner
    for path, answer in exercise.answers.items():
        here, mover = board_of(exercise, path)
        assert answer == for_x(here, mover)
        below = [for_x(oracle.place(here, *at, mover), oracle.OTHER[mover]) for at in oracle.blanks(here)]
        word = "largest" if mover == "X" else "smallest"
        listed = ", ".join(map(str, below))
        assert exercise.reasons[path] == f"{mover} moves here and takes the {word} of {listed}: {answer}."


def visited(board: str, turn: str, low: int, high: int, path: NodePath, found: dict[NodePath, tuple[int, int]]) -> int:
    """Alpha-beta as negamax, for the player to move; each node it comes to is noted with its window."""
    found[path] = low, high
    if oracle.has_row(board, oracle.OTHER[turn], 3):
        return -1
    if "." not in board:
        return 0
    best = -2
    for row, col in oracle.blanks(board):
        after = oracle.place(board, row, col, turn)
        best = max(best, -visited(after, oracle.OTHER[turn], -high, -max(low, best), (*path, 3 * row + col), found))
        if best >= high:
            break
    return best


@pytest.mark.parametrize("seed", SEEDS)
def test_cutoffs(seed: int) -> None:
    """The moves never tried are those that another alpha-beta never tries; nothing below them is asked about."""
    exercise = make("cutoffs", seed)
    board, turn = board_of(exercise)
    found: dict[NodePath, tuple[int, int]] = {}
    visited(board, turn, -2, 2, (), found)
    asked = [path for path in all_paths(board, turn) if path and path[:-1] in found]
    assert exercise.answers == {path: int(path not in found) for path in asked}
    assert list(exercise.answers) == asked
    for path, cut in exercise.answers.items():
        reason = exercise.reasons[path]
        assert reason.startswith("It is cut off: " if cut else "It is tried: ")
        if cut:
            value, sign, bound, who = re.findall(r"value (-?\d) ([≥≤]) \w+ (-?\d), so ([XO])", reason)[0]
            _, high = found[path[:-1]]
            mover = board_of(exercise, path[:-1])[1]
            assert who == oracle.OTHER[mover]
            assert (sign, int(bound)) == (("≥", high) if mover == "X" else ("≤", -high))
            assert int(value) >= int(bound) if sign == "≥" else int(value) <= int(bound)


@pytest.mark.parametrize("kind", KINDS)
def test_none_is_trivial_and_seeds_differ(kind: str) -> None:
    made = [make(kind, seed) for seed in SEEDS]
    for exercise in made:
        board, turn = board_of(exercise)
        assert board.count(".") == 3
        assert not oracle.over(board, 3)
        values = {oracle.move_score(board, *at, turn, 3)[0] for at in oracle.blanks(board)}
        assert len(values) > 1
        assert len(set(exercise.answers.values())) > 1
        assert len(exercise.answers) >= 3
        assert set(exercise.reasons) == set(exercise.answers) <= {path for path, _ in paths(exercise.root)}
    assert len({exercise.root.position for exercise in made}) > len(SEEDS) // 2
    assert {exercise.root.position.turn for exercise in made} == {
        "X"
    }  # it is always X's turn when three cells are left
    assert made[7] == make(kind, 7)


def test_a_seed_is_an_exercise_for_ever() -> None:
    """A seed that somebody has noted must give the same exercise in later versions."""
    assert [format_position(THREE, make(kind, 1).root.position) for kind in KINDS] == ["O.O/.XO/X.X", "O.X/X.O/.XO"]


@pytest.mark.parametrize("kind", KINDS)
def test_marks(kind: str) -> None:
    """In the order of the tree: right, wrong and blank ones, each with the right answer and the reason."""
    exercise = make(kind, 3)
    asked = list(exercise.answers)
    wrong = {-1: 0, 0: 1, 1: 0}
    given = {asked[0]: exercise.answers[asked[0]], asked[1]: wrong[exercise.answers[asked[1]]]}
    marks = mark(exercise, given)
    assert [found.path for found in marks] == asked
    assert [found.given for found in marks] == [*given.values(), *[None] * (len(asked) - 2)]
    assert [(found.path, found.right, found.reason) for found in marks] == [
        (path, exercise.answers[path], exercise.reasons[path]) for path in asked
    ]
    assert [found.given == found.right for found in marks] == [True, *[False] * (len(asked) - 1)]
    assert all(found.given == found.right for found in mark(exercise, exercise.answers))


def test_what_is_not_asked_cannot_be_answered() -> None:
    exercise = make("cutoffs", 3)
    with pytest.raises(BadInput, match=r"^the root is not asked about in this quiz$"):
        mark(exercise, {(): 0})
    with pytest.raises(BadInput, match=r"^a1 a1 is not asked about in this quiz$"):
        mark(exercise, {(0, 0): 0})
    with pytest.raises(BadInput, match=r"^there is no quiz 'sums': the kinds are values, cutoffs$"):
        make("sums", 3)
