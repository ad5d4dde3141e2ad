"""PettingZoo: two agents play any game, one after the other (AEC).

    import pettingzoo
    import tictactoe.adapters.pettingzoo
    env = pettingzoo.make("aec", "tictactoe/Board-v0", game="4,4,4")

`env()` here makes the same, and `raw_env()` without the usual wrappers.

The agents, the rewards and the observation are those of PettingZoo's own `tictactoe_v3`: `player_1` is X, and an agent
sees `{"observation": ..., "action_mask": ...}`, its own stones first, as `arrays.py` lays them out. Only the picture is
another one: `tictactoe_v3` numbers its cells column by column and draws cell 1 below cell 0, where here it is beside
it. The two are mirror images, `observation[divmod(action, 3)]` is the stone that the action puts in both, and an agent
that has learnt one plays the other.
"""

from __future__ import annotations

from typing import Any, ClassVar, TypeAlias

from tictactoe.adapters.needs import needing

with needing("this environment", "PettingZoo", "rl"):
    import numpy as np
    import pettingzoo
    from gymnasium.spaces import Box, Dict, Discrete, Space
    from numpy.typing import NDArray
    from pettingzoo import AECEnv
    from pettingzoo.utils import wrappers

from tictactoe.adapters.arrays import Small, legal, move_scores, require_scores, stones
from tictactoe.adapters.rendering import HUMAN, RENDER_MODES, render, require_render_mode
from tictactoe.rules import BadInput, Game, Mark, O, Position, X, quote, require_move, whole_number
from tictactoe.rules.start import read_start
from tictactoe.search import solver_for

NAME = "tictactoe/Board-v0"
PLAYERS: dict[str, Mark] = {"player_1": X, "player_2": O}
ILLEGAL_REWARD = -1
Observation: TypeAlias = dict[str, Small]


def env(game: str | Game = "3,3,3", **options: Any) -> AECEnv[str, Observation, int]:
    """The environment in PettingZoo's usual wrappers: an action that the mask forbids loses the game for its player."""
    wrapped = wrappers.TerminateIllegalWrapper(raw_env(game, **options), illegal_reward=ILLEGAL_REWARD)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(wrapped))


def raw_env(game: str | Game = "3,3,3", **options: Any) -> BoardAEC:
    """The environment without them: an action that the mask forbids is an error."""
    return BoardAEC(game, **options)


class BoardAEC(AECEnv[str, Observation, int]):  # type: ignore[misc]
    """A game of two agents."""

    metadata: ClassVar[dict[str, Any]] = {
        "render_modes": [*RENDER_MODES],
        "name": "tictactoe_board_v0",
        "is_parallelizable": False,
        "render_fps": 2,
    }

    def __init__(
        self,
        game: str | Game = "3,3,3",
        scores: bool = False,
        max_cycles: int | None = None,
        render_mode: str | None = None,
    ) -> None:
        """With `scores`, the info of the agent whose turn it is has the exact score of every action, as
        `arrays.move_scores` writes it. A game in which both have moved `max_cycles` times is truncated.
        """
        super().__init__()
        self.game, _ = read_start(None, game)
        self._scores = bool(scores)
        if scores:
            require_scores(solver_for(self.game))
        most = whole_number(max_cycles)
        if max_cycles is not None and (most is None or most < 1):
            raise BadInput(f"max_cycles is {quote(max_cycles)}, but should be a whole number from 1 up, or None")
        self._most_moves = None if most is None else len(PLAYERS) * most
        self.render_mode = require_render_mode(render_mode)
        self.possible_agents = [*PLAYERS]
        board = Box(0, 1, (self.game.rows, self.game.cols, 2), np.int8)
        mask = Box(0, 1, (len(self.game.cells),), np.int8)
        self.observation_spaces = {
            agent: Dict({"observation": board, "action_mask": mask}) for agent in self.possible_agents
        }
        self.action_spaces = {agent: Discrete(len(self.game.cells)) for agent in self.possible_agents}
        self.position = Position()
        self.agents: list[str] = []

    def observation_space(self, agent: str) -> Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Space[Any]:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:  # noqa: ARG002
        """Begin a game, which has no dice: the seed changes nothing."""
        self.position = Position()
        self.agents = self.possible_agents[:]
        self.agent_selection = self.agents[0]
        self.rewards = dict.fromkeys(self.agents, 0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self._tell()

    def observe(self, agent: str) -> Observation:
        """The board as this agent sees it; its mask is empty while it is not its turn."""
        mask = legal(self.game, self.position)
        if agent != self.agent_selection:
            mask[:] = 0
        return {"observation": stones(self.game, self.position, PLAYERS[agent]), "action_mask": mask}

    def step(self, action: int | None) -> None:
        """Play a cell; None once the agent's game has ended."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)  # which wants None, and says so
            return
        self.position = self.position.play(require_move(self.game, self.position, action))  # type: ignore[arg-type]
        self._cumulative_rewards[agent] = 0
        outcome = self.game.outcome(self.position)
        self.rewards = {
            each: 0 if outcome is None else outcome.utility if PLAYERS[each] == X else -outcome.utility
            for each in self.agents
        }
        self.terminations = dict.fromkeys(self.agents, outcome is not None)
        is_spent = outcome is None and self.position.taken.bit_count() == self._most_moves
        self.truncations = dict.fromkeys(self.agents, is_spent)
        self.agent_selection = next(each for each in self.agents if each != agent)
        self._accumulate_rewards()
        self._tell()

    def render(self) -> str | NDArray[np.uint8] | None:
        """The board as text, as an array of pixels, or printed, as `render_mode` says."""
        return render(self.game, self.position, self.render_mode)

    def close(self) -> None:
        """There is nothing to close."""

    def _tell(self) -> None:
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        if self._scores:
            self.infos[self.agent_selection] = {"scores": move_scores(solver_for(self.game), self.position)}
        if self.render_mode == HUMAN:
            self.render()


pettingzoo.register("aec", NAME, f"{__name__}:env")
