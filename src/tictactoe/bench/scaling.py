"""How far it is to a board that nobody has searched: a recorded run, simulated with more workers and more nodes.

The jobs are the recording's, drawn with a seed and made as large as the coordinator would make them. The coordinator
does one thing after the other, and all that is sent passes one line of the network.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from heapq import heappop, heappush
from math import log
from random import Random
from statistics import mean
from typing import NamedTuple

from tictactoe.bench.recording import Beside, Counted, Recording
from tictactoe.draw.text import draw_table
from tictactoe.rules import BadInput, Game, format_game, parse_game

TARGET = Game(9, 9, 5)
CREWS = (1, 16, 128, 1024)
BANDWIDTH = 1.25e9
"""Bytes a second each way: ten gigabit."""
LATENCY = 0.0005
"""Seconds that a message is on its way."""
SEED = 1
LARGE = 60
"""Cells of a board whose growth counts."""
GAIN = 0.1
"""Twice as many workers that save less than this part do not help."""
SATURATED = 0.9
MOST_CREW = 1 << 14


class Network(NamedTuple):
    """What carries the messages."""

    bandwidth: float = BANDWIDTH
    latency: float = LATENCY


USUAL_NETWORK = Network()


class Rule(NamedTuple):
    """How the coordinator sizes its jobs, and how many results of others a worker is told of with one."""

    least: int
    share: int
    news: int


class Range(NamedTuple):
    """From hoped to feared."""

    low: float
    high: float


class Moment(NamedTuple):
    """Where a simulated run is when so many nodes are searched."""

    seconds: float
    jobs: int
    coordinator: float
    """Seconds it was busy."""
    sent: float
    """Bytes from the coordinator."""
    came: float
    """Bytes to it."""


class Run(NamedTuple):
    """A run with so many workers, at its end if things go well and if they do not."""

    workers: int
    extra: Range
    low: Moment
    high: Moment


def simulate(
    recording: Recording,
    workers: int,
    goals: tuple[float, float],
    rule: Rule,
    network: Network = USUAL_NETWORK,
    busy: int | None = None,
) -> tuple[Moment, Moment]:
    """The moments when so many nodes are searched, the lesser goal first.

    While the jobs are the smallest only `busy` workers have one; by default all.
    """
    draw = Random(SEED).random  # noqa: S311  dice, not secrets
    jobs = recording.jobs
    news_bytes = mean(job.decided for job in jobs)
    small_until = rule.share * workers * rule.least
    joined = workers if busy is None else max(1, min(workers, busy))
    told = [0] * workers
    coming = [(0.0, worker, 0.0, 0) for worker in range(joined)]
    """For each worker: when its result begins to come in, who it is, the nodes and the bytes of the result."""
    coordinator_free = out_free = in_free = 0.0
    spent = sent = came = searched = 0.0
    given = heard = 0
    reached: list[Moment] = []
    while True:
        at, worker, nodes, back = heappop(coming)
        at = in_free = max(at, in_free) + back / network.bandwidth
        came += back
        searched += nodes
        heard += nodes > 0
        while searched >= goals[len(reached)]:
            reached.append(Moment(at, given, min(spent, at), sent, came))
            if len(reached) == len(goals):
                return reached[0], reached[1]
        if joined < workers and searched >= small_until:
            for late in range(joined, workers):
                heappush(coming, (at, late, 0.0, 0))
            joined = workers
        job = jobs[int(draw() * len(jobs))]
        news = min(max(0, heard - told[worker] - 1), rule.news) * news_bytes if workers > 1 else 0.0
        told[worker] = heard
        work = job.coordinator + news * recording.byte_seconds
        coordinator_free = max(at, coordinator_free) + work
        out_free = max(out_free, coordinator_free) + (job.sent + news) / network.bandwidth
        size = max(rule.least, searched / (rule.share * workers)) / job.asked
        searching = job.seconds * size * recording.slower + news * recording.byte_seconds
        spent += work
        sent += job.sent + news
        given += 1
        ready = out_free + searching + job.overhead + 2 * network.latency
        heappush(coming, (ready, worker, job.nodes * size, job.back))


def trend(pairs: Iterable[tuple[float, float]]) -> float:
    """The power of the workers that comes nearest to the measured: least squares of the logarithms, 1 for one."""
    points = [(log(workers), log(value)) for workers, value in pairs if workers > 1]
    return sum(x * y for x, y in points) / sum(x * x for x, _ in points) if points else 0.0


def extra_nodes(beside: Sequence[Beside], workers: int) -> Range:
    """How many times the nodes of one worker: no more than of the most that were measured, to the trend going on."""
    power = max(0.0, trend((row.workers, row.nodes / beside[0].nodes) for row in beside))
    return Range(min(workers, beside[-1].workers) ** power, workers**power)


def busy_workers(beside: Sequence[Beside], workers: int) -> int:
    """How many find something to do while the jobs are the smallest, as the trend has it."""
    return round(workers ** min(1.0, max(0.0, trend((row.workers, max(row.busy, 1.0)) for row in beside))))


def growth_steps(boards: Sequence[Counted]) -> list[tuple[Counted, Counted, float]]:
    """From a board to one with a row or a column more that is large, and how nodes grow there with each cell."""
    steps = []
    for before in boards:
        for after in boards:
            small, large = parse_game(before.game), parse_game(after.game)
            added = sorted((large.rows - small.rows, large.cols - small.cols))
            if added == [0, 1] and small.k == large.k and len(large.cells) >= LARGE:
                steps.append(
                    (before, after, (after.nodes / before.nodes) ** (1 / (len(large.cells) - len(small.cells))))
                )
    return steps


def target_nodes(boards: Sequence[Counted]) -> Range:
    """The nodes of the board that is asked about, from the largest that was counted, by the least and most growth."""
    growths = [growth for _, _, growth in growth_steps(boards)]
    if not growths:
        raise BadInput(f"the recording has no two boards, one a row larger than the other, with {LARGE} cells or more")
    largest = max(boards, key=lambda board: len(parse_game(board.game).cells))
    cells = max(0, len(TARGET.cells) - len(parse_game(largest.game).cells))
    return Range(largest.nodes * min(growths) ** cells, largest.nodes * max(growths) ** cells)


def run_with(recording: Recording, workers: int, rule: Rule) -> Run:
    """Simulate so many workers at the board that is asked about."""
    nodes, extra = target_nodes(recording.boards), extra_nodes(recording.beside, workers)
    goals = nodes.low * extra.low, nodes.high * extra.high
    return Run(workers, extra, *simulate(recording, workers, goals, rule, busy=busy_workers(recording.beside, workers)))


def enough_workers(runs: Iterable[Run]) -> Range:
    """Of runs with twice as many workers each, the number at which twice as many save little; hoped and feared."""
    found: dict[str, int] = {}
    before: Run | None = None
    for run in runs:
        if before is not None:
            if run.low.seconds > (1 - GAIN) * before.low.seconds:
                found.setdefault("low", before.workers)
            if run.high.seconds > (1 - GAIN) * before.high.seconds:
                found.setdefault("high", before.workers)
        before = run
        if len(found) == 2:
            break
    most = before.workers if before else 1
    return Range(*sorted((found.get("low", most), found.get("high", most))))


def report(recording: Recording) -> Iterator[str]:
    """The lines of the report: what it rests on, the table, and where it stops."""
    from tictactoe.search.cluster.coordinator import LEAST_JOB, MOST_NEWS, SHARE

    rule = Rule(LEAST_JOB, SHARE, MOST_NEWS)
    yield f"How far it is to {format_game(TARGET)}: a simulation over the recorded jobs of {recording.game}."
    yield ""
    yield from _measured(recording)
    yield ""
    yield from _assumed(recording)
    yield ""
    runs = {workers: run_with(recording, workers, rule) for workers in CREWS}
    yield from _table(runs.values())
    yield ""
    doubled = (runs.get(workers) or run_with(recording, workers, rule) for workers in _doublings())
    yield from _limits(recording, enough_workers(doubled), runs[max(runs)])


def _doublings() -> Iterator[int]:
    workers = 1
    while workers <= MOST_CREW:
        yield workers
        workers *= 2


def _measured(recording: Recording) -> Iterator[str]:
    jobs = recording.jobs
    done = mean(job.nodes / job.asked for job in jobs)
    yield (
        f"Measured on {recording.cores} cores, version {recording.version}, Python {recording.python}, "
        f"with {recording.workers} workers of Dask:"
    )
    yield draw_table(
        [
            ["jobs, and nodes of the run", f"{len(jobs):,}, {recording.nodes:,} in {_time(recording.seconds)}"],
            ["a node takes a worker", _micro(sum(job.seconds for job in jobs) / max(1, sum(j.nodes for j in jobs)))],
            [f"  and on {format_game(TARGET)}, times", f"{recording.slower:.2f}"],
            ["a job ends by itself after", f"{done:.0%} of the nodes it is given, on average"],
            ["a job takes the coordinator", f"{_micro(mean(job.coordinator for job in jobs))}, scheduler and all"],
            ["  and each MB of news", _micro(recording.byte_seconds * 1e6)],
            ["a job waits and travels", _micro(mean(job.overhead for job in jobs))],
            ["a job, without news", f"{mean(job.sent for job in jobs):,.0f} bytes"],
            ["a result", f"{mean(job.back for job in jobs):,.0f} bytes, on average"],
            ["  of it news for others", f"{mean(job.decided for job in jobs):,.0f} bytes"],
        ]
    )
    yield f"Searching side by side, measured on {recording.beside_game} with simulated workers:"
    rows = [["workers", "nodes", "ratio", "workers with a job"]]
    for row in recording.beside:
        ratio = row.nodes / recording.beside[0].nodes
        rows.append([str(row.workers), f"{row.nodes:,}", f"{ratio:.2f}", f"{row.busy:.1f}"])
    yield draw_table(rows, right=frozenset(range(4)))
    yield "Growth with a row or a column more:"
    rows = [["from", "nodes", "to", "nodes", "growth", "a cell"]]
    for before, after, growth in growth_steps(recording.boards):
        times = f"x {after.nodes / before.nodes:,.0f}"
        rows.append([before.game, f"{before.nodes:,}", after.game, f"{after.nodes:,}", times, f"x {growth:.2f}"])
    yield draw_table(rows, right=frozenset({1, 3, 4, 5}))


def _assumed(recording: Recording) -> Iterator[str]:
    nodes = target_nodes(recording.boards)
    largest = max(recording.boards, key=lambda board: len(parse_game(board.game).cells))
    most = recording.beside[-1].workers
    power = trend((row.workers, row.nodes / recording.beside[0].nodes) for row in recording.beside)
    busy = trend((row.workers, max(row.busy, 1.0)) for row in recording.beside)
    yield "Assumed:"
    yield (
        f"- {format_game(TARGET)} takes {_count(nodes.low)} to {_count(nodes.high)} nodes: those of {largest.game}, "
        "with the least and the most growth a cell."
    )
    yield (
        f"- Side by side, workers search W^{power:.2f} times the nodes of one. Beyond {most} workers that is not "
        f"measured: hoped is that no more is lost, feared that the trend goes on."
    )
    yield f"- While jobs are the smallest, W^{busy:.2f} of the workers find one; later all do."
    yield "- Larger jobs are as the recorded, in proportion; the coordinator needs no longer for one of many workers."
    yield (
        f"- The coordinator does one thing after the other. Its line carries {BANDWIDTH / 1e9:.2f} GB/s each way; "
        f"a message takes {LATENCY * 1000:.1f} ms."
    )
    yield "- Workers are as fast as those recorded, their tables large enough, and none is lost."


def _table(runs: Iterable[Run]) -> Iterator[str]:
    rows = [["workers", "nodes, times", "jobs", "time", "coordinator", "sends MB/s", "receives MB/s", "what limits"]]
    for run in runs:
        ends = (run.low, run.high)
        rows.append(
            [
                f"{run.workers:,}",
                _span(f"{run.extra.low:.1f}", f"{run.extra.high:.1f}"),
                _span(*(_count(end.jobs) for end in ends)),
                _span(*(_time(end.seconds) for end in ends)),
                _span(*(f"{end.coordinator / end.seconds:.0%}" for end in ends)),
                _span(*(f"{end.sent / end.seconds / 1e6:.1f}" for end in ends)),
                _span(*(f"{end.came / end.seconds / 1e6:.1f}" for end in ends)),
                _span(*(_limit(end) for end in ends)),
            ]
        )
    yield draw_table(rows, right=frozenset(range(7)))


def _limit(end: Moment) -> str:
    """What is busy all the time."""
    if end.coordinator >= SATURATED * end.seconds:
        return "coordinator"
    if max(end.sent, end.came) / BANDWIDTH >= SATURATED * end.seconds:
        return "network"
    return "workers"


def _limits(recording: Recording, enough: Range, last: Run) -> Iterator[str]:
    a_job = mean(job.coordinator for job in recording.jobs)
    most = (_micro(end.coordinator / end.jobs) for end in (last.low, last.high))
    yield f"From {_span(f'{enough.low:,.0f}', f'{enough.high:,.0f}')} workers on, twice as many save less than a tenth."
    yield (
        f"The coordinator takes {_micro(a_job)} for a job without news, and with those of {last.workers:,} workers "
        f"{_span(*most)}."
    )


def _span(low: str, high: str) -> str:
    return low if low == high else f"{low} to {high}"


def _count(number: float) -> str:
    for name, size in (("G", 1e9), ("M", 1e6), ("k", 1e3)):
        if number >= size:
            return f"{number / size:,.1f} {name}" if number < 100 * size else f"{number / size:,.0f} {name}"
    return f"{number:,.0f}"


def _time(seconds: float) -> str:
    for name, size in (("years", 365.25 * 86400), ("days", 86400.0), ("h", 3600.0), ("min", 60.0)):
        if seconds >= size:
            return f"{seconds / size:,.1f} {name}"
    return f"{seconds:.1f} s"


def _micro(seconds: float) -> str:
    return f"{seconds * 1000:,.1f} ms" if seconds >= 0.001 else f"{seconds * 1e6:,.1f} µs"
