"""How strong is `strong`? A script, not a test: `python tests/strength.py 15,15,5 lines 20 --nodes 50000 --seed 1`.

Pairs of games from the same opening, a few stones at random near the middle, once with either colour. With --nodes
instead of --seconds the result is the same every time. The opponents are the levels, and `lines`, a plain heuristic.
"""

from __future__ import annotations

import argparse
from random import Random

from tictactoe.match import LEVELS, Player, player
from tictactoe.rules import Cell, Game, O, Position, X, format_moves, parse_game
from tictactoe.search import Solver
from tictactoe.search.threats.choice import choose

WEIGHT = 6
"""What a stone more on a line is to the heuristic."""


def lines(game: Game, dice: Random) -> Player:
    """Takes the cell with the heaviest open lines through it, its own twice as heavy as the others'."""

    def weight(position: Position, cell: Cell) -> int:
        total = 0
        for line in game.lines_through[cell]:
            mine, theirs = (line & position.mine).bit_count(), (line & position.theirs).bit_count()
            if not (mine and theirs):
                total += (2 if mine else 1) * WEIGHT ** (mine or theirs)
        return total

    def move(position: Position) -> Cell:
        weights = {cell: weight(position, cell) for cell in game.moves(position)}
        top = max(weights.values())
        return dice.choice([cell for cell, found in weights.items() if found == top])

    return move


def opening(game: Game, dice: Random) -> tuple[Cell, ...]:
    """Two to four stones in the middle, where nobody has won."""
    rows, cols = game.rows // 2, game.cols // 2
    middle = [row * game.cols + col for row in range(rows - 2, rows + 3) for col in range(cols - 2, cols + 3)]
    return tuple(dice.sample(middle, dice.randint(2, 4)))


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("game", type=parse_game)
    asked.add_argument("opponent", choices=["lines", *LEVELS])
    asked.add_argument("games", type=int)
    asked.add_argument("--seconds", type=float)
    asked.add_argument("--nodes", type=int)
    asked.add_argument("--seed", type=int, default=1)
    given = asked.parse_args()
    game: Game = given.game
    results = {"won": 0, "drawn": 0, "lost": 0}
    for number in range(given.games):
        dice = Random(f"{given.seed} {number // 2}")
        moves = opening(game, dice)
        seed, me = given.seed * 1000 + number, (X, O)[number % 2]
        other = lines(game, dice) if given.opponent == "lines" else player(LEVELS[given.opponent], Solver(game), seed)
        position, first = Position(), len(moves)
        for cell in moves:
            position = position.play(cell)
        while not (outcome := game.outcome(position)):
            if position.turn == me:
                cell = choose(game, position, given.seconds, seed, nodes=given.nodes).cell
            else:
                cell = other(position)
            moves, position = (*moves, cell), position.play(cell)
        result = "drawn" if outcome.winner is None else "won" if outcome.winner == me else "lost"
        results[result] += 1
        print(f"{number + 1:3} {me} {result:5} {len(moves) - first:3} moves  {format_moves(game, moves)}", flush=True)
    print(vars(given), results)


if __name__ == "__main__":
    main()
