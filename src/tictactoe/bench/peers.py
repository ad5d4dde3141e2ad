"""Other people's solvers on the same small boards, for comparison where they are installed (the extra `bench`).

Each is run as its makers offer it, in a process of its own: `python -m tictactoe.bench.peers NAME GAME` prints seconds.
"""

from __future__ import annotations

import subprocess
import sys
from importlib.util import find_spec
from time import perf_counter
from typing import Any

from tictactoe.bench.plain import all_lines
from tictactoe.rules import Game, format_game, parse_game

PATIENCE = 30
"""Seconds that a peer gets for one board."""
PACKAGES = {"open_spiel": "pyspiel", "easyAI": "easyAI"}


def installed() -> list[str]:
    return [name for name, package in PACKAGES.items() if find_spec(package) is not None]


def seconds_of(name: str, game: Game) -> float | None:
    """How long a peer takes for the value of a game; None if it takes longer than our patience."""
    command = [sys.executable, "-P", "-m", "tictactoe.bench.peers", name, format_game(game)]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE, check=True)
    except subprocess.TimeoutExpired:
        return None
    return float(done.stdout.split()[-1])


def open_spiel(game: Game) -> None:
    """Its alpha-beta search. It names the columns first."""
    import pyspiel
    from open_spiel.python.algorithms.minimax import alpha_beta_search

    alpha_beta_search(pyspiel.load_game(f"mnk(m={game.cols},n={game.rows},k={game.k})"))


def easy_ai(game: Game) -> None:
    """Its depth-first solver with a transposition table."""
    from easyAI import TranspositionTable, TwoPlayerGame, solve_with_depth_first_search

    lines = all_lines(*game)
    cells = range(game.rows * game.cols)

    class Board(TwoPlayerGame):  # type: ignore[misc]
        def __init__(self) -> None:
            self.players = [None, None]
            self.current_player = 1
            self.stones = {1: 0, 2: 0}

        def possible_moves(self) -> list[int]:
            return [cell for cell in cells if not (self.stones[1] | self.stones[2]) >> cell & 1]

        def make_move(self, move: int) -> None:
            self.stones[self.current_player] |= 1 << move

        def unmake_move(self, move: int) -> None:
            self.stones[self.current_player] &= ~(1 << move)

        def lose(self) -> bool:
            theirs = self.stones[self.opponent_index]
            return any(theirs & line == line for line in lines)

        def is_over(self) -> bool:
            return self.lose() or not self.possible_moves()

        def scoring(self) -> int:
            return -100 if self.lose() else 0

        def ttentry(self) -> Any:
            return self.stones[1], self.stones[2]

    solve_with_depth_first_search(Board(), win_score=80, maxdepth=len(cells) + 1, tt=TranspositionTable())


if __name__ == "__main__":
    asked, board = sys.argv[1], parse_game(sys.argv[2])
    start = perf_counter()
    (open_spiel if asked == "open_spiel" else easy_ai)(board)
    print(perf_counter() - start)
