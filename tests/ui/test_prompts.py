"""Games in plain prompts: through a pipe, and in a real terminal."""

from __future__ import annotations

from console import Terminal, run


def test_a_whole_game_as_x_ends_in_a_draw() -> None:
    with Terminal("play") as terminal:
        terminal.expect("Play X (you begin), O, or 2 for two people? [X] ")
        terminal.enter("")
        terminal.expect("3 in a row on 3 x 3 wins.")
        for cell, reply in (("b2", "a1"), ("c1", "a3"), ("a2", "c2"), ("b1", "b3")):
            terminal.expect("X's move: ")
            terminal.enter(cell)
            terminal.expect(f"O plays {reply}.")
        terminal.expect("X's move: ")
        terminal.enter("c3")
        terminal.expect("The game is a draw.")
        terminal.expect("Moves: b2 a1 c1 a3 a2 c2 b1 b3 c3")
        terminal.expect("new, undo or quit? ")
        terminal.enter("quit")
        terminal.expect("Goodbye.")
        assert terminal.exit_code() == 0


def test_a_blunder_loses_and_undo_after_the_end_takes_it_back() -> None:
    with Terminal("play", "--as", "o") as terminal:
        terminal.expect("X plays a1.")
        for cell, reply in (("b1", "a2"), ("c3", "a3")):
            terminal.expect("O's move: ")
            terminal.enter(cell)
            terminal.expect(f"X plays {reply}.")
        terminal.expect("[X]")
        terminal.expect("X has won: a1 a2 a3.")
        terminal.expect("new, undo or quit? ")
        terminal.enter("undo")
        terminal.expect("O's move: ")
        terminal.enter("new")
        terminal.expect("The game you leave: a1 b1 a2")
        terminal.expect("X plays a1.")


def test_winning_stones_are_marked() -> None:
    done = run("play", "--as", "both", typed="a1\na2\nb1\nb2\nc1\nquit\n")
    assert "[X]|[X]|[X]" in done.stdout
    assert "X has won: a1 b1 c1." in done.stdout


def test_mistyped_moves_cost_nothing() -> None:
    typed = "b2\nb2\nzz\nd1\n\nHELP\nB3\nundo\nquit\n"
    done = run("play", "--as", "both", typed=typed)
    assert done.returncode == 0
    assert done.stderr == ""
    assert "b2 is taken by X; the empty cells are a1 b1 c1 a2 c2 a3 b3 c3. Nothing has changed" in done.stdout
    assert "cell 'zz' cannot be read" in done.stdout
    assert "there is no column d" in done.stdout
    assert "type a cell, or hint, undo, new, quit or help" in done.stdout
    assert "hint   the score of every move" in done.stdout
    assert "play --as both --game 3,3,3 --moves 'b2'" in done.stdout


def test_hint_shows_every_score() -> None:
    done = run("play", "--as", "x", typed="a1\nb1\nhint\nquit\n")
    assert "A perfect player takes" in done.stdout
    done = run("play", "--as", "both", "--moves", "a1 b1", typed="hint\nquit\n")
    assert "  b2    win in 5  best\n" in done.stdout
    assert "A perfect player takes a2." in done.stdout


def test_undo_goes_back_to_the_persons_own_turn() -> None:
    done = run("play", "--as", "o", typed="undo\nb2\nundo\nundo\nquit\n")
    assert done.stdout.count("There is no move of yours to take back.") == 2
    assert "play --as o --game 3,3,3 --moves 'a1'" in done.stdout


def test_a_game_goes_on_from_its_moves() -> None:
    done = run("play", "--as", "x", "--moves", "a1 b2 c3", typed="quit\n")
    assert "O plays " in done.stdout


def test_a_larger_board_against_the_computer() -> None:
    done = run("play", "--as", "x", "--game", "5,5,4", typed="c3\nquit\n")
    assert "O plays " in done.stdout


def test_a_board_that_cannot_be_solved_is_for_two_people() -> None:
    done = run("play", "--as", "both", "--game", "9,9,5", typed="d4\nhint\nquit\n")
    assert "No hint: 9,9,5 has 81 cells" in done.stdout


def test_the_computer_does_not_begin_a_game_that_it_cannot_play() -> None:
    done = run("play", "--as", "x", "--game", "9,9,5")
    assert done.returncode == 2
    assert "9,9,5 has 81 cells, but only boards of at most 64 can be solved" in done.stderr


def test_the_side_is_left_out_of_the_advice_if_none_was_chosen() -> None:
    done = run("play", "--moves", "b2", typed="quit\n")
    assert "play --game 3,3,3 --moves 'b2'" in done.stdout


def test_no_hint_once_the_game_is_over() -> None:
    done = run("play", "--as", "both", "--moves", "a1 a2 b1 b2 c1", typed="hint\nquit\n")
    assert "No hint: the game is over." in done.stdout


def test_sides_are_asked_for_until_one_is_given() -> None:
    done = run("play", typed="maybe\n2\na1\nquit\n")
    assert "'maybe' is not a side: answer X, O or 2." in done.stdout
    assert "O's move: " in done.stdout


def test_leaving_at_any_prompt() -> None:
    for typed in ("", "q\n", "x\n"):
        done = run("play", typed=typed)
        assert (done.returncode, done.stderr) == (0, "")
        assert done.stdout.endswith("Goodbye.\n")


def test_ctrl_c_leaves_and_says_how_to_go_on() -> None:
    with Terminal("play", "--as", "x") as terminal:
        terminal.expect("X's move: ")
        terminal.enter("b2")
        terminal.expect("O plays a1.")
        terminal.expect("X's move: ")
        terminal.interrupt("play --as x --game 3,3,3 --moves 'b2 a1'")
        terminal.expect("Goodbye.")
        assert terminal.exit_code() == 0
        assert "Traceback" not in terminal.screen
