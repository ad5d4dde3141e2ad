"""Boards and tables as text, looked at whole."""

from __future__ import annotations

from hypothesis import given

from strategies import played
from tictactoe.draw.text import (
    describe_choice,
    describe_fact,
    describe_outcome,
    draw_analysis,
    draw_board,
    draw_solution,
    draw_table,
)
from tictactoe.rules import Game, Position, parse_position
from tictactoe.search import Analysis, Answer, Fact, Solver
from tictactoe.search.proof.prover import REASONS

THREE = Game(3, 3, 3)


def test_a_board() -> None:
    assert draw_board(THREE, parse_position(THREE, "X.O/.X./..O")) == (
        "     a   b   c\n  1  X |   | O\n    ---+---+---\n  2    | X |\n    ---+---+---\n  3    |   | O"
    )


def test_winning_stones_are_marked_without_colour() -> None:
    position = parse_position(THREE, "XXX/OO./...")
    assert draw_board(THREE, position).splitlines()[1] == "  1 [X]|[X]|[X]"
    outcome = THREE.outcome(position)
    assert outcome is not None
    assert describe_outcome(THREE, position, outcome) == "X has won: a1 b1 c1."


def test_every_reason_has_its_words() -> None:
    for reason in REASONS.values():
        said = describe_fact(Fact("X", "real", False, reason, 7))
        assert said.startswith("X cannot win: ")
        assert said.endswith(" (7 nodes)")


def test_a_line_of_play_says_who_wins() -> None:
    game = Game(3, 6, 3)
    lost = parse_position(game, "X...../.X..O./......")._replace(turn="O")
    assert "One way for X to win: " in draw_solution(game, lost, Solver(game, strong=False).solve(lost), 0, False, 0)


def test_labels_widen_the_cells() -> None:
    drawn = draw_board(THREE, Position(), {4: "win in 3"})
    assert "|" + " win in 3 ".center(10) + "|" in drawn
    assert len({line.find("+") for line in drawn.splitlines() if "+" in line}) == 1


@given(played())
def test_any_board_is_drawn_within_80_columns(case: tuple[Game, tuple[int, ...], Position]) -> None:
    game, _, position = case
    drawn = draw_board(game, position)
    lines = drawn.splitlines()
    assert len(lines) == 2 * game.rows
    assert max(map(len, lines)) <= 80
    assert drawn.isascii()
    assert drawn.count("X") == position.x.bit_count()
    assert drawn.count("O") == position.o.bit_count()


def test_an_analysis_lists_every_move_best_first() -> None:
    position = parse_position(THREE, "X.O/.X./..O")
    text = draw_analysis(THREE, position, Solver(THREE).analyze(position))
    assert text.endswith(
        "3 in a row on 3 x 3, X to move: draw\n"
        "\n"
        "  move  score\n"
        "  c2    draw       best\n"
        "  b1    loss in 2\n"
        "  a2    loss in 2\n"
        "  a3    loss in 2\n"
        "  b3    loss in 2\n"
        "\n"
        "A perfect player takes c2."
    )


def test_a_finished_game_is_said_to_be() -> None:
    position = parse_position(THREE, "XOX/XXO/OXO")
    assert draw_analysis(THREE, position, Solver(THREE).analyze(position)).endswith("\n\nThe game is a draw.")


def test_numbers_stand_to_the_right() -> None:
    assert draw_table([["a", "n"], ["bb", "10"], ["c", "9"]], right=frozenset({1})) == "  a    n\n  bb  10\n  c    9"


UNKNOWN = Answer(-1, 1)


def test_what_is_judged_is_said_to_be_and_what_is_not_known_is_one_row() -> None:
    moves = {**dict.fromkeys(THREE.cells, UNKNOWN), 2: Answer(-1, -1, 2)}
    judged = Analysis(UNKNOWN, moves, 4)
    lines = draw_analysis(THREE, Position(), judged).splitlines()
    assert lines[lines.index("3 in a row on 3 x 3, X to move: not known") :] == [
        "3 in a row on 3 x 3, X to move: not known",
        "",
        "  move      score",
        "  b2        not known  judged",
        "  c1        loss in 2",
        "  7 others  not known",
        "",
        "Judged best, but not proven: b2.",
    ]
    assert describe_choice(THREE, judged._replace(choice=None)) == ""
    assert describe_choice(THREE, Analysis(Answer(1, 1), {4: Answer(1, 1), 0: UNKNOWN}, 4)) == (
        "A perfect player takes b2."
    )
