"""Symmetries and the canonical form."""

from __future__ import annotations

from hypothesis import given

from strategies import games, played
from tictactoe.rules import Game, Position, canonical, symmetries, transform


@given(games)
def test_eight_on_a_square_four_on_a_rectangle(game: Game) -> None:
    found = symmetries(game)
    assert len(found) == (8 if game.rows == game.cols else 4)
    assert found[0] == tuple(game.cells)
    if min(game.rows, game.cols) > 1:
        assert len(set(found)) == len(found)


@given(games)
def test_they_keep_lines_lines(game: Game) -> None:
    for symmetry in symmetries(game):
        assert sorted(symmetry) == list(game.cells)
        for line in game.lines[:40]:
            assert transform(Position(line), symmetry).x in game.lines


@given(games)
def test_they_are_a_group(game: Game) -> None:
    found = set(symmetries(game))
    for first in found:
        assert {tuple(second[cell] for cell in first) for second in found} == found


@given(played())
def test_canonical_is_one_name_for_all_of_them(case: tuple[Game, tuple[int, ...], Position]) -> None:
    game, _, position = case
    images = {transform(position, symmetry) for symmetry in symmetries(game)}
    assert {canonical(game, image) for image in images} == {canonical(game, position)}
    assert canonical(game, position) in images
    assert {game.outcome(image) for image in images} == {game.outcome(position)}
