"""The environments of Gymnasium: its own checker, games played to the end in both kinds, and what they refuse."""

from __future__ import annotations

import pickle
import subprocess
import sys
from copy import deepcopy
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.error import InvalidAction, ResetNeeded
from gymnasium.utils.env_checker import check_env

from tictactoe.adapters.arrays import legal, move_scores, stones
from tictactoe.adapters.gymnasium import NAME, BoardEnv
from tictactoe.match import LEVELS
from tictactoe.match.odds import content_of
from tictactoe.rules import BadInput, Game, Mark, O, Position, X, parse_position
from tictactoe.search import solver_for
from tictactoe.search.kernels.entries import IMPOSSIBLE, LONGEST

THREE = Game(3, 3, 3)


def make(**options: Any) -> Any:
    return gymnasium.make(NAME, **options)


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"side": "o", "opponent": "random"},
        {"side": None, "scores": True},
        {"side": "both", "game": "4,4,4"},
        {"game": "5,7,4", "opponent": "wary"},
        {"opponent": lambda position: THREE.moves(position)[0]},
    ],
)
def test_gymnasiums_checker_passes(options: dict[str, Any], capsys: pytest.CaptureFixture[str]) -> None:
    check_env(make(**options).unwrapped)
    assert "a   b   c" in capsys.readouterr().out  # human: it is printed


def test_a_name_that_says_its_module_needs_no_import() -> None:
    code = (
        "import gymnasium\n"
        "env = gymnasium.make('tictactoe.adapters.gymnasium:tictactoe/Board-v0', game='3,3,3', opponent='perfect')\n"
        "print(env.reset(seed=1)[1]['action_mask'].sum())"
    )
    done = subprocess.run([sys.executable, "-I", "-W", "error", "-c", code], capture_output=True, text=True)
    assert (done.returncode, done.stdout, done.stderr) == (0, "9\n", "")


@pytest.mark.parametrize("opponent", LEVELS)
@pytest.mark.parametrize("side", ["x", "o"])
def test_the_opponent_is_the_level_and_the_rewards_are_the_outcome(opponent: str, side: str) -> None:
    env = make(opponent=opponent, side=side, scores=True)
    env.action_space.seed(16)
    solver = solver_for(THREE)
    agent: Mark = X if side == "x" else O
    ended = set()
    for seed in range(20):
        seen, info = env.reset(seed=seed)
        before, over = Position(), False
        while True:
            position = env.unwrapped.position
            for move in replies(before, position, agent):
                assert move in content_of(opponent, solver, before)
                before = before.play(move)
            assert (seen == stones(THREE, position, agent)).all()
            if over:
                break
            assert (info["action_mask"] == legal(THREE, position)).all()
            masks = env.get_wrapper_attr("action_masks")()  # through the wrappers that `make` puts around it
            assert masks.dtype == bool
            assert (masks == info["action_mask"]).all()
            assert (info["scores"] == move_scores(solver, position)).all()
            action = int(info["scores"].argmax()) if seed % 2 else env.action_space.sample(info["action_mask"])
            seen, reward, over, truncated, info = env.step(action)
            before = before.play(action)
            assert not truncated
            assert over or reward == 0
        outcome = THREE.outcome(env.unwrapped.position)
        assert outcome
        assert reward == (0 if outcome.winner is None else 1 if outcome.winner == agent else -1)
        assert not info["action_mask"].any()
        ended.add(reward)
        if seed % 2:
            assert reward >= 0  # who plays the best scores does not lose
    assert len(ended) > 1 or opponent == "perfect"


def replies(before: Position, after: Position, agent: Mark) -> list[int]:
    """The opponent's move, if there is one."""
    if before.turn == agent:
        return []
    return [cell for cell in THREE.cells if (after.taken & ~before.taken) >> cell & 1]


def test_scores_are_written_so_that_more_is_better() -> None:
    env = make(scores=True)
    _, info = env.reset(options={"position": "XX./OO./..."})
    assert info["scores"].tolist() == [IMPOSSIBLE] * 2 + [LONGEST - 1] + [IMPOSSIBLE] * 2 + [0] + [2 - LONGEST] * 3
    _, info = env.reset(options={"position": "X.O/.X./..O"})
    assert int(info["scores"].argmax()) == 5
    table = make(game="4,4,4", scores=True, opponent="careful").reset(seed=1)[1]["scores"]
    assert (table == 0).all()


def test_the_same_seed_is_the_same_game() -> None:
    def game(seed: int) -> list[Any]:
        env = make(opponent="random", side=None)
        env.reset(seed=seed)
        found: list[Any] = []
        for _ in range(5):
            over = False
            while not over:
                mask = legal(THREE, env.unwrapped.position)
                _, _, over, _, _ = env.step(int(mask.argmax()))
            found.append(env.unwrapped.position)
            env.reset()
        return found

    assert game(3) == game(3)
    assert game(3) != game(4)


def test_by_chance_it_plays_both_sides() -> None:
    env = make(side=None)
    env.reset(seed=0)
    begun = {int(env.reset()[1]["action_mask"].sum()) for _ in range(30)}
    assert begun == {9, 8}


@pytest.mark.parametrize("game", ["3,3,3", "4,4,4"])
def test_an_environment_can_be_copied_in_the_middle_of_a_game(game: str) -> None:
    """As who looks ahead does, and who sends it to another process."""
    env = make(game=game, opponent="careful", scores=True)
    env.reset(seed=1)
    env.step(4)
    for copied in (deepcopy(env), pickle.loads(pickle.dumps(env.unwrapped))):  # noqa: S301  our own
        assert copied.unwrapped.position == env.unwrapped.position
        (seen, *rest, info), (alone, *others, told) = copied.step(0), deepcopy(env).step(0)
        assert (seen == alone).all()
        assert rest == others
        assert (info["scores"] == told["scores"]).all()


def test_who_plays_both_sees_the_board_of_the_mover_and_is_rewarded_as_one() -> None:
    env = make(side="both")
    seen, _ = env.reset()
    for action in (4, 0, 2):
        seen, reward, over, _, _ = env.step(action)
        assert (reward, over) == (0, False)
    assert (seen == stones(THREE, parse_position(THREE, "O.X/.X./..."), O)).all()
    env.step(1)
    _, reward, over, _, info = env.step(6)
    assert (reward, over, info["action_mask"].any()) == (1, True, False)


def test_a_taken_cell_loses_and_ends_the_game() -> None:
    env = make()
    env.reset(seed=1)
    env.step(4)
    position = env.unwrapped.position
    _, reward, over, truncated, info = env.step(4)
    assert (reward, over, truncated) == (-1, True, False)
    assert env.unwrapped.position == position
    assert not info["action_mask"].any()
    with pytest.raises(ResetNeeded, match="call reset"):
        env.unwrapped.step(0)


def test_before_the_beginning_and_after_the_end_there_is_nothing_to_step() -> None:
    with pytest.raises(ResetNeeded, match="call reset"):
        BoardEnv().step(0)
    with pytest.raises(ResetNeeded):
        make().step(0)


@pytest.mark.parametrize("action", [9, -1, 1.5, "b2", None, True, np.array([1, 2])])
def test_what_is_no_cell_is_refused_and_the_game_goes_on(action: Any) -> None:
    env = BoardEnv()
    env.reset()
    with pytest.raises(InvalidAction, match="is not a cell of the board: the actions are 0 to 8"):
        env.step(action)
    assert env.step(np.int64(4))[2] is False


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"game": "3,3"}, "3,3,3"),
        ({"opponent": "nobody"}, "there is no level 'nobody'"),
        ({"opponent": 3}, "opponent 3 should be text"),
        ({"side": "none"}, "nothing to do"),
        ({"side": "z"}, "there is no side 'z'"),
        ({"render_mode": "film"}, "should be one of ansi, rgb_array, human"),
        ({"game": "5,5,4", "opponent": "random", "scores": True}, "5,5,4 is larger"),
    ],
)
def test_an_environment_that_cannot_be_is_refused(options: dict[str, Any], said: str) -> None:
    with pytest.raises(BadInput, match=said):
        BoardEnv(**options)


@pytest.mark.parametrize(
    ("position", "said"),
    [("XXX/OO./...", "is the end of a game"), ("XX./.../...", "cannot arise"), ("X...", "position"), (7, "no board")],
)
def test_a_game_cannot_begin_anywhere(position: Any, said: str) -> None:
    with pytest.raises(BadInput, match=said):
        BoardEnv().reset(options={"position": position})


def test_a_game_cannot_end_before_it_begins() -> None:
    for options, position in (({"side": "o"}, "XX./OO./..."), ({"side": "o", "game": "1,1,1"}, None)):
        with pytest.raises(BadInput, match="the opponent's first move ends the game"):
            BoardEnv(**options).reset(options={"position": position})  # type: ignore[arg-type]


def test_by_chance_is_whoever_is_to_move_in_a_position() -> None:
    env = BoardEnv(side=None)
    begun: list[tuple[str, Mark]] = [("XX./OO./...", X), ("X../.../...", O)]
    for position, agent in begun:
        for seed in range(5):
            seen, info = env.reset(seed=seed, options={"position": position})
            assert (seen == stones(THREE, parse_position(THREE, position), agent)).all()
            assert info["action_mask"].any()


def test_an_opponent_that_makes_no_legal_move_is_refused() -> None:
    env = BoardEnv(opponent=lambda _: 4)
    env.reset()
    with pytest.raises(BadInput, match="b2 is taken by X"):
        env.step(4)
    assert env.position == Position()  # the agent has not moved either: it would play for its opponent next
    assert env.step(0)[1:4] == (0.0, False, False)
    with pytest.raises(BadInput, match="b2 is taken by X"):
        env.reset(options={"position": ".../.X./..."})
    with pytest.raises(ResetNeeded):
        env.step(0)


def test_the_board_is_drawn() -> None:
    text = make(render_mode="ansi")
    text.reset(options={"position": "X.O/.X./..O"})
    assert text.render().startswith("     a   b   c\n  1  X |   | O\n")
    picture = make(render_mode="rgb_array")
    picture.reset(options={"position": "X.O/.X./..O"})
    pixels = picture.render()
    assert (pixels.shape, pixels.dtype) == ((144, 144, 3), np.uint8)
    x, empty, o = (pixels[:48, 48 * col : 48 * col + 48] for col in range(3))
    assert (x[24, 24] == pixels[72, 72]).all()  # the middle of a cross
    assert (o[24, 24] == empty[24, 24]).all()  # and of a ring
    assert not (x == o).all()
    assert make(game="19,19,5", opponent="random", render_mode="rgb_array").unwrapped.render().shape == (475, 475, 3)


def test_without_the_library_there_is_one_sentence() -> None:
    for module, library in (("gymnasium", "Gymnasium"), ("pettingzoo", "PettingZoo")):
        code = f"import sys; sys.modules['{module}'] = None; import tictactoe.adapters.{module}"
        done = subprocess.run([sys.executable, "-I", "-c", code], capture_output=True, text=True)
        last = done.stderr.splitlines()[-1]
        assert f"environment needs {library}: install it with " in last
        assert last.endswith("[rl]'")
