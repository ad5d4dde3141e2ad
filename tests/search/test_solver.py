"""The solver against the oracle."""

from __future__ import annotations

import re
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings

from extent import sample, usually
from oracle import blanks, move_score, reachable, score
from strategies import played, small_games
from tictactoe.install import install_command
from tictactoe.rules import BadInput, Game, O, Position, defects, parse_position, symmetries, transform
from tictactoe.search import Answer, Budget, Solver

SMALL = [(3, 3, 3), (3, 3, 2), (3, 3, 4), (2, 4, 3), (1, 6, 3), (1, 1, 1), (2, 2, 2), (4, 2, 2)]
TEN_CELLS = [(2, 5, 3), (5, 2, 4)]
"""These have strong tables."""


def as_pair(found: Answer) -> tuple[int | None, int]:
    return found.value, found.plies or 0


@pytest.mark.parametrize("size", [*SMALL, *usually(TEN_CELLS[:1], TEN_CELLS)])
def test_score_of_every_position_and_move(size: tuple[int, int, int]) -> None:
    game = Game(*size)
    solver = Solver(game)
    for board, turn in sample(reachable(*size), 2_000):
        position = parse_position(game, board)
        assert position.turn == turn or game.outcome(position)
        analysis = solver.analyze(position)
        assert as_pair(analysis.answer) == score(board, position.turn, game.k), board
        if game.outcome(position):
            assert (analysis.moves, analysis.choice) == ({}, None)
            continue
        expected = {r * game.cols + c: move_score(board, r, c, turn, game.k) for r, c in blanks(board)}
        assert {cell: as_pair(found) for cell, found in analysis.moves.items()} == expected
        assert analysis.choice is not None
        ranks = [found.rank for found in analysis.moves.values()]
        assert analysis.moves[analysis.choice].rank == analysis.answer.rank == max(ranks)


def test_won_and_lost_positions_of_3_3_3() -> None:
    game = Game(3, 3, 3)
    solver = Solver(game)
    positions = [parse_position(game, board) for board, _ in reachable(3, 3, 3)]
    values = [solver.solve(position).value for position in positions if not game.outcome(position)]
    assert (len(values), values.count(1), values.count(-1)) == (4_520, 2_836, 632)


@given(played(small_games))
@settings(max_examples=60)
def test_symmetric_positions_have_one_score(case: tuple[Game, tuple[int, ...], Position]) -> None:
    game, _, position = case
    solver = Solver(game)
    assert len({solver.solve(transform(position, symmetry)).rank for symmetry in symmetries(game)}) == 1


def test_asking_again_works_nothing_out() -> None:
    solver = Solver(Game(3, 3, 3))
    assert solver.nodes == 0
    first = solver.analyze(Position())
    known = solver.nodes
    assert 1_000 < known < 5_478
    assert solver.analyze(Position()).moves == first.moves
    assert solver.nodes == known


def test_o_may_begin() -> None:
    solver = Solver(Game(2, 2, 2))
    assert str(solver.solve(Position(turn=O))) == "win in 3"


def test_late_positions_of_large_boards_are_solved() -> None:
    game = Game(4, 4, 4)
    position = parse_position(game, "XXX./OOO./..../....")
    assert str(Solver(game, strong=False).solve(position)) == "win in 1"


def test_a_finished_position_of_a_large_board_has_its_score() -> None:
    game = Game(5, 5, 4)
    assert str(Solver(game).solve(parse_position(game, "XXXX./OOO../...../...../....."))) == "loss in 0"


@pytest.mark.parametrize(
    ("size", "value"),
    [
        ((9, 9, 5), "draw or win"),
        ((9, 9, 9), "draw"),
        ((19, 19, 1), "win in 1"),
        ((19, 19, 2), "win"),
        ((19, 19, 3), "win"),
        ((19, 19, 5), "draw or win"),
        ((19, 19, 19), "draw"),
        ((1, 19, 5), "draw"),
        ((19, 19, 20), "draw"),
    ],
)
def test_boards_of_any_size_are_answered_within_their_budget(size: tuple[int, int, int], value: str) -> None:
    game = Game(*size)
    solver = Solver(game, memory=2**24)
    decision = solver.decide(Position(), Budget(nodes=8_000))
    assert str(decision.answer) == value
    assert decision.move in game.cells
    assert solver.memory <= 2**24


def test_a_table_larger_than_any_memory_is_refused() -> None:
    for memory in (2**60, 2**70, 10**30):
        with pytest.raises(BadInput, match=r"there is not enough memory for a table of [\d,]+ MB"):
            Solver(Game(9, 9, 5), memory).solve(Position(), Budget(nodes=1))


@pytest.mark.parametrize(
    "position",
    [
        Position(-1),
        Position(0, -1),
        Position(np.int64(1), np.int64(2)),  # type: ignore[arg-type]
        Position(1.5),  # type: ignore[arg-type]
        Position(turn="x"),  # type: ignore[arg-type]
        (0, 0, "X"),
        ".../.../...",
        None,
    ],
)
def test_what_is_no_position_is_refused(position: Any) -> None:
    with pytest.raises(BadInput, match="should be a Position of two bitboards"):
        Solver(Game(3, 3, 3)).solve(position)
    with pytest.raises(BadInput, match="should be a Position of two bitboards"):
        defects(Game(3, 3, 3), position)


@pytest.mark.usefixtures("without_compiled")
def test_without_the_compiled_part_3_3_3_is_solved_and_the_rest_is_refused() -> None:
    assert str(Solver(Game(3, 3, 3)).solve(Position())) == "draw"
    for size in ((4, 4, 4), (7, 7, 5), (19, 19, 5)):
        said = f"needs the compiled solver: install it with {install_command('solve')}"
        with pytest.raises(BadInput, match=re.escape(said)):
            Solver(Game(*size)).solve(Position())


@pytest.mark.parametrize("game", [None, (3, 3, 3), "3,3,3"])
def test_what_is_no_game_is_refused(game: Any) -> None:
    with pytest.raises(BadInput, match=r"should be a Game such as Game\(3, 3, 3\)"):
        Solver(game)


@pytest.mark.parametrize("position", [Position(1, 1), Position(1 << 12, 0), Position(1 << 400, 1)])
def test_a_position_of_another_board_is_refused(position: Position) -> None:
    with pytest.raises(BadInput, match="do not fit the 3×3 board"):
        Solver(Game(3, 3, 3)).analyze(position)


@pytest.mark.parametrize("position", [Position(1, 1), Position(1 << 12, 0), Position(-1), None, (0, 0, "X")])
def test_questions_refuse_what_no_board_of_this_game_holds(position: Any) -> None:
    solver = Solver(Game(3, 3, 3))
    for ask in (
        solver.covers,
        solver.gives_distance,
        solver.backend,
        solver.require_provable,
        solver.decide,
        solver.best_move,
    ):
        with pytest.raises(BadInput):
            ask(position)


@pytest.mark.parametrize("options", [{"memory": 0}, {"memory": "1"}, {"workers": 0}, {"backends": [None]}])
def test_what_a_solver_cannot_be_made_of_is_refused(options: Any) -> None:
    with pytest.raises(BadInput, match="should be a"):
        Solver(Game(3, 3, 3), **options)


@pytest.mark.parametrize("only", [99, "b2", 0])
def test_one_move_only_is_a_legal_one(only: Any) -> None:
    for size in ((3, 3, 3), (5, 5, 4)):
        with pytest.raises(BadInput):
            Solver(Game(*size)).analyze(Position().play(0), only=only)


def test_a_position_is_worth_what_its_moves_are() -> None:
    """Also where nothing may be spent on the position itself."""
    analysis = Solver(Game(8, 8, 1)).analyze(Position(), Budget(0))
    assert str(analysis.answer) == "win in 1"
    assert {str(answer) for answer in analysis.moves.values()} == {"win in 1"}


def test_with_nothing_to_spend_nothing_that_takes_a_second_is_begun() -> None:
    game = Game(5, 5, 5)
    position = parse_position(game, "XOXOX/OXOXO/XOX../...../.....")
    solver = Solver(game)
    assert len(game.empties(position)) == 12
    assert str(solver.solve(position, Budget(0))) == "not known"
    assert solver.nodes == 0
    assert solver.solve(position).value is not None
    assert solver.solve(position, Budget(0)).value is not None  # it is known by now


def test_threads_may_share_a_solver() -> None:
    """The compiled search lets other threads run; what each of them finds is what it would find alone."""
    game = Game(5, 5, 4)
    texts = ["...../...../..X../...../.....", "XX.../.O.../..O../...../.....", "...../.XO../...../...../.....",
             "X..../...../..O../...../....X", "...../.X.../..O../.X.../....."]  # fmt: skip
    positions = [parse_position(game, text) for text in texts]
    alone = [Solver(game).solve(position).value for position in positions]
    shared = Solver(game)
    with ThreadPoolExecutor(5) as pool:
        for _ in range(3):
            assert list(pool.map(lambda position: shared.solve(position).value, positions)) == alone
    assert [shared.solve(position).value for position in positions] == alone
