"""The upper tree and the jobs: right values, whatever becomes of the workers."""

from __future__ import annotations

import pickle
import random
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import TypeVar

import pytest

from tictactoe.bench.simulated import SimulatedCrew
from tictactoe.rules import BadInput, Game, Mark, O, Position, X
from tictactoe.search import Solver
from tictactoe.search.answer import Variant
from tictactoe.search.cluster import journal
from tictactoe.search.cluster.coordinator import Coordinator
from tictactoe.search.cluster.crew import Done
from tictactoe.search.cluster.job import Job, Result, Searcher, version
from tictactoe.search.proof.arrays import new_table
from tictactoe.search.proof.prover import Prover

MEMORY = 2**22
NO_LIMIT = 10**9
SLACK = 200
"""Nodes by which a search may go over what it was given: it looks at that now and then, and goes back to the root."""


@pytest.fixture(autouse=True)
def small_jobs(monkeypatch: pytest.MonkeyPatch) -> None:
    """So that there are many of them on small boards."""
    monkeypatch.setattr("tictactoe.search.cluster.coordinator.LEAST_JOB", 20)
    monkeypatch.setattr("tictactoe.search.cluster.coordinator.SMALL", 10)
    monkeypatch.setattr("tictactoe.search.cluster.coordinator.GLANCE", 2)


def coordinate(crew: SimulatedCrew, game: Game, variant: Variant = "weak", attacker: Mark = X) -> Coordinator:
    return Coordinator(game, attacker, variant, new_table(game, MEMORY), MEMORY, crew)


def solve(coordinator: Coordinator, position: Position = Position()) -> bool:
    while (finding := coordinator.ask(position, NO_LIMIT)).wins is None:
        pass
    return finding.wins


@pytest.mark.parametrize(("workers", "threads"), [(1, 1), (2, 1), (5, 1), (1, 3), (2, 2)])
@pytest.mark.parametrize(
    ("size", "variant", "wins"),
    [
        ((5, 5, 4), "real", False),
        ((5, 6, 4), "real", True),
        ((6, 6, 4), "real", True),
        ((7, 7, 5), "weak", False),
        ((9, 9, 6), "weak", False),
    ],
)
def test_values_are_those_of_one_machine(
    size: tuple[int, int, int], variant: Variant, wins: bool, workers: int, threads: int
) -> None:
    coordinator = coordinate(SimulatedCrew(workers, threads=threads), Game(*size), variant)
    assert solve(coordinator) is wins
    assert coordinator.jobs > 5


class WatchedCrew(SimulatedCrew):
    """One that remembers what each of its workers was given."""

    def __init__(self, *threads: int) -> None:
        super().__init__(len(threads))
        self.given: list[tuple[str, Job]] = []
        self._has = dict(zip(self.searchers, threads, strict=True))

    def threads(self) -> dict[str, int]:
        return self._has

    def give(self, worker: str, ticket: int, job: Job) -> None:
        self.given.append((worker, job))
        super().give(worker, ticket, job)


def test_a_worker_with_more_threads_has_larger_jobs() -> None:
    crew = WatchedCrew(1, 3)
    coordinator = coordinate(crew, Game(7, 8, 5))
    while len(crew.given) < 200:
        assert coordinator.ask(Position(), 1).wins is None
    for worker, job in crew.given:
        assert job.threads == crew.threads()[worker]
        assert job.nodes >= 20 * job.threads
    last = {worker: job.nodes / job.threads for worker, job in crew.given}
    assert min(last.values()) > 20, "jobs have not grown"
    assert max(last.values()) < 1.2 * min(last.values())


def test_jobs_keep_to_the_nodes_that_are_left(monkeypatch: pytest.MonkeyPatch) -> None:
    """Also if jobs would be much larger, and with several of them out."""
    monkeypatch.setattr("tictactoe.search.cluster.coordinator.LEAST_JOB", 300)
    crew, game, most = WatchedCrew(1, 1, 1), Game(7, 8, 5), 1_000
    coordinator = Coordinator(
        game, X, "weak", new_table(game, MEMORY), MEMORY, crew, lambda: most - coordinator.evaluated
    )
    while coordinator.evaluated < most:
        assert coordinator.ask(Position(), 1).wins is None
        out = crew.given[len(crew.given) - len(crew.events) :]
        assert coordinator.evaluated + sum(job.nodes for _, job in out) < most + SLACK
    monkeypatch.setattr("tictactoe.search.cluster.coordinator.LEAST_JOB", 10**6)
    most += 500
    while coordinator.evaluated < most:
        assert coordinator.ask(Position(), 1).wins is None
    assert coordinator.evaluated < most + SLACK


def test_positions_in_the_middle_of_a_game() -> None:
    """Both sides attacking, either to move, against a prover of one process."""
    dice = random.Random(13)
    jobs = 0
    for size in ((4, 5, 4), (5, 5, 4), (4, 6, 4)):
        game = Game(*size)
        for _ in range(12):
            cells = dice.sample(game.cells, dice.randrange(1, 7))
            position = Position()
            for cell in cells:
                position = position.play(cell)
            if game.outcome(position):
                continue
            for attacker in (X, O):
                for variant in ("weak", "real"):
                    alone = Prover(game, attacker, variant, memory=MEMORY).ask(position, NO_LIMIT)
                    coordinator = coordinate(SimulatedCrew(2), game, variant, attacker)
                    assert solve(coordinator, position) is alone.wins
                    jobs += coordinator.jobs
    assert jobs > 20


def damaged(done: Done) -> Done:
    assert done.result is not None
    rows = bytearray(done.result.rows)
    rows[len(rows) // 2] ^= 1
    return done._replace(result=done.result._replace(rows=bytes(rows)))


def of_another_version(done: Done) -> Done:
    return done._replace(result=Result("another", 100, 0.0, b"", ""))


def lost(done: Done) -> Done:
    return done._replace(result=None)


class UnluckyCrew(SimulatedCrew):
    """Of every three results one goes wrong."""

    def __init__(self, what: Callable[[Done], Done]) -> None:
        super().__init__(2)
        self.what = what
        self.wrong = 0

    def collect(self, seconds: float) -> list[Done]:
        done = super().collect(seconds)
        if done and done[0].ticket % 3 == 0:
            self.wrong += 1
            return [self.what(each) for each in done]
        return done


@pytest.mark.parametrize("what", [damaged, of_another_version, lost])
def test_results_that_go_wrong_cost_a_job_and_nothing_else(what: Callable[[Done], Done]) -> None:
    crew = UnluckyCrew(what)
    assert solve(coordinate(crew, Game(7, 7, 5))) is False
    assert crew.wrong > 2


class RepeatingCrew(SimulatedCrew):
    """Every result comes again with later ones."""

    def __init__(self) -> None:
        super().__init__(2)
        self.old: list[Done] = []

    def collect(self, seconds: float) -> list[Done]:
        self.old += (done := super().collect(seconds))
        return [*done, *self.old[-5:]]


def test_results_that_come_late_or_twice_do_no_harm() -> None:
    assert solve(coordinate(RepeatingCrew(), Game(7, 7, 5))) is False


class LeavingCrew(SimulatedCrew):
    """Workers come and go; at first there is none."""

    def __init__(self) -> None:
        super().__init__(3)
        self.looks = 0

    def free(self) -> list[str]:
        self.looks += 1
        return [] if self.looks < 3 else [worker for worker in super().free() if (hash(worker) + self.looks) % 4]

    def count(self) -> int:
        return 0 if self.looks < 3 else 1 + self.looks % 3


def test_workers_may_come_and_go() -> None:
    assert solve(coordinate(LeavingCrew(), Game(7, 7, 5))) is False


def test_another_question_while_jobs_are_out() -> None:
    game = Game(6, 6, 4)
    crew = SimulatedCrew(2)
    coordinator = coordinate(crew, game, "real")
    after = Position().play(0)
    alone = Prover(game, X, "real", memory=MEMORY).ask(after, NO_LIMIT).wins
    for _ in range(5):
        coordinator.ask(Position(), 1)
        coordinator.ask(after, 1)
    assert solve(coordinator, after) is alone
    assert solve(coordinator) is True


Value = TypeVar("Value")


def sent(value: Value) -> Value:
    """What arrives of a value that is sent to another process."""
    copy: Value = pickle.loads(pickle.dumps(value))  # noqa: S301  it is our own
    return copy


def test_jobs_and_results_are_values_that_can_be_sent() -> None:
    job = Job(version(), Game(5, 5, 4), X, "real", Position(), 50, 1, b"", MEMORY)
    result = Searcher().search(sent(job))
    assert sent(result) == result
    assert result.nodes >= 50
    assert result._replace(seconds=0) == Searcher().search(job)._replace(seconds=0)


def test_a_worker_of_another_version_does_nothing() -> None:
    job = Job("another", Game(5, 5, 4), X, "real", Position(), 50, 1, b"", MEMORY)
    assert Searcher().search(job) == Result(version(), 0, 0.0, b"", "")


def test_a_search_goes_on_from_its_journal(tmp_path: Path) -> None:
    path, game = tmp_path / "a.journal", Game(7, 7, 5)
    first = coordinate(SimulatedCrew(2), game)
    while first.evaluated < 1_000:
        assert first.ask(Position(), 100).wins is None
        journal.append(path, game, b"".join(first.unsaved))
        first.unsaved.clear()
    second = coordinate(SimulatedCrew(2), game)
    assert journal.read(path, game, second.table) > 20
    assert solve(second) is False
    whole = coordinate(SimulatedCrew(2), game)
    solve(whole)
    assert second.evaluated < whole.evaluated


@pytest.fixture
def written(tmp_path: Path) -> Path:
    coordinator = coordinate(SimulatedCrew(1), Game(7, 7, 5))
    coordinator.ask(Position(), 300)
    path = tmp_path / "a.journal"
    journal.append(path, Game(7, 7, 5), b"".join(coordinator.unsaved))
    return path


def test_a_journal_that_is_not_ours_is_refused(written: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = Game(7, 7, 5)
    table = new_table(game, MEMORY)
    whole = written.read_bytes()
    for content in (
        b"",
        b"no",
        b"SQLite format 3\0" + b"x" * 100,
        whole.replace(b"7,7,5", b"7,7,6"),
        whole[: len(whole) // 2],
    ):
        written.write_bytes(content)
        with pytest.raises(BadInput, match="was not written by this version"):
            journal.read(written, game, table)
        assert not table.any()
    written.write_bytes(whole)
    with pytest.raises(BadInput, match="is about 7,7,5, not about 7,8,5"):
        journal.read(written, Game(7, 8, 5), table)
    monkeypatch.setattr("tictactoe.search.seal._key", lambda: b"another")
    with pytest.raises(BadInput, match="was not written by this version"):
        journal.read(written, game, table)


def test_what_another_version_has_added_to_a_journal_is_left_out(
    written: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = Game(7, 7, 5)
    ours = journal.read(written, game, new_table(game, MEMORY))
    with monkeypatch.context() as another:
        another.setattr("tictactoe.search.seal.hash_of_text", lambda *_: "another")
        journal.append(written, game, b"")
    assert journal.read(written, game, new_table(game, MEMORY)) == ours


def test_a_journal_that_is_busy_is_written_later(written: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(journal, "WAIT_SECONDS", 0.01)
    with closing(sqlite3.connect(written)) as other:
        other.execute("begin exclusive")
        with pytest.raises(journal.NotNow):
            journal.append(written, Game(7, 7, 5), b"")
    journal.append(written, Game(7, 7, 5), b"")


def test_the_solver_says_what_is_wrong_with_a_cluster() -> None:
    game = Game(5, 5, 4)
    for where in (
        "local:0",
        "local:x",
        "local:1000",
        "local:2x0",
        "local:8x9",
        "local:2x",
        "local:٣",
        "tcp://127.0.0.1:1",
        "nonsense://a:1",
    ):
        solver = Solver(game, cluster=where)
        with pytest.raises(BadInput, match=r"local:N|no cluster answers"):
            solver.solve(Position())
        solver.close()
