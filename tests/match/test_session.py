"""Sessions: a game of any mix of people and computer players, move by move, back and forth."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest
from hypothesis import given

from strategies import anything, played, seats, seeds, sessions
from tictactoe.match import LEVELS, PERSON, SIDES, Session, seated
from tictactoe.rules import BadInput, Cell, Game, O, Position, X, opponent, parse_position, whole_number

THREE = Game(3, 3, 3)
MIXES = [(PERSON, PERSON), (PERSON, "careful"), ("careful", PERSON), ("careful", "wary")]


def play_all(session: Session, moves: tuple[Cell, ...]) -> Session:
    for cell in moves:
        session = session.play(cell)
    return session


@given(played(), seats, seats, seeds)
def test_playing_makes_the_moves_and_nothing_else(
    case: tuple[Game, tuple[Cell, ...], Position], x: str, o: str, seed: int
) -> None:
    game, moves, position = case
    start = Session(game, x=x, o=o, seed=seed)
    session = play_all(start, moves)
    assert session == Session(game, moves, x, o, seed)
    assert (session.position, session.turn) == (position, position.turn)
    assert session.outcome == game.outcome(position)
    assert session.mover == (x if position.turn == X else o) == session.seat(position.turn)
    assert start == Session(game, x=x, o=o, seed=seed)


@pytest.mark.parametrize(("x", "o"), MIXES)
def test_the_people_are_the_sides_that_no_level_plays(x: str, o: str) -> None:
    assert Session(THREE, x=x, o=o).people == tuple(mark for mark, seat in ((X, x), (O, o)) if seat == PERSON)


@given(sessions())
def test_undo_goes_back_to_before_a_persons_last_move(session: Session) -> None:
    earlier = session.undo()
    assert (earlier.game, earlier.x, earlier.o, earlier.seed) == session[:1] + session[2:5]
    if session.resigned:
        assert earlier == session._replace(resigned=None)
        return
    assert earlier.moves + earlier.undone == session.moves + session.undone
    turns = [session.start.turn, opponent(session.start.turn)]
    by_people = [session.seat(turns[number % 2]) == PERSON for number in range(len(session.moves))]
    kept, taken_back = by_people[: len(earlier.moves)], by_people[len(earlier.moves) :]
    if not session.people:
        assert len(taken_back) == min(1, len(session.moves))
    elif any(by_people):
        assert taken_back == [True] + [False] * (len(taken_back) - 1)
        assert earlier.mover == PERSON
    else:
        assert (kept, taken_back) == (by_people, [])


@given(played(), seats, seats)
def test_undoing_everything_comes_to_the_start(case: tuple[Game, tuple[Cell, ...], Position], x: str, o: str) -> None:
    game, moves, _ = case
    session = play_all(Session(game, x=x, o=o), moves)
    for _ in moves:
        session = session.undo()
    assert session.undo() == session
    opened_by_a_level = x != PERSON and o == PERSON
    assert len(session.moves) == min(len(moves), int(opened_by_a_level))
    for _ in moves:
        session = session.redo()
    assert session == session.redo() == Session(game, moves, x, o)


@given(sessions())
def test_redo_undoes_undo_exactly(session: Session) -> None:
    """At every point where a person may ask for it. While a level thinks, redo may go on to the person's next turn."""
    settled = session.outcome or session.mover == PERSON or not session.people or not session.undone
    if settled and not session.resigned:
        earlier, later = session.undo(), session.redo()
        assert earlier == session or earlier.redo() == session
        assert later == session or later.undo() == session


@given(sessions())
def test_redo_plays_on_to_a_persons_turn(session: Session) -> None:
    later = session.redo()
    assert later.moves + later.undone == session.moves + session.undone
    if session.resigned or not session.undone:
        assert later == session
    elif session.people:
        assert len(later.moves) > len(session.moves)
        assert later.mover == PERSON or not later.undone
    else:
        assert len(later.moves) == len(session.moves) + 1


@given(sessions())
def test_the_same_move_keeps_what_can_be_redone_and_another_drops_it(session: Session) -> None:
    if session.outcome:
        return
    for cell in session.game.moves(session.position):
        undone = session.undone[1:] if session.undone and session.undone[0] == cell else ()
        assert session.play(cell) == session._replace(moves=(*session.moves, cell), undone=undone)


def test_what_can_be_redone_in_a_story() -> None:
    before = play_all(Session(THREE), (4, 0, 8))
    back = before.undo().undo()
    assert (back.moves, back.undone) == ((4,), (0, 8))
    assert back.play(0).undone == (8,)
    assert back.play(0).redo() == before
    assert back.play(1).undone == ()
    assert back.play(1).redo() == back.play(1)


@given(sessions())
def test_the_right_side_resigns(session: Session) -> None:
    if session.outcome:
        with pytest.raises(BadInput, match="the game is over: there is nothing to resign"):
            session.resign()
    elif not session.people:
        with pytest.raises(BadInput, match="no person plays in this game"):
            session.resign()
    else:
        after = session.resign()
        assert after.outcome
        assert session.seat(after.resigned or X) == PERSON
        if len(session.people) == 2:
            assert after.resigned == session.turn
        assert {after.resigned, after.outcome.winner} == {X, O}
        assert after.undo() == session
        assert after.redo() == after
        with pytest.raises(BadInput, match=f"the game is over: {after.resigned} has resigned"):
            after.play(session.game.moves(session.position)[0])


@given(sessions(), seeds)
def test_again_is_a_new_game_for_the_same_players(session: Session, seed: int) -> None:
    assert session.again(seed) == Session(session.game, (), session.x, session.o, seed)


def test_only_legal_moves_are_played() -> None:
    session = Session(THREE).play(4)
    with pytest.raises(BadInput, match="b2 is taken by X"):
        session.play(4)
    assert [type(cell) for cell in Session(Game(19, 19, 5)).play(np.int64(70)).moves] == [int]  # type: ignore[arg-type]
    for cell in (99, -1, True, "b2", None):
        with pytest.raises(BadInput, match="is not on the board, whose cells are 0 to 8"):
            session.play(cell)  # type: ignore[arg-type]
    with pytest.raises(BadInput, match="the game is over"):
        Session(THREE, (0, 3, 1, 4, 2)).play(8)


@given(anything)
def test_anything_else_is_refused_in_a_sentence(thing: object) -> None:
    if whole_number(thing) not in THREE.cells:
        with pytest.raises(BadInput, match="is not on the board"):
            Session(THREE).play(thing)  # type: ignore[arg-type]


@pytest.mark.parametrize("name", SIDES)
def test_a_side_is_seated_and_recognised(name: str) -> None:
    """People play the marks that the side says, a level the others."""
    session = seated(THREE, name, "wary", 7, (4,))
    assert (session.side, session.people) == (SIDES[name], SIDES[name].people)
    assert {session.seat(mark) for mark in (X, O) if mark not in session.people} <= {"wary"}
    assert (session.moves, session.seed) == ((4,), 7)


def test_there_are_no_other_sides() -> None:
    with pytest.raises(BadInput, match="there is no side 'two': the sides are x, o, both, none"):
        seated(THREE, "two")


@pytest.mark.parametrize("side", SIDES)
def test_there_are_no_other_levels(side: str) -> None:
    """Even where no level plays."""
    with pytest.raises(BadInput, match=r"there is no level 'person': the levels are random, hasty, .* perfect"):
        seated(THREE, side, PERSON)


def test_a_game_may_begin_from_a_position() -> None:
    """With O to move: the moves alternate from there, and undo comes no further back."""
    start = parse_position(THREE, "X../.../...")
    session = play_all(seated(THREE, "o", start=start), (4, 8))
    assert (session.turn, session.mover) == (O, PERSON)
    assert session.position == Position().play(0).play(4).play(8)
    assert session.undo().position == session.undo().undo().position == start
    assert session.undo().redo() == session
    with pytest.raises(BadInput, match="a1 is taken by X"):
        session.play(0)


@pytest.mark.parametrize(("x", "o"), [*product([PERSON, *LEVELS], repeat=2)])
def test_every_pair_of_players_can_be_seated(x: str, o: str) -> None:
    """Two moves by each side are taken back and made again, whoever they are."""
    session = play_all(Session(THREE, x=x, o=o), (4, 0, 8, 2))
    back = session.undo()
    steps = {(True, True): 1, (True, False): 2, (False, True): 1, (False, False): 1}[x == PERSON, o == PERSON]
    assert back.moves == session.moves[:-steps]
    assert back.redo() == session
