"""PettingZoo's environment: its own tests, and that it is its `tictactoe_v3` but for the picture."""

from __future__ import annotations

import pickle
import warnings
from copy import deepcopy
from random import Random
from types import SimpleNamespace
from typing import Any

import numpy as np
import pettingzoo
import pytest
from gymnasium.spaces import Discrete
from pettingzoo.utils.conversions import aec_to_parallel

from tictactoe.adapters.arrays import move_scores
from tictactoe.adapters.pettingzoo import NAME, env, raw_env
from tictactoe.rules import BadInput, Game
from tictactoe.search import solver_for

with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # its tests import an environment of its own in a way that it has deprecated
    from pettingzoo.test import api_test, max_cycles_test, seed_test

GAMES = ["3,3,3", "4,7,4", "1,1,1"]


@pytest.mark.filterwarnings(
    "ignore:Observation numpy array is all zeros",
    "ignore:Observation space for each agent",
    "ignore:Observation is not",
)
@pytest.mark.parametrize("game", GAMES)
def test_pettingzoos_own_tests_pass(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    """It warns of what `tictactoe_v3` does too: an empty board is all zeros, and an observation has two parts."""
    for made in (env(game), raw_env(game), pettingzoo.make("aec", NAME, game=game)):
        api_test(made, num_cycles=100)
    seed_test(lambda: env(game), num_cycles=100)
    assert capsys.readouterr().out.count("Passed API test") == 3


@pytest.mark.parametrize("most", [0, -1, 1.5, "many", True])
def test_a_number_of_cycles_that_is_none_is_refused(most: Any) -> None:
    with pytest.raises(BadInput, match=r"max_cycles is .*, but should be a whole number from 1 up, or None"):
        raw_env(max_cycles=most)


def test_a_game_can_be_cut_short() -> None:
    """PettingZoo's test takes any action, so here each is another cell; its parallel half lets both move in a cycle."""

    class Rising(Discrete):
        def sample(self, *_: Any, **__: Any) -> np.int64:
            self.last: int = getattr(self, "last", -1) + 1
            return np.int64(self.last)

    def make(max_cycles: int) -> Any:
        made = raw_env("4,4,4", max_cycles=max_cycles)
        made.action_spaces = dict.fromkeys(made.possible_agents, Rising(16))
        made.game = Game(4, 4, 5)  # nobody wins
        return made

    def parallel(max_cycles: int) -> Any:
        made = make(max_cycles)
        made.metadata = {**made.metadata, "is_parallelizable": True}
        return aec_to_parallel(made)

    max_cycles_test(SimpleNamespace(env=make, parallel_env=parallel))


@pytest.mark.filterwarnings("ignore:The old environment creation API")
def test_it_is_tictactoe_v3_but_for_the_picture() -> None:
    """The same actions give the same observations, masks, rewards and ends."""
    from pettingzoo.classic import tictactoe_v3

    ours, theirs, dice = env(), tictactoe_v3.env(), Random(16)
    for _ in range(100):
        ours.reset()
        theirs.reset()
        for agent in theirs.agent_iter():
            assert ours.agent_selection == agent
            seen, *rest = theirs.last()
            seen_here, *rest_here = ours.last()
            assert rest_here == rest
            over = rest[1] or rest[2]
            assert (seen_here["observation"] == seen["observation"]).all()
            assert over or (seen_here["action_mask"] == seen["action_mask"]).all()  # which it does not empty at the end
            action = None if over else dice.choice(np.flatnonzero(seen["action_mask"]).tolist())
            ours.step(action)
            theirs.step(action)
        assert not ours.agents


def test_a_mask_that_is_ignored_loses() -> None:
    made = env()
    made.reset()
    made.step(4)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        made.step(4)
    assert made.rewards == {"player_1": 0, "player_2": -1}
    assert all(made.terminations.values())
    raw = raw_env()
    raw.reset()
    raw.step(4)
    with pytest.raises(BadInput, match="b2 is taken by X"):
        raw.step(4)
    with pytest.raises(BadInput, match="is not on the board"):
        raw.step(9)


def test_after_the_end_only_none_is_an_action() -> None:
    raw = raw_env("1,1,1")
    raw.reset()
    raw.step(0)
    assert raw.rewards == {"player_1": 1, "player_2": -1}
    with pytest.raises(ValueError, match="None"):
        raw.step(0)
    raw.step(None)
    raw.step(None)
    assert raw.agents == []


def test_scores_are_those_of_the_solver() -> None:
    made = raw_env("3,4,3", scores=True)
    made.reset()
    made.step(0)
    expected = move_scores(solver_for(Game(3, 4, 3)), made.position)
    assert (made.infos["player_2"]["scores"] == expected).all()
    assert made.infos["player_1"] == {}


def test_it_can_be_copied_in_the_middle_of_a_game() -> None:
    made = raw_env("4,4,4", scores=True)
    made.reset()
    made.step(5)
    for copied in (deepcopy(made), pickle.loads(pickle.dumps(made))):  # noqa: S301  our own
        assert copied.position == made.position
        copied.step(6)
        assert copied.position.taken.bit_count() == made.position.taken.bit_count() + 1


def test_the_board_is_drawn(capsys: pytest.CaptureFixture[str]) -> None:
    drawn = {}
    for mode in ("ansi", "rgb_array", "human", None):
        made = env(render_mode=mode)
        made.reset()
        made.step(1)
        drawn[mode] = made.render()
    assert "  1    | X |" in drawn["ansi"]
    assert drawn["rgb_array"].shape == (144, 144, 3)
    assert (drawn["human"], drawn[None]) == (None, None)
    assert "  1    | X |" in capsys.readouterr().out
    with pytest.raises(BadInput, match="should be one of ansi, rgb_array, human"):
        env(render_mode="film")
