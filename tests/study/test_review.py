"""The review of a game: every move is judged as the oracle would, wherever the game began."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

import oracle
from extent import sample
from strategies import played
from tictactoe.rules import BadInput, Cell, Game, Position, format_cell, notation, parse_moves, parse_position
from tictactoe.search import Budget, Solver
from tictactoe.study.review import TRIES, Lesson, Mistake, Ply, Review, lesson_of, review

THREE = Game(3, 3, 3)
SOLVER = Solver(THREE)


def test_every_move_of_every_position() -> None:
    """A mistake is a move that is worth less than another, and the better ones are all that are worth more."""
    for board, turn in sample(oracle.reachable(3, 3, 3), 1_000):
        start = parse_position(THREE, board)
        before = oracle.value(board, turn, 3)
        assert review(SOLVER, (), start).answer.value == before
        if oracle.over(board, 3):
            continue
        worth = {row * 3 + col: oracle.move_score(board, row, col, turn, 3)[0] for row, col in oracle.blanks(board)}
        for move, value in worth.items():
            [ply] = review(SOLVER, (move,), start).plies
            assert (ply.player, ply.move, ply.position) == (turn, move, start.play(move))
            assert ply.answer.before_move().value == value
            assert (ply.mistake is not None) == (value < before)
            better = ply.mistake.better if ply.mistake else ()
            assert better == (tuple(cell for cell in worth if worth[cell] == before) if value < before else ())


@given(played(st.just(THREE)), st.data())
def test_a_review_from_the_middle_is_the_rest_of_the_whole(
    case: tuple[Game, tuple[Cell, ...], Position], data: st.DataObject
) -> None:
    _, moves, position = case
    skip = data.draw(st.integers(0, len(moves)))
    whole = review(SOLVER, moves)
    assert (whole.plies[-1].position if moves else whole.start) == position
    middle = whole.plies[skip - 1].position if skip else whole.start
    assert said(review(SOLVER, moves[skip:], middle).plies) == said(whole.plies[skip:])


def said(plies: tuple[Ply, ...]) -> list[Ply]:
    """What is said of the moves, apart from how much is in the solver's table by then."""
    return [
        ply._replace(
            answer=ply.answer._replace(nodes=0),
            mistake=ply.mistake and ply.mistake._replace(number=0, worth=ply.mistake.worth._replace(nodes=0), moves={}),
        )
        for ply in plies
    ]


def test_a_famous_mistake() -> None:
    found = review(SOLVER, parse_moves(THREE, "b2 b1 a1"))
    assert [ply.mistake is not None for ply in found.plies] == [False, True, False]
    assert [format_cell(THREE, cell) for cell in mistake_of(found, 2).better] == ["a1", "c1", "a3", "c3"]


def test_what_is_not_known_is_no_mistake() -> None:
    """With no time to think, nothing is known of a large board, and nobody is blamed."""
    game = Game(7, 8, 5)
    found = review(Solver(game), parse_moves(game, "a1 d4 h7"), budget=Budget(0))
    assert any(ply.answer.value is None for ply in found.plies)
    assert not any(ply.mistake for ply in found.plies if ply.answer.value is None)


def test_the_end_of_a_large_game_is_known_although_its_beginning_is_not() -> None:
    game = Game(15, 15, 5)
    moves = parse_moves(game, "h8 g7 h9 g8 h10 g9 h11 a1 h12")
    found = review(Solver(game), moves, budget=Budget(nodes=5_000))
    assert [str(ply.answer) for ply in found.plies[-4:]] == ["win in 3", "loss in 2", "win in 1", "loss in 0"]
    assert found.plies[0].answer.value is None
    assert not found.lessons


def test_a_move_that_is_not_legal_is_refused() -> None:
    with pytest.raises(BadInput, match="b2 is taken by X"):
        review(SOLVER, (4, 4))


def mistake_of(found: Review, number: int) -> Mistake:
    mistake = found.plies[number - 1].mistake
    assert mistake
    return mistake


def lessons() -> list[Lesson]:
    """Mistakes in as many positions as are tried."""
    found: list[Lesson] = []
    for board, turn in sample(oracle.reachable(3, 3, 3), 100):
        if not oracle.over(board, 3):
            start = parse_position(THREE, board)
            assert start.turn == turn
            for cell in THREE.cells:
                if not start.taken >> cell & 1:
                    found += review(SOLVER, (cell,), start).lessons
    assert found
    return found


def test_a_better_move_is_asked_for_before_it_is_told() -> None:
    for lesson in lessons():
        mistake = lesson.mistake
        names = [format_cell(THREE, cell) for cell in mistake.better]
        played = format_cell(THREE, mistake.move)
        assert lesson.text.startswith(f"Move 1: {mistake.player} played {played}, which gave away {mistake.stake}.")
        assert not lesson.is_over
        assert lesson.known == ()
        wrong = [cell for cell in mistake.moves if cell not in mistake.better]
        for cell in mistake.moves:
            tried = lesson.play(cell)
            assert tried.is_found == tried.is_over == (cell in mistake.better)
            assert tried.text.startswith("Right: ") == tried.is_found
            if not tried.is_found:
                assert tried.known == (cell,)
                assert tried.text.endswith("Try once more.")
                assert not any(f"{name} keeps" in tried.text for name in names)
        told = lesson.tell()
        assert told.is_over
        assert not told.is_found
        assert f"The {mistake.stake[4:]} is kept by" in told.text
        assert len(names) > 4 or all(name in told.text for name in names)
        assert f" {played}: " in told.text
        tried_out = lesson
        for cell in (wrong * TRIES)[:TRIES]:
            tried_out = tried_out.play(cell)
        assert tried_out.is_over
        assert "is kept by" in tried_out.text
        assert set(tried_out.known) == {*mistake.better, mistake.move, *tried_out.tried}


def test_what_is_said_of_tries() -> None:
    lesson = lesson_of(SOLVER, parse_moves(THREE, "b2 b1 a1"), 2)
    assert lesson.text == "Move 2: O played b1, which gave away the draw. What would have kept it?"
    once = lesson.play(parse_cell("c2"))
    assert once.text == "After c2 X wins in 5: that gives away the draw too. Try once more."
    assert lesson.play(parse_cell("b1")).text == "b1 is what was played, and it gave away the draw. Try once more."
    assert once.play(parse_cell("a3")).text.startswith("Right: a3 keeps the draw, as do a1, c1 and c3. b1: ")
    assert once.play(parse_cell("a2")).text.startswith(
        "After a2 X wins in 5: that gives away the draw too. The draw is kept by a1, c1, a3 and c3. b1: "
    )


def parse_cell(name: str) -> Cell:
    return notation.parse_cell(THREE, name)


def test_a_lesson_that_cannot_be_is_refused() -> None:
    moves = parse_moves(THREE, "b2 b1 a1")
    for number, why in ((0, "no move 0"), (4, "no move 4"), (1, "move 1 is not known to be a mistake")):
        with pytest.raises(BadInput, match=why):
            lesson_of(SOLVER, moves, number)
    lesson = lesson_of(SOLVER, moves, 2)
    with pytest.raises(BadInput, match="b2 is taken by X"):
        lesson.play(4)
    with pytest.raises(BadInput, match="nothing left to try"):
        lesson.tell().play(0)


def test_a_game_from_the_middle_has_the_lessons_of_the_whole() -> None:
    whole = lesson_of(SOLVER, parse_moves(THREE, "b2 b1 a1"), 2)
    rest = lesson_of(SOLVER, parse_moves(THREE, "b1 a1", Position().play(4)), 1, Position().play(4))
    assert rest.mistake.moves.keys() == whole.mistake.moves.keys()
    assert rest.text == whole.text.replace("Move 2", "Move 1")
