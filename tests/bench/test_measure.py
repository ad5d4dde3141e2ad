"""The bench: what it compares with is right, and what it prints is what it counted."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import oracle
from console import run
from extent import ALL, sample
from tictactoe.bench import checks, engines, environments, measure, peers, plain
from tictactoe.bench.games import boards_within
from tictactoe.bench.measure import Scope, signature
from tictactoe.bench.program import CLASSMATES, QUICK
from tictactoe.bench.records import read_records
from tictactoe.rules import Game, format_game, parse_position
from tictactoe.search.known import published
from tictactoe.search.textbook import ALGORITHMS, tally
from tictactoe.ui.web import load
from tictactoe.ui.window import frames


def test_the_plain_program_is_right() -> None:
    """On every board with at most 5 empty cells, so that its slowness does not matter here."""
    late = [(board, turn) for board, turn in oracle.reachable(3, 3, 3) if board.count(".") <= 5]
    for board, turn in sample(late, 500):
        grid: plain.Grid = [[None if mark == "." else mark for mark in cells] for cells in oracle.rows_of(board)]
        value, _ = plain.value_and_nodes(grid)
        expected = oracle.value(board, turn, 3)
        assert value == (expected if turn == "X" else -expected)


def test_the_signature_changes_with_any_count() -> None:
    assert signature([549_946, 18_297]) == signature([549_946, 18_297])
    assert signature([549_946, 18_297]) != signature([549_946, 18_298])


def test_the_plain_alphabeta_is_right() -> None:
    for size in ((3, 3, 3), (3, 3, 2), (2, 4, 3), (3, 4, 3), (1, 6, 3)):
        assert plain.alphabeta(*size)[0] == oracle.value(oracle.empty(*size[:2]), "X", size[2]), size


DURATION = r" +[\d,.]+ (s|ms|µs)"
SPREAD = r" +\d+\.\d\d +\d+\.\d\d to \d+\.\d\d"
SMALL = Scope(
    processes=2,
    start=parse_position(Game(3, 3, 3), "X../.O./..."),
    games=[Game(3, 3, 3), Game(2, 5, 3)],
    first=[Game(3, 3, 3), Game(15, 15, 5)],
    boards=[("3,3,3", "real"), ("5,5,5", "weak"), ("6,5,5", "weak"), ("5,6,4", "real"), ("7,7,5", "weak")],
    long_boards=[("6,6,5", "weak")],
    together=("7,8,5", "weak"),
    repeats=1,
)


SEARCHED = [37, 37, 37, 1, 1, 1, 1, 1, 1, 773, 1_385, 1_770, 1_440, 1_558, 1_718]
"""Nodes, three seeds for each of the boards."""


def test_what_is_measured_is_printed_with_what_was_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    """Everything that the bench searches, on less of it."""
    monkeypatch.setattr(peers, "PATIENCE", 3)
    said = "\n".join(measure.report(SMALL))
    plain_nodes = plain.value_and_nodes([["X", None, None], [None, "O", None], [None, None, None]])[1]
    counts = [tally(algorithm.search(Game(3, 3, 3), SMALL.start)) for algorithm in ALGORITHMS.values()]
    assert counts[0].nodes == plain_nodes
    for line in (
        r"import tictactoe: .+ over bare Python's .+ \(medians of 2 processes\)",
        r"The move at X\.\./\.O\./\.\.\.:",
        rf"  plain minimax with deepcopy +{plain_nodes:,}{DURATION} +1 : 1",
        rf"  ttt\.minimax, first call in a process +[\d,]+{DURATION} +1 : [\d,]+",
        rf"  ttt\.minimax, asked again +look-up{DURATION} +1 : [\d,]+",
        *(
            rf"  {name} +{found.nodes:,} +{found.leaves:,} +{found.cutoffs:,} +{found.known:,}{DURATION}"
            for name, found in zip(ALGORITHMS, counts, strict=True)
        ),
        r"  loading +\d+\.\d\d s +1\.00",
        r"  3,3,3 +perfect +\d+\.\d\d s +\d+\.\d\d +\d+\.\d\d s(, over 0.5 s)? +\d+\.\d{3} s  draw, proven",
        r"  15,15,5 +strong +\d+\.\d\d s +\d+\.\d\d +\d+\.\d\d s(, over 0.5 s)? +\d+\.\d{3} s  draw or win, judged",
        r"One question with one core and with all: 7,8,5, weak \(.+",
        rf"  no cluster +1 +cannot +23,454 +1\.00{DURATION} +1\.00 +1\.00 to 1\.00",
        rf"  no cluster +\d+ +cannot +[\d,]+ +\d\.\d\d{DURATION}{SPREAD}",
        rf"  local:1x1 +1 +cannot +\d+ +[\d,]+ +\d\.\d\d{DURATION} +1\.00 +1\.00 to 1\.00{DURATION}",
        rf"  local:1x(?!1 )\d+ +\d+ +cannot +\d+ +[\d,]+ +\d\.\d\d{DURATION}{SPREAD}{DURATION}",
        rf"  local:(?!1x)\d+x1 +\d+ +cannot +\d+ +[\d,]+ +\d\.\d\d{DURATION}{SPREAD}{DURATION}",
        rf"  3,3,3{DURATION} +19,683{DURATION} +4,314 +1 : .+",
        rf"  2,5,3{DURATION} +59,049{DURATION} +[\d,]+ +1 : .+",
        rf"  3,3,3 +real +cannot +37 +37 to 37{DURATION}{DURATION}",
        rf"  5,5,5 +weak +cannot +1 +1 to 1{DURATION}{DURATION}",
        rf"  6,5,5 +weak +cannot +1 +1 to 1 +x 1\.0{DURATION}{DURATION}",
        rf"  5,6,4 +real +wins +1,385 +773 to 1,770{DURATION}{DURATION}",
        rf"  7,7,5 +weak +cannot +1,558 +1,440 to 1,718{DURATION}{DURATION}",
        rf"node signature: {signature([*(found.nodes for found in counts), *SEARCHED])}",
        rf"  6,6,5 +weak +cannot +5 +5 to 5{DURATION}{DURATION}",
    ):
        assert re.search(rf"^{line}$", said, re.MULTILINE), line


def test_checking_is_measured() -> None:
    """Usually on programs that are judged at once: those that do not load."""
    nothing, outcome = CLASSMATES["does not load"]
    one, two, three = checks.report({"broken": nothing}, [(nothing, outcome), (nothing, "right")])
    assert re.fullmatch(rf"Checking a broken, .+: 0 of [\d,]+ questions in [\d.]+ s, .*within 60 s \({outcome}\)", one)
    assert re.fullmatch(r"Checking a class of 2, .+: \d+ s, at most \d+ MB .+; 1 verdicts as for each alone", two)
    assert re.fullmatch(r"The same class on a cluster, local:\d+: .+ times as long; 2 verdicts as without", three)


@pytest.mark.skipif(not ALL, reason="it takes a minute")
def test_checking_each_kind_is_measured() -> None:
    """But the slow one, which may not be done in its time on a busy machine."""
    kinds = [kind for name, kind in CLASSMATES.items() if name != "slow"]
    one, two, three = checks.report({"quick": QUICK}, kinds)
    assert re.fullmatch(r"Checking a quick, .+: ([\d,]+) of \1 questions in [\d.]+ s, .*within 60 s \(right\)", one)
    assert two.endswith(f"; {len(kinds)} verdicts as for each alone")
    assert three.endswith(f"; {len(kinds)} verdicts as without")


def test_how_the_engine_keeps_its_time_is_measured() -> None:
    """On fewer moves. How long they take here is no matter of a test."""
    first, second = engines.report(moves=20, limits=(0.05, 0.1), game=Game(7, 7, 4))
    for line, limit, moves in ((first, 50, 20), (second, 100, 2)):
        assert re.fullmatch(
            rf"tictactoe engine, 7,7,4, {limit}\.0 ms a move: {moves} moves, [\d.]+ ms on average, "
            r"the longest [\d.]+ ms; longest overrun (none|[\d.]+ ms), without its waits for a core (none|[\d.]+ ms)",
            line,
        )


def test_how_quickly_learners_are_served_is_measured() -> None:
    """On less. How quick it is here is no matter of a test."""
    said = "\n".join(environments.report(seconds=0.05, at_once=64, labelled=Game(3, 3, 3)))
    for line in (
        r"  tictactoe_v3 of PettingZoo +[\d,]+ +1\.0",
        r"  our environment in Gymnasium's SyncVectorEnv, 16 games +[\d,]+ +[\d,]+\.\d",
        r"  our vector environment, 64 games +[\d,]+ +[\d,]+\.\d",
        r"  the same with the score of every action, 64 games +[\d,]+ +[\d,]+\.\d",
        r"  OpenSpiel's MinimaxSolver +[\d,]+ +\d+\.\d s +[\d,]+ +1\.0",
        r"  ours, all there are +5,478 +\d+\.\d s +[\d,]+ +[\d,]+\.\d",
    ):
        assert re.search(rf"^{line}$", said, re.MULTILINE), line


def test_the_window_and_the_server_are_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    window, answer = frames.report(seconds=0.2)
    assert re.search(r"8,8,5 is being solved: \d+ frames a second, the longest gap \d+ ms$", window)
    assert re.search(r"first answer on 3 x 3 is in the window after \d+ ms$", answer)
    _, *lines = load.report(rounds=1, seconds=0.0, many=50)  # as if the machine let nothing be answered in time
    *loads, memory = lines if "MB" in lines[-1] else [*lines, ""]
    assert len(loads) == 5
    for line in loads:
        assert re.search(r": +[\d,]+ a second, 99 % within \d+ ms", line)
    assert all(
        re.search(r"; [\d.]+ of the rate, [\d.]+ of the time of (hello|one process)$", line) for line in loads[1:4]
    )
    assert not memory or re.fullmatch(r"  50 requests later it has [+-][\d.]+ MB", memory)


@pytest.mark.skipif(not ALL, reason="it takes two minutes")
def test_the_bench_runs_and_prints_what_it_counted() -> None:
    done = run("bench", timeout=600)
    assert (done.returncode, done.stderr) == (0, "")
    assert len(re.findall(r"549,946", done.stdout)) == 2
    assert re.search(r"\n  7,7,5 +weak +cannot +1,558 ", done.stdout)
    assert re.search(r"\n  5,6,4 +real +wins ", done.stdout)
    assert re.search(r"\nnode signature: [0-9a-f]{12}\n", done.stdout)


@pytest.mark.parametrize("game", list(boards_within(8)), ids=format_game)
def test_published_values_are_those_of_the_table(game: Game) -> None:
    """The rows kept in docs/games.json agree with the literature wherever it says anything."""
    row = read_records(Path(__file__).parents[2] / "docs" / "games.json").get(format_game(game))
    known = published(game)
    assert row is not None
    assert known is None or row.value.split()[0] == known[0]
