"""How long the first answer takes on the boards that are offered, beside loading what is compiled."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from statistics import median
from time import perf_counter
from typing import NamedTuple

from tictactoe.match.levels import best_level, choice
from tictactoe.rules import Game, Position, format_game, parse_game
from tictactoe.search import Budget, Solver

GAMES = [Game(3, 3, 3), Game(4, 4, 4), Game(5, 5, 4), Game(6, 6, 4), Game(7, 7, 5), Game(15, 15, 5)]
TIMES = 3
"""Processes for each; the median counts."""
HINT_NODES = 20_000
"""What of a hint comes first."""
SEARCHING = 0.5
"""Seconds that the first move may take beside the loading."""


class First(NamedTuple):
    """Seconds until the first answers of a process that has just been started."""

    move: float
    """The move that the best level begins with, loading included."""
    hint: float
    """A hint after that, with no more than some nodes."""
    said: str
    """What the hint recommends."""


def measure_first(game: Game) -> First:
    """For a process that has loaded nothing yet."""
    start = perf_counter()
    choice(best_level(game), Solver(game), Position())
    moved = perf_counter()
    analysis = Solver(game).analyze(Position(), Budget(nodes=HINT_NODES))
    said = f"{analysis.answer}, {'proven' if analysis.is_proven else 'judged'}"
    return First(moved - start, perf_counter() - moved, said)


def measure_loading() -> float:
    """Seconds that it takes to load all that is compiled for a move, in a process that has loaded nothing yet."""
    start = perf_counter()
    from tictactoe.search.proof.prover import get_ready as get_provers_ready
    from tictactoe.search.threats.choice import get_ready as get_strong_ready

    get_provers_ready()
    get_strong_ready(GAMES[0])
    return perf_counter() - start


def first_answers(games: Sequence[Game] = GAMES, times: int = TIMES) -> Iterator[list[str]]:
    """The rows of a table: each game, its first move and the ratio to loading, and the first of a hint."""
    _in_a_process("load")  # compiles what no earlier run has
    loading = median(float(_in_a_process("load")) for _ in range(times))
    yield ["game", "player", "first move", "ratio to loading", "beside it", "hint", ""]
    yield ["loading", "", f"{loading:.2f} s", "1.00", "", "", ""]
    for game in games:
        found = [_read(_in_a_process(format_game(game))) for _ in range(times)]
        move, hint = median(each.move for each in found), median(each.hint for each in found)
        beside = max(0.0, move - loading)
        over = "" if beside <= SEARCHING else f", over {SEARCHING} s"
        row = [format_game(game), best_level(game).name, f"{move:.2f} s", f"{move / loading:.2f}"]
        yield [*row, f"{beside:.2f} s{over}", f"{hint:.3f} s", found[0].said]


def _in_a_process(what: str) -> str:
    """What a new process prints that keeps compiled files and does not look in this folder."""
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    command = [sys.executable, "-P", "-m", "tictactoe.bench.first", what]
    return subprocess.run(command, check=True, env=environment, capture_output=True, text=True).stdout


def _read(line: str) -> First:
    move, hint, said = line.strip().split(" ", 2)
    return First(float(move), float(hint), said)


if __name__ == "__main__":
    print(measure_loading() if sys.argv[1] == "load" else "{} {} {}".format(*measure_first(parse_game(sys.argv[1]))))
