"""The workers of a Dask cluster as the crew of a search."""

from __future__ import annotations

from collections.abc import Callable

from tictactoe.rules import format_game, format_position
from tictactoe.search.cluster.job import Job, Result, search_job, version
from tictactoe.search.cluster.work import Trade, other_version
from tictactoe.search.cluster.workers import SILENCE, DaskWorkers


def _objection(said: object) -> str:
    return other_version(said.version if isinstance(said, Result) else said, version())


def _name(job: Job) -> str:
    return f"{format_game(job.game)} {format_position(job.game, job.position)}"


SEARCHING: Trade[Job, Result] = Trade(
    version, _objection, search_job, Result, _name, uses_threads=True, when_lost="; its job is given to another"
)


class DaskCrew(DaskWorkers[Job, Result]):
    """Workers that search: each job goes to one by name, so that its table is of use for the next."""

    def __init__(self, where: str, note: Callable[[str], None], silence: float = SILENCE) -> None:
        super().__init__(SEARCHING, where, note, silence)
