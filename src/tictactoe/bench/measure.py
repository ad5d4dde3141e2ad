"""One run, one table. Times are for comparing within the run; node counts repeat exactly on every machine."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from hashlib import sha256
from importlib.util import find_spec
from statistics import median
from time import perf_counter
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from tictactoe.bench import peers, plain
from tictactoe.bench.cluster import Shared, search_shared
from tictactoe.bench.first import GAMES, HINT_NODES, first_answers
from tictactoe.board import Board
from tictactoe.classic import minimax
from tictactoe.draw.text import draw_table
from tictactoe.install import install_command
from tictactoe.rules import Game, Position, X, format_game, format_position, parse_game
from tictactoe.search import Solver
from tictactoe.search.limits import is_installed
from tictactoe.search.many import count_cores
from tictactoe.search.textbook import ALGORITHMS, tally

if TYPE_CHECKING:
    from tictactoe.search.answer import Variant

Value = TypeVar("Value")
THREE = Game(3, 3, 3)
BOARDS: list[tuple[str, Variant]] = [
    ("3,3,3", "real"),
    ("4,4,4", "weak"),
    ("5,5,5", "weak"),
    ("6,6,5", "weak"),
    ("5,5,4", "real"),
    ("5,6,4", "real"),
    ("6,6,4", "real"),
    ("7,7,5", "weak"),
    ("7,8,5", "weak"),
    ("9,5,5", "weak"),
    ("10,5,5", "weak"),
    ("9,6,5", "weak"),
    ("4,7,4", "real"),
    ("9,9,6", "weak"),
]
LONG_BOARDS: list[tuple[str, Variant]] = [
    ("4,8,4", "real"),
    ("11,5,5", "weak"),
    ("10,6,5", "weak"),
    ("9,7,5", "weak"),
    ("10,10,6", "weak"),
]
LONGEST_BOARD: tuple[str, Variant] = ("8,8,5", "weak")
SEEDS = 3
"""How often a board is searched: what a search comes upon first is a matter of chance, and so is what it costs."""


class Scope(NamedTuple):
    """What is measured."""

    processes: int = 15
    """How often Python is started, with the package and without it."""
    start: Position = Position()
    """Where the searches of 3 x 3 begin."""
    games: Sequence[Game] = (THREE, Game(4, 4, 3), Game(4, 4, 4))
    """Those of which every position is solved."""
    first: Sequence[Game] = GAMES
    """Those of which the first answer is timed."""
    boards: Sequence[tuple[str, Variant]] = BOARDS
    """Those that are asked who wins; their node counts are in the signature."""
    long_boards: Sequence[tuple[str, Variant]] = ()
    together: tuple[str, Variant] | None = None
    """The one that is searched with one core and with all, by threads and by the workers of a cluster."""
    repeats: int = SEEDS
    """How often it is: those that share a search do not find the same twice."""


USUAL = Scope()
LONG = Scope(long_boards=LONG_BOARDS, together=LONGEST_BOARD)


def report(scope: Scope = USUAL) -> Iterator[str]:
    """The lines of the report, each as soon as it has been measured."""
    yield "This takes a minute or two."
    yield from _start_up(scope.processes)
    yield ""
    yield from _one_move(scope.start)
    yield ""
    nodes: list[int] = []
    yield from _textbook(nodes, scope.start)
    yield ""
    if not is_installed():
        yield f"Boards larger than 3 x 3 need the compiled solver: install it with {install_command('solve')}."
        return
    yield from _first_answers(scope.first)
    yield ""
    yield from _whole_games(scope.games)
    yield ""
    yield from _boards(nodes, scope.boards)
    yield f"node signature: {signature(nodes)}"
    if scope.long_boards:
        yield ""
        yield from _boards([], scope.long_boards)
    if scope.together:
        yield ""
        yield from _together(*scope.together, scope.repeats)


def _start_up(processes: int) -> Iterator[str]:
    bare, package = [], []
    _process_seconds("import tictactoe")  # so that its compiled files are there, as they are after any first use
    for _ in range(processes):  # in turn, so that a busy moment of the machine falls on both
        bare.append(_process_seconds("pass"))
        package.append(_process_seconds("import tictactoe"))
    cost = median(package) - median(bare)
    against = f"over bare Python's {_duration(median(bare))} (medians of {len(bare)} processes)"
    yield f"import tictactoe: {_duration(cost)} {against}"


def _one_move(start: Position) -> Iterator[str]:
    yield f"The move at {format_position(THREE, start)}:"
    board = Board(start, THREE).to_lists()
    (_, plain_nodes), plain_seconds = _timed(lambda: plain.value_and_nodes(board))
    solver = Solver(THREE)
    solver.solve(start)
    first_seconds = _first_call_seconds(board)
    look_up = _look_up_seconds(board)
    rows = [["", "nodes", "time", "ratio"]]
    for name, nodes, seconds in (
        ("plain minimax with deepcopy", f"{plain_nodes:,}", plain_seconds),
        ("ttt.minimax, first call in a process", f"{solver.nodes:,}", first_seconds),
        ("ttt.minimax, asked again", "look-up", look_up),
    ):
        rows.append([name, nodes, _duration(seconds), f"1 : {plain_seconds / seconds:,.0f}"])
    yield draw_table(rows, right=frozenset({1, 2, 3}))


def _textbook(nodes: list[int], start: Position) -> Iterator[str]:
    yield f"The textbook searches at {format_position(THREE, start)}:"
    rows = [["", "nodes", "leaves", "cutoffs", "known", "time"]]
    for algorithm in ALGORITHMS.values():
        found, seconds = _timed(lambda search=algorithm.search: tally(search(THREE, start)))  # type: ignore[misc]
        counts = (found.nodes, found.leaves, found.cutoffs, found.known)
        rows.append([algorithm.name, *(f"{count:,}" for count in counts), _duration(seconds)])
        nodes.append(found.nodes)
    yield draw_table(rows, right=frozenset({1, 2, 3, 4, 5}))


def _first_answers(games: Sequence[Game]) -> Iterator[str]:
    yield "The first answer of a new process, against loading what is compiled (medians):"
    yield draw_table(list(first_answers(games)), right=frozenset({2, 3, 4, 5}))
    yield f"  The hint is what {HINT_NODES:,} nodes find."


def _whole_games(games: Sequence[Game]) -> Iterator[str]:
    """Every position of a small game at once, against one value found by a plain alpha-beta with a table."""
    yield "Small boards: every position with distance, against one value by a plain alpha-beta with a table:"
    from tictactoe.search.strong import StrongTable

    StrongTable(Game(2, 2, 2)).fill()  # compiles it
    names = peers.installed()
    rows = [["game", "strong table", "entries", "plain alpha-beta", "nodes", "ratio", *names]]
    for game in games:
        (_, nodes), plain_seconds = _timed(lambda game=game: plain.alphabeta(*game))  # type: ignore[misc]
        table = StrongTable(game)
        _, seconds = _timed(table.fill)
        row = [format_game(game), _duration(seconds), f"{table.nodes:,}", _duration(plain_seconds), f"{nodes:,}"]
        row.append(f"1 : {plain_seconds / seconds:,.1f}")
        for name in names:
            peer = peers.seconds_of(name, game)
            row.append(f"over {peers.PATIENCE} s" if peer is None else _duration(peer))
        rows.append(row)
    yield draw_table(rows, right=frozenset(range(1, len(rows[0]))))
    if len(names) < len(peers.PACKAGES):
        yield f"  (open_spiel and easyAI are compared with where they are installed: {install_command('bench')})"


def _boards(nodes: list[int], boards: Sequence[tuple[str, Variant]]) -> Iterator[str]:
    """One question for each board: can X win, in the weak or the real game?"""
    yield "Larger boards: can X win? In the weak game O's lines do not count."
    yield f"Medians of {SEEDS} searches with different seeds; growth is from a board with one row or column less."
    rows = [["game", "", "X", "nodes", "least to most", "growth", "time", "a node"]]
    medians: dict[tuple[Game, Variant], int] = {}
    for name, variant in boards:
        game = parse_game(name)
        found = [_search(game, variant, seed=seed) for seed in range(SEEDS)]
        counts = sorted(each.nodes for each in found)
        nodes += counts
        typical = medians[game, variant] = counts[len(counts) // 2]
        seconds = median(each.seconds for each in found)
        said = _said(*(each.wins for each in found))
        growth = _growth(game, variant, medians)
        spread = f"{counts[0]:,} to {counts[-1]:,}"
        a_node = _duration(sum(each.seconds for each in found) / sum(counts))
        rows.append([name, variant, said, f"{typical:,}", spread, growth, _duration(seconds), a_node])
    yield draw_table(rows, right=frozenset(range(3, 8)))


def _growth(game: Game, variant: Variant, medians: dict[tuple[Game, Variant], int]) -> str:
    """How many times the nodes of the smaller board that was measured before."""
    smaller = (game._replace(rows=game.rows - 1), game._replace(cols=game.cols - 1))
    before = [medians[each, variant] for each in smaller if (each, variant) in medians]
    return f"x {medians[game, variant] / max(before):,.1f}" if before else ""


class Measured(NamedTuple):
    wins: bool | None
    nodes: int
    seconds: float


def _search(game: Game, variant: Variant, seed: int = 0, workers: int = 1) -> Measured:
    """A search from the empty board with a new table; compiling is not counted."""
    from tictactoe.search.proof.prover import Prover, get_ready

    get_ready()
    prover = Prover(game, X, variant, memory=2**30, workers=workers, seed=seed)
    found, seconds = _timed(lambda: prover.ask(Position(), 10**12))
    return Measured(found.wins, found.evaluated, seconds)


def _together(name: str, variant: Variant, repeats: int) -> Iterator[str]:
    """One question, asked with one core and with all of them: of threads, and of the workers of a cluster."""
    game, most = parse_game(name), max(2, count_cores())
    ways = [(0, 1), (0, most), (1, 1), (1, most), (most, 1)]
    if find_spec("distributed") is None:
        yield f"A cluster is compared where Dask is installed: {install_command('cluster')}"
        ways = ways[:2]
    yield f"One question with one core and with all: {name}, {variant} (nodes beside no cluster, time beside one core)."
    yield f"Medians of {repeats} rounds; a published solution of 8,8,5 took 17.4 h (Hsu et al. 2020)."
    rounds = [[_search_with(game, variant, way, seed) for way in ways] for seed in range(repeats)]
    rows = [["", "cores", "X", "jobs", "nodes", "ratio", "time", "times as fast", "least to most", "a job of one node"]]
    for number, (workers, threads) in enumerate(ways):
        found = [each[number] for each in rounds]
        ratio = median(each[number].nodes / each[0].nodes for each in rounds)
        gains = sorted(each[2 if workers else 0].seconds / each[number].seconds for each in rounds)
        counts = [f"{median(each.nodes for each in found):,.0f}", f"{ratio:.2f}"]
        times = [_duration(median(each.seconds for each in found)), f"{median(gains):.2f}"]
        spread = f"{gains[0]:.2f} to {gains[-1]:.2f}"
        jobs = job = ""
        if workers:
            jobs = f"{median(each.jobs for each in found):,.0f}"
            job = _duration(median(each.job_seconds for each in found))
        said = _said(*(each.wins for each in found))
        rows.append([found[0].where, str(max(1, workers) * threads), said, jobs, *counts, *times, spread, job])
    yield draw_table(rows, right=frozenset({1, *range(3, 10)}))


def _search_with(game: Game, variant: Variant, way: tuple[int, int], seed: int) -> Shared:
    """A search by so many workers of a cluster, or by none, with so many threads each."""
    workers, threads = way
    if workers:
        return search_shared(game, variant, workers, threads)
    return Shared("no cluster", *_search(game, variant, seed, threads))


def _said(*verdicts: bool | None) -> str:
    """In a word what searches of one question found: they have to agree."""
    return "wins" if set(verdicts) == {True} else "cannot" if set(verdicts) == {False} else "?"


def signature(nodes: list[int]) -> str:
    """A short name for a list of node counts: it changes when any search does."""
    return sha256(",".join(map(str, nodes)).encode()).hexdigest()[:12]


def _timed(work: Callable[[], Value]) -> tuple[Value, float]:
    start = perf_counter()
    value = work()
    return value, perf_counter() - start


def _process_seconds(code: str) -> float:
    _, seconds = _timed(lambda: _run_python(code))
    return seconds


def _first_call_seconds(board: plain.Grid) -> float:
    clock = "from time import perf_counter; start = perf_counter(); {}; print(perf_counter() - start)"
    return float(_run_python("import tictactoe as ttt; " + clock.format(f"ttt.minimax({board})")))


def _run_python(code: str) -> str:
    """What this prints in a new process that keeps compiled files and does not look in this folder."""
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    command = [sys.executable, "-P", "-c", code]
    return subprocess.run(command, check=True, env=environment, capture_output=True, text=True).stdout


def _look_up_seconds(board: plain.Grid) -> float:
    look_up = partial(minimax, board)  # type: ignore[arg-type]  # the same lists, of any text
    look_up()
    calls = 10_000
    _, seconds = _timed(lambda: [look_up() for _ in range(calls)])
    return seconds / calls


def _duration(seconds: float) -> str:
    for unit, size in (("s", 1.0), ("ms", 1e-3)):
        if seconds >= size:
            return f"{seconds / size:.1f} {unit}"
    return f"{seconds / 1e-6:.1f} µs"
