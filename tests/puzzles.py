"""Positions from play with a win in 5 to 15 plies. `python tests/puzzles.py 500 > tests/data/puzzles.txt` makes them.

That there is a win, and in so many plies, is what the alpha-beta search says, which knows one kind of threat only and
looks at everything else itself; so it is no news of the threat search that such a win exists. A line is the game, the
plies, and the moves that lead there.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import NamedTuple

from tictactoe.rules import Cell, Game, Position, format_game, format_moves, parse_game, parse_moves
from tictactoe.search.kernels.tree import MATE, VALUE
from tictactoe.search.threats.arrays import table_for
from tictactoe.search.threats.choice import WIDTH, choose
from tictactoe.search.threats.forced import ThreatSearch
from tictactoe.search.threats.searching import Deepening

FILE = Path(__file__).parent / "data" / "puzzles.txt"
SIDES = range(10, 20)
FEWEST, MOST = 5, 15
THINK, NODES = 500, 20_000
"""Nodes for a move of the game, and to show that there is a win."""
CARELESS = 0.1
"""The part of the moves that are made at random."""
A_GAME = 2
"""No more puzzles than this are of one game."""


class Puzzle(NamedTuple):
    game: Game
    plies: int
    moves: tuple[Cell, ...]

    @property
    def position(self) -> Position:
        position = Position()
        for cell in self.moves:
            position = position.play(cell)
        return position


def read() -> list[Puzzle]:
    """The puzzles that are kept."""
    found = []
    for line in FILE.read_text(encoding="utf-8").splitlines():
        name, plies, moves = line.split(maxsplit=2)
        game = parse_game(name)
        found.append(Puzzle(game, int(plies), parse_moves(game, moves)))
    return found


def make(number: int) -> Iterator[Puzzle]:
    """So many puzzles, of boards of all sizes by turns; what `strong` plays decides which."""
    made = seed = 0
    while made < number:
        side = SIDES[seed % len(SIDES)]
        for puzzle in from_a_game(Game(side, side, 5), seed):
            if made < number:
                made += 1
                yield puzzle
        seed += 1


def from_a_game(game: Game, seed: int) -> list[Puzzle]:
    """The puzzles of one game, which is played until somebody has won, or no more stones help."""
    dice = Random(seed)
    position, found = Position(), list[Puzzle]()
    moves: list[Cell] = []
    while game.outcome(position) is None and len(found) < A_GAME and len(moves) < len(game.cells) // 2:
        plies = win_in(game, position) if len(moves) > 6 else 0
        if FEWEST <= plies <= MOST:
            found.append(Puzzle(game, plies, tuple(moves)))
        careless = dice.random() < CARELESS or len(moves) < 3
        near = [cell for cell in game.moves(position) if is_near(game, cell, position)]
        cell = dice.choice(near) if careless else choose(game, position, None, seed, nodes=THINK).cell
        moves.append(cell)
        position = position.play(cell)
    return found


def is_near(game: Game, cell: Cell, position: Position) -> bool:
    """Whether there is a stone within two steps, or the middle of the board."""
    row, col = divmod(cell, game.cols)
    stones = [divmod(each, game.cols) for each in game.cells if position.taken >> each & 1]
    return any(max(abs(row - r), abs(col - c)) <= 2 for r, c in [*stones, (game.rows // 2, game.cols // 2)])


def win_in(game: Game, position: Position) -> int:
    """In how many plies alpha-beta finds a proven win for the player to move; 0 if it does not."""
    search = Deepening(game, position, 0, table_for(game, 2**22), ThreatSearch(game))
    for depth in range(2, MOST):
        search.begin(depth)
        while not search.go_on(1_000, WIDTH):
            if search.nodes > NODES:
                return 0
        if (plies := int(MATE - search._tree.now[VALUE])) <= MOST:  # a win by threats is said to be longer than it is
            return plies
    return 0


if __name__ == "__main__":
    for puzzle in make(int(sys.argv[1])):
        print(format_game(puzzle.game), puzzle.plies, format_moves(puzzle.game, puzzle.moves), flush=True)
