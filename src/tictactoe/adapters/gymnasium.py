"""Gymnasium: an agent plays any game against a level.

    import gymnasium
    import tictactoe.adapters.gymnasium
    env = gymnasium.make("tictactoe/Board-v0", game="3,3,3", opponent="perfect")

As with all environments that are not Gymnasium's own, it learns the name from the module that registers it: this one.
`gymnasium.make("tictactoe.adapters.gymnasium:tictactoe/Board-v0")` imports it by itself.

Observation: the stones as `arrays.py` lays them out, the agent's own first. Action: a cell. Reward: 1 when the agent
has won, -1 when it has lost, 0 otherwise. A game that has ended is terminated; nothing is ever truncated. A cell that
is taken already ends the game too, as a loss: `info["action_mask"]` says which are not. An action that is no cell at
all is an error, and so is a step after the end.
"""

from __future__ import annotations

from typing import Any, ClassVar

from tictactoe.adapters.needs import needing

with needing("an environment", "Gymnasium", "rl"):
    import gymnasium
    import numpy as np
    from gymnasium.error import InvalidAction, ResetNeeded
    from gymnasium.spaces import Box, Discrete
    from numpy.typing import NDArray

from tictactoe.adapters.arrays import Small, legal, move_scores, require_scores, stones
from tictactoe.adapters.opponents import opponent_of
from tictactoe.adapters.rendering import HUMAN, RENDER_MODES, render, require_render_mode
from tictactoe.match import DEFAULT_SIDE, PERFECT, Player
from tictactoe.match.session import require_side
from tictactoe.rules import BadInput, Game, Mark, O, Position, X, quote, whole_number
from tictactoe.rules.start import read_start
from tictactoe.search import solver_for

NAME = "tictactoe/Board-v0"
ILLEGAL_REWARD = -1.0


class BoardEnv(gymnasium.Env[Small, np.int64]):
    """One game at a time of an agent against an opponent, or of an agent that plays both sides."""

    metadata: ClassVar[dict[str, Any]] = {"render_modes": [*RENDER_MODES], "render_fps": 2}  # type: ignore[misc]

    def __init__(
        self,
        game: str | Game = "3,3,3",
        opponent: str | Player = PERFECT,
        side: str | None = DEFAULT_SIDE,
        scores: bool = False,
        seconds: float | None = None,
        render_mode: str | None = None,
    ) -> None:
        """`opponent` is a level, or a function that is shown a `Position` and names a cell.

        `side` is what the agent plays: `x`, `o`, or `both`, where it is always shown the board of the player to move
        and rewarded for the move just made; None is X or O by chance, anew at every reset. With `scores`, the info has
        the exact score of every action, as `arrays.move_scores` writes it. `seconds` is for a move of an opponent that
        searches.
        """
        self.game, _ = read_start(None, game)
        self._sides: tuple[tuple[Mark, ...], ...] = ((X,), (O,)) if side is None else (require_side(side).people,)
        if not all(self._sides):
            raise BadInput(f"side is {quote(side)}, so an agent would have nothing to do: it should be x, o or both")
        self._opponent = opponent_of(self.game, opponent, seconds)
        self._scores = bool(scores)
        if scores:
            require_scores(solver_for(self.game))
        self.render_mode = require_render_mode(render_mode)
        self.action_space = Discrete(len(self.game.cells))
        self.observation_space = Box(0, 1, (self.game.rows, self.game.cols, 2), np.int8)
        self._people = self._sides[0]
        self._seed = 0
        self._is_over = True
        self.position = Position()

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Small, dict[str, Any]]:
        """Begin a game; `options={"position": "X.O/.X./..O"}` begins it from there.

        If it is not the agent's turn, the opponent has moved already. An agent that plays X or O by chance is whoever
        is to move in the position.
        """
        super().reset(seed=seed)
        given = (options or {}).get("position")
        _, position = read_start(given, self.game)
        if self.game.outcome(position):
            raise BadInput(f"position {quote(given)} is the end of a game: it should be one in which somebody can move")
        by_chance = self._sides[int(self.np_random.integers(len(self._sides)))]
        self._is_over = True  # until it has begun
        self._people = by_chance if given is None or len(self._sides) == 1 else (position.turn,)
        self._seed = int(self.np_random.integers(2**31))
        self.position = self._after_reply(position)
        if self.game.outcome(self.position):
            raise BadInput("the opponent's first move ends the game: begin where the agent can move")
        self._is_over = False
        return self._tell()

    def step(self, action: Any) -> tuple[Small, float, bool, bool, dict[str, Any]]:
        """Play a cell, and let the opponent reply."""
        if self._is_over:
            raise ResetNeeded("there is no game to go on with: call reset() first")
        cell = whole_number(action)
        if cell is None or cell not in self.game.cells:
            last = self.game.cells[-1]
            raise InvalidAction(f"action {quote(action)} is not a cell of the board: the actions are 0 to {last}")
        mover = self.position.turn
        if self.position.taken >> cell & 1:
            self._is_over = True
            return self._told(ILLEGAL_REWARD)
        self.position = self._after_reply(self.position.play(cell))  # both, or neither if the opponent is interrupted
        outcome = self.game.outcome(self.position)
        self._is_over = outcome is not None
        return self._told(0.0 if outcome is None else float(outcome.utility if mover == X else -outcome.utility))

    def action_masks(self) -> NDArray[np.bool_]:
        """The cells that may be played, by the name that learners with masked actions look for."""
        return self._mask().astype(bool)

    def render(self) -> str | NDArray[np.uint8] | None:
        """The board as text, as an array of pixels, or printed, as `render_mode` says."""
        return render(self.game, self.position, self.render_mode)

    def _after_reply(self, position: Position) -> Position:
        """The position once the opponent has moved, if it is its turn."""
        if position.turn in self._people or self.game.outcome(position):
            return position
        return position.play(self._opponent.reply(position, self._seed))

    def _tell(self) -> tuple[Small, dict[str, Any]]:
        """What there is to see, and the info."""
        if self.render_mode == HUMAN:
            self.render()
        viewer = self.position.turn if len(self._people) > 1 else self._people[0]
        info: dict[str, Any] = {"action_mask": self._mask()}
        if self._scores:
            info["scores"] = move_scores(solver_for(self.game), self.position)
        return stones(self.game, self.position, viewer), info

    def _mask(self) -> Small:
        return legal(self.game, self.position) * np.int8(not self._is_over)

    def _told(self, reward: float) -> tuple[Small, float, bool, bool, dict[str, Any]]:
        observation, info = self._tell()
        return observation, reward, self._is_over, False, info


gymnasium.register(
    id=NAME,
    entry_point=f"{__name__}:BoardEnv",
    vector_entry_point="tictactoe.adapters.vector:BoardVectorEnv",
)
