"""Anybody's agent as a player of ours, by the convention that it follows; and where it comes from.

    board        agent(Board) -> a cell: "b2", or (row, col) from 0
    lists        agent(list of rows, with "X", "O" and None) -> (row, col), as the course's minimax
    gymnasium    agent(observation, action mask) -> action
    pettingzoo   agent({"observation": ..., "action_mask": ...}) -> action
    open_spiel   a Bot, or a Policy; or a function that makes one of OpenSpiel's game

Observations, masks and actions are those of the adapters beside this one. What an agent answers that is no move stays
what it is: whoever asked judges it.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from importlib import import_module
from importlib.util import module_from_spec, spec_from_file_location
from inspect import signature
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

from tictactoe.adapters.needs import needing
from tictactoe.board import Board
from tictactoe.match.evaluation import Agent
from tictactoe.rules import BadInput, Cell, Game, Position, parse_cell, quote, whole_number

BOARD, SPIEL = "board", "open_spiel"
LOADED_AS = "_tictactoe_agent"
"""What a module that is loaded from a file is called, so that it hides nothing."""


def as_player(agent: Any, game: Game, convention: str | None = None) -> Agent:
    """A function that shows the agent a position and answers with a cell, or with what the agent said instead.

    If the convention is not named, OpenSpiel's bots and policies are known by their methods, and any other is `board`.
    """
    convention = convention or guess(agent)
    if convention not in CONVENTIONS:
        raise BadInput(f"there is no convention {quote(convention)}: they are {', '.join(CONVENTIONS)}")
    if convention != SPIEL:  # where it may be an object with methods
        _require_takes(agent, convention)
    return CONVENTIONS[convention].player(agent, game)


def _require_takes(agent: Any, convention: str) -> None:
    """BadInput if a function plainly does not take what the convention shows it: most often it follows another."""
    if not callable(agent):
        raise BadInput(f"the agent is {quote(agent)}, but should be a function that is shown a board and names a move")
    shown = CONVENTIONS[convention].shown
    try:
        taken = signature(agent)
    except Exception:  # of some that are not written in Python, and of odd ones, nothing is known
        return
    try:
        taken.bind(*shown)
    except TypeError as error:
        raise BadInput(
            f"by the convention {convention} the agent is shown {' and '.join(shown)}, which it does not take: {error}"
        ) from None


def guess(agent: Any) -> str:
    """The convention of an agent that does not say."""
    with blaming("the agent cannot be looked at"):
        return SPIEL if hasattr(agent, "action_probabilities") or hasattr(agent, "restart_at") else BOARD


def load_agent(where: str) -> Any:
    """What `module:name` names: of a module that can be imported from this folder, or of a file `program.py:name`.

    The module is imported here, with all that it does then. BadInput, in one sentence, if that cannot be.
    """
    place, colon, name = where.rpartition(":")
    if not (colon and place and name):
        raise BadInput(f"the agent {quote(where)} should be written MODULE:CALLABLE, such as learner.py:choose")
    found: Any = _module(place)
    for part in name.split("."):
        with blaming(f"{quote(part)} cannot be had of {quote(place)}"):
            if not hasattr(found, part):
                raise BadInput(f"there is no {quote(part)} in {quote(place)}")
            found = getattr(found, part)
    return found


def _module(place: str) -> ModuleType:
    path = Path(place)
    with blaming(f"{quote(place)} cannot be imported"):
        if path.suffix == ".py":
            if not path.is_file():
                raise BadInput(f"{quote(place)} is not there")
            return _from_file(path)
        if str(Path.cwd()) not in sys.path:
            sys.path.insert(0, str(Path.cwd()))
        return import_module(place)


def _from_file(path: Path) -> ModuleType:
    spec = spec_from_file_location(LOADED_AS, path)
    assert spec is not None  # noqa: S101  it is a file of Python
    assert spec.loader is not None  # noqa: S101
    module = module_from_spec(spec)
    sys.modules[LOADED_AS] = module  # which is looked up by what pickles, and by dataclasses
    folder = str(path.parent.absolute())
    if folder not in sys.path:
        sys.path.insert(0, folder)
    spec.loader.exec_module(module)
    return module


@contextmanager
def blaming(failed: str) -> Iterator[None]:
    """Whatever somebody else's code raises here is BadInput: what has failed, and that. Ours and Ctrl-C go through."""
    try:
        yield
    except (BadInput, KeyboardInterrupt):
        raise
    except BaseException as error:
        raise BadInput(f"{failed}: {said(error)}") from None


def said(error: BaseException) -> str:
    """An exception of somebody else's in one line."""
    try:
        text = " ".join(str(error).split())
    except Exception:  # it cannot even say what it is
        text = ""
    return f"{type(error).__name__}: {text[:200]}" if text else type(error).__name__


def _board(agent: Callable[[Board], object], game: Game) -> Agent:
    return lambda position: _as_cell(game, agent(Board(position, game)))


def _lists(agent: Callable[[object], object], game: Game) -> Agent:
    return lambda position: _as_cell(game, agent(Board(position, game).to_lists()))


class NoCell:
    """What an agent has answered, though a number by itself would be taken for a cell."""

    def __init__(self, answer: object) -> None:
        self._said = quote(answer)

    def __repr__(self) -> str:
        return self._said


def _as_cell(game: Game, answer: object) -> Cell | object:
    """The cell that a name, or a row and a column, stands for; anything else as it is."""
    if isinstance(answer, str):
        try:
            return parse_cell(game, answer)
        except BadInput:
            return answer
    if isinstance(answer, tuple | list) and len(answer) == 2:
        row, col = map(whole_number, answer)
        if row is not None and col is not None and 0 <= row < game.rows and 0 <= col < game.cols:
            return row * game.cols + col
        return answer
    return NoCell(answer)


def _arrays(agent: Callable[..., object], game: Game, in_one: bool) -> Agent:
    with needing("this convention", "numpy", "rl"):
        from tictactoe.adapters.arrays import legal, stones

    def play(position: Position) -> object:
        seen, mask = stones(game, position, position.turn), legal(game, position)
        answer = agent({"observation": seen, "action_mask": mask}) if in_one else agent(seen, mask)
        item = getattr(answer, "item", None)
        return item() if item is not None and getattr(answer, "size", 0) == 1 else answer

    return play


def _open_spiel(agent: Any, game: Game) -> Agent:
    from tictactoe.adapters.open_spiel import load_game, player_of

    if isinstance(agent, type) or guess(agent) != SPIEL:
        if not callable(agent):
            raise BadInput(f"the agent is {quote(agent)}, but should be a Bot, a Policy, or a function that makes one")
        theirs = load_game(game)
        with blaming("no agent was made"):
            agent = agent(theirs)
    if guess(agent) != SPIEL:
        raise BadInput(f"the agent made {quote(agent)}, which is neither a Bot nor a Policy of OpenSpiel's")
    return player_of(agent, game)


class Convention(NamedTuple):
    """How an agent is asked."""

    shown: tuple[str, ...]
    """What it is called with, in words, one for each argument."""
    player: Callable[[Any, Game], Agent]
    """What makes a player of an agent that follows it."""


CONVENTIONS = {
    BOARD: Convention(("a Board",), _board),
    "lists": Convention(("a list of rows",), _lists),
    "gymnasium": Convention(("an observation", "an action mask"), partial(_arrays, in_one=False)),
    "pettingzoo": Convention(("a dictionary of observation and action_mask",), partial(_arrays, in_one=True)),
    SPIEL: Convention(("a game",), _open_spiel),
}
