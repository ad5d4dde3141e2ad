"""The solver and its backends: who is asked for which position, and that asking who costs nothing."""

from __future__ import annotations

import ast
import subprocess
import sys
from functools import partial
from pathlib import Path

import pytest
from click.testing import CliRunner
from starlette.testclient import TestClient

from tictactoe import Board, nxn
from tictactoe.match import Session
from tictactoe.match.evaluation import evaluate
from tictactoe.match.host import Host
from tictactoe.match.odds import all_odds
from tictactoe.rules import BadInput, Game, Position, parse_position
from tictactoe.search import Answer, Budget, Solver
from tictactoe.search.backend import Backend, Learner
from tictactoe.search.strong import StrongTable
from tictactoe.study import quiz
from tictactoe.study.map import perfect_map
from tictactoe.ui.commands import main
from tictactoe.ui.web.app import create_app
from tictactoe.ui.web.work import Work

SOURCE = Path(__file__).parents[2] / "src" / "tictactoe"
QUESTIONS = ("is_", "has_", "can_", "covers", "gives_", "waits_", "would_")
"""How what only asks is named; properties only ask too."""
WORK = {
    *("Solver", "Table", "StrongTable", "Proofs", "Prover", "Sandbox", "Thinker", "Popen", "Process", "Pool"),
    *("ask", "_ask", "load", "start", "submit", "Thread"),
    *("fill", "solve", "analyze", "decide", "best_move", "prove", "answer", "mkdir", "open", "write_text", "connect"),
}
MAY_LOOK = {("match/record.py", "would_replace"), ("ui/window/app.py", "is_pygame_ce")}
"""Questions that are about a file or a package, and can only be answered by looking."""


@pytest.mark.parametrize(
    ("game", "position", "name"),
    [
        ("3,3,3", "", "table"),
        ("4,4,4", "", "strong table"),
        ("4,4,4", "XXOO/XXOO/X.../....", "table"),  # few cells are left: the strong table need not be filled
        ("4,4,4", "XXX./XXX./..../....", "table"),  # it cannot arise in play
        ("5,5,4", "", "proofs"),
        ("5,5,4", "XXXX./OOO../...../...../.....", "table"),  # it has ended
        ("9,9,5", "", "proofs"),
        ("19,19,5", "", "proofs"),
    ],
)
def test_who_answers(game: str, position: str, name: str) -> None:
    which = Game(*map(int, game.split(",")))
    where = parse_position(which, position) if position else Position()
    solver = Solver(which)
    assert solver.covers(where)
    assert solver.gives_distance(where) == (name in ("table", "strong table"))
    if name == "proofs":
        assert solver.require_provable(where).name == name
    else:
        with pytest.raises(BadInput, match="there is no proof to write"):
            solver.require_provable(where)
    assert solver.backend(where).name == name
    assert solver.nodes == 0


def test_asking_loads_nothing_and_works_nothing_out() -> None:
    """On a board of 16 cells the answer would be a table of 43 million entries."""
    code = """
import sys
from tictactoe.rules import Game, Position
from tictactoe.search import Solver
for size in ((3, 3, 3), (4, 4, 4), (7, 7, 5), (9, 9, 5)):
    solver, position = Solver(Game(*size)), Position()
    solver.covers(position), solver.gives_distance(position)
    for backend in solver.backends:
        backend.name, backend.covers(position), backend.gives_distance, backend.nodes
    assert solver.nodes == 0, solver.nodes
print(*sorted({"numpy", "numba", "sqlite3", "multiprocessing", "concurrent.futures"} & set(sys.modules)))
"""
    done = subprocess.run([sys.executable, "-I", "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == []


def test_a_question_does_no_work() -> None:
    """Nothing that is named like a question, and no property, calls what builds, searches, starts or opens."""
    asked = 0
    for path in sorted(SOURCE.rglob("*.py")):
        where = path.relative_to(SOURCE).as_posix()
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.FunctionDef) or not _is_question(node) or (where, node.name) in MAY_LOOK:
                continue
            asked += 1
            called = {_called(call) for call in ast.walk(node) if isinstance(call, ast.Call)}
            assert not called & WORK, f"{where}: {node.name} calls {called & WORK}"
    assert asked > 50


def _is_question(node: ast.FunctionDef) -> bool:
    names = {getattr(found, "attr", getattr(found, "id", "")) for found in node.decorator_list}
    return node.name.lstrip("_").startswith(QUESTIONS) or bool(names & {"property", "cached_property"})


def _called(call: ast.Call) -> str:
    return getattr(call.func, "attr", getattr(call.func, "id", ""))


class Oracle:
    """A backend of somebody's own, which says the same of every position and counts how often it is asked."""

    name = "oracle"
    gives_distance = False

    def __init__(self) -> None:
        self.nodes = 0

    def covers(self, position: Position) -> bool:  # noqa: ARG002  of all
        return True

    def answer(self, position: Position, budget: Budget) -> Answer:  # noqa: ARG002
        self.nodes += 1
        return Answer(0, 0)


def test_a_backend_can_be_handed_in() -> None:
    oracle: Backend = Oracle()
    solver = Solver(Game(19, 19, 5), backends=[oracle])
    assert str(solver.solve(Position())) == "draw"
    assert solver.nodes == 1
    assert solver.analyze(Position(), only=7).moves == {7: Answer(0, 0)}
    assert solver.nodes == 3
    assert not isinstance(oracle, Learner)
    with pytest.raises(BadInput, match="there is no proof to write"):
        solver.prove(Position(), Answer(0, 0), "proof")


def test_a_move_is_decided_upon_by_asking_no_more_than_that_takes() -> None:
    oracle = Oracle()
    decision = Solver(Game(9, 9, 5), backends=[oracle]).decide(Position())
    assert (str(decision.answer), decision.move) == ("draw", 40)
    assert oracle.nodes == 2  # the position, and the first move that keeps its value


def test_a_solver_without_a_way_says_so() -> None:
    with pytest.raises(BadInput, match="no backend of this solver covers the position"):
        Solver(Game(3, 3, 3), backends=[]).solve(Position())


def test_the_strong_table_is_filled_by_the_first_answer() -> None:
    table = StrongTable(Game(2, 2, 2))
    assert (table.nodes, table.covers(Position())) == (0, False)  # so few cells need no table
    assert str(table.answer(Position(), Budget())) == "win in 3"
    assert (table.nodes, table.covers(Position())) == (81, True)


def test_one_move_of_a_hard_board_is_worked_out_alone() -> None:
    """The position has moves of each value."""
    game = Game(4, 5, 4)
    position = parse_position(game, "...../.XX../.OO../.....")
    every = Solver(game)
    moves = every.analyze(position).moves
    for cell, value in ((8, 1), (5, 0), (0, -1)):
        solver = Solver(game)
        analysis = solver.analyze(position, only=cell)
        assert list(analysis.moves) == [cell]
        assert analysis.moves[cell].value == moves[cell].value == value
        assert solver.nodes < every.nodes


def drawish(game: Game) -> Solver:
    """A solver that says the same of every position."""
    return Solver(game, backends=[Oracle()])


def test_a_solver_can_be_handed_to_the_command_line() -> None:
    said = CliRunner().invoke(main, ["analyze", "XX./OO./..."], obj=drawish).output
    assert "X to move: draw" in said
    assert "win in 1" not in said


def test_a_solver_can_be_handed_to_whoever_hosts_a_game() -> None:
    host = Host(Session(Game(3, 3, 3)), make_solver=partial(Solver, backends=()))  # it is made in another process
    try:
        host.hint()
        while host.hinting:
            host.poll(60)
        assert host.problem is not None
        assert host.problem.startswith("no backend of this solver covers the position")
    finally:
        host.close()


def test_a_solver_can_be_handed_to_the_server() -> None:
    with TestClient(create_app(Work(make_solver=drawish)), base_url="http://localhost") as client:
        assert client.get("/api/v1/position", params={"position": "XX./OO./..."}).json()["words"] == "draw"


def test_a_solver_can_be_handed_to_everything_that_asks_one() -> None:
    solver = Solver(Game(3, 3, 3))
    assert nxn.minimax_strategy(nxn.new_board(3), "X", "X", "O", solver=solver).score == 0
    assert all_odds(Game(3, 3, 3), solver)["perfect", "random"].o_wins == 0
    assert perfect_map(Game(3, 3, 3), "X", solver).answer.value == 0
    assert quiz.make("values", 1, lambda _: solver).blanks == quiz.make("values", 1).blanks
    assert evaluate(lambda position: solver.decide(position).move, solver=solver).kept == 4_520
    assert Board().solve(solver=solver).value == 0
    assert solver.nodes > 0
