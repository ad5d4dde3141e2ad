"""A move within a time: legal whatever the time, proven where that is quick, and not looked for any longer."""

from __future__ import annotations

import subprocess
import sys
from itertools import count

import pytest

from tictactoe.match.choosing import FEW, choose, get_ready, think
from tictactoe.match.levels import LEVELS, look_ahead
from tictactoe.rules import Game, Position, parse_moves, parse_position
from tictactoe.search import Budget, solver_for
from tictactoe.search.compiling import COMPILING, tell_compiling

GAME = Game(15, 15, 5)


def played(game: Game, text: str) -> Position:
    position = Position()
    for cell in parse_moves(game, text):
        position = position.play(cell)
    return position


@pytest.mark.parametrize("seconds", [0.0, 0.001, 0.05])
def test_there_is_always_a_legal_move(seconds: float) -> None:
    for position in (Position(), played(GAME, "h8"), played(GAME, "h8 i9 j10 g7")):
        assert think(GAME, position, seconds, 0).cell in GAME.empties(position)


@pytest.mark.parametrize("seconds", [0.0, 1.0])
def test_a_line_is_completed_and_stopped_however_little_time_there_is(seconds: float) -> None:
    four = played(GAME, "h8 a1 h9 c1 h10 e1 h11 g1")
    assert think(GAME, four, seconds, 0).cell in parse_moves(GAME, "h7 h12")
    closed = played(GAME, "a1 h8 b1 h9 c1 h10 h7 h11")
    assert think(GAME, closed, seconds, 0).cell == parse_moves(GAME, "h12")[0]


def test_with_few_empty_cells_it_is_proven() -> None:
    game = Game(5, 5, 5)
    solver = solver_for(game)
    position = parse_position(game, "XXOOX/OOXXO/XXOO./OO.../.....")
    assert len(game.empties(position)) > FEW
    assert think(game, position, 0.0, 0).words == "judged by the level strong"
    position = parse_position(game, "XXOOX/OOXXO/XXOOX/OOX../.....")
    assert len(game.empties(position)) <= FEW
    chosen = think(game, position, 60.0, 0)
    assert chosen.words == f"{solver.solve(position)}, proven"
    assert chosen.cell in solver.analyze(position).best


def test_the_same_seed_makes_the_same_move() -> None:
    position = played(GAME, "h8")
    moves = {seed: choose(LEVELS["careful"], solver_for(GAME), position, 60.0, seed).cell for seed in range(20)}
    assert moves == {seed: choose(LEVELS["careful"], solver_for(GAME), position, 60.0, seed).cell for seed in range(20)}
    assert len(set(moves.values())) > 1


def test_nothing_is_looked_at_after_the_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """By a clock that goes on a millisecond each time it is looked at."""
    ticks = count()
    monkeypatch.setattr("tictactoe.search.budget.monotonic", lambda: next(ticks) / 1000)
    think(GAME, played(GAME, "h8 i9"), 0.03, 0)
    assert next(ticks) <= 2 * 30 + 10


def test_a_level_cut_short_looks_near_the_stones_first(monkeypatch: pytest.MonkeyPatch) -> None:
    ticks = count()
    monkeypatch.setattr("tictactoe.search.budget.monotonic", lambda: next(ticks) / 1000)
    position = played(GAME, "h8 i9")
    cut = look_ahead(GAME, position, 4, Budget(0.25))  # all are looked at for forks, and twenty or so for those of O
    assert 0 < len(cut) < 40
    assert all(abs(cell // 15 - 7) <= 3 and abs(cell % 15 - 7) <= 3 for cell in cut)


def test_what_is_compiled_is_told_when_it_gets_ready(monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[str] = []
    get_ready(GAME, told.append)
    told.clear()
    get_ready(GAME, told.append)
    assert told == []  # all that it needs is loaded by now
    monkeypatch.setattr("tictactoe.match.choosing.think", lambda *_: tell_compiling())
    get_ready(GAME, told.append)
    assert told == [COMPILING]


LOADS = (
    "from tictactoe.match.choosing import get_ready, think\n"
    "from tictactoe.rules import Game, Position\n"
    "from tictactoe.search.kernels import compiled\n"
    "game = Game(15, 15, 5)\n"
    "get_ready(game, print)\n"
    "def load(cache, *asked):\n"
    "    raise SystemExit('something is loaded in the middle of a move')\n"
    "compiled._Cache.load_overload = load\n"
    "think(game, Position().play(112).play(113), 0.1, 0)\n"
    "print('ready')\n"
)


def test_nothing_is_loaded_or_compiled_in_the_middle_of_a_move() -> None:
    done = subprocess.run([sys.executable, "-c", LOADS], capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines()[-1] == "ready"
