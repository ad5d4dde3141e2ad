"""Forced wins against endings that were worked out completely, against the proof searches, and as checked proofs."""

from __future__ import annotations

import gzip
import json
import random
from collections.abc import Iterator
from io import BytesIO
from math import hypot

import pytest

from endings import Ending
from extent import usually
from second_verifier import Known, Size, board_of, entry, is_lost_for_the_defender, is_won
from tictactoe.rules import (
    BadInput,
    Cell,
    Cells,
    Game,
    Mark,
    O,
    Outcome,
    Position,
    X,
    completing,
    forking,
    opponent,
    parse_cell,
    parse_game,
    parse_position,
)
from tictactoe.search import Budget
from tictactoe.search.kernels.static import ALL_RULES, ANSWERS, THREATS
from tictactoe.search.proof.by_threats import certify_forced
from tictactoe.search.proof.parts import PartsWriter
from tictactoe.search.proof.proof import Header, format_state, state_for
from tictactoe.search.proof.prover import Prover
from tictactoe.search.proof.verifier import check_part
from tictactoe.search.proof.writer import Book
from tictactoe.search.table import Table
from tictactoe.search.threats.forced import ForcedWin, ThreatSearch

BOARDS = [
    "4,5,3",
    "1,12,3",
    "9,9,3",
    "5,5,4",
    "4,8,4",
    "6,6,4",
    "10,10,4",
    "6,6,5",
    "7,8,5",
    "9,9,5",
    "8,8,6",
    "9,12,6",
]
"""Of one word and of two, k of 3 to 6."""
ENDINGS = usually(40, 4_500)
"""Of each board, asked with either side to move, for a win and for a loss: in all, over 100,000 positions."""
PROOF_EVERY = 5
"""One in so many claims is written as a proof too, and checked."""
PLAYED = usually(25, 200)
"""Positions of each board that are asked of the proof searches too."""
MOST_LOOKED = 1_000
PROVER_NODES = usually(10_000, 20_000)


def an_ending(game: Game, empties: int, rng: random.Random) -> Position:
    """Stones of both sides on all but some cells, most of them close together, in which nobody has a line."""
    while True:
        row, col, scatter = rng.random() * game.rows, rng.random() * game.cols, rng.random() * 2
        cells = sorted(
            game.cells,
            key=lambda cell: hypot(cell // game.cols - row, cell % game.cols - col) + rng.random() * scatter,
        )
        if game.k == 3:
            return _without_threes(game, cells[:empties], rng)
        sides, is_full = [0, 0], False
        for cell in cells[min(empties, len(cells)) :]:
            side = rng.randrange(2)
            for turn in (side, 1 - side):
                if not game.has_line(sides[turn] | 1 << cell):
                    sides[turn] |= 1 << cell
                    break
            else:
                is_full = True
        if not is_full:
            return Position(sides[0], sides[1], rng.choice((X, O)))


def _without_threes(game: Game, free: list[Cell], rng: random.Random) -> Position:
    """All cells filled but these: two of one side, two of the other, each row shifted; and some changed at random."""
    start, sides = rng.randrange(4), [0, 0]
    for cell in set(game.cells).difference(free):
        row, col = divmod(cell, game.cols)
        sides[((col + start) // 2 + row) % 2] |= 1 << cell
    for cell in game.cells:
        side = rng.randrange(2)
        if sides[1 - side] >> cell & 1 and not game.has_line(sides[side] | 1 << cell):
            sides[side], sides[1 - side] = sides[side] | 1 << cell, sides[1 - side] & ~(1 << cell)
    return Position(sides[0], sides[1], rng.choice((X, O)))


def a_quiet_position(game: Game, rng: random.Random) -> Position:
    """Stones that were played near each other, where the player to move has no win in three plies, if there is one."""
    for _ in range(50):
        position = some_play(game, rng, len(game.cells) // 2)
        free = game.board & ~position.taken
        if not any(completing(game.lines, stones, free) for stones in (position.x, position.o)) and not forking(
            game, position.mine, free
        ):
            break
    return position


def some_play(game: Game, rng: random.Random, most: int) -> Position:
    """Stones that were played near each other, nobody having completed a line."""
    position = Position(turn=rng.choice((X, O)))
    for _ in range(rng.randint(2, most)):
        moves = [cell for cell in game.moves(position) if not game.outcome(position.play(cell))]
        if not moves:
            break
        row, col = game.rows / 2, game.cols / 2
        near = {cell: hypot(cell // game.cols - row, cell % game.cols - col) + 3 * rng.random() for cell in moves}
        position = position.play(min(moves, key=near.__getitem__))
    return position


def assert_proof_holds(search: ThreatSearch, position: Position, winner: Mark) -> None:
    """The win can be written as a proof, which follows every reply, and both checkers accept it.

    The header is that of the empty board: the position may be one that cannot arise.
    """
    game, file = search.game, BytesIO()
    parts = PartsWriter(file.write, Header(game, Position(), ((X, "wins"),)))
    certify_forced(search, winner, position, Book(parts, {}), Budget())
    parts.finish()
    lines = gzip.decompress(file.getvalue())
    checked = check_part(lines)
    assert not checked.given
    known: Known = {}
    size = Size(game.rows, game.cols, game.k)
    for line in lines.splitlines()[1:]:
        statement, zone, _ = entry(size, json.loads(line), known)
        known[statement] = zone
    assert {" ".join(statement) for statement in known} == checked.proven.keys()
    board = board_of(size, format_state(game, state_for(game, position, winner)))
    assert (is_won if position.turn == winner else is_lost_for_the_defender)(board, known)


def assert_line_wins(game: Game, position: Position, line: tuple[int, ...], winner: Mark) -> None:
    """The line is legal, and ends with a line completed by the winner; what loses at once is not played."""
    for cell in line:
        assert game.outcome(position) is None
        assert cell in game.moves(position)
        position = position.play(cell)
    assert game.outcome(position) == Outcome(winner)


def claims(search: ThreatSearch, position: Position, most: int) -> Iterator[tuple[Mark, ForcedWin]]:
    """What the search says of a position: who wins, and how. At most one of them."""
    mover = position.turn
    found = {mover: search.find(position, most), opponent(mover): search.find_loss(position, most)}
    yield from ((winner, win) for winner, win in found.items() if win)


@pytest.mark.parametrize("name", BOARDS)
def test_what_is_claimed_of_endings_is_so(name: str) -> None:
    game = parse_game(name)
    rng = random.Random(name)
    search = ThreatSearch(game)
    table = Table(game)
    asked = claimed = deep = 0
    while asked < 2 * ENDINGS:
        ending = an_ending(game, rng.randint(6, 11), rng)
        worked_out = {attacker: Ending(game, *_sides(ending, attacker), real=True) for attacker in (X, O)}
        for turn in (X, O):
            position = ending._replace(turn=turn)
            asked += 1
            for winner, win in claims(search, position, MOST_LOOKED):
                claimed += 1
                deep += win.plies is None or win.plies > 3
                assert worked_out[winner].wins(turn == winner), (position, winner)
                assert_line_wins(game, position, win.line, winner)
                if win.plies is not None and position.taken.bit_count() >= len(game.cells) - 9:
                    assert table.answer(position, Budget()).plies == win.plies, position
                if claimed % PROOF_EVERY == 0:
                    assert_proof_holds(search, position, winner)
    print(f"{name}: {asked} positions, {claimed} claimed, {deep} of them longer than three plies")
    assert claimed > asked / 10, "too few wins are found to test anything"


def _sides(position: Position, attacker: Mark) -> tuple[Cells, Cells]:
    return (position.x, position.o) if attacker == X else (position.o, position.x)


@pytest.mark.parametrize("name", ["4,6,3", "5,5,4", "6,6,4", "6,6,5", "9,8,4"])
def test_the_proof_searches_agree(name: str) -> None:
    """In positions from play, with many empty cells; the proof searches look for no threats here."""
    game = parse_game(name)
    rng = random.Random(name)
    search = ThreatSearch(game)
    provers = {
        attacker: Prover(game, attacker, "real", ALL_RULES & ~THREATS & ~ANSWERS, memory=2**24) for attacker in (X, O)
    }
    claimed = settled = deep = 0
    for number in range(PLAYED):
        position = a_quiet_position(game, rng)
        for winner, win in claims(search, position, MOST_LOOKED):
            claimed += 1
            deep += win.plies is None or win.plies > 3
            assert_line_wins(game, position, win.line, winner)
            found = provers[winner].ask(position, PROVER_NODES).wins
            assert found is not False, position
            settled += found is True
            if number % PROOF_EVERY == 0:
                assert_proof_holds(search, position, winner)
    print(f"{name}: {PLAYED} positions, {claimed} claimed, {deep} of them long, {settled} settled")
    assert settled > claimed / 2
    assert deep > 2


SHAPES = [
    # two pairs that cross: two threes at once
    ("15,15,5", "h7 h8 i9 j9", "a1 a15 o1 o15", True),
    # one pair makes threes that can each be stopped
    ("15,15,5", "h7 h8", "a1 a15", False),
    # at the edge there is room on one side only
    ("15,15,5", "a7 a8 b9 c9", "o1 o15 h1 h15", False),
    # a three of the other side's own does not stop a four
    ("15,15,5", "h7 h8 h9 a1", "d3 d4 d5", True),
    # the other side wins first: its four has to be answered, and the answer takes the time
    ("15,15,5", "h7 h8 i9 j9", "d3 d4 d5 d6", False),
    # three stones of k = 3 are won with two, anywhere there is room
    ("19,19,3", "j10", "a1", True),
    ("19,19,6", "h7 h8 h9 h10 a1", "a19 s1 s19 j1", True),
]


@pytest.mark.parametrize(("name", "xs", "os", "is_won"), SHAPES)
def test_known_shapes(name: str, xs: str, os: str, is_won: bool) -> None:
    game = parse_game(name)
    position = Position(_cells(game, xs), _cells(game, os))
    search = ThreatSearch(game)
    win = search.find(position)
    assert (win is not None) == is_won
    if win:
        assert_line_wins(game, position, win.line, X)
        assert_proof_holds(search, position, X)


def _cells(game: Game, names: str) -> Cells:
    return sum(1 << parse_cell(game, name) for name in names.split())


@pytest.mark.parametrize(
    ("name", "wins"),
    [
        ("1,1,1", True), ("1,2,2", False), ("2,2,2", True), ("1,3,2", True), ("3,3,3", False), ("1,19,3", False),
        ("19,19,1", True), ("19,19,2", True), ("19,19,5", False), ("19,19,19", False), ("19,19,20", False),
        ("3,3,1000000", False),
    ],
)  # fmt: skip
def test_every_board_can_be_asked(name: str, wins: bool) -> None:
    """On the empty board the next stones win for k of 1 and, where there is room, of 2."""
    search = ThreatSearch(parse_game(name))
    assert (search.find(Position(), 300) is not None) == wins
    assert search.find_loss(Position(), 300) is None


def test_full_boards_are_nobodys() -> None:
    game = Game(3, 3, 3)
    for turn in (X, O):
        position = parse_position(game, "XOX/XOO/OXX")._replace(turn=turn)
        assert ThreatSearch(game).find(position) is None
        assert ThreatSearch(game).find_loss(position) is None


def test_what_was_forgotten_is_found_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """Lines and proofs do not need what the table has lost."""
    monkeypatch.setattr("tictactoe.search.threats.forced.ROWS", 2)
    game = parse_game("15,15,5")
    position = Position(_cells(game, "h7 h8 i9 j9"), _cells(game, "a1 a15 o1 o15"))
    search = ThreatSearch(game)
    win = search.find(position)
    assert win is not None
    assert_line_wins(game, position, win.line, X)
    assert_proof_holds(search, position, X)


def test_no_more_is_looked_at_than_was_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """A line ends where going on would take more: its first stones are good all the same."""
    monkeypatch.setattr("tictactoe.search.threats.forced.ROWS", 2)
    game = parse_game("15,15,5")
    position = Position(_cells(game, "h7 h8 i9 j9"), _cells(game, "a1 a15 o1 o15"))
    fewest = next(most for most in range(1, MOST_LOOKED) if ThreatSearch(game).wins(position, most))
    search = ThreatSearch(game)
    win = search.find(position, fewest)
    assert win is not None
    assert search.looked <= 2 * fewest + len(win.line)
    after = position.play(win.line[0])
    assert ThreatSearch(game).find_loss(after) is not None


def test_a_win_that_is_none_is_refused() -> None:
    game = parse_game("15,15,5")
    with pytest.raises(BadInput, match="not a win by threats"):
        ThreatSearch(game).move(Position(_cells(game, "h7 h8"), _cells(game, "a1 a15")))
