"""Which positions can arise, and what is said of the others."""

from __future__ import annotations

import pytest
from hypothesis import given

from oracle import layouts, reachable
from strategies import played
from tictactoe.rules import BadInput, Game, O, Position, X, defects, parse_position, require_fits, require_legal


@pytest.mark.parametrize("size", [(3, 3, 3), (2, 4, 3), (3, 3, 2), (2, 3, 1), (1, 8, 3), (2, 5, 2), (3, 3, 5)])
def test_exactly_the_reachable_layouts_have_no_defect(size: tuple[int, int, int]) -> None:
    game = Game(*size)
    can_arise = {board for board, _ in reachable(*size)}
    for text in layouts(*size[:2]):
        found = defects(game, parse_position(game, text))
        assert (found == ()) == (text in can_arise), (text, found)


@given(played())
def test_what_was_played_can_arise(case: tuple[Game, tuple[int, ...], Position]) -> None:
    game, _, position = case
    assert require_legal(game, position) == position


def test_every_defect_is_listed() -> None:
    game = Game(4, 4, 3)
    found = defects(game, parse_position(game, "XXX./OOO./OOO./OOO."))
    assert found == (
        "X has 3 and O has 9, but X moves first and turns alternate, so X has as many as O or one more",
        "both X (a1 b1 c1) and O (a2 b2 c2) have 3 in a row",
        "O has rows of 3 with no cell in common, but the game ends with the first",
    )


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("XXX/OOO/...", "both X (a1 b1 c1) and O (a2 b2 c2) have 3 in a row"),
        ("XXX/.../...", "X has 3 and O has 0, but X moves first"),
        ("XXX/OO./O..", "X has 3 in a row (a1 b1 c1), but O has moved since"),
        ("OOO/XX./XX.", "O has 3 in a row (a1 b1 c1), but X has moved since"),
    ],
)
def test_sentences(text: str, sentence: str) -> None:
    game = Game(3, 3, 3)
    with pytest.raises(BadInput) as error:
        require_legal(game, parse_position(game, text))
    assert sentence in str(error.value)
    assert repr(text) in str(error.value)


def test_stones_off_the_board_or_on_one_cell() -> None:
    game = Game(3, 3, 3)
    assert "stones stand on 9" in defects(game, Position(1 << 9, 1))[0]
    assert defects(game, Position(1, 1)) == ("both X and O hold a1",)
    assert "it is O's turn" in defects(game, Position(0, 0, O))[0]
    assert defects(game, Position(0, 0, X)) == ()
    for wrong in (Position(1 << 9, 1), Position(1, 1)):
        with pytest.raises(BadInput, match="do not fit the 3×3 board"):
            require_fits(game, wrong)
