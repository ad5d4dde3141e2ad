"""The door to OpenSpiel: states are positions, its algorithms find our play perfect, and its values are ours."""

from __future__ import annotations

import subprocess
import sys
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms.exploitability import nash_conv
from open_spiel.python.algorithms.minimax_solver import MinimaxSolver
from open_spiel.python.policy import Policy, UniformRandomPolicy

from extent import usually
from tictactoe.adapters.open_spiel import (
    LevelBot,
    LevelPolicy,
    game_of,
    load_game,
    player_of,
    position_of,
    state_of,
)
from tictactoe.board import Board
from tictactoe.match import LEVELS, PERFECT, STRONG
from tictactoe.match.odds import content_of
from tictactoe.rules import BadInput, Game, O, Position, X, format_game, parse_position
from tictactoe.search import Solver

THREE = Game(3, 3, 3)
SOLVER = Solver(THREE)
GAMES = [THREE, Game(2, 4, 3), Game(3, 2, 2), Game(1, 5, 2)]


class Played(Policy):  # type: ignore[misc]
    """A policy without the actions that it never plays: the same, and a far smaller tree."""

    def __init__(self, policy: Policy) -> None:
        super().__init__(policy.game, policy.player_ids)
        self._policy = policy

    def action_probabilities(self, state: Any, player_id: int | None = None) -> dict[int, float]:
        whole = self._policy.action_probabilities(state, player_id)
        assert [*whole] == state.legal_actions()
        return {action: likely for action, likely in whole.items() if likely}


@pytest.mark.parametrize("name", [PERFECT, STRONG])
def test_open_spiel_finds_nothing_to_exploit(name: str) -> None:
    policy = LevelPolicy(load_game(), name)
    assert nash_conv(policy.game, policy if usually(False, True) else Played(policy)) == 0


@pytest.mark.parametrize("name", ["random", "hasty"])
def test_open_spiel_finds_what_can_be_exploited(name: str) -> None:
    """Worked out here in another way: the best that anybody can make of each side against a level."""
    game = Game(1, 6, 3)
    solver = Solver(game)
    policy = LevelPolicy(load_game(game), name)

    def worth(position: Position, mark: str | None) -> float:
        """X's value, if `mark` plays its best against the level."""
        if outcome := game.outcome(position):
            return outcome.utility
        if position.turn == mark:
            best = max if mark == X else min
            return best(worth(position.play(cell), mark) for cell in game.moves(position))
        cells = content_of(name, solver, position)
        return sum(worth(position.play(cell), mark) for cell in cells) / len(cells)

    expected = worth(Position(), X) - worth(Position(), O)
    assert expected > 0.1
    assert nash_conv(policy.game, Played(policy)) == pytest.approx(expected)


@pytest.mark.parametrize("game", GAMES, ids=format_game)
def test_the_values_of_its_minimax_are_ours_in_every_state(game: Game) -> None:
    theirs = load_game(game)
    solver = Solver(game)
    table = MinimaxSolver(str(theirs)).solve()
    boards = [board for board in Board(game).positions() if not board.is_over]
    assert len(table) == len(boards)
    for board in boards:
        state = state_of(game, board.position)
        entry = table[str(state)]
        assert entry.value == solver.solve(board.position).value
        for cell in game.moves(board.position):
            after = solver.solve(board.position.play(cell)).before_move()
            assert entry.action_values[cell] == after.value


@pytest.mark.parametrize("game", [*GAMES, Game(4, 2, 2)], ids=format_game)
def test_every_position_is_a_state_and_back(game: Game) -> None:
    theirs = load_game(game)
    assert game_of(theirs) == game
    for board in Board(game).positions():
        state = state_of(game, board.position)
        drawn = str(state).upper().replace("\n", "/")
        assert parse_position(game, drawn) == position_of(state) == board.position
        assert state.is_terminal() == board.is_over
        assert tuple(state.legal_actions()) == game.moves(board.position)
        if board.outcome:
            assert state.returns() == [board.outcome.utility, -board.outcome.utility]
        else:
            assert state.current_player() == (0 if board.turn == X else 1)


def test_columns_are_named_first() -> None:
    """Its m is our columns; an action counts along a row."""
    theirs = load_game("5,7,4")
    assert str(theirs) == str(pyspiel.load_game("mnk(m=7,n=5,k=4)"))
    state = theirs.new_initial_state()
    state.apply_action(8)
    assert state.action_to_string(0, 8) == "x(1,1)"
    assert Board(position_of(state), "5,7,4")["b2"] == "X"
    assert game_of(pyspiel.load_game("mnk")) == Game(15, 15, 5)
    assert game_of(pyspiel.load_game("mnk(m=3,n=3,k=3)")) == game_of(pyspiel.load_game("tic_tac_toe")) == THREE


def test_a_level_plays_its_moves_as_a_bot_and_as_a_policy() -> None:
    theirs = load_game()
    for name in LEVELS:
        bot, policy = LevelBot(theirs, name, seed=3), LevelPolicy(theirs, name)
        state = theirs.new_initial_state()
        while not state.is_terminal():
            likely = policy.action_probabilities(state)
            cells = content_of(name, SOLVER, position_of(state))
            assert {action for action, chance in likely.items() if chance} == set(cells)
            assert sum(likely.values()) == pytest.approx(1)
            told, action = bot.step_with_policy(state)
            assert dict(told) == likely
            assert action == bot.step(state)
            assert likely[action] > 0
            state.apply_action(action)


def test_a_bot_plays_its_bots() -> None:
    theirs = load_game("3,4,3")
    for seed in range(3):
        players = [LevelBot(theirs), pyspiel.make_uniform_random_bot(1, seed)]
        assert pyspiel.evaluate_bots(theirs.new_initial_state(), players, seed) == [1, -1]  # 3,4,3 is a win for X
    large = LevelBot(load_game("15,15,5"), "wary")
    assert large.step(load_game("15,15,5").new_initial_state()) in range(225)
    quick = LevelBot(load_game("7,7,4"), "strong", seconds=0.05)
    assert quick.step(load_game("7,7,4").new_initial_state()) in range(49)


def test_its_bots_and_policies_are_players() -> None:
    theirs = load_game()
    position = parse_position(THREE, "X.O/.X./..O")
    assert player_of(LevelBot(theirs, PERFECT), THREE)(position) == 5
    assert player_of(LevelPolicy(theirs, PERFECT), THREE)(position) == 5
    assert player_of(UniformRandomPolicy(theirs), THREE)(position) == 1
    search = pyspiel.MCTSBot(theirs, pyspiel.RandomRolloutEvaluator(1, 1), 2, 200, 5, True, 1, False)
    assert player_of(search, THREE)(position) == 5
    assert player_of(pyspiel.make_uniform_random_bot(0, 1), THREE)(position) in THREE.moves(position)


def test_what_is_not_ours_is_refused() -> None:
    elsewhere = load_game("4,4,4").new_initial_state()
    for ask in (LevelBot(load_game()).step, LevelPolicy(load_game()).action_probabilities):
        with pytest.raises(BadInput, match="the state is one of 4,4,4, but this plays 3,3,3"):
            ask(elsewhere)
    with pytest.raises(BadInput, match="'connect_four' is none of k in a row: those are tic_tac_toe and mnk"):
        game_of(pyspiel.load_game("connect_four"))
    with pytest.raises(BadInput, match="there is no level 'nobody'"):
        LevelPolicy(load_game(), "nobody")
    with pytest.raises(BadInput, match="cannot arise"):
        state_of(THREE, Position(x=0b11))
    with pytest.raises(ValueError, match="the game is over"):
        LevelBot(load_game()).step(state_of(THREE, Board("XXX/OO./...").position))


def test_a_position_of_many_lines_has_a_game_that_leads_to_it() -> None:
    """The last move completes two lines at once."""
    board = Board("XXXX/XOO./XOO./XOO.", game="4,4,4")
    assert position_of(state_of(board.game, board.position)) == board.position
    assert np.array(state_of(board.game, board.position).returns()).tolist() == [1, -1]


def test_without_the_library_there_is_one_sentence() -> None:
    code = "import sys; sys.modules['pyspiel'] = None; import tictactoe.adapters.open_spiel"
    done = subprocess.run([sys.executable, "-I", "-c", code], capture_output=True, text=True)
    last = done.stderr.splitlines()[-1]
    assert "this door needs OpenSpiel: install it with " in last
    assert last.endswith("[spiel]'")
