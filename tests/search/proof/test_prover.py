"""The compiled searches against brute force: every rule, both games, both sides, zones."""

from __future__ import annotations

import random
from functools import cache
from itertools import product

import pytest

from extent import usually
from tictactoe.rules import Cells, Game, Mark, O, Position, X, cells_of, symmetries, transform
from tictactoe.search.answer import Variant
from tictactoe.search.kernels.lines import TRIED
from tictactoe.search.kernels.static import (
    ALL_RULES,
    ANSWERS,
    PAIRING,
    PAUSED,
    POTENTIAL,
    SYMMETRY,
    THREATS,
    WIDENING,
    ZONES,
)
from tictactoe.search.proof.prover import Prover

NO_LIMIT = 10**9
MEMORY = 2**22
CELLS = usually(9, 12)
SMALL = [(rows, cols, k) for rows in range(1, 5) for cols in range(1, 5) for k in range(1, 5) if rows * cols <= CELLS]
RULE_SETS = [ALL_RULES & ~rule for rule in (0, POTENTIAL, PAIRING, SYMMETRY, ZONES, WIDENING, THREATS, ANSWERS)] + [0]


@cache
def can_win(game: Game, attacker: Cells, defender: Cells, attacking: bool, real: bool) -> bool:
    """Brute force: whether the attacker can complete a line, before the defender does if the game is real."""
    if game.has_line(attacker):
        return True
    if real and game.has_line(defender):
        return False
    empty = cells_of(game.board & ~(attacker | defender))
    if attacking:
        return any(can_win(game, attacker | 1 << cell, defender, False, real) for cell in empty)
    return bool(empty) and all(can_win(game, attacker, defender | 1 << cell, True, real) for cell in empty)


def brute(game: Game, position: Position, attacker: Mark, kind: Variant) -> bool:
    mine, theirs = (position.x, position.o) if attacker == X else (position.o, position.x)
    return can_win(game, mine, theirs, position.turn == attacker, kind == "real")


def random_position(game: Game, rng: random.Random, empties: int) -> Position:
    """Some stones of both, in which nobody has a line; the counts need not fit."""
    while True:
        position = Position(turn=rng.choice((X, O)))
        for cell in rng.sample(game.cells, max(0, len(game.cells) - empties)):
            position = position._replace(turn=rng.choice((X, O))).play(cell)
        if not game.has_line(position.x) and not game.has_line(position.o):
            return position


@pytest.mark.parametrize("kind", ["weak", "real"])
def test_every_small_board_from_the_start(kind: Variant) -> None:
    for size in SMALL:
        game = Game(*size)
        for attacker in (X, O):
            found = Prover(game, attacker, kind, memory=MEMORY).ask(Position(), NO_LIMIT)
            assert found.wins == brute(game, Position(), attacker, kind), (size, attacker)


@pytest.mark.parametrize("rules", RULE_SETS)
@pytest.mark.parametrize("kind", ["weak", "real"])
def test_no_rule_changes_a_value(kind: Variant, rules: int) -> None:
    """Also with turns and counts that cannot arise: the searches are told who moves."""
    rng = random.Random(f"{kind} {rules}")
    for size in ((3, 3, 3), (3, 4, 3), (4, 4, 3), (4, 4, 4), (3, 5, 4), (4, 5, 4), (5, 5, 4)):
        game = Game(*size)
        for attacker in (X, O):
            prover = Prover(game, attacker, kind, rules, MEMORY)
            for _ in range(usually(10, 60)):
                position = random_position(game, rng, empties=rng.randint(1, 10))
                found = prover.ask(position, NO_LIMIT)
                assert found.wins == brute(game, position, attacker, kind), (size, attacker, position)


@pytest.mark.parametrize("kind", ["weak", "real"])
def test_zones_hold_when_the_loser_is_given_every_cell_outside(kind: Variant) -> None:
    rng = random.Random(kind)
    partial = 0
    for size in ((3, 4, 3), (4, 4, 3), (4, 4, 4), (4, 5, 4), (5, 5, 4)):
        game = Game(*size)
        prover = Prover(game, X, kind, memory=MEMORY)
        for _ in range(usually(50, 150)):
            position = random_position(game, rng, empties=rng.randint(3, 11))
            found = prover.ask(position, NO_LIMIT)
            outside = game.board & ~position.taken & ~found.zone
            partial += outside != 0
            given = (
                position._replace(x=position.x | outside)
                if not found.wins
                else position._replace(o=position.o | outside)
            )
            assert brute(game, given, X, kind) == found.wins, (size, position, found)
    assert partial > usually(70, 200), "zones that are always the whole board test nothing"


def test_a_win_in_the_real_game_is_one_in_the_weak_game() -> None:
    rng = random.Random(5)
    for size in ((4, 5, 4), (5, 5, 4), (6, 6, 4)):
        game = Game(*size)
        weak, real = (Prover(game, X, kind, memory=2**24) for kind in ("weak", "real"))
        for _ in range(40):
            position = random_position(game, rng, empties=min(18, len(game.cells)) - rng.randint(2, 8))
            if real.ask(position, NO_LIMIT).wins:
                assert weak.ask(position, NO_LIMIT).wins


def test_symmetric_positions_get_equal_answers() -> None:
    rng = random.Random(6)
    game = Game(5, 5, 4)
    prover = Prover(game, X, "real", memory=2**24)
    for _ in range(30):
        position = random_position(game, rng, empties=16)
        assert len({prover.ask(transform(position, s), NO_LIMIT).wins for s in symmetries(game)}) == 1


PUBLISHED: list[tuple[tuple[int, int, int], Variant, bool]] = [
    ((3, 3, 3), "weak", True),
    ((3, 3, 3), "real", False),
    ((5, 5, 4), "weak", True),
    ((5, 5, 4), "real", False),
    ((5, 6, 4), "real", True),
    ((6, 5, 4), "real", True),
    ((6, 6, 4), "real", True),
    ((4, 7, 4), "weak", False),
    ((7, 7, 5), "weak", False),
    ((8, 7, 5), "weak", False),
    ((9, 5, 5), "weak", False),
    ((8, 8, 4), "real", True),
    ((8, 8, 3), "real", True),
    ((8, 8, 6), "weak", False),
]


@pytest.mark.parametrize(("size", "kind", "wins"), PUBLISHED)
def test_known_values(size: tuple[int, int, int], kind: Variant, wins: bool) -> None:
    assert Prover(Game(*size), X, kind, memory=2**27).ask(Position(), NO_LIMIT).wins is wins


def test_evaluation_counts_repeat() -> None:
    """The node counts of the bench. A change in the search changes them, and says so in its commit."""
    counts = {}
    for size, kind in (((3, 3, 3), "real"), ((5, 5, 4), "real"), ((6, 6, 4), "real"), ((7, 7, 5), "weak")):
        counts[size] = Prover(Game(*size), X, kind, memory=2**26).ask(Position(), NO_LIMIT).evaluated  # type: ignore[arg-type]
    assert counts == {(3, 3, 3): 37, (5, 5, 4): 1_856, (6, 6, 4): 937, (7, 7, 5): 1_558}


def test_a_search_stops_at_its_budget_and_goes_on() -> None:
    prover = Prover(Game(7, 7, 5), X, "weak", memory=2**26)
    first = prover.ask(Position(), 500)
    assert first.wins is None
    assert 500 <= first.evaluated < 700
    calls = 1
    while prover.ask(Position(), 500).wins is None:
        calls += 1
    assert 3 <= calls < 12


@pytest.mark.parametrize(("size", "kind"), [((5, 5, 4), "real"), ((7, 7, 5), "weak"), ((9, 9, 6), "weak")])
@pytest.mark.parametrize("nodes", [1, 97])
def test_pauses_change_nothing(size: tuple[int, int, int], kind: Variant, nodes: int) -> None:
    whole, paused = (Prover(Game(*size), X, kind, memory=2**26) for _ in range(2))
    found = whole.ask(Position(), NO_LIMIT)
    while (again := paused.ask(Position(), nodes)).wins is None:
        pass
    assert again == found


def test_another_question_in_a_pause_gets_its_own_answer() -> None:
    """And the first is answered all the same, from what is in the table."""
    game, rng = Game(5, 5, 4), random.Random(5)
    prover = Prover(game, X, "real", memory=2**26)
    others = [random_position(game, rng, 9) for _ in range(40)]
    assert {brute(game, other, X, "real") for other in others} == {True, False}
    for number, other in enumerate(others):
        assert prover.ask(Position(), 20).wins is None
        assert prover.ask(other, NO_LIMIT).wins is brute(game, other, X, "real")
        if number % 10 == 0:
            assert prover.ask(Position(), 20).wins is None
            prover.pairs(other.x, other.o)
    assert prover.ask(Position(), NO_LIMIT).wins is False


def test_threads_pause_too() -> None:
    prover = Prover(Game(7, 7, 5), X, "weak", memory=2**26, workers=3)
    while (found := prover.ask(Position(), 50)).wins is None:
        pass
    assert found.wins is False
    assert prover.ask(Position(), 1).wins is False  # at once: it is in the table


def test_a_thread_leaves_what_another_has_decided_above_it() -> None:
    """What is said to be decided it looks up, and stays where it is if that is not so."""
    game = Game(7, 8, 5)
    prover = Prover(game, X, "weak", memory=2**26)
    prover.ask(Position(), 2000)
    frames = prover._threads[0].frames

    def way() -> list[int]:
        """The moves that lead to where it is."""
        plies = range(int(prover._team.counters[0, PAUSED]))
        return [int(frames.moves[ply, frames.numbers[ply, TRIED]]) for ply in plies]

    first, *below = way()
    assert len(below) > 2
    prover._team.decided[0] = 1
    prover.ask(Position(), 1)
    assert way()[:3] == [first, *below][:3]
    after = Position().play(first)
    assert Prover(game, X, "weak", table=prover.table).ask(after, NO_LIMIT).wins is False
    prover._team.decided[0] = 1
    prover.ask(Position(), 1)
    assert way()[:1] != [first]
    assert prover.ask(Position(), NO_LIMIT).wins is False


def test_a_thread_is_not_kept_waiting_by_one_that_stands_still() -> None:
    """It goes elsewhere first, and there too when nothing else is left within its limits."""
    for seed, size in product(range(4), ((5, 5, 4), (6, 6, 4), (8, 8, 5))):
        prover = Prover(Game(*size), X, "real", memory=2**22, workers=2, seed=seed)
        for _ in range(40):
            if prover.ask(Position(), 50).wins is not None:
                break
            prover._team.stop[0] = prover.evaluated + 100
            prover._run(0, 0)  # alone


def test_a_tiny_table_still_gives_the_right_answer() -> None:
    assert Prover(Game(6, 6, 4), X, "real", memory=2**14).ask(Position(), NO_LIMIT).wins is True
