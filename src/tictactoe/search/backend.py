"""What a way of solving must offer. The solver knows its ways by this and nothing else: a new one is one new file."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Protocol, runtime_checkable

from tictactoe.rules import Mark, Position
from tictactoe.search.answer import Answer
from tictactoe.search.budget import Budget

if TYPE_CHECKING:
    from pathlib import Path

    from tictactoe.search.proof.parts import Written


@runtime_checkable
class Backend(Protocol):
    """A way of solving one game. Making one, and asking what it is or covers, costs nothing: only `answer` works."""

    @property
    def name(self) -> str:
        """What it is called where people read it."""
        ...

    @property
    def gives_distance(self) -> bool:
        """Whether its answers are exact scores, with the distance to the end of the game."""
        ...

    @property
    def nodes(self) -> int:
        """How many positions it has worked out so far."""
        ...

    def covers(self, position: Position) -> bool:
        """Whether it answers for this position; if it does and has distances, it does for all that can follow too."""
        ...

    def answer(self, position: Position, budget: Budget) -> Answer:
        """What it finds out about a position that it covers, as far as the budget reaches."""
        ...


@runtime_checkable
class Learner(Backend, Protocol):
    """A backend whose searches may be long: they go on from where they stopped, what they have learned can be kept,
    and what they have found proven.
    """

    def ask(self, position: Position, attacker: Mark, budget: Budget) -> bool | None:
        """Whether this side can win, whoever is to move; None if that was not found out within the budget."""
        ...

    @property
    def memory(self) -> int:
        """How many bytes are taken by what has been learned."""
        ...

    @property
    def saves_as(self) -> str:
        """What kind of file `save` writes."""
        ...

    def close(self) -> None:
        """Let go of what is held outside of this process."""
        ...

    def prove(
        self, position: Position, answer: Answer, path: Path, budget: Budget, given: Sequence[Path] = ()
    ) -> Written:
        """Write a proof of all that `answer` says, whole or not at all: who wins, or who cannot.

        It relies on what the proofs that are `given` show.
        """
        ...

    def save(self, path: Path) -> bool:
        """Write what has been learned so far, whole or not at all; False if the file there holds more, and stays."""
        ...

    def load(self, path: Path) -> int:
        """Take up what an earlier run wrote with `save`; how many positions that is. BadInput if it is not ours."""
        ...
