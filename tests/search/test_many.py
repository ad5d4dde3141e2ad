"""Many positions at once: the answers that each would have alone, with no more work than that takes."""

from __future__ import annotations

import random
import signal
import subprocess
import sys
from collections.abc import Iterator
from threading import active_count, get_ident
from typing import Any

import pytest

from extent import usually
from tictactoe.install import install_command
from tictactoe.rules import BadInput, Game, O, Position, parse_position, symmetries, transform
from tictactoe.search import Answer, Budget, Progress, Solver, many
from tictactoe.search.many import count_cores

GAME = Game(5, 5, 4)
MEMORY = 2**22


def some_positions(game: Game, stones: int, number: int) -> list[Position]:
    """Positions that random moves lead to, not finished."""
    dice, found = random.Random(1), list[Position]()
    while len(found) < number:
        position = Position()
        for _ in range(stones):
            if not game.outcome(position):
                position = position.play(dice.choice(game.moves(position)))
        if not game.outcome(position):
            found.append(position)
    return found


class Recorder:
    """A backend that answers everything, and remembers what it was asked and in which thread."""

    name = "recorder"

    def __init__(self, gives_distance: bool = False) -> None:
        self.gives_distance = gives_distance
        self.nodes = 0
        self.asked: list[Position] = []
        self.threads: set[int] = set()

    def covers(self, position: Position) -> bool:
        return position.taken != 1 << 24

    def answer(self, position: Position, budget: Budget) -> Answer:  # noqa: ARG002
        self.asked.append(position)
        self.threads.add(get_ident())
        return Answer(0, 0, line=(0, 1, 7))


@pytest.mark.parametrize("workers", [1, 2, 5])
def test_answers_are_those_of_each_alone_in_the_order_given(workers: int) -> None:
    positions = some_positions(GAME, 5, usually(12, 60))
    alone = [Solver(GAME, MEMORY).solve(position).value for position in positions]
    assert set(alone) == {1, 0, -1}
    solver = Solver(GAME, MEMORY)
    answers = solver.solve_many(positions, workers=workers)
    assert [answer.value for answer in answers] == alone
    assert [answer.value for answer in solver.solve_many(reversed(positions), workers=workers)] == alone[::-1]


def test_asking_again_is_quick() -> None:
    solver, positions = Solver(GAME, MEMORY), some_positions(GAME, 5, 12)
    solver.solve_many(positions, workers=1)
    known = solver.nodes
    solver.solve_many(positions, workers=1)
    assert solver.nodes - known < known / 10


def test_each_answer_counts_its_own_nodes() -> None:
    solver, positions = Solver(GAME, MEMORY), some_positions(GAME, 5, 12)
    budget = Budget()
    answers = solver.solve_many(positions, budget, workers=3)
    assert sum(answer.nodes for answer in answers) == budget.nodes
    assert solver.nodes >= budget.nodes


def test_any_iterable_will_do() -> None:
    solver, positions = Solver(Game(3, 3, 3)), [Position(), Position().play(4), Position().play(0).play(1)]
    expected = [solver.solve(position).score for position in positions]

    def generated() -> Iterator[Position]:
        yield from positions

    for given in (positions, tuple(positions), dict.fromkeys(positions), generated(), iter(positions)):
        assert [answer.score for answer in solver.solve_many(given)] == expected
    assert solver.solve_many([]) == []


def test_what_is_the_same_up_to_symmetry_is_asked_once() -> None:
    position = Position().play(0).play(7)
    images = [transform(position, symmetry) for symmetry in symmetries(GAME)]
    recorder = Recorder()
    solver = Solver(GAME, backends=[recorder])
    answers = solver.solve_many([position, position, *images, Position()])
    assert recorder.asked == [position, Position()]
    for image, answer in zip(images, answers[2:10], strict=True):
        assert (1 << answer.line[0], 1 << answer.line[2]) == (image.x, image.o)  # a line is turned with its position
    assert answers[0] == answers[1] == Answer(0, 0, line=(0, 1, 7))


def test_a_line_of_play_is_one_of_the_position_it_is_for() -> None:
    game = Game(5, 6, 4)
    start = parse_position(game, "....../....../..X.../...O../......")
    images = [transform(start, symmetry) for symmetry in symmetries(game)]
    for image, answer in zip(images, Solver(game, MEMORY).solve_many(images), strict=True):
        position = image
        assert answer.value == 1
        for cell in answer.line:
            assert cell in game.moves(position)
            position = position.play(cell)
        outcome = game.outcome(position)
        assert outcome is not None
        assert outcome.winner == image.turn


@pytest.mark.parametrize(
    ("bad", "said"),
    [
        (Position(1, 1), "position 3: X on cells"),
        (Position(1 << 25, 0), "position 3: X on cells"),
        (".../.../...", "position 3: '.../.../...' should be a Position of two bitboards"),
        (None, "position 3: None should be a Position"),
        (Position(1 << 24, 0, O), "position 3: no backend of this solver covers the position"),
    ],
)
def test_a_bad_position_is_refused_by_its_number_before_any_work(bad: Any, said: str) -> None:
    recorder = Recorder()
    with pytest.raises(BadInput) as error:
        Solver(GAME, backends=[recorder]).solve_many([Position(), Position().play(1), bad, Position(2, 2)])
    assert str(error.value).startswith(said)
    assert recorder.asked == []


@pytest.mark.parametrize(("given", "said"), [(None, "None should be positions"), (Position(), "position 1: 0 should")])
def test_what_are_no_positions_is_refused(given: Any, said: str) -> None:
    with pytest.raises(BadInput, match=said):
        Solver(GAME).solve_many(given)


def test_an_error_in_what_makes_the_positions_is_not_hidden() -> None:
    def generated() -> Iterator[Position]:
        yield Position()
        raise TypeError("an error of theirs")

    with pytest.raises(TypeError, match="an error of theirs"):
        Solver(GAME).solve_many(generated())


@pytest.mark.parametrize("workers", [0, -1, 65, True, 1.5, "2"])
def test_what_is_no_number_of_workers_is_refused(workers: Any) -> None:
    with pytest.raises(BadInput, match=r"workers is .* should be a whole number from 1 to 64, or None for all cores"):
        Solver(GAME).solve_many([Position()], workers=workers)


def test_what_is_not_installed_is_said_before_any_work(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tictactoe.search.limits.find_spec", lambda _: None)
    solver = Solver(GAME)
    late = parse_position(GAME, "XOXOX/OXOXO/XOX../...../.....")
    with pytest.raises(BadInput, match=install_command("solve").split()[-1].partition("[")[0]):
        solver.solve_many([late, Position()])
    assert solver.nodes == 0


def test_a_budget_is_for_all_of_them() -> None:
    game = Game(8, 8, 5)
    positions = [Position().play(cell) for cell in (0, 1, 2, 9, 10)]
    seen: list[Progress] = []
    budget = Budget(nodes=3_000, watch=seen.append)
    answers = Solver(game, MEMORY).solve_many(positions, budget, workers=2)
    assert len(answers) == 5
    assert {answer.value for answer in answers} == {None}
    assert 3_000 <= budget.nodes < 3_100
    assert sum(answer.nodes for answer in answers) == budget.nodes == seen[-1].nodes
    assert [answer.nodes for answer in Solver(game).solve_many(positions, Budget(0))] == [0] * 5


def test_who_watches_may_stop_it_and_gets_what_is_known() -> None:
    game = Game(8, 8, 5)
    first = parse_position(game, "XXXX..../OOO...../......../......../......../......../......../........")

    def watch(progress: Progress) -> None:
        if progress.doing:
            budget.cancel()

    budget = Budget(watch=watch)
    answers = Solver(game, MEMORY).solve_many([first, *(Position().play(cell) for cell in range(8))], budget, workers=2)
    assert len(answers) == 9
    assert [answer.value for answer in answers[1:]] == [None] * 8


def test_what_tables_know_is_answered_in_this_thread(monkeypatch: pytest.MonkeyPatch) -> None:
    """No thread, let alone a process, is started for it."""
    monkeypatch.setattr("concurrent.futures.ThreadPoolExecutor", None)
    game = Game(3, 3, 3)
    positions = some_positions(game, 4, 50)
    threads = active_count()
    solver = Solver(game)
    answers = solver.solve_many(positions, workers=8)
    assert [answer.score for answer in answers] == [solver.solve(position).score for position in positions]
    recorder = Recorder(gives_distance=True)
    Solver(GAME, backends=[recorder]).solve_many(positions, workers=8)
    assert recorder.threads == {get_ident()}
    assert active_count() == threads


def test_a_solver_that_was_handed_its_backends_works_alone() -> None:
    recorder = Recorder()
    Solver(GAME, backends=[recorder]).solve_many(some_positions(GAME, 4, 20), workers=8)
    assert recorder.threads == {get_ident()}


def test_tables_share_the_memory_and_end_with_the_solver() -> None:
    solver = Solver(GAME, memory=4 * MEMORY)
    solver.solve_many(some_positions(GAME, 4, 8), workers=4)
    assert solver._helpers is not None
    assert len(solver._helpers) == 3
    assert {helper._memory for helper in solver._helpers} == {MEMORY}
    solver.solve_many(some_positions(GAME, 4, 8), workers=2)
    assert len(solver._helpers) == 3


def test_what_goes_wrong_in_a_thread_is_raised_and_ends_the_others(monkeypatch: pytest.MonkeyPatch) -> None:
    solver = Solver(Game(8, 8, 5), MEMORY)
    solver._crew(3)
    assert solver._helpers is not None

    def fail(*_: object) -> Answer:
        raise MemoryError("there is no more")

    monkeypatch.setattr(solver._helpers[1], "solve", fail)
    threads = active_count()
    with pytest.raises(MemoryError, match="there is no more"):
        solver.solve_many([Position().play(cell) for cell in range(20)], workers=3)
    assert active_count() == threads


def test_the_number_of_cores() -> None:
    assert count_cores() >= 1


def test_as_many_work_as_there_are_cores(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(many, "count_cores", lambda: 3)
    solver = Solver(GAME, MEMORY)
    solver.solve_many(some_positions(GAME, 4, 8))
    assert solver._helpers is not None
    assert len(solver._helpers) == 2
    few = Solver(GAME, MEMORY)
    few.solve_many(some_positions(GAME, 4, 2))
    assert few._helpers is not None
    assert len(few._helpers) == 1


def test_ctrl_c_ends_it_and_leaves_nobody_behind() -> None:
    program = """
import os, threading
from pathlib import Path
from tictactoe.rules import Game, Position
from tictactoe.search import Budget, Solver

def watch(progress):
    if progress.nodes > 50_000:
        print("at work", flush=True)

try:
    Solver(Game(8, 8, 5)).solve_many([Position().play(cell) for cell in range(64)], Budget(watch=watch), workers=3)
except KeyboardInterrupt:
    children = Path(f"/proc/self/task/{os.getpid()}/children").read_text().split()
    print("stopped", threading.active_count(), children)
"""
    run = subprocess.Popen(
        [sys.executable, "-c", program],
        stdout=subprocess.PIPE,
        text=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    )
    assert run.stdout is not None
    assert run.stdout.readline() == "at work\n"
    run.send_signal(signal.SIGINT)
    assert run.communicate()[0].splitlines()[-1] == "stopped 1 []"
    assert run.returncode == 0
