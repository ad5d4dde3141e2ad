"""How strong is `strong`, by games that can be repeated? A script, not a test.

    python tests/strength.py 15,15,5 'python tests/engines/line_counter.py' --games 20 --nodes 50000
    python tests/strength.py 7,7,5 perfect --games 20 --nodes 200000 --again

Games are begun as those of `tictactoe match` are, each opening twice with the sides exchanged, but `strong` has so many
nodes for a move instead of a time, and so makes the same moves against the same. With --again, the rest of a game that
it has lost is played once more by `perfect` in its place: what that does not lose either need not have been lost.
"""

from __future__ import annotations

import argparse
from collections import Counter
from itertools import islice

from tictactoe.match.contest import Contestant, contestant
from tictactoe.match.openings import Opening, random_openings, usual_stones
from tictactoe.rules import Cell, Game, Mark, O, Position, X, format_moves, parse_game
from tictactoe.search import Budget
from tictactoe.search.threats.choice import Chooser


class Measured:
    """The level strong, with so many nodes for a move."""

    def __init__(self, game: Game, nodes: int) -> None:
        self._chooser = Chooser(game)
        self._nodes = nodes

    def move(self, _game: Game, position: Position, seed: int) -> Cell:
        return self._chooser.choose(position, Budget(nodes=self._nodes), seed).cell


class Timed:
    """A level or another program, with so many seconds for a move."""

    def __init__(self, player: Contestant, seconds: float) -> None:
        self._player = player
        self._seconds = seconds

    def move(self, game: Game, position: Position, seed: int) -> Cell:
        return self._player.move(game, position, self._seconds, seed).cell


def play(
    game: Game, opening: Opening, me: Mark, players: tuple[Measured | Timed, Measured | Timed], seed: int
) -> tuple[str, tuple[Cell, ...]]:
    """How the first player, who has this mark, fares, and the moves."""
    moves, position = opening, Position()
    for cell in opening:
        position = position.play(cell)
    while not (outcome := game.outcome(position)):
        cell = players[position.turn != me].move(game, position, seed)
        moves, position = (*moves, cell), position.play(cell)
    return "drawn" if outcome.winner is None else "won" if outcome.winner == me else "lost", moves


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("game", type=parse_game)
    asked.add_argument("opponent", help="a level, or the command of an engine")
    asked.add_argument("--games", type=int, default=20)
    asked.add_argument("--nodes", type=int, default=200_000, help="for each move of strong")
    asked.add_argument("--seconds", type=float, default=1.0, help="for each move of the other")
    asked.add_argument("--seed", type=int, default=1)
    asked.add_argument("--again", action="store_true", help="let perfect try what was lost")
    given = asked.parse_args()
    game: Game = given.game
    other, perfect = contestant(given.opponent, game), Timed(contestant("perfect", game), given.seconds)
    strong, theirs = Measured(game, given.nodes), Timed(other, given.seconds)
    results = Counter[str]()
    openings = random_openings(game, usual_stones(game), given.seed)
    for number, opening in enumerate(islice((twice for once in openings for twice in (once, once)), given.games)):
        other.get_ready(game, given.seconds)
        me: Mark = O if number % 2 else X
        seed = given.seed + number // 2
        result, moves = play(game, opening, me, (strong, theirs), seed)
        results[result] += 1
        print(f"{number + 1:3} {me} {result:5} {len(moves):3} moves  {format_moves(game, moves)}", flush=True)
        if given.again and result == "lost":
            better, moves = play(game, opening, me, (perfect, theirs), seed)
            results[f"lost where perfect has {better}"] += 1
            print(f"    {me} perfect: {better}  {format_moves(game, moves)}", flush=True)
    other.close()
    print(
        f"strong, {given.nodes:,} nodes, against {given.opponent} on {game.rows},{game.cols},{game.k}: {dict(results)}"
    )


if __name__ == "__main__":
    main()
