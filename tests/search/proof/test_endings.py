"""The proof searches against endings that were worked out completely: values and zones, one word and two, threads."""

from __future__ import annotations

import random
from math import hypot

import pytest

from endings import Ending
from extent import usually
from tictactoe.rules import Cells, Game, O, Position, X
from tictactoe.search.answer import Variant
from tictactoe.search.kernels.static import ALL_RULES, PAIRING, POTENTIAL, SYMMETRY, THREATS, ZONES
from tictactoe.search.proof.prover import Prover

BOARDS = ["4,5,3", "5,5,4", "4,8,4", "6,6,4", "6,6,5", "7,8,5", "9,9,5", "11,12,6"]
NO_LIMIT = 10**9
ENDINGS = usually(25, 7000)
"""Of each board and game, asked with either side to move: in all, over 100,000 positions are not decided at once."""

THREADS_EVERY = usually(1, 8)
"""One in so many endings is asked of threads too, which take as long to start as to search."""


def an_ending(game: Game, empties: int, rng: random.Random) -> tuple[Cells, Cells]:
    """Stones of both sides on all but some cells, most of them close together, in which nobody has a line."""
    while True:
        row, col, scatter = rng.random() * game.rows, rng.random() * game.cols, rng.random() * 2
        cells = sorted(
            game.cells,
            key=lambda cell: hypot(cell // game.cols - row, cell % game.cols - col) + rng.random() * scatter,
        )
        sides, full = [0, 0], False
        for cell in cells[empties:]:
            side = rng.randrange(2)
            for turn in (side, 1 - side):
                if not game.has_line(sides[turn] | 1 << cell):
                    sides[turn] |= 1 << cell
                    break
            else:
                full = True
        if not full:
            return sides[0], sides[1]


@pytest.mark.parametrize("name", BOARDS)
@pytest.mark.parametrize("kind", ["weak", "real"])
def test_endings(name: str, kind: Variant) -> None:
    game = Game(*map(int, name.split(",")))
    rng = random.Random(f"{name} {kind}")
    switches = [ALL_RULES, ALL_RULES & ~THREATS, POTENTIAL | PAIRING | SYMMETRY, ALL_RULES & ~ZONES]
    provers = [Prover(game, X, kind, rules, 2**20) for rules in switches]
    threads = Prover(game, X, kind, memory=2**20, workers=2)
    not_at_once, smaller = 0, 0
    endings = ENDINGS if game.k > 3 else max(25, ENDINGS // 10)  # which have three more empty cells
    for number in range(endings):
        attacker, defender = an_ending(game, rng.randint(7, 11) + 3 * (game.k == 3), rng)
        ending = Ending(game, attacker, defender, kind == "real")
        for turn in (X, O):
            asked = [*provers, threads] if number % THREADS_EVERY == 0 else provers
            for prover in asked:
                found = prover.ask(Position(attacker, defender, turn), NO_LIMIT)
                assert found.wins == ending.wins(turn == X), (attacker, defender, turn, found)
                outside = game.board & ~(attacker | defender) & ~found.zone
                given = (0, outside) if found.wins else (outside, 0)
                assert ending.wins(turn == X, *given) == found.wins, (attacker, defender, turn, found)
                smaller += outside != 0
                if prover is provers[0]:
                    not_at_once += found.reason != "lines"
    assert game.k == 3 or not_at_once > endings / 3, "what is decided by the next stones tests nothing"
    assert (kind, game.k) == ("real", 3) or smaller > 1.6 * endings, "zones that are the whole board test nothing"
