"""OpenSpiel: its states as positions and back, and our levels as its policies and bots.

Its `tic_tac_toe` is 3,3,3; its `mnk(m=7,n=5,k=4)` has 7 columns and 5 rows, the game that is written 5,7,4 here. Its
actions are our cells, numbered row by row from the top left, and its player 0 is X.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from itertools import zip_longest
from typing import Any

from tictactoe.adapters.needs import needing

with needing("this door", "OpenSpiel", "spiel"):
    import pyspiel
    from open_spiel.python.policy import Policy

from tictactoe.match import PERFECT, Player, choice, require_level
from tictactoe.match.levels import content
from tictactoe.match.odds import content_of
from tictactoe.rules import BadInput, Cell, Game, Position, cells_of, format_game, quote, require_legal
from tictactoe.rules.start import DEFAULT, read_start
from tictactoe.search import Budget, solver_for
from tictactoe.search.limits import AT_ONCE

CLASSIC, ANY = "tic_tac_toe", "mnk"
"""What its games are called."""


def load_game(game: str | Game = DEFAULT) -> Any:
    """OpenSpiel's game of these rules."""
    rules, _ = read_start(None, game)
    if rules == DEFAULT:
        return pyspiel.load_game(CLASSIC)
    return pyspiel.load_game(ANY, {"m": rules.cols, "n": rules.rows, "k": rules.k})


def game_of(theirs: Any) -> Game:
    """The rules of one of OpenSpiel's games; BadInput if it is not played with k in a row."""
    name = theirs.get_type().short_name
    if name == CLASSIC:
        return DEFAULT
    if name != ANY:
        raise BadInput(f"OpenSpiel's game {quote(name)} is none of k in a row: those are {CLASSIC} and {ANY}")
    given = theirs.get_parameters()
    return Game(given.get("n", 15), given.get("m", 15), given.get("k", 5))  # what it leaves out is its default


def position_of(state: Any) -> Position:
    """The position of a state."""
    game_of(state.get_game())
    position = Position()
    for action in state.history():
        position = position.play(action)
    return position


def _seen(game: Game, state: Any) -> Position:
    """The position of a state of this game; BadInput if it is of another."""
    if (theirs := game_of(state.get_game())) != game:
        raise BadInput(f"the state is one of {format_game(theirs)}, but this plays {format_game(game)}")
    return position_of(state)


def state_of(game: Game, position: Position) -> Any:
    """The state of a position; BadInput if it cannot arise. Of the games that lead there, it has one as its history."""
    state = load_game(game).new_initial_state()
    for cell in _moves_to(game, require_legal(game, position)):
        state.apply_action(cell)
    return state


def _moves_to(game: Game, position: Position) -> Iterator[Cell]:
    """A game that leads to a position: if somebody has won, the last move is one that all winning lines have."""
    shared = game.board
    for line in game.winning_lines(position):
        shared &= line
    x, o = ((*cells_of(held & ~shared), *cells_of(held & shared)) for held in (position.x, position.o))
    for pair in zip_longest(x, o):
        yield from (cell for cell in pair if cell is not None)


class LevelPolicy(Policy):  # type: ignore[misc]
    """A level as a policy: all moves that it is content with are equally likely, all others are not played."""

    def __init__(self, game: Any, level: str = PERFECT) -> None:
        """`game` is one of OpenSpiel's."""
        super().__init__(game, [*range(game.num_players())])
        self._solver = solver_for(game_of(game))
        self._level = require_level(self._solver.game, level)

    def action_probabilities(self, state: Any, player_id: int | None = None) -> dict[int, float]:  # noqa: ARG002
        """Every legal action and its probability."""
        position = _seen(self._solver.game, state)
        if len(self._solver.game.cells) <= AT_ONCE:  # every algorithm comes to a small board very often
            cells = content_of(self._level.name, self._solver, position)
        else:
            cells = content(self._level, self._solver, position)
        return {action: (action in cells) / len(cells) for action in state.legal_actions()}


class LevelBot(pyspiel.Bot):  # type: ignore[misc]
    """A level as a bot, for either player."""

    def __init__(self, game: Any, level: str = PERFECT, seed: int = 0, seconds: float | None = None) -> None:
        """`game` is one of OpenSpiel's; `seconds` is for a move of a level that searches."""
        super().__init__()
        self._solver = solver_for(game_of(game))
        self._level = require_level(self._solver.game, level)
        self._seed, self._seconds = seed, seconds
        self._policy = LevelPolicy(game, level)

    def step(self, state: Any) -> int:
        """The action that it chooses."""
        budget = None if self._seconds is None else Budget(self._seconds)
        position = _seen(self._solver.game, state)
        return choice(self._level, self._solver, position, self._seed, budget).cell

    def restart_at(self, state: Any) -> None:
        """There is nothing to forget: the state says all."""

    def provides_policy(self) -> bool:
        return True

    def get_policy(self, state: Any) -> list[tuple[int, float]]:
        """Every legal action and its probability."""
        return [*self._policy.action_probabilities(state).items()]

    def step_with_policy(self, state: Any) -> tuple[list[tuple[int, float]], int]:
        return self.get_policy(state), self.step(state)


def player_of(agent: Any, game: Game) -> Player:
    """One of OpenSpiel's bots or policies as a player of ours. A policy plays its most likely action.

    A bot is told where it is before each move, if it can be, since the positions do not follow each other.
    """
    probabilities: Callable[[Any], dict[int, float]] | None = getattr(agent, "action_probabilities", None)

    def play(position: Position) -> Cell:
        state = state_of(game, position)
        if probabilities is not None:
            likely = probabilities(state)
            return max(likely, key=lambda action: likely[action])
        with suppress(pyspiel.SpielError):  # what a bot says that has not made this possible
            agent.restart_at(state)
        return agent.step(state)  # type: ignore[no-any-return]

    return play
