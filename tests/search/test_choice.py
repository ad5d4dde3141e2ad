"""The strong move: legal, in time, the same for a seed, and never a claim that is not so."""

from __future__ import annotations

from itertools import count, islice
from random import Random

import pytest

from extent import usually
from mistakes import trials
from tictactoe.match.openings import random_openings
from tictactoe.rules import (
    BadInput,
    Game,
    Mark,
    O,
    Position,
    X,
    format_cell,
    parse_game,
    parse_moves,
    parse_position,
)
from tictactoe.search import Budget, Solver, budget
from tictactoe.search.kernels.alphabeta import NARROWEST
from tictactoe.search.kernels.patterns import put, take
from tictactoe.search.threats.arrays import patterns_of
from tictactoe.search.threats.choice import FEW, Chooser, choose, choose_within
from tictactoe.search.threats.forced import ThreatSearch

LARGE = Game(15, 15, 5)
NODES = 6_000
"""For a move where many are asked for."""


def after(game: Game, moves: str) -> Position:
    position = Position()
    for cell in parse_moves(game, moves):
        position = position.play(cell)
    return position


def at_random(game: Game, dice: Random, stones: int) -> Position:
    """A position after so many moves at random, none of which ends the game."""
    while True:
        position = Position()
        for _ in range(stones):
            if game.outcome(position):
                break
            position = position.play(dice.choice(game.moves(position)))
        if not game.outcome(position):
            return position


def test_the_same_seed_and_nodes_give_the_same_move() -> None:
    position = after(LARGE, "h8 h9")
    asked = [choose(LARGE, position, seconds=None, nodes=5_000, seed=seed) for seed in (1, 1, 2, 3, 4, 5)]
    assert asked[0] == asked[1]
    assert asked[0].nodes >= 5_000
    assert len({chosen.line for chosen in asked}) > 1


ODD = ["1,1,1", "1,2,2", "1,19,3", "19,1,5", "2,2,3", "19,19,1", "19,19,2", "19,19,3", "19,19,19", "3,19,4", "19,19,20"]


@pytest.mark.parametrize("size", ODD)
def test_there_is_a_legal_move_on_every_board(size: str) -> None:
    game, dice = parse_game(size), Random(1)
    position = Position()
    for number in range(30):
        chosen = choose(game, position, seconds=None, nodes=50, seed=number)
        assert chosen.cell in game.moves(position)
        assert not chosen.line or chosen.line[0] == chosen.cell
        position = position.play(chosen.cell)
        if game.outcome(position):
            break
        position = position.play(dice.choice(game.moves(position)))
        if game.outcome(position):
            break


def test_the_last_empty_cell_is_found() -> None:
    game = Game(4, 4, 4)
    position = parse_position(game, "XOXO/XOXO/OXOX/OXO.")
    assert choose(game, position, seconds=None, nodes=0).cell == 15
    assert choose(game, position, seconds=None, nodes=0).proven is not None


SEEN = [
    ("15,15,5", "h8 a1 i8 a3 j8 a5 k8 g8", "l8", "win in 1"),  # completes a line
    ("15,15,5", "h8 a1 i8 a3 j8 g8 k8", "l8", None),  # stops one
    ("15,15,5", "h8 a1 i8 a3 j8 o15", None, "win"),  # makes a four that is open
    ("15,15,5", "h8 a1 i8 c1 h9 e1 i9 g1 o1 c9 h10 o15 k8 o13", None, "win"),  # by threats
    ("19,19,6", "h8 a1 i8 a3 j8 a5 k8 o15", None, "win"),
    ("6,6,4", "", None, "win"),
    ("4,4,3", "", None, "win"),
    ("3,3,3", "", None, "draw"),
    ("15,15,5", "h8 a1 i8 a3 j8 a5 k8 o15 o13", None, "loss in 2"),  # two cells to stop, and it is O's turn
]


@pytest.mark.parametrize(("size", "moves", "cell", "proven"), SEEN)
def test_it_sees_what_is_forced(size: str, moves: str, cell: str | None, proven: str | None) -> None:
    game = parse_game(size)
    chosen = choose(game, after(game, moves), seconds=None, nodes=200_000)
    assert cell is None or format_cell(game, chosen.cell) == cell
    assert (None if chosen.proven is None else str(chosen.proven)) == proven


@pytest.mark.parametrize("size", ["4,4,3", "4,4,4", "5,5,4", "3,6,4", "5,5,3", "4,5,2"])
def test_what_it_says_is_proven_is_so_and_the_move_keeps_it(size: str) -> None:
    game, dice = parse_game(size), Random(size)
    solver = Solver(game, strong=False)
    claims = 0
    for number in range(60):
        stones = len(game.cells) - dice.randint(1, 9)
        position = at_random(game, dice, stones if game.k > 3 else min(stones, game.k + 2))
        chosen = choose(game, position, seconds=None, nodes=dice.choice([0, 100, 1_000, 20_000]), seed=number)
        if chosen.proven is not None:
            claims += 1
            truth = solver.solve(position)
            assert chosen.proven.value == truth.value
            assert chosen.proven.plies is None or truth.plies in (None, chosen.proven.plies)
            assert solver.solve(position.play(chosen.cell)).before_move().value == truth.value
    assert claims > 20


@pytest.mark.parametrize("size", ["6,6,4", "10,10,5", "15,15,5"])
def test_a_win_that_is_proven_is_followed_to_its_end(size: str) -> None:
    """In games against itself: with few nodes most proofs would not be found anew for each move."""
    game, claims = parse_game(size), 0
    for seed, opening in enumerate(islice(random_openings(game, 4, seed=3), usually(6, 60))):
        players, claimed = {mark: Chooser(game) for mark in (X, O)}, set[Mark]()
        position = Position()
        for cell in opening:
            position = position.play(cell)
        while not (outcome := game.outcome(position)):
            turn = position.turn
            chosen = players[turn].choose(position, Budget(nodes=NODES), seed)
            if chosen.proven is not None and chosen.proven.value == 1:
                claimed.add(turn)
            assert turn not in claimed or (chosen.proven is not None and chosen.proven.value == 1), position
            position = position.play(chosen.cell)
        claims += len(claimed)
        assert claimed <= {outcome.winner}
    assert claims > 2


@pytest.mark.parametrize("size", ["4,3,3", "5,3,3", "4,4,3", *usually([], ["4,4,4"])])
def test_nothing_is_given_away_where_everything_is_known(size: str) -> None:
    solver = Solver(parse_game(size))
    for position, keeping in islice(trials(solver, Random(2)), usually(40, 2_000)):
        assert choose(solver.game, position, seconds=None, nodes=20_000).cell in keeping


@pytest.mark.parametrize("size", ["3,3,1", "3,3,2", "3,3,3", "7,7,5", "19,19,5"])
def test_patterns_follow_from_the_stones_whatever_the_order(size: str) -> None:
    game, dice = parse_game(size), Random(size)
    cells = dice.sample(game.cells, min(8, len(game.cells)))
    there, back = patterns_of(game, Position(), 3), patterns_of(game, Position(), 3)
    for number, cell in enumerate(cells):
        put(number % 2, cell, there)
    for number, cell in reversed([*enumerate(cells)]):
        put(number % 2, cell, back)
    for kept in ("owner", "stones", "counts", "short", "marked", "total", "live", "hash"):
        assert (getattr(there, kept) == getattr(back, kept)).all(), kept
    empty = patterns_of(game, Position(), 3)
    for number, cell in enumerate(cells):
        take(number % 2, cell, there)
    for kept in ("owner", "stones", "counts", "short", "marked", "total", "live", "hash"):
        assert (getattr(there, kept) == getattr(empty, kept)).all(), kept


def test_it_ends_when_the_time_does(monkeypatch: pytest.MonkeyPatch) -> None:
    """By a clock that is a millisecond later each time somebody looks."""
    choose(LARGE, Position(), nodes=0)  # loaded
    ticks = count()
    monkeypatch.setattr(budget, "monotonic", lambda: next(ticks) / 1000)
    position = after(LARGE, "h8 h9 i8 j8")
    begun = Budget(0.05)
    chosen = choose_within(LARGE, position, begun)
    assert chosen.cell in LARGE.moves(position)
    assert begun.seconds < 0.06


def test_it_ends_when_it_is_told_to() -> None:
    asked = count()
    chosen = choose(LARGE, after(LARGE, "h8 h9 i8 j8"), seconds=None, stop=lambda: next(asked) >= 7)
    assert chosen.cell in LARGE.moves(Position())
    assert next(asked) < 15


def test_a_move_that_lets_the_other_side_force_a_win_is_left_out() -> None:
    """O threatens threes that cross, so X has to look after them, wherever its own lines would be longer."""
    position = after(LARGE, "a1 h7 a15 h8 o1 i9 o15 j9")
    assert ThreatSearch(LARGE).find(position._replace(turn="O")) is not None
    chosen = choose(LARGE, position, seconds=None, nodes=30_000)
    assert chosen.proven is not None or not ThreatSearch(LARGE).wins(position.play(chosen.cell))


def test_with_nothing_to_spend_a_first_look_is_taken() -> None:
    position = after(LARGE, "h8 a1 i8 a3 j8")
    chosen = choose(LARGE, position, seconds=0)
    assert chosen.depth == 1
    assert format_cell(LARGE, chosen.cell) in ("g8", "k8", "f8", "l8")


def test_a_game_that_is_over_has_no_move() -> None:
    game = Game(3, 3, 3)
    with pytest.raises(BadInput, match="the game is over"):
        choose(game, parse_position(game, "XXX/OO./..."))


def test_nothing_is_left_out_where_a_draw_is_claimed() -> None:
    assert FEW <= NARROWEST
