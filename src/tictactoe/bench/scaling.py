"""How far it is to a board that nobody has searched: a recorded run, simulated with more workers and more nodes.

The jobs are the recording's, drawn with a seed and made as large as the coordinator would make them. The coordinator
does one thing after the other, and all that is sent passes one line of the network.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from heapq import heappush, heapreplace
from itertools import pairwise
from math import log
from random import Random
from statistics import mean
from textwrap import fill
from typing import NamedTuple

from tictactoe.bench.recording import Beside, Counted, Recording
from tictactoe.draw.text import draw_table
from tictactoe.rules import BadInput, Game, format_game, parse_game

TARGET = Game(9, 9, 5)
CREWS = (1, 16, 128, 1024)
DOUBLED = tuple(2**power for power in range(11))
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
MOST_JOBS = 5_000_000
"""A recording that would lead to more is of nothing that was ever run."""


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


class Milestone(NamedTuple):
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
    low: Milestone
    high: Milestone


def simulate(
    recording: Recording,
    workers: int,
    goals: tuple[float, float],
    rule: Rule,
    network: Network = USUAL_NETWORK,
    busy: int | None = None,
) -> tuple[Milestone, Milestone]:
    """The moments when so many nodes are searched, the lesser goal first.

    While the jobs are the smallest only `busy` workers have one; by default all.
    """
    draw = Random(SEED).random  # noqa: S311  dice, not secrets
    (bandwidth, latency), (least, share, most_news) = network, rule
    byte_seconds = recording.byte_seconds
    jobs = [
        (
            job.nodes / job.asked,
            job.seconds / job.asked * recording.slower,
            job.overhead + 2 * latency,
            float(job.sent),
            job.back,
            job.coordinator,
        )
        for job in recording.jobs
    ]
    number, news_bytes = len(jobs), mean(job.decided for job in recording.jobs)
    part, small_until = share * workers, share * workers * least
    joined = workers if busy is None else max(1, min(workers, busy))
    told = [0] * workers
    coming = [(0.0, worker, 0.0, 0) for worker in range(joined)]
    """For each worker: when its result begins to come in, who it is, the nodes and the bytes of the result."""
    coordinator_free = out_free = in_free = spent = sent = came = searched = 0.0
    given = heard = 0
    reached: list[Milestone] = []
    goal = goals[0]
    while True:
        at, worker, nodes, back = coming[0]
        at = in_free = max(at, in_free) + back / bandwidth
        came += back
        searched += nodes
        heard += nodes > 0
        while searched >= goal:
            reached.append(Milestone(at, given, min(spent, at), sent, came))
            if len(reached) == len(goals):
                return reached[0], reached[1]
            goal = goals[len(reached)]
        if given == MOST_JOBS:
            crew = f"{workers:,} worker{'s' * (workers != 1)}"
            raise BadInput(f"{crew} would take more than {MOST_JOBS:,} jobs as they were recorded")
        a_node, seconds, around, out, back, work = jobs[int(draw() * number)]
        others = heard - told[worker] - 1
        told[worker] = heard
        if others > 0 and workers > 1:
            news = min(others, most_news) * news_bytes
            work += news * byte_seconds
            around += news * byte_seconds
            out += news
        size = searched / part if searched > small_until else least
        coordinator_free = max(at, coordinator_free) + work
        out_free = max(out_free, coordinator_free) + out / bandwidth
        spent += work
        sent += out
        given += 1
        heapreplace(coming, (out_free + seconds * size + around, worker, a_node * size, back))
        if joined < workers and searched >= small_until:
            for late in range(joined, workers):
                heappush(coming, (at, late, 0.0, 0))
            joined = workers


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
    power = min(1.0, max(0.0, trend((row.workers, max(row.busy, 1.0)) for row in beside)))
    return round(float(workers**power))


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


class Enough(NamedTuple):
    """The workers from which on twice as many save little, hoped and feared; None if even the most still help."""

    low: int | None
    high: int | None


def enough_workers(runs: Sequence[Run]) -> Enough:
    """Look at runs of which each has twice as many workers as the one before."""
    pairs = [*pairwise(runs)]
    low = (few.workers for few, many in pairs if many.low.seconds > (1 - GAIN) * few.low.seconds)
    high = (few.workers for few, many in pairs if many.high.seconds > (1 - GAIN) * few.high.seconds)
    return Enough(next(low, None), next(high, None))


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
    runs = {workers: run_with(recording, workers, rule) for workers in DOUBLED}
    yield from _table(runs[workers] for workers in CREWS)
    yield ""
    yield from _limits(recording, enough_workers([*runs.values()]), runs[CREWS[-1]])


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
    words = f"""\
{format_game(TARGET)} takes {_count(nodes.low)} to {_count(nodes.high)} nodes: those of {largest.game}, with the least
and the most growth a cell.

Side by side, W workers search W^{power:.2f} times the nodes of one. Beyond {most} workers that is not measured: hoped
is that no more is lost, feared that the trend goes on.

While jobs are the smallest, W^{busy:.2f} of the workers find one; later all do.

A larger job is as the recorded, in proportion, and its result is no larger. The coordinator needs no longer for one
among many workers, but for the news.

The coordinator does one thing after the other. Its line carries {BANDWIDTH / 1e9:.2f} GB/s each way; a message takes
{LATENCY * 1000:.1f} ms.

Workers are as fast as those recorded, their tables large enough, and none is lost."""
    yield "Assumed:"
    for each in words.split("\n\n"):
        yield fill(each, 110, initial_indent="- ", subsequent_indent="  ")


def _table(runs: Iterable[Run]) -> Iterator[str]:
    yield "From hoped to feared:"
    rows = [["workers", "times the nodes", "jobs", "time", "coordinator", "sends MB/s", "receives MB/s", "what limits"]]
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
                _span(_limit(run.low), _limit(run.high), ", or"),
            ]
        )
    yield draw_table(rows, right=frozenset(range(7)))


def _limit(end: Milestone) -> str:
    """What is busy all the time."""
    if end.coordinator >= SATURATED * end.seconds:
        return "coordinator"
    if max(end.sent, end.came) / BANDWIDTH >= SATURATED * end.seconds:
        return "network"
    return "workers"


def _limits(recording: Recording, enough: Enough, last: Run) -> Iterator[str]:
    a_job = mean(job.coordinator for job in recording.jobs)
    ends = (last.low, last.high)
    for name, workers in (("As hoped", enough.low), ("As feared", enough.high)):
        if workers is None:
            yield f"{name}: twice as many workers save more than a tenth up to the {last.workers:,} of the table."
        else:
            yield f"{name}: from {workers:,} workers on, twice as many save less than a tenth, or make it slower."
    yield (
        f"The coordinator takes {_micro(a_job)} for a job without news, and with those of {last.workers:,} workers "
        f"{_span(*(_micro(end.coordinator / end.jobs) for end in ends))}."
    )
    sent, came = _span(*(_gigabytes(end.sent) for end in ends)), _span(*(_gigabytes(end.came) for end in ends))
    yield f"It sends {sent} in all, nearly all of it news, and receives {came}, which its journal keeps."


def _span(low: str, high: str, word: str = " to") -> str:
    return low if low == high else f"{low}{word} {high}"


def _count(number: float) -> str:
    for name, size in (("G", 1e9), ("M", 1e6), ("k", 1e3)):
        if number >= size:
            return f"{number / size:,.1f} {name}" if number < 100 * size else f"{number / size:,.0f} {name}"
    return f"{number:,.0f}"


def _gigabytes(number: float) -> str:
    return f"{number / 1e9:,.1f} GB"


def _time(seconds: float) -> str:
    for name, size in (("years", 365.25 * 86400), ("days", 86400.0), ("h", 3600.0), ("min", 60.0)):
        if seconds >= size:
            return f"{seconds / size:,.1f} {name}"
    return f"{seconds:.1f} s"


def _micro(seconds: float) -> str:
    return f"{seconds * 1000:,.1f} ms" if seconds >= 0.001 else f"{seconds * 1e6:,.1f} µs"
