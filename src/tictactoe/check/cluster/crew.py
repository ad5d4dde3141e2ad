"""The workers of a Dask cluster as those who check."""

from __future__ import annotations

from collections.abc import Callable

from tictactoe.check.cluster.job import CheckJob, FoundByJob, Introduction, check_job, introduce, version
from tictactoe.check.sandbox import MOST_DELAY, START_SECONDS
from tictactoe.search.cluster.work import Trade, other_version
from tictactoe.search.cluster.workers import SILENCE, DaskWorkers


class CheckingCrew(DaskWorkers[CheckJob, FoundByJob]):
    """Workers that check. If `guarded`, one is refused where a guard is missing: `in_words` says which they are."""

    def __init__(
        self,
        where: str,
        note: Callable[[str], None],
        guarded: bool = False,
        in_words: Callable[[tuple[str, ...]], str] = ", ".join,
        silence: float = SILENCE,
    ) -> None:
        def objection(said: object) -> str:
            said = said.by if isinstance(said, FoundByJob) else said
            if not isinstance(said, Introduction) or said.version != version():
                return other_version(said.version if isinstance(said, Introduction) else said, version())
            missing = guarded and said.missing
            return f"a whole sandbox is required, and {in_words(said.missing)}" if missing else ""

        trade: Trade[CheckJob, FoundByJob] = Trade(
            introduce, objection, check_job, FoundByJob, lambda job: job.name, longest
        )
        super().__init__(trade, where, note, silence)


def longest(job: CheckJob) -> float:
    """Seconds that a check can take, on a machine that is as busy as can be."""
    return (job.seconds + 2 * START_SECONDS) * (1 + MOST_DELAY)
