"""A real scheduler and real workers, on loopback: some are killed, frozen, late or of another version."""

from __future__ import annotations

import os
import shutil
import signal
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from machines import Machines as AnyMachines
from machines import wait_for
from patience import PATIENCE
from tictactoe.rules import BadInput, Game, Position
from tictactoe.search.cluster.coordinator import Coordinator
from tictactoe.search.cluster.dask import DaskCrew
from tictactoe.search.places import PACKAGE
from tictactoe.search.proof.arrays import new_table
from tictactoe.search.proof.prover import get_ready

pytestmark = pytest.mark.skipif(os.name == "nt", reason="it takes signals that Windows does not have")

GAME = Game(9, 6, 5)
MEMORY = 2**24


class Machines(AnyMachines):
    """Machines that search."""

    def __init__(self, folder: Path) -> None:
        get_ready()  # what is compiled is there for all
        super().__init__(folder)

    def crew(self, silence: float = PATIENCE) -> DaskCrew:
        return DaskCrew(self.address, self.notes.append, silence)


@pytest.fixture
def machines(tmp_path: Path) -> Iterator[Machines]:
    made = Machines(tmp_path)
    try:
        yield made
    finally:
        made.end()


@pytest.fixture
def closing() -> Iterator[ExitStack]:
    with ExitStack() as stack:
        yield stack


@pytest.fixture(autouse=True)
def small_jobs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tictactoe.search.cluster.coordinator.LEAST_JOB", 500)
    monkeypatch.setattr("tictactoe.search.cluster.coordinator.SMALL", 250)


def coordinate(crew: DaskCrew) -> Coordinator:
    return Coordinator(GAME, "X", "weak", new_table(GAME, MEMORY), MEMORY, crew)


def solve(coordinator: Coordinator) -> bool:
    while (finding := coordinator.ask(Position(), 10**6)).wins is None:
        pass
    return finding.wins


def until_results(coordinator: Coordinator, jobs: int) -> None:
    """Search until so many jobs have been given."""
    while coordinator.jobs < jobs:
        assert coordinator.ask(Position(), 1).wins is None


def test_a_worker_searches_with_the_threads_that_dask_has_given_it(machines: Machines, closing: ExitStack) -> None:
    machines.worker("two", threads=2)
    crew = machines.crew()
    closing.callback(crew.close)
    wait_for(lambda: [*crew.threads().values()] == [2])
    coordinator = coordinate(crew)
    until_results(coordinator, 3)
    assert coordinator.doing.startswith("(1 worker, 2 threads, 3 jobs, trying ")
    assert len(crew.free()) == 0, "one job at a time, whatever its threads"
    assert solve(coordinator) is False


def test_a_worker_that_is_killed_costs_its_job_and_nothing_else(machines: Machines, closing: ExitStack) -> None:
    unlucky, _ = machines.worker("unlucky"), machines.worker("lucky")
    crew = machines.crew()
    closing.callback(crew.close)
    wait_for(lambda: crew.count() == 2)
    coordinator = coordinate(crew)
    until_results(coordinator, 6)
    unlucky.send_signal(signal.SIGKILL)
    assert solve(coordinator) is False
    wait_for(lambda: crew.count() == 1)


def test_a_worker_that_freezes_is_done_without_and_may_come_back(machines: Machines, closing: ExitStack) -> None:
    frozen, _ = machines.worker("frozen"), machines.worker("other")
    crew = machines.crew(silence=5)
    closing.callback(crew.close)
    wait_for(lambda: crew.count() == 2)
    coordinator = coordinate(crew)
    until_results(coordinator, 6)
    frozen.send_signal(signal.SIGSTOP)
    try:
        assert solve(coordinator) is False
        wait_for(lambda: crew.count() == 1)
    finally:
        frozen.send_signal(signal.SIGCONT)
    wait_for(lambda: crew.count() == 2)


def test_a_worker_that_is_frozen_from_the_first_keeps_nobody_waiting(machines: Machines, closing: ExitStack) -> None:
    frozen, _ = machines.worker("frozen"), machines.worker("other")
    first = machines.crew()
    wait_for(lambda: first.count() == 2)
    first.close()
    frozen.send_signal(signal.SIGSTOP)
    try:
        crew = machines.crew()
        closing.callback(crew.close)
        assert solve(coordinate(crew)) is False
        assert crew.count() == 1
    finally:
        frozen.send_signal(signal.SIGCONT)


def test_a_worker_whose_jobs_fail_is_set_aside(machines: Machines, closing: ExitStack) -> None:
    machines.worker("bad")
    crew = machines.crew()
    closing.callback(crew.close)
    coordinator = Coordinator(GAME, "X", "weak", new_table(GAME, MEMORY), 2**60, crew)  # more memory than there is
    while not machines.notes:
        assert coordinator.ask(Position(), 1).wins is None
    assert machines.notes[0].startswith("worker bad is not used: 3 of its jobs have failed, the last with MemoryError")
    assert crew.free() == []


def test_workers_that_come_late_are_waited_for(machines: Machines, closing: ExitStack) -> None:
    crew = machines.crew()
    closing.callback(crew.close)
    coordinator = coordinate(crew)
    assert coordinator.ask(Position(), 10**6).wins is None
    assert coordinator.doing == "(waiting for a worker)"
    machines.worker("late")
    until_results(coordinator, 3)
    machines.worker("later")
    assert solve(coordinator) is False


def test_a_worker_of_another_version_is_refused_by_name(machines: Machines, closing: ExitStack, tmp_path: Path) -> None:
    shutil.copytree(PACKAGE, tmp_path / "other" / "tictactoe")
    with (tmp_path / "other" / "tictactoe" / "search" / "kernels" / "bits.py").open("a") as file:
        file.write("# changed\n")
    machines.worker("stranger", path=tmp_path / "other")
    crew = machines.crew()
    closing.callback(crew.close)
    wait_for(lambda: crew.count() == 0 and bool(machines.notes))
    assert machines.notes[0].startswith("worker stranger is not used: it has version ")
    machines.worker("friend")
    assert solve(coordinate(crew)) is False
    assert len(machines.notes) == 1


def test_a_scheduler_that_is_gone_is_said_to_be(machines: Machines, closing: ExitStack) -> None:
    machines.worker("one")
    crew = machines.crew()
    closing.callback(crew.close)
    coordinator = coordinate(crew)
    until_results(coordinator, 3)
    machines.scheduler.send_signal(signal.SIGKILL)
    with pytest.raises(BadInput, match="the cluster does not answer any more"):
        solve(coordinator)
