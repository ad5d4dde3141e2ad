"""How often does a level give away a draw or a win? A script, not a test, for boards of which everything is known.

    python tests/mistakes.py 4,4,4 4,4,3 5,3,3 --positions 1000 --nodes 20000

Of each board it takes positions at random in which some moves keep what the position is worth and others do not, and
asks the level strong for its move. What chance would do, and the level wary, is printed beside it.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from random import Random

from tictactoe.match import LEVELS, player
from tictactoe.rules import Cell, Game, Position, format_game, parse_game
from tictactoe.search import Solver
from tictactoe.search.threats.choice import choose


def trials(solver: Solver, dice: Random) -> Iterator[tuple[Position, tuple[Cell, ...]]]:
    """Positions in which there is something to give away, and the moves that keep it, whatever their distance."""
    game = solver.game
    while True:
        position = Position()
        for _ in range(dice.randrange(len(game.cells) - 1)):
            if not game.outcome(position):
                position = position.play(dice.choice(game.moves(position)))
        if game.outcome(position):
            continue
        values = {cell: -_value(solver, position.play(cell)) for cell in game.moves(position)}
        top = max(values.values())
        keeping = tuple(cell for cell, value in values.items() if value == top)
        if len(keeping) < len(values):
            yield position, keeping


def _value(solver: Solver, position: Position) -> int:
    outcome = solver.game.outcome(position)
    if outcome is not None:
        return 0 if outcome.winner is None else -1
    value = solver.solve(position).value
    if value is None:
        raise SystemExit(f"not everything is known of {format_game(solver.game)}")
    return value


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("games", type=parse_game, nargs="+")
    asked.add_argument("--positions", type=int, default=1_000)
    asked.add_argument("--nodes", type=int, default=20_000, help="for each move of strong")
    asked.add_argument("--seed", type=int, default=1)
    given = asked.parse_args()
    for game in given.games:
        print(report(game, given.positions, given.nodes, given.seed), flush=True)


def report(game: Game, positions: int, nodes: int, seed: int) -> str:
    solver, dice = Solver(game), Random(seed)
    wary = player(LEVELS["wary"], solver, seed)
    by_chance, given_away = 0.0, {"strong": 0, "wary": 0}
    for _, (position, keeping) in zip(range(positions), trials(solver, dice), strict=False):
        by_chance += 1 - len(keeping) / len(game.moves(position))
        given_away["strong"] += choose(game, position, seconds=None, nodes=nodes, seed=seed).cell not in keeping
        given_away["wary"] += wary(position) not in keeping
    rates = {"chance": by_chance, "wary": given_away["wary"], "strong": given_away["strong"]}
    shares = ", ".join(f"{name} {100 * count / positions:.1f} %" for name, count in rates.items())
    return f"{format_game(game)}: {positions:,} positions; given away by {shares}"


if __name__ == "__main__":
    main()
