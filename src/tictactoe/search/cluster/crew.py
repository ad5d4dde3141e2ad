"""Who does the jobs."""

from __future__ import annotations

from typing import NamedTuple, Protocol

from tictactoe.search.cluster.job import Job, Result


class Done(NamedTuple):
    """A job that has come to its end; without a result if its worker was lost."""

    ticket: int
    worker: str
    result: Result | None


class Crew(Protocol):
    """Workers, of which some may come and go at any time."""

    def free(self) -> list[str]:
        """The workers that can take a job now."""
        ...

    def count(self) -> int:
        """How many workers there are."""
        ...

    def give(self, worker: str, ticket: int, job: Job) -> None:
        """Let a worker do a job, known by its ticket."""
        ...

    def collect(self, seconds: float) -> list[Done]:
        """The jobs that have ended since the last time; if none has, wait so long for one."""
        ...
