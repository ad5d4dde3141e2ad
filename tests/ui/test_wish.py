"""What a menu asks: the same in the window and the terminal."""

from __future__ import annotations

import pytest

from tictactoe.match import LEVELS, PERSON, SIDES, Session
from tictactoe.rules import BadInput, Game
from tictactoe.ui.choices import BOARDS, board_name
from tictactoe.ui.wish import OTHER, Wish, menu_rows, wish_of


def test_every_side_board_and_level_is_offered() -> None:
    rows = menu_rows(board_name, "other…")
    assert list(rows["side"]) == list(SIDES)
    assert list(rows["level"]) == list(LEVELS)
    assert len(rows["board"]) == len(BOARDS) + 1
    assert rows["board"][OTHER] == "other…"
    for game in BOARDS:
        wish = wish_of(Session(game, o="careful"))
        assert wish.named_board in rows["board"]
        assert (wish.game, wish.level, wish.side) == (game, "careful", "x")


@pytest.mark.parametrize("board", ["", "6", "6,6,", "20,20,5", "x"])
def test_what_is_half_typed_is_no_game_yet(board: str) -> None:
    wish = Wish("x", board, "perfect")
    assert (wish.game, wish.named_board, wish.level_in_force) == (None, OTHER, "perfect")
    with pytest.raises(BadInput):
        wish.session()


def test_which_level_plays_the_board_has_a_say_in() -> None:
    large = Wish("o", " 15, 15,5", "perfect")
    assert (large.game, large.level_in_force) == (Game(15, 15, 5), "strong")
    assert large.manner.startswith("strong: ")
    assert (large.session().x, large.session().o) == ("strong", PERSON)
    assert Wish("both", "3,3,3", "perfect").manner == "Two people take turns."


def test_a_game_goes_on_if_its_board_is_chosen_again() -> None:
    begun = Session(Game(4, 4, 4), (0, 5), seed=7)
    again = Wish("o", "4,4,4", "wary").session(begun)
    assert (again.moves, again.seed, again.x, again.o) == ((0, 5), 7, "wary", PERSON)
    assert Wish("o", "3,3,3", "wary").session(begun).moves == ()
