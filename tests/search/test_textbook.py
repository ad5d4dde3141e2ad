"""The four textbook searches: the same value, the steps of a real search, the counts on record."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest

from extent import sample, usually
from oracle import empty, reachable, value
from tictactoe.rules import Game, Position, X, format_position, parse_position
from tictactoe.search.textbook import ALGORITHMS, HIGHEST, LOWEST, Step, alphabeta, minimax, tally

THREE = Game(3, 3, 3)
SIZES = [(rows, cols) for rows in range(1, 13) for cols in range(1, 13) if rows * cols <= 12]
SMALL = [(rows, cols) for rows, cols in SIZES if rows * cols <= 8]
LARGER = [(rows, cols) for rows, cols in SIZES if rows * cols > 8]


def oracle_value(board: str, turn: str, k: int) -> int:
    """The oracle's value for X."""
    found = value(board, turn, k)
    return found if turn == X else -found


@pytest.mark.parametrize("name", ALGORITHMS)
def test_counts_on_the_empty_board(name: str, data: Path) -> None:
    golden = json.loads((data / "textbook_nodes.json").read_text())[name]
    found = tally(ALGORITHMS[name].search(THREE, Position()))
    assert {key: getattr(found, key) for key in golden} == golden
    assert found.value == 0


@pytest.mark.parametrize("name", ALGORITHMS)
def test_value_of_every_reachable_position(name: str) -> None:
    """But the empty one, which is above."""
    for board, turn in sample(reachable(3, 3, 3)[1:], 500):
        found = tally(ALGORITHMS[name].search(THREE, parse_position(THREE, board)))
        assert found.value == oracle_value(board, turn, 3), board


@pytest.mark.parametrize("size", usually([*SMALL[:6], (2, 3), (4, 2), (5, 1)], SMALL))
def test_every_game_of_at_most_8_cells_from_the_start(size: tuple[int, int]) -> None:
    for k in range(1, max(size) + 2):
        game = Game(*size, k)
        expected = oracle_value(empty(*size), X, k)
        for name, algorithm in ALGORITHMS.items():
            assert tally(algorithm.search(game, Position())).value == expected, (game, name)


@pytest.mark.parametrize("size", usually([(1, 9), (3, 3), (5, 2)], LARGER))
def test_every_game_of_9_to_12_cells_from_the_start(size: tuple[int, int]) -> None:
    """The searches with a table, and alpha-beta unless the board is long and thin.

    From the start of a board of 12 cells minimax would visit up to 12! · e, more than a thousand million, positions,
    and alpha-beta on 1×12 a few million.
    """
    for k in range(1, max(size) + 2):
        game = Game(*size, k)
        expected = oracle_value(empty(*sorted(size)), X, k)  # a board on its side has the same value
        quick = size[0] * size[1] <= 10 or size == (3, 4)
        for name in ("alphabeta", "table", "symmetry") if quick else ("table", "symmetry"):
            assert tally(ALGORITHMS[name].search(game, Position())).value == expected, (game, name)


@pytest.mark.parametrize("size", LARGER)
def test_late_positions_of_every_game_of_9_to_12_cells(size: tuple[int, int]) -> None:
    rng = random.Random(str(size))
    for k in range(1, max(size) + 2):
        game = Game(*size, k)
        for _ in range(usually(1, 3)):
            position = random_late_position(game, rng, empties=rng.randint(4, 7))
            board = format_position(game, position)
            for name, algorithm in ALGORITHMS.items():
                found = tally(algorithm.search(game, position)).value
                assert found == oracle_value(board, position.turn, k), (game, name, board)


def random_late_position(game: Game, rng: random.Random, empties: int) -> Position:
    """A position with few cells left, or one in which a game that was played at random ended before."""
    position = Position()
    for cell in rng.sample(game.cells, len(game.cells) - empties):
        if game.outcome(position):
            break
        position = position.play(cell)
    return position


@pytest.mark.parametrize("name", ALGORITHMS)
def test_steps_tell_a_consistent_story(name: str) -> None:
    """Every node is entered and then answered once, in the order of a stack; each answer is one that was found."""
    stack: list[Step] = []
    windows: list[tuple[int, int]] = []
    best: dict[Position, int] = {}
    for step in ALGORITHMS[name].search(THREE, parse_position(THREE, "X.O/.X./..O")):
        if step.kind == "enter":
            assert not stack or step.position.taken & stack[-1].position.taken == stack[-1].position.taken
            if stack:
                assert windows[-1][0] <= step.alpha
                assert step.beta <= windows[-1][1]
            stack.append(step)
            windows.append((step.alpha, step.beta))
            best.pop(step.position, None)
        else:
            assert step.position == stack[-1].position
            assert windows[-1][0] <= step.alpha
            assert step.beta <= windows[-1][1]
            windows[-1] = (step.alpha, step.beta)
        if step.kind in ("leaf", "known", "leave"):
            stack.pop()
            windows.pop()
        if step.kind == "better":
            assert step.move in THREE.moves(step.position)
            assert step.value is not None
            before = best.get(step.position)
            if before is not None:
                assert step.value > before if step.position.turn == X else step.value < before
            best[step.position] = step.value
        if step.kind in ("leave", "cutoff"):
            assert step.value == best[step.position]
        if step.kind == "leaf":
            outcome = THREE.outcome(step.position)
            assert outcome is not None
            assert step.value == outcome.utility
    assert stack == []


def test_a_cutoff_says_which_inequality_caused_it() -> None:
    cutoffs = [step for step in alphabeta(THREE, Position()) if step.kind == "cutoff"]
    assert {step.inequality for step in cutoffs} >= {"value 1 ≥ beta 0", "value 0 ≥ beta 0", "value -1 ≤ alpha 0"}
    for step in cutoffs:
        assert step.value is not None
        assert LOWEST < step.value < HIGHEST
        assert step.value >= step.beta if step.position.turn == X else step.value <= step.alpha
    with pytest.raises(ValueError, match="only a cutoff has"):
        _ = next(minimax(THREE, Position())).inequality


def test_the_move_found_is_a_best_one() -> None:
    position = parse_position(THREE, "X.O/.X./..O")
    for algorithm in ALGORITHMS.values():
        assert tally(algorithm.search(THREE, position)).move == 5
    assert tally(minimax(THREE, parse_position(THREE, "XXX/OO./..."))).move is None
