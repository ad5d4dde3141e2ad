"""The simulation of many workers: what can be counted by hand, the page's table, and files that are something else."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from console import run
from fuzz import damaged
from tictactoe.bench import scaling
from tictactoe.bench.recorder import Extent, record_jobs
from tictactoe.bench.recording import (
    MOST_BYTES,
    Beside,
    Counted,
    RecordedJob,
    Recording,
    read_recording,
    write_recording,
)
from tictactoe.bench.scaling import Network, Rule, busy_workers, extra_nodes, simulate, target_nodes, trend
from tictactoe.bench.simulated import search_together
from tictactoe.rules import BadInput, Game

DOCS = Path(__file__).parents[2] / "docs"
KEPT = DOCS / "scaling.json"
JOB = RecordedJob(
    asked=1000, nodes=1000, seconds=2.0, sent=100, back=200, decided=50, coordinator=0.5, overhead=0.25
)  # fmt: skip
TINY = Recording(
    game="9,6,5",
    workers=2,
    cores=2,
    version="0",
    python="3",
    nodes=1000,
    seconds=1.0,
    byte_seconds=0.0,
    slower=1.0,
    jobs=(JOB,),
    beside_game="9,6,5",
    beside=(Beside(1, 100, 5, 1.0), Beside(4, 200, 9, 2.0)),
    boards=(Counted("7,8,5", 1), Counted("8,8,5", 256), Counted("9,6,5", 1), Counted("9,7,5", 512)),
)
SAME_SIZE = Rule(least=1000, share=10**9, news=1024)
"""Jobs that are all of the least size."""
AT_ONCE = Network(bandwidth=float("inf"), latency=0.0)


def test_one_worker_takes_the_sum_of_all_times() -> None:
    first, last = simulate(TINY, 1, (1000, 4000), SAME_SIZE, AT_ONCE)
    assert first.seconds == 0.5 + 2.0 + 0.25
    assert last == (4 * 2.75, 4, 4 * 0.5, 4 * 100, 4 * 200)


def test_a_message_takes_its_time() -> None:
    slow = Network(bandwidth=100.0, latency=0.125)
    first, _ = simulate(TINY, 1, (1000, 2000), SAME_SIZE, slow)
    assert first.seconds == 0.5 + 100 / 100 + 0.125 + 2.0 + 0.25 + 0.125 + 200 / 100


def test_few_workers_are_so_many_times_as_fast() -> None:
    """The second begins when the coordinator is done with the first, and neither waits for the other again."""
    _, last = simulate(TINY, 2, (1000, 8000), SAME_SIZE, AT_ONCE)
    assert last.seconds == 0.5 + 4 * 2.75


def test_many_workers_wait_for_the_coordinator() -> None:
    _, last = simulate(TINY, 1000, (1000, 1_000_000), SAME_SIZE, AT_ONCE)
    assert last.seconds == pytest.approx(1000 * 0.5, rel=0.01)
    assert last.coordinator == pytest.approx(last.seconds, rel=0.01)


def test_many_workers_wait_for_a_narrow_line() -> None:
    """Each is told what all the others have found: fifty bytes of each of them."""
    quick = TINY._replace(jobs=(JOB._replace(coordinator=0.0),))
    _, last = simulate(quick, 100, (1000, 10_000_000), SAME_SIZE, Network(bandwidth=10_000.0, latency=0.0))
    assert last.sent / 10_000 == pytest.approx(last.seconds, rel=0.05)
    assert last.sent == pytest.approx(last.jobs * (100 + 99 * 50), rel=0.15)


def test_news_take_their_time_of_the_coordinator() -> None:
    """With two workers, each is told of one result of the other for each of its own, but at the beginning."""
    _, last = simulate(TINY._replace(byte_seconds=0.01), 2, (1000, 100_000), SAME_SIZE, AT_ONCE)
    assert last.coordinator == pytest.approx(last.jobs * (0.5 + 50 * 0.01), rel=0.05)


def test_jobs_grow_with_what_is_searched() -> None:
    """By the coordinator's rule, with one worker, a job is half of what was searched: each takes half as much again."""
    first, last = simulate(TINY, 1, (2000, 4500), Rule(least=1000, share=2, news=1024), AT_ONCE)
    assert (first.jobs, last.jobs) == (2, 4)
    assert last.seconds == 4 * 0.75 + 2.0 * (1 + 1 + 1 + 1.5)


def test_while_jobs_are_small_not_all_find_one() -> None:
    rule = Rule(least=1000, share=2, news=1024)  # the smallest until 20,000 are searched
    alone, _ = simulate(TINY, 10, (10_000, 10_000), rule, AT_ONCE, busy=1)
    assert alone.seconds == 10 * 2.75
    early, late = simulate(TINY, 10, (20_000, 200_000), rule, AT_ONCE, busy=1)
    assert late.seconds - early.seconds < 180 * 2.75 / 4


def test_trends_are_those_of_the_measured() -> None:
    assert trend([(1, 1.0), (2, 2.0), (8, 8.0)]) == pytest.approx(1.0)
    assert trend([(1, 1.0)]) == 0.0
    assert extra_nodes(TINY.beside, 1) == (1.0, 1.0)
    assert extra_nodes(TINY.beside, 64) == pytest.approx((2.0, 8.0))
    assert busy_workers(TINY.beside, 64) == 8


def test_the_nodes_are_guessed_from_the_growth() -> None:
    """Eight more cells are 256 times the nodes, two a cell; nine are 512 times, two a cell."""
    assert target_nodes(TINY.boards) == pytest.approx((256 * 2**17, 256 * 2**17))
    with pytest.raises(BadInput, match="has no two boards"):
        target_nodes(TINY.boards[:1])


def test_it_stops_where_twice_as_many_save_little() -> None:
    def runs(*seconds: float) -> list[scaling.Run]:
        ends = [scaling.Milestone(each, 1, 0.0, 0.0, 0.0) for each in seconds]
        return [scaling.Run(2**n, scaling.Range(1, 1), end, end) for n, end in enumerate(ends)]

    assert scaling.enough_workers(runs(100, 50, 26, 25, 24)) == (4, 4)
    assert scaling.enough_workers(runs(100, 50, 25, 30)) == (4, 4)
    assert scaling.enough_workers(runs(100, 50, 25)) == (None, None)


def test_simulated_workers_are_counted() -> None:
    one, two = (search_together(Game(7, 7, 5), "weak", workers, 2**22) for workers in (1, 2))
    assert one == search_together(Game(7, 7, 5), "weak", 1, 2**22)
    assert (one.workers, one.busy) == (1, 1.0)
    assert one.nodes > 1000
    assert 1.0 <= two.busy <= 2.0


def test_a_run_is_recorded(tmp_path: Path) -> None:
    """With a real worker: every job is written down, and what was searched is in them or was the coordinator's."""
    extent = Extent(beside="7,7,5", crews=(1, 2), boards=("7,7,5", "7,8,5"))
    *said, recording = record_jobs(Game(7, 8, 5), 1, extent)
    assert said[0] == "Searching 7,8,5 with 1 worker of Dask."
    assert isinstance(recording, Recording)
    assert (recording.game, recording.workers, len(recording.beside)) == ("7,8,5", 1, 2)
    assert [board.game for board in recording.boards] == ["7,7,5", "7,8,5"]
    assert 0 < sum(job.nodes for job in recording.jobs) < recording.nodes
    for job in recording.jobs:
        assert job.asked >= 5000
        assert job.seconds > 0
        assert 0 <= job.decided < job.back
        assert job.sent > 100
        assert job.coordinator > 0
    write_recording(recording, tmp_path / "recording.json")
    assert read_recording(tmp_path / "recording.json") == recording


def test_the_page_has_what_the_command_prints() -> None:
    done = run("bench", "--scaling", str(KEPT))
    assert (done.returncode, done.stderr) == (0, "")
    page = (DOCS / "scaling.md").read_text(encoding="utf-8")
    assert done.stdout.strip() in page
    assert re.search(r"^As hoped: from [\d,]+ workers on, twice as many save less ", done.stdout, re.MULTILINE)
    for workers in ("1", "16", "128", "1,024"):
        assert re.search(rf"^ +{workers} +[\d.]+", done.stdout, re.MULTILINE)


def test_the_kept_recording_is_small_and_is_written_as_it_is(tmp_path: Path) -> None:
    assert KEPT.stat().st_size < 200_000
    write_recording(read_recording(KEPT), tmp_path / "again.json")
    assert (tmp_path / "again.json").read_bytes() == KEPT.read_bytes()


def changed(**fields: object) -> str:
    return json.dumps({"form": 1, **TINY._asdict(), **fields})


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        ("", "is not what"),
        ("[]", "is not what"),
        ("{}", "is not what"),
        ("[" * 100_000, "is not what"),
        (changed(form=2), "it has another form"),
        (changed(surprise=1), "is not what"),
        (changed(game="?"), "game '?'"),
        (changed(game=5), "5 should be a game"),
        (changed(cores="2"), "'2' should be a whole number"),
        (changed(cores=-1), "-1 should be a whole number"),
        (changed(slower=float("nan")), "nan should be a number"),
        (changed(slower=True), "True should be a number"),
        (changed(version="1\n2"), "should be a short text"),
        (changed(jobs=[]), "it has no job"),
        (changed(jobs=[JOB._replace(nodes=0)]), "it has no job"),
        (changed(jobs=[JOB._replace(asked=0)]), "a job that was to search nothing"),
        (changed(jobs=[[1]]), "is not what"),
        (changed(jobs=7), "is not what"),
        (changed(beside=[]), "does not begin with one worker"),
        (changed(beside=[TINY.beside[0], TINY.beside[0]]), "do not grow"),
        (changed(boards=[]), "fewer than two boards"),
        (changed(slower=10**400), "is not what"),
        (changed(workers=0), "by no worker"),
        (changed(beside=[TINY.beside[0]._replace(busy=1.5)]), "more of its workers had a job than there were"),
    ],
)
def test_a_file_that_is_something_else_is_one_sentence(tmp_path: Path, content: str, sentence: str) -> None:
    path = tmp_path / "recording.json"
    path.write_text(content)
    with pytest.raises(BadInput, match=re.escape(sentence)) as error:
        read_recording(path)
    assert "\n" not in str(error.value)


def test_a_file_that_is_missing_or_huge_is_one_sentence(tmp_path: Path) -> None:
    path = tmp_path / "recording.json"
    with pytest.raises(BadInput, match="cannot be read"):
        read_recording(path)
    path.write_bytes(b" " * (MOST_BYTES + 1))
    with pytest.raises(BadInput, match="is longer than"):
        read_recording(path)


def test_damaged_files_are_refused_or_still_a_recording(tmp_path: Path) -> None:
    path = tmp_path / "recording.json"
    write_recording(TINY, path)
    for content in damaged(path.read_bytes(), "recording"):
        path.write_bytes(content)
        try:
            read_recording(path)
        except BadInput as error:
            assert "\n" not in str(error), content
            assert len(str(error)) < 400, content


def test_what_would_never_end_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scaling, "MOST_JOBS", 1000)
    with pytest.raises(BadInput, match="more than 1,000 jobs"):
        simulate(TINY._replace(jobs=(JOB._replace(nodes=1),)), 2, (10**9, 10**9), SAME_SIZE, AT_ONCE)


def test_the_command_wants_one_thing(tmp_path: Path) -> None:
    for arguments, sentence in (
        (("--scaling", str(tmp_path / "none.json")), "cannot be read"),
        (("--scaling", str(KEPT), "--long"), "give one of them"),
        (("--record-jobs", str(tmp_path / "new.json"), "9,9"), "game '9,9'"),
        (("--record-jobs", str(tmp_path / "no folder" / "new.json"), "9,6,5"), "cannot be written"),
    ):
        done = run("bench", *arguments)
        assert (done.returncode, done.stdout) == (2, "")
        assert sentence in done.stderr
        assert done.stderr.count("\n") == 1
