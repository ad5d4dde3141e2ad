"""Values of positions from yes-or-no questions, against tables of every position."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from extent import usually
from tictactoe.rules import BadInput, Game, Mark, O, Position, X, defects, parse_position
from tictactoe.search import Budget, Solver
from tictactoe.search.proof.questions import Proofs
from tictactoe.search.solver import solver_for

MEMORY = 2**26


def random_game_position(game: Game, rng: random.Random, plies: int) -> Position:
    """Where some random moves lead, before anybody has won."""
    while True:
        position = Position()
        for cell in rng.sample(game.cells, plies):
            position = position.play(cell)
        if not game.outcome(position) and not defects(game, position):
            return position


@pytest.mark.parametrize(("size", "number"), [((3, 5, 3), 20_000), ((4, 4, 3), 15_000), ((4, 4, 4), 60_000)])
def test_values_equal_those_of_the_strong_table(size: tuple[int, int, int], number: int) -> None:
    game, rng = Game(*size), random.Random(str(size))
    proofs, solver, timed = Proofs(game, MEMORY), solver_for(game), 0
    for _ in range(usually(number // 10, number)):
        position = random_game_position(game, rng, rng.randint(0, len(game.cells) - 1))
        answer, exact = proofs.answer(position, Budget()), solver.solve(position)
        assert answer.value == exact.value, position
        if answer.value:
            assert answer.plies in (None, exact.plies), position
            timed += answer.plies is not None
    assert timed > number // 100


@pytest.mark.parametrize(("size", "number"), [((4, 5, 4), 4_000), ((5, 4, 4), 1_000)])
def test_values_of_later_positions_on_boards_of_20_cells(size: tuple[int, int, int], number: int) -> None:
    game, rng = Game(*size), random.Random(str(size))
    proofs, solver = Proofs(game, MEMORY), solver_for(game)
    for _ in range(usually(number // 10, number)):
        position = random_game_position(game, rng, rng.randint(11, 19))
        assert proofs.answer(position, Budget()).value == solver.solve(position).value, position


@pytest.mark.parametrize("size", [(r, c, k) for r in range(1, 5) for c in range(1, 5) for k in range(1, 5)])
def test_every_empty_board_within_4_by_4(size: tuple[int, int, int]) -> None:
    game = Game(*size)
    assert Proofs(game, MEMORY).answer(Position(), Budget()).value == Solver(game).solve(Position()).value


def test_either_side_can_be_asked_about_alone() -> None:
    game, rng = Game(4, 4, 3), random.Random(5)
    proofs, solver = Proofs(game, MEMORY), solver_for(game)
    marks: tuple[Mark, ...] = (X, O)
    for _ in range(usually(300, 5_000)):
        position = random_game_position(game, rng, rng.randint(0, len(game.cells) - 1))
        value = solver.solve(position).value
        for attacker in marks:
            assert proofs.ask(position, attacker, Budget()) == (value == (1 if attacker == position.turn else -1))
    assert proofs.nodes > 0
    assert Proofs(Game(7, 8, 5), MEMORY).ask(Position().play(0), X, Budget(nodes=5)) is None


def test_answers_say_what_they_are() -> None:
    game = Game(7, 8, 5)
    some = Solver(game).solve(Position(), Budget(nodes=500))
    assert (some.kind, str(some), some.value) == ("bound", "draw or win", None)
    later = Position().play(27)
    none = Solver(game).solve(later, Budget(nodes=0))
    assert (none.kind, str(none)) == ("unknown", "not known")
    assert Solver(Game(5, 6, 4)).solve(Position()).kind == "exact"
    assert Solver(Game(3, 3, 3)).solve(Position()).kind == "exact with distance"
    assert none.before_move().kind == "unknown"
    assert str(some.before_move()) == "draw or loss"


def test_a_win_comes_with_a_line_of_play_that_wins() -> None:
    for size in ((5, 6, 4), (6, 6, 4), (8, 8, 4)):
        game = Game(*size)
        answer = Solver(game).solve(Position())
        assert answer.value == 1
        position = Position()
        for cell in answer.line:
            assert cell in game.moves(position)
            position = position.play(cell)
        outcome = game.outcome(position)
        assert outcome is not None
        assert outcome.winner == "X"


def test_a_position_that_is_lost_for_the_player_to_move() -> None:
    game = Game(6, 6, 4)
    position = parse_position(game, "....../..O.../..XX../....../....../......")
    assert Solver(game).solve(position).value == -1


def test_analysis_of_a_larger_board() -> None:
    game = Game(5, 5, 4)
    analysis = Solver(game).analyze(Position().play(12))
    assert analysis.answer.value == 0
    assert len(analysis.moves) == 24
    assert {analysis.moves[6].value, analysis.moves[18].value} == {0}
    assert analysis.moves[analysis.choice or 0].value == 0


def test_the_best_move_keeps_the_value() -> None:
    game = Game(5, 6, 4)
    solver = Solver(game)
    best = solver.best_move(Position())
    assert best is not None
    assert solver.solve(Position().play(best)).value == -1


def test_several_threads_on_one_question_give_the_same_values() -> None:
    rng = random.Random(8)
    for size in usually([(4, 5, 4), (6, 6, 4)], [(4, 5, 4), (5, 5, 4), (6, 6, 4)]):
        game = Game(*size)
        one, four = Solver(game, strong=False), Solver(game, strong=False, workers=4)
        for plies in usually([0, 3, 6], [*range(7)]):
            position = random_game_position(game, rng, plies)
            assert one.solve(position).value == four.solve(position).value, (size, position)


def test_what_was_learned_can_be_saved_and_taken_up(tmp_path: Path) -> None:
    game, path = Game(7, 7, 5), tmp_path / "saved"
    whole = Solver(game).solve(Position()).nodes
    first = Solver(game)
    assert first.solve(Position(), Budget(nodes=whole * 3 // 4)).value is None
    first.save(path)
    second = Solver(game)
    assert second.load(path) > 10
    answer = second.solve(Position())
    assert answer.value == 0
    assert answer.nodes < whole
    with pytest.raises(BadInput, match=r"/nowhere/saved' cannot be written: No such file"):
        second.save("/nowhere/saved")


def test_nothing_is_proven_that_is_not_known(tmp_path: Path) -> None:
    game = Game(7, 8, 5)
    solver = Solver(game)
    answer = solver.solve(Position(), Budget(nodes=100))
    with pytest.raises(BadInput, match="there is nothing to prove yet"):
        solver.prove(Position(), answer, tmp_path / "proof")
    assert not [*tmp_path.iterdir()]


def test_one_node_at_a_time_gets_there() -> None:
    """What is known already costs nothing, so that there is something left for what is not."""
    solver, position = (
        Solver(Game(5, 6, 4), strong=False),
        parse_position(Game(5, 6, 4), "....../....../..X.../.O..../......"),
    )
    most = 20 * Solver(Game(5, 6, 4), strong=False).solve(position).nodes
    assert any(solver.solve(position, Budget(nodes=1)).value is not None for _ in range(most))


DOUBLE_THREE = Position(x=sum(1 << cell for cell in (97, 112, 128, 129)), o=1 | 1 << 14 | 1 << 210 | 1 << 224)
"""On 15,15,5: two pairs of X's that cross."""


def test_a_win_by_threats_in_the_middle_of_a_game_is_found_at_once() -> None:
    """Whoever is to move, with a line, and without the table of the proof searches."""
    game = Game(15, 15, 5)
    proofs = Proofs(game, MEMORY)
    answer = proofs.answer(DOUBLE_THREE, Budget(seconds=600))
    assert (answer.value, [fact.reason for fact in answer.facts]) == (1, ["threats"])
    assert answer.nodes == proofs.nodes < 1_000
    elsewhere = DOUBLE_THREE.play(answer.line[0]).play(2)._replace(turn=O)
    lost = proofs.answer(elsewhere, Budget(seconds=600))
    assert lost.value == -1
    for position, line in ((DOUBLE_THREE, answer.line), (elsewhere, lost.line)):
        for cell in line:
            position = position.play(cell)
        outcome = game.outcome(position)
        assert outcome is not None
        assert outcome.winner == X
    assert proofs.memory == 0


def test_a_win_by_threats_takes_a_budget() -> None:
    proofs = Proofs(Game(15, 15, 5), MEMORY)
    assert proofs.answer(DOUBLE_THREE, Budget(nodes=0)).value is None
    assert proofs.ask(DOUBLE_THREE, X, Budget(nodes=0)) is None
    assert proofs.ask(DOUBLE_THREE, X, Budget(nodes=100)) is True
    assert proofs.nodes < 1_000


def test_the_winning_move_of_a_game_that_nobody_has_solved_is_named() -> None:
    game = Game(15, 15, 5)
    decision = Solver(game, memory=MEMORY).decide(DOUBLE_THREE, Budget(nodes=2_000))
    assert decision.answer.value == 1
    assert decision.move is not None
    assert Proofs(game, MEMORY).ask(DOUBLE_THREE.play(decision.move), X, Budget(nodes=1_000)) is True
