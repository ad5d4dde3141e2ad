"""Who does the jobs of a search."""

from __future__ import annotations

from typing import Protocol

from tictactoe.search.cluster.job import Job, Result
from tictactoe.search.cluster.work import Ended, Hands

Done = Ended[Result]


class Crew(Hands[Job, Result], Protocol):
    """Workers that search."""

    def threads(self) -> dict[str, int]:
        """The workers there are, and with how many threads each should search."""
        ...
