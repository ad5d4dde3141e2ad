"""What all interfaces say alike."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from tictactoe.match import LEVELS, PERFECT, PERSON, Level, Session
from tictactoe.match.host import Host
from tictactoe.rules import BadInput, Game, parse_moves
from tictactoe.search import Analysis, Answer, Progress
from tictactoe.ui.choices import (
    BOARDS,
    ending,
    hint_of,
    last_title,
    level_for,
    levels_for,
    manner_of,
    once_more,
    status,
    summary,
)

THREE = Game(3, 3, 3)


@contextmanager
def hosting(session: Session) -> Iterator[Host]:
    host = Host(session)
    try:
        yield host
    finally:
        host.close()


def after(moves: str, x: str = PERSON, o: str = PERSON) -> Session:
    return Session(THREE, parse_moves(THREE, moves), x, o)


def test_a_problem_is_said_until_the_game_is_over() -> None:
    with hosting(after("b2")) as host:
        host.problem = "the search has failed"
        assert status(host) == "The search has failed."
        host.analysis = Analysis(Answer(0, 0), {0: Answer(0, 0)}, 0)
        assert status(host) == "The search has failed."
        host.resign()
        host.problem = "the search has failed"
        assert status(host) == "O has resigned: X wins."


def test_a_hint_that_is_not_proven_says_so() -> None:
    """What is known of the other moves is on the board all the same."""
    session = after("b2")
    unknown = "Hint: a1, judged best but not proven."
    for best, said in (
        (Answer(0, 0), "Hint: a1, draw."),
        (Answer(1, 1, 5), "Hint: a1, win in 5."),
        (Answer(-1, -1), "Hint: a1, loss."),
        (Answer(-1, 1), unknown),
        (Answer(0, 1), "Hint: a1, draw or win, judged best but not proven."),
    ):
        assert hint_of(session, Analysis(best, {0: best, 1: Answer(-1, -1)}, 0)) == said
    nothing = Analysis(Answer(-1, 1), {0: Answer(0, 0)}, None)
    assert hint_of(session, nothing) == "Hint: not every move could be worked out in time."
    partly = Analysis(Answer(0, 1), {0: Answer(0, 0), 1: Answer(-1, 1)}, 0)
    assert hint_of(session, partly) == "Hint: a1, draw, judged best but not proven."
    with hosting(session) as host:
        host.analysis = Analysis(Answer(-1, 1), {0: Answer(-1, 1)}, 0)
        assert status(host) == f"{unknown} O's move."


def test_a_hint_says_what_it_knows_while_it_is_worked_out() -> None:
    with hosting(Session(Game(6, 6, 4))) as host:
        host.hint()
        assert status(host) == "Working out a hint…"
        host._thinker.so_far = Analysis(Answer(-1, 1), {0: Answer(-1, 1), 1: Answer(-1, 1)}, 1)
        assert status(host) == "Hint: b1, judged best but not proven. Looking further…"
        host._thinker.so_far = Analysis(Answer(1, 1), {0: Answer(1, 1), 1: Answer(-1, 1)}, 0)
        assert status(host) == "Hint: a1, win. Working out the other moves…"
        host._thinker.progress = Progress("b1: can X win?", 5_000, 1.2)
        assert status(host) == "Hint: a1, win. Working out the other moves… 5,000 positions, 1 s"


@pytest.mark.parametrize(
    ("answer", "text"),
    [
        (Answer(1, 1, 5), "+5"),
        (Answer(1, 1), "+"),
        (Answer(-1, -1, 4), "-4"),
        (Answer(-1, -1), "-"),
        (Answer(0, 0), "="),
        (Answer(0, 1), "=+"),
        (Answer(-1, 0), "=-"),
        (Answer(-1, 1), "?"),
    ],
)
def test_a_score_in_a_few_characters(answer: Answer, text: str) -> None:
    assert answer.short == text


def test_how_a_game_has_ended() -> None:
    """Whoever gave up needs not be told that they have lost."""
    won = "a1 a2 b1 b2 c1"
    assert ending(after(won)) == "X has won: a1 b1 c1."
    assert ending(after(won, o="careful")) == "You win. X has won: a1 b1 c1."
    assert ending(after(won, x="careful")) == "You lose. X has won: a1 b1 c1."
    assert ending(after(won, "careful", "careful")) == "X has won: a1 b1 c1."
    assert ending(after("a1 b2 c3 b1 b3 a3 c1 c2 a2", o="careful")) == "The game is a draw."
    assert ending(after("b2").resign()) == "O has resigned: X wins."
    assert ending(after("b2", o="careful").resign()) == "X has resigned: O wins."
    with pytest.raises(BadInput, match="the game has not ended"):
        ending(after("b2"))


def test_the_boards_that_are_offered_can_be_played() -> None:
    assert [*BOARDS[-3:]] == [Game(10, 10, 5), Game(15, 15, 5), Game(19, 19, 5)]
    for game in BOARDS:
        assert level_for(game, "careful") == "careful"
        assert not levels_for(game)[level_for(game, PERFECT)]


def test_a_level_that_cannot_play_gives_way_to_the_best_that_can(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever levels there are: what each can play is asked of it."""
    large = Game(15, 15, 5)
    assert (level_for(large, PERFECT), level_for(THREE, PERFECT), level_for(None, PERFECT)) == (
        "strong",
        PERFECT,
        PERFECT,
    )
    nobody = "Nobody has solved 15,15,5: strong is the best there is."
    assert manner_of(large, PERFECT) == f"strong: {LEVELS['strong'].manner} {nobody}"
    assert manner_of(large, "hasty") == f"hasty: {LEVELS['hasty'].manner}"
    assert {name for name, why in levels_for(large).items() if why} == {PERFECT}

    def only_simple(_: Game, name: str) -> Level:
        if LEVELS[name].plies is None:
            raise BadInput(f"{name} needs what is not here")
        return LEVELS[name]

    monkeypatch.setattr("tictactoe.ui.choices.require_level", only_simple)
    assert level_for(large, PERFECT) == level_for(THREE, PERFECT) == "wary"
    assert manner_of(THREE, "strong") == f"wary: {LEVELS['wary'].manner} Strong needs what is not here."


def test_a_game_in_a_line() -> None:
    assert summary(after("")) == "3×3, two people, 0 moves"
    assert summary(after("b2", o="careful")) == "3×3, you X against careful, 1 move"
    assert summary(after("b2 a1", x="wary")) == "3×3, you O against wary, 2 moves"
    assert summary(after("a1 a2 b1 b2 c1", "wary", "hasty")) == "3×3, wary against hasty, ended"
    assert summary(Session(Game(15, 15, 5))) == "15×15 (5), two people, 0 moves"


def test_the_last_game_once_more() -> None:
    begun, over = after("b2", o="careful"), after("a1 a2 b1 b2 c1", o="careful")
    assert last_title(begun) == "Go on: 3×3, you X against careful, 1 move"
    assert once_more(begun, 5) == begun
    assert last_title(over) == "Once more: 3×3, you X against careful, ended"
    assert once_more(over, 5) == Session(THREE, o="careful", seed=5)


def test_a_paused_game_says_so() -> None:
    with hosting(Session(THREE, x="careful", o="wary")) as host:
        host.pause()
        assert status(host) == "Paused. The next move is X's (careful)."
