"""Gymnasium's vector environment: thousands of games at once, in numpy.

    import gymnasium
    import tictactoe.adapters.gymnasium
    envs = gymnasium.make_vec("tictactoe/Board-v0", num_envs=4096, game="3,3,3", opponent="random")

Each game is that of the environment for one: the same observations, actions, rewards and info, stacked. A game that
ends begins anew within the same step (`AutoresetMode.SAME_STEP`): what is returned is its next beginning, and
`final_obs` in the info is how it ended.
"""

from __future__ import annotations

from typing import Any, ClassVar

from tictactoe.adapters.needs import needing

with needing("an environment", "Gymnasium", "rl"):
    import numpy as np
    from gymnasium.error import InvalidAction, ResetNeeded
    from gymnasium.spaces import Box, Discrete
    from gymnasium.vector import AutoresetMode, VectorEnv
    from gymnasium.vector.utils import batch_space
    from numpy.typing import NDArray

from tictactoe.adapters.arrays import Small
from tictactoe.adapters.boards import Boards, Flags, Rows, has_table
from tictactoe.adapters.gymnasium import ILLEGAL_REWARD
from tictactoe.adapters.many_opponents import contents_for
from tictactoe.match import DEFAULT_SIDE, PERFECT
from tictactoe.match.session import require_side
from tictactoe.rules import BadInput, Game, O, X, format_game, quote, whole_number
from tictactoe.rules.start import read_start

MOST_GAMES = 10_000_000


class BoardVectorEnv(VectorEnv[Small, NDArray[np.int64], NDArray[Any]]):
    """So many games of agents against one opponent, or of agents that play both sides."""

    metadata: ClassVar[dict[str, Any]] = {  # type: ignore[misc]
        "autoreset_mode": AutoresetMode.SAME_STEP,
        "render_modes": [],
    }

    def __init__(
        self,
        num_envs: int = 1,
        game: str | Game = "3,3,3",
        opponent: str = PERFECT,
        side: str | None = DEFAULT_SIDE,
        scores: bool = False,
        render_mode: str | None = None,
    ) -> None:
        """The options are those of `BoardEnv`; which levels can play is said by `many_opponents.contents_for`."""
        number = whole_number(num_envs)
        if number is None or not 1 <= number <= MOST_GAMES:
            raise BadInput(f"num_envs is {quote(num_envs)}, but should be a whole number from 1 to {MOST_GAMES:,}")
        if render_mode is not None:
            raise BadInput(f"render_mode is {quote(render_mode)}, but many games at once are not drawn")
        self.game, _ = read_start(None, game)
        people = (X,) if side is None else require_side(side).people
        if not people:
            raise BadInput(f"side is {quote(side)}, so an agent would have nothing to do: it should be x, o or both")
        if scores and not has_table(self.game):
            name = format_game(self.game)
            raise BadInput(f"the exact scores of all moves are known of boards of up to 16 cells, and {name} is larger")
        self._marks = (0, 1) if side is None else (0,) if people[0] == X else (1,)
        """What agents play: at every beginning one of these, by chance."""
        if 1 in self._marks and (self.game.k == 1 or len(self.game.cells) == 1) and len(people) == 1:
            raise BadInput(f"the first move ends {format_game(self.game)}, so an agent that is O would never move")
        self._contents = None if people == (X, O) else contents_for(self.game, opponent)
        self._scores = bool(scores)
        self.num_envs = number
        self.render_mode = None
        self.single_action_space = Discrete(len(self.game.cells))
        self.single_observation_space = Box(0, 1, (self.game.rows, self.game.cols, 2), np.int8)
        self.action_space = batch_space(self.single_action_space, number)
        self.observation_space = batch_space(self.single_observation_space, number)
        self._boards = Boards(self.game, number)
        self._agents = np.zeros(number, np.intp)
        """What each agent plays: 0 for X, 1 for O. Nothing where they play both."""
        self._every = np.arange(number)
        self._has_begun = False

    def reset(
        self,
        *,
        seed: int | None = None,
        options: dict[str, Any] | None = None,
    ) -> tuple[Small, dict[str, Any]]:
        """Begin all games, at the empty board: a position in the options is refused, since each game ends by itself."""
        if "position" in (options or {}):
            raise BadInput("many games at once begin at the empty board: leave out the position")
        super().reset(seed=seed)
        self._has_begun = True
        self._begin(self._every)
        return self._boards.seen_by(self._viewers()), self._infos()

    def step(
        self, actions: Any
    ) -> tuple[Small, NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]]:
        """Play a cell in every game, let the opponent reply, and begin anew those games that have ended."""
        if not self._has_begun:
            raise ResetNeeded("there are no games to go on with: call reset() first")
        boards, cells = self._boards, self._read(actions)
        rewards, over = np.zeros(self.num_envs), np.zeros(self.num_envs, np.bool_)
        taken = boards.is_taken(self._every, cells)
        rewards[taken], over[taken] = ILLEGAL_REWARD, True
        left = self._play(np.flatnonzero(~taken), cells, 1.0, rewards, over)
        if self._contents is not None and len(left):
            replies = np.empty(self.num_envs, np.intp)
            replies[left] = self._pick(self._contents(boards, left))
            self._play(left, replies, -1.0, rewards, over)
        ended = np.flatnonzero(over)
        infos: dict[str, Any] = {}
        if len(ended):
            final = np.zeros(self.observation_space.shape or (), np.int8)
            final[ended] = boards.seen_by(self._viewers()[ended], ended)
            none = np.zeros((self.num_envs, len(self.game.cells)), np.int8)
            last = {"action_mask": none, "_action_mask": over}
            infos |= {"final_obs": final, "_final_obs": over, "final_info": last, "_final_info": over}
            self._begin(ended)
        never = np.zeros(self.num_envs, np.bool_)
        return boards.seen_by(self._viewers()), rewards, over, never, {**self._infos(), **infos}

    def random_actions(self) -> Rows:
        """A legal action for every game, all equally likely."""
        return self._pick(self._boards.empty())

    def _read(self, actions: Any) -> Rows:
        cells = np.asarray(actions)
        if cells.shape != (self.num_envs,) or cells.dtype.kind not in "iu":
            raise InvalidAction(f"the actions should be {self.num_envs:,} whole numbers, one for each game")
        last = self.game.cells[-1]
        if cells.min() < 0 or cells.max() > last:
            wrong = cells[(cells < 0) | (cells > last)][0]
            raise InvalidAction(f"action {wrong} is not a cell of the board: the actions are 0 to {last}")
        return cells.astype(np.intp, copy=False)

    def _play(self, rows: Rows, cells: Rows, reward: float, rewards: NDArray[np.float64], over: Flags) -> Rows:
        """Make a move in these games, note who has won and what has ended, and say which go on."""
        won = self._boards.play(rows, cells[rows])
        rewards[rows[won]] = reward
        over[rows] = won | self._boards.full(rows)
        return rows[~over[rows]]

    def _begin(self, rows: Rows) -> None:
        self._boards.begin(rows)
        if self._contents is None:
            return
        if len(self._marks) > 1:
            self._agents[rows] = self.np_random.integers(2, size=len(rows))
        else:
            self._agents[rows] = self._marks[0]
        replying = rows[self._agents[rows] == 1]
        if len(replying):
            self._boards.play(replying, self._pick(self._contents(self._boards, replying)))

    def _pick(self, allowed: Flags) -> Rows:
        """One of the cells that are allowed, in every row."""
        dice = self.np_random.random(allowed.shape, np.float32)
        dice += allowed
        found: Rows = dice.argmax(axis=1)
        return found

    def _viewers(self) -> Rows:
        return self._boards.turns if self._contents is None else self._agents

    def _infos(self) -> dict[str, Any]:
        every = np.ones(self.num_envs, np.bool_)
        infos: dict[str, Any] = {"action_mask": self._boards.empty().astype(np.int8), "_action_mask": every}
        if self._scores:
            infos |= {"scores": self._boards.scores(), "_scores": every}
        return infos
