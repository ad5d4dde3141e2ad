"""Many games at once are the games of the environment for one: side by side, move for move."""

from __future__ import annotations

import pickle
from copy import deepcopy
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.error import InvalidAction, ResetNeeded
from gymnasium.vector import AutoresetMode

from extent import usually
from tictactoe.adapters.boards import entries_of
from tictactoe.adapters.gymnasium import NAME, BoardEnv
from tictactoe.adapters.vector import BoardVectorEnv
from tictactoe.match import LEVELS
from tictactoe.match.odds import odds
from tictactoe.rules import BadInput, Game
from tictactoe.search import solver_for

THREE = Game(3, 3, 3)
GAMES = ["3,3,3", "2,4,2", "4,4,3", "3,3,4", "1,1,1", "9,9,5"]


@pytest.mark.parametrize("game", GAMES)
def test_both_sides_are_played_as_in_the_environment_for_one(game: str) -> None:
    """Legal moves and some that are not: the same observations, rewards, ends, masks and scores."""
    dice = np.random.default_rng(16)
    scores = game not in ("9,9,5", "4,4,3")
    many = BoardVectorEnv(6, game, side="both", scores=scores)
    each = [BoardEnv(game, side="both", scores=scores) for _ in range(6)]
    seen, infos = many.reset(seed=1)
    for row, env in enumerate(each):
        same(seen[row], infos, row, *env.reset())
    for _ in range(usually(40, 400)):
        mask = infos["action_mask"]
        actions = np.where(
            dice.random(6) < 0.05, dice.integers(mask.shape[1], size=6), (dice.random(mask.shape) * mask).argmax(axis=1)
        )
        seen, rewards, over, truncated, infos = many.step(actions)
        assert not truncated.any()
        for row, env in enumerate(each):
            alone, reward, done, _, info = env.step(actions[row])
            assert (rewards[row], over[row]) == (reward, done)
            if done:
                assert infos["_final_obs"][row]
                assert (infos["final_obs"][row] == alone).all()
                assert not infos["final_info"]["action_mask"][row].any()
                alone, info = env.reset()
            elif "_final_obs" in infos:
                assert not infos["_final_obs"][row]
            same(seen[row], infos, row, alone, info)


def same(seen: Any, infos: dict[str, Any], row: int, alone: Any, info: dict[str, Any]) -> None:
    assert (seen == alone).all()
    for name, part in info.items():
        assert infos[f"_{name}"][row]
        assert (infos[name][row] == part).all()
        assert infos[name].dtype == part.dtype


@pytest.mark.parametrize("name", LEVELS)
def test_an_opponent_is_the_level(name: str) -> None:
    """Agents that throw dice fare as the odds say that chance fares against the level, on both sides."""
    number = 2000
    for side in ("x", "o"):
        many = BoardVectorEnv(number, opponent=name, side=side)
        many.reset(seed=3)
        ends = np.full(number, np.nan)  # of the first game of each row: short games come more often later on
        while np.isnan(ends).any():
            _, rewards, over, _, _ = many.step(many.random_actions())
            first = over & np.isnan(ends)
            ends[first] = rewards[first]
        pair = (LEVELS["random"], LEVELS[name]) if side == "x" else (LEVELS[name], LEVELS["random"])
        x_wins, draw, o_wins = map(float, odds(THREE, *pair))
        wins, loses = (x_wins, o_wins) if side == "x" else (o_wins, x_wins)
        for end, share in ((1, wins), (0, draw), (-1, loses)):
            assert (ends == end).mean() == pytest.approx(share, abs=0.06)  # five times the spread of 2,000 games


def test_the_best_scores_never_lose() -> None:
    """On 3,4,3, a win for X, whoever takes the best score wins, and the perfect opponent does."""
    for side, reward in (("x", 1.0), ("o", -1.0)):
        many = BoardVectorEnv(64, "3,4,3", "perfect", side, scores=True)
        _, infos = many.reset(seed=1)
        ends: list[float] = []
        for _ in range(12):
            _, rewards, over, _, infos = many.step(infos["scores"].argmax(axis=1))
            ends += rewards[over].tolist()
        assert len(ends) > 100
        assert set(ends) == {reward}


def test_by_chance_agents_play_both_sides() -> None:
    many = BoardVectorEnv(200, side=None, opponent="random")
    seen, _ = many.reset(seed=1)
    theirs = seen[:, :, :, 1].sum(axis=(1, 2))
    assert set(theirs.tolist()) == {0, 1}
    assert 60 < theirs.sum() < 140
    for _ in range(6):
        seen, _, _, _, infos = many.step(many.random_actions())
        own, others = seen[:, :, :, 0].sum(axis=(1, 2)), seen[:, :, :, 1].sum(axis=(1, 2))
        assert set((others - own).tolist()) <= {0, 1}
        assert (own + others + infos["action_mask"].sum(axis=1) == 9).all()


def test_the_same_seed_is_the_same_games() -> None:
    def games(seed: int) -> list[Any]:
        many = BoardVectorEnv(16, opponent="random", side=None)
        many.reset(seed=seed)
        return [many.step(many.random_actions())[0].tolist() for _ in range(10)]

    assert games(4) == games(4)
    assert games(4) != games(5)


def test_gymnasium_makes_it_and_its_wrappers_take_it() -> None:
    many = gymnasium.make_vec(NAME, num_envs=32, opponent="wary")
    assert isinstance(many.unwrapped, BoardVectorEnv)
    assert many.metadata["autoreset_mode"] == AutoresetMode.SAME_STEP
    recorded = gymnasium.wrappers.vector.RecordEpisodeStatistics(many)
    seen, _ = recorded.reset(seed=1)
    assert recorded.observation_space.contains(seen)
    lengths: list[int] = []
    for _ in range(12):
        actions = many.unwrapped.random_actions()
        assert recorded.action_space.contains(actions)
        seen, rewards, over, truncated, infos = recorded.step(actions)
        assert recorded.observation_space.contains(seen)
        assert rewards.shape == over.shape == truncated.shape == (32,)
        assert over.dtype == truncated.dtype == np.dtype(bool)
        if over.any():
            lengths += infos["episode"]["l"][over].tolist()
    assert lengths
    assert 2 <= min(lengths) <= max(lengths) <= 5
    recorded.close()


def test_the_table_is_that_of_the_solver() -> None:
    game = Game(2, 5, 3)
    many = BoardVectorEnv(50, "2,5,3", side="both", scores=True)
    many.reset(seed=1)
    assert len(entries_of(game)) == 3**10
    alone = BoardEnv("2,5,3", side="both", scores=True)
    for _ in range(4):
        many.step(many.random_actions())
    infos = many._infos()
    boards = many._boards
    for row in range(50):
        stones = boards.stones[row]
        marks = ["X" if x else "O" if o else "." for x, o in stones.tolist()]
        _, info = alone.reset(options={"position": "".join(marks[:5]) + "/" + "".join(marks[5:])})
        assert (infos["scores"][row] == info["scores"]).all()
    assert solver_for(game).gives_distance(alone.position)


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"num_envs": 0}, "should be a whole number from 1 to 10,000,000"),
        ({"num_envs": "many"}, "num_envs is 'many'"),
        ({"game": "3,3"}, "3,3,3"),
        ({"opponent": "nobody"}, "there is no level 'nobody'"),
        ({"opponent": lambda _: 4}, "should be text"),
        ({"game": "4,4,4", "opponent": "wary"}, "at once: the levels that can are random and perfect"),
        ({"game": "5,5,4"}, "perfect cannot play many games of 5,5,4 at once: the levels that can are random"),
        ({"game": "5,5,4", "opponent": "random", "scores": True}, "5,5,4 is larger"),
        ({"side": "none"}, "nothing to do"),
        ({"game": "2,2,1", "side": "o"}, "the first move ends 2,2,1"),
        ({"game": "1,1,1", "side": None}, "the first move ends 1,1,1"),
        ({"render_mode": "ansi"}, "are not drawn"),
    ],
)
def test_what_cannot_be_is_refused(options: dict[str, Any], said: str) -> None:
    with pytest.raises(BadInput, match=said):
        BoardVectorEnv(**options)


def test_a_position_to_begin_at_is_refused() -> None:
    with pytest.raises(BadInput, match="many games at once begin at the empty board"):
        BoardVectorEnv().reset(options={"position": "X../.../..."})
    BoardVectorEnv().reset(options={"anything": "else"})


@pytest.mark.parametrize(("game", "opponent"), [("3,3,3", "careful"), ("2,5,3", "perfect"), ("2,5,3", "random")])
def test_many_games_can_be_copied_in_the_middle(game: str, opponent: str) -> None:
    """As who looks ahead does, and who sends them to another process."""
    many = BoardVectorEnv(5, game=game, opponent=opponent, scores=True)
    many.reset(seed=1)
    many.step(many.random_actions())
    copies = [many, deepcopy(many), pickle.loads(pickle.dumps(many))]  # noqa: S301  our own
    for _ in range(20):
        (seen, *_, infos), *others = [each.step(each.random_actions()) for each in copies]
        for other, *_, told in others:
            assert (other == seen).all()
            assert (told["scores"] == infos["scores"]).all()


@pytest.mark.parametrize("actions", [[0, 1], [0, 1, 9], [0, -1, 2], [0.0, 1.0, 2.0], "b2", None, [[0], [1], [2]]])
def test_actions_that_are_none_are_refused_and_the_games_go_on(actions: Any) -> None:
    many = BoardVectorEnv(3, side="both")
    with pytest.raises(ResetNeeded, match="call reset"):
        many.step([0, 1, 2])
    many.reset(seed=1)
    with pytest.raises(InvalidAction, match=r"the actions (should be 3 whole numbers|are 0 to 8)"):
        many.step(actions)
    assert many.step([0, 1, 2])[0].sum() == 3
