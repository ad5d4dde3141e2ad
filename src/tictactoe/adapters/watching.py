"""Asking an agent that somebody else has written: what it raises is one sentence, and so is that it does not answer.

It runs in this process, in a thread that is left behind if it never comes back.
"""

from __future__ import annotations

from collections.abc import Callable
from queue import Empty, SimpleQueue
from threading import Thread
from time import monotonic
from typing import TypeVar

from tictactoe.adapters.agents import said
from tictactoe.match.evaluation import Agent
from tictactoe.rules import BadInput, Game, Position, format_position

Value = TypeVar("Value")
GLANCE = 0.1
"""Seconds between two looks at where the agent is."""


def watch_over(
    work: Callable[[Agent], Value],
    player: Agent,
    game: Game,
    patience: float,
    tell: Callable[[int], None] = lambda _: None,
) -> Value:
    """What comes of some work that asks a player, who has so many seconds for each answer.

    `tell` hears from time to time how often it has been asked. BadInput if it raises, or does not answer.
    """
    watched = Watched(player, game)
    done: SimpleQueue[Value | BaseException] = SimpleQueue()

    def run() -> None:
        try:
            done.put(work(watched))
        except BaseException as error:  # whatever it is, whoever waits has to know
            done.put(error)

    Thread(target=run, daemon=True).start()
    while True:
        try:
            found = done.get(timeout=GLANCE)
        except Empty:
            watched.require_alive(patience)
            tell(watched.asked)
            continue
        if isinstance(found, BaseException):
            raise found
        return found


class Watched:
    """A player, and what it is being asked."""

    def __init__(self, player: Agent, game: Game) -> None:
        self.asked = 0
        self._player = player
        self._game = game
        self._question: tuple[Position, float] | None = None

    def __call__(self, position: Position) -> object:
        self.asked += 1
        self._question = position, monotonic()
        try:
            return self._player(position)
        except BaseException as error:  # Ctrl-C is none of them: it comes to the main thread
            where = format_position(self._game, position)
            raise BadInput(f"the agent failed at {where}: it raised {said(error)}") from None
        finally:
            self._question = None

    def require_alive(self, patience: float) -> None:
        """BadInput if it has been at one question for longer than this."""
        question = self._question
        if question and monotonic() - question[1] > patience:
            where = format_position(self._game, question[0])
            raise BadInput(f"the agent has not answered at {where} within {patience:g} s: --patience gives it longer")
