"""Forced wins against endings that were worked out completely, and against every reply."""

from __future__ import annotations

import random

import pytest

from endings import Ending
from extent import usually
from tictactoe.rules import Game, Position, X, parse_game, parse_position
from tictactoe.search.threats.forced import ThreatSearch

BOARDS = ["4,5,3", "5,5,4", "4,8,4", "6,6,4", "6,6,5", "7,8,5", "9,9,5", "11,12,6"]
ENDINGS = usually(60, 7000)


def an_ending(game: Game, empties: int, rng: random.Random) -> Position | None:
    """Stones of both sides on all but some cells, in which nobody has a line; the next is X's."""
    cells = rng.sample(game.cells, len(game.cells))
    sides = [0, 0]
    for cell in cells[empties:]:
        turn = rng.randrange(2)
        if game.has_line(sides[turn] | 1 << cell):
            turn = 1 - turn
        if game.has_line(sides[turn] | 1 << cell):
            return None
        sides[turn] |= 1 << cell
    return Position(sides[0], sides[1], X)


@pytest.mark.parametrize("name", BOARDS)
def test_what_is_found_is_a_win_whatever_is_given_outside_its_zone(name: str) -> None:
    game = parse_game(name)
    rng = random.Random(name)
    search = ThreatSearch(game)
    found = 0
    for _ in range(ENDINGS):
        position = None
        while position is None:
            position = an_ending(game, rng.randint(7, 12), rng)
        win = search.find(position, 500)
        if win is None:
            continue
        found += 1
        ending = Ending(game, position.x, position.o, real=True)
        assert ending.wins(True), position
        free = game.board & ~position.taken
        guarded = 0
        for line in game.lines:
            if not line & position.x:
                guarded |= line
        assert ending.wins(True, 0, free & ~(win.zone | guarded)), position
        assert_line_wins(game, position, win.line)
    assert found > ENDINGS / 10, "too few wins are found to test anything"


def assert_line_wins(game: Game, position: Position, line: tuple[int, ...]) -> None:
    """The line is legal, and ends with a line completed by whoever began it."""
    winner = position.turn
    for cell in line:
        assert game.outcome(position) is None
        position = position.play(cell)
    outcome = game.outcome(position)
    assert outcome is not None
    assert outcome.winner == winner


@pytest.mark.parametrize(
    ("name", "text", "is_won"),
    [
        ("15,15,5", "double three", True),
        ("15,15,5", "one three", False),
        ("15,15,5", "empty", False),
    ],
)
def test_known_shapes(name: str, text: str, is_won: bool) -> None:
    """Two open pairs that cross make two threes at once; one pair alone makes none that wins."""
    game = parse_game(name)
    stones = {
        "double three": ("h7 h8 i9 j9", "a1 a15 o1 o15"),
        "one three": ("h7 h8", "a1 a15"),
        "empty": ("", ""),
    }[text]
    position = parse_position(game, _rows(game, *stones))
    assert (ThreatSearch(game).find(position, 5000) is not None) == is_won


def _rows(game: Game, xs: str, os: str) -> str:
    marks = dict.fromkeys(xs.split(), "X") | dict.fromkeys(os.split(), "O")
    return "/".join(
        "".join(marks.get(f"{chr(97 + col)}{row + 1}", ".") for col in range(game.cols)) for row in range(game.rows)
    )


@pytest.mark.parametrize("name", ["1,1,1", "1,2,2", "2,2,2", "3,3,3", "19,19,5", "19,19,19", "1,19,3"])
def test_every_board_can_be_asked(name: str) -> None:
    """On the empty board the next stones win for k of 1 and, where there is room, of 2."""
    game = parse_game(name)
    win = ThreatSearch(game).find(Position(), 300)
    assert (win is not None) == (name in ("1,1,1", "2,2,2"))
