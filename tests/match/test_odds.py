"""The odds of the levels against each other: exact, golden, and worked out a second time in another way."""

from __future__ import annotations

import json
from fractions import Fraction
from functools import cache
from pathlib import Path

import pytest

import oracle
from tictactoe.draw.levels import draw_odds, levels_data
from tictactoe.match import LEVELS, PERFECT, STRONG
from tictactoe.match.odds import Odds, all_odds, odds
from tictactoe.rules import Game, format_game, parse_position
from tictactoe.search import Solver

THREE = Game(3, 3, 3)
SOLVER = Solver(THREE)
PAIRS = [(x, o) for x in LEVELS for o in LEVELS]


every_odds = cache(all_odds)


def golden(data: Path) -> dict[tuple[str, str], Odds]:
    rows = json.loads((data / "odds.json").read_text(encoding="utf-8"))["odds"]
    return {
        (row["x"], row["o"]): Odds(Fraction(row["x_wins"]), Fraction(row["draw"]), Fraction(row["o_wins"]))
        for row in rows
    }


def choices(name: str, board: str, turn: str) -> list[tuple[int, int]]:
    """The moves of a level by the plain minimax; the perfect player's by asking it, for they are proven elsewhere."""
    plies = LEVELS[name].plies
    if plies is not None:
        return oracle.best_foreseen(board, turn, 3, plies)
    if name == STRONG:
        empty = [divmod(cell, 3) for cell in THREE.moves(parse_position(THREE, board))]
        best = oracle.score(board, turn, 3)
        return [move for move in empty if oracle.move_score(board, *move, turn, 3) == best]
    cell = SOLVER.best_move(parse_position(THREE, board))
    assert cell is not None
    return [divmod(cell, 3)]


def forward(x: str, o: str) -> Odds:
    """From the empty board on: how likely each position is after each move, and where the games end."""
    ended = {"X": Fraction(0), "draw": Fraction(0), "O": Fraction(0)}
    likely = {oracle.empty(3, 3): Fraction(1)}
    for number in range(10):
        turn, name = ("O", o) if number % 2 else ("X", x)
        following: dict[str, Fraction] = {}
        for board, chance in likely.items():
            if oracle.over(board, 3):
                how = "X" if oracle.has_row(board, "X", 3) else "O" if oracle.has_row(board, "O", 3) else "draw"
                ended[how] += chance
                continue
            moves = choices(name, board, turn)
            for row, col in moves:
                after = oracle.place(board, row, col, turn)
                following[after] = following.get(after, Fraction(0)) + chance / len(moves)
        likely = following
    return Odds(ended["X"], ended["draw"], ended["O"])


@pytest.mark.parametrize(("x", "o"), PAIRS)
def test_the_odds_are_those_of_following_every_game(x: str, o: str, data: Path) -> None:
    assert golden(data)[x, o] == forward(x, o)


def test_the_odds_are_golden(data: Path) -> None:
    found = every_odds(THREE)
    assert found == golden(data)
    assert levels_data(THREE, found) == json.loads((data / "odds.json").read_text(encoding="utf-8"))


def test_the_odds_of_chance_against_chance_are_those_long_known() -> None:
    assert odds(THREE, LEVELS["random"], LEVELS["random"]) == (Fraction(737, 1260), Fraction(8, 63), Fraction(121, 420))


@pytest.mark.parametrize("game", [THREE, Game(2, 3, 3), Game(3, 2, 2), Game(1, 1, 1), Game(1, 5, 3)], ids=format_game)
def test_something_always_happens(game: Game) -> None:
    """The three make 1, and a pair asked for by itself has the same odds as among all."""
    found = every_odds(game)
    assert list(found) == PAIRS
    for (x, o), three in found.items():
        assert sum(three) == 1
        assert all(0 <= part <= 1 for part in three)
        if game != THREE or PERFECT in (x, o):
            assert odds(game, LEVELS[x], LEVELS[o]) == three


def test_a_solver_can_be_handed_in() -> None:
    game = Game(2, 3, 3)
    solver = Solver(game)
    assert all_odds(game, solver) == all_odds(game)
    asked = solver.nodes
    assert asked > 0
    all_odds(game, solver)
    assert solver.nodes == asked  # it remembers


def test_the_perfect_player_has_no_odds_of_losing(data: Path) -> None:
    found = golden(data)
    for name in LEVELS:
        assert found[PERFECT, name].o_wins == found[name, PERFECT].x_wins == 0
    assert found[PERFECT, PERFECT].draw == 1


def test_the_levels_are_in_order(data: Path) -> None:
    """Each loses no more often than the one before it against the same opponent, as X and as O."""
    found = golden(data)
    for weaker, stronger in zip(LEVELS, [*LEVELS][1:], strict=False):
        for other in LEVELS:
            assert found[weaker, other].o_wins >= found[stronger, other].o_wins, (weaker, stronger, other)
            assert found[other, weaker].x_wins >= found[other, stronger].x_wins, (weaker, stronger, other)


def test_only_what_never_or_always_happens_is_0_or_100_percent() -> None:
    third, hair = Fraction(1, 3), Fraction(1, 10**6)
    table = dict.fromkeys(PAIRS, Odds(third, third, third))
    table["random", "random"] = Odds(1 - hair, hair, Fraction(0))
    table["perfect", "perfect"] = Odds(Fraction(0), Fraction(1), Fraction(0))
    lines = draw_odds(table).splitlines()
    assert lines[0] == "X wins / draw / O wins, in percent, on 3 x 3:"
    assert lines[2].split() == ["X", "\\", "O", *LEVELS]
    assert lines[3].split()[:3] == ["random", "99/1/0", "33/33/33"]
    assert lines[-1].split()[-1] == "0/100/0"
