"""What workers can be asked to do, whatever that is: a kind of job, what comes of one, and who does them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import inf
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

LOCAL = "local:"
"""Before a number: so many cores of this machine, rather than the address of a scheduler."""
WITHOUT_PROFILER = {"DASK_DISTRIBUTED__WORKER__PROFILE__ENABLED": "false"}
"""For the environment of a worker. Dask's profiler looks at all threads a hundred times a second, and a Python in which
one begins at that moment can stand still for ever (seen with 3.11.7): a search begins threads with every job."""
AnyJob = TypeVar("AnyJob")
GivenJob = TypeVar("GivenJob", contravariant=True)
Result = TypeVar("Result")


@dataclass(frozen=True)
class Trade(Generic[AnyJob, Result]):
    """One kind of job. What workers do are functions that are found by their names, on values that can be pickled."""

    introduce: Callable[[], object]
    """What a new worker says of itself before it is given anything."""
    objection: Callable[[object], str]
    """Why a worker is not used that has said this of itself, or has sent this result; empty if it is."""
    work: Callable[[AnyJob], Result]
    result: type[Any]
    """What `work` returns."""
    name: Callable[[AnyJob], str]
    """How a job is called on the dashboard."""
    seconds: Callable[[AnyJob], float] = lambda _: inf
    """After so long, a worker that is at it still does not come to its end."""
    uses_threads: bool = False
    """Whether a worker that has several threads does a job the faster for it."""
    when_lost: str = ""
    """What becomes of the job of a worker that is lost, to be said after that."""


class Ended(NamedTuple, Generic[Result]):
    """A job that has come to its end; without a result if its worker was lost, or has failed."""

    ticket: int
    worker: str
    result: Result | None


class Hands(Protocol[GivenJob, Result]):
    """Workers, of which some may come and go at any time."""

    def free(self) -> list[str]:
        """The workers that can take a job now."""
        ...

    def count(self) -> int:
        """How many workers there are."""
        ...

    def give(self, worker: str, ticket: int, job: GivenJob) -> None:
        """Let a worker do a job, known by its ticket."""
        ...

    def collect(self, seconds: float) -> list[Ended[Result]]:
        """The jobs that have ended since the last time; if none has, wait so long for one."""
        ...


def other_version(said: object, version: str) -> str:
    """What is objected to a worker that says this when it is asked for its version; nothing if it is the same."""
    if said == version:
        return ""
    has = f"version {said}" if isinstance(said, str) else f"none that could be asked ({one_line(said)})"
    return f"it has {has}, this is version {version}"


def one_line(error: object) -> str:
    """An exception, short."""
    words = " ".join(str(error).split())
    return f"{type(error).__name__}: {words[:100]}" if words else type(error).__name__
