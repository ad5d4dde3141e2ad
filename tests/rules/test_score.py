"""Scores: order, negation, words."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from tictactoe.rules import DRAWN, Score, loss_in, win_in

scores = st.one_of(st.builds(win_in, st.integers(0, 361)), st.just(DRAWN), st.builds(loss_in, st.integers(0, 361)))


def test_order_is_what_the_player_to_move_prefers() -> None:
    ranked = [win_in(0), win_in(1), win_in(3), win_in(361), DRAWN, loss_in(360), loss_in(4), loss_in(2), loss_in(0)]
    assert sorted(ranked, reverse=True) == ranked
    assert len(set(ranked)) == len(ranked)


@given(scores, scores)
def test_negation_turns_the_order_round(one: Score, other: Score) -> None:
    back = -one
    assert -back == one
    assert (one < other) == (-other < -one)
    assert (one == other) == (-one == -other)


@given(scores)
def test_a_score_before_the_move_is_the_other_players_and_one_ply_further(score: Score) -> None:
    before = score.before_move()
    assert before.value == -score.value
    assert before.plies == (None if score.plies is None else score.plies + 1)


def test_words() -> None:
    assert [str(score) for score in (win_in(3), DRAWN, loss_in(4))] == ["win in 3", "draw", "loss in 4"]
