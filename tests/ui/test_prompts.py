"""Games in plain prompts: through a pipe, and in a real terminal."""

from __future__ import annotations

import os
import re
import shlex
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from time import monotonic, sleep

import pytest

from console import PLAIN_PROGRAM, PROGRAM, Terminal, run
from patience import PATIENCE
from tictactoe.match import Session
from tictactoe.match.record import load, save
from tictactoe.rules import Game, format_moves

LINUX = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="asks the system for a program's processes")


def test_a_whole_game_as_x_ends_in_a_draw() -> None:
    with Terminal("play", "--ui", "plain") as terminal:
        terminal.expect("Play X (you begin), O, or 2 for two people? [X] ")
        terminal.enter("")
        terminal.expect("3 in a row on 3 x 3 wins.")
        for cell, reply in (("b2", "a1"), ("c1", "a3"), ("a2", "c2"), ("b1", "b3")):
            terminal.expect("X's move: ")
            terminal.enter(cell)
            terminal.expect(f"O plays {reply} (proven: ")
        terminal.expect("X's move: ")
        terminal.enter("c3")
        terminal.expect("The game is a draw.")
        terminal.expect("Moves: b2 a1 c1 a3 a2 c2 b1 b3 c3")
        terminal.expect("new, review, undo or quit? ")
        terminal.enter("quit")
        terminal.expect("Goodbye.")
        assert terminal.exit_code() == 0


def test_a_blunder_loses_and_undo_after_the_end_takes_it_back() -> None:
    with Terminal("play", "--ui", "plain", "--as", "o") as terminal:
        terminal.expect("X plays a1 (proven: draw).")
        for cell, reply in (("b1", "a2"), ("c3", "a3")):
            terminal.expect("O's move: ")
            terminal.enter(cell)
            terminal.expect(f"X plays {reply} (proven: ")
        terminal.expect("[X]")
        terminal.expect("X has won: a1 a2 a3.")
        terminal.expect("new, review, undo or quit? ")
        terminal.enter("undo")
        terminal.expect("O's move: ")
        terminal.enter("new")
        terminal.expect("The game you leave: a1 b1 a2")
        terminal.expect("X plays a1 (proven: draw).")


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
    assert "Cell 'zz' cannot be read" in done.stdout
    assert "there is no column d" in done.stdout
    assert "type a cell, or hint, undo, redo, resign, moves, review, new, save, load, quit or help" in done.stdout
    assert "hint         the score of every move" in done.stdout
    assert 'play --x person --o person --game 3,3,3 --moves "b2"\n' in done.stdout


def test_hint_shows_every_score() -> None:
    done = run("play", "--as", "x", typed="a1\nb1\nhint\nquit\n")
    assert "A perfect player takes" in done.stdout
    done = run("play", "--as", "both", "--moves", "a1 b1", typed="hint\nquit\n")
    assert "  b2    win in 5  best\n" in done.stdout
    assert "A perfect player takes a2." in done.stdout
    twice = run("play", "--as", "both", "--moves", "a1 b1", typed="hint\nHINT\nh\nquit\n")
    assert twice.stdout.count("A perfect player takes a2.") == 3


def test_a_hint_on_a_board_that_nobody_has_solved_is_judged() -> None:
    arguments = ["--as", "both", "--game", "15,15,5", "--moves", "h8 g7", "--seconds", "0.5"]
    done = run("play", *arguments, typed="hint\nquit\n")
    found = re.search(r"Judged best, but not proven: ([a-o]\d+)\.\n", done.stdout)
    assert found
    assert f"  {found[1]:<10}  not known  judged\n  222 others  not known\n" in done.stdout
    assert "perfect player" not in done.stdout


def test_undo_goes_back_to_the_persons_own_turn() -> None:
    done = run("play", "--as", "o", "--seed", "5", typed="undo\nb2\nundo\nundo\nquit\n")
    assert done.stdout.count("There is no move of yours to take back.") == 2
    assert 'play --x perfect --o person --game 3,3,3 --seed 5 --moves "a1"\n' in done.stdout


def test_a_game_goes_on_from_its_moves() -> None:
    done = run("play", "--as", "x", "--moves", "a1 b2 c3", typed="quit\n")
    assert "O plays " in done.stdout


def test_a_larger_board_against_the_computer() -> None:
    done = run("play", "--as", "x", "--game", "5,5,4", typed="c3\nquit\n")
    assert "O plays " in done.stdout


def test_the_computer_plays_a_board_of_more_than_64_cells() -> None:
    done = run("play", "--as", "x", "--game", "9,9,9", typed="e5\nhint\nquit\n")
    assert done.returncode == 0
    assert "O plays " in done.stdout
    assert "No hint" not in done.stdout


def test_a_board_that_cannot_be_solved_is_for_two_people() -> None:
    done = run("play", "--as", "both", "--game", "9,9,5", typed="d4\nhint\nquit\n", program=PLAIN_PROGRAM)
    assert "No hint: 9,9,5 needs the compiled solver: install it with " in done.stdout


def test_the_computer_does_not_begin_a_game_that_it_cannot_play() -> None:
    done = run("play", "--as", "x", "--game", "9,9,5", program=PLAIN_PROGRAM)
    assert done.returncode == 2
    assert "but the level wary can: 9,9,5 needs the compiled solver: install it with " in done.stderr


def test_leaving_before_a_side_is_chosen_leaves_no_game() -> None:
    done = run("play", "--moves", "b2", typed="quit\n")
    assert "To go on" not in done.stdout
    assert done.stdout.endswith("Goodbye.\n")


def test_the_advice_for_going_on_does_so() -> None:
    """What is printed when a game is left begins it again, with the same players and the same dice."""
    left = run("play", "--as", "x", "--level", "random", "--game", "4,5,3", "--seed", "5", typed="c3\nquit\n").stdout
    [advice] = re.findall(r"To go on with this game: .* play (.*)\n", left)
    there = run("play", *shlex.split(advice), typed="b1\nquit\n").stdout
    again = run("play", *shlex.split(advice), typed="b1\nquit\n").stdout
    assert board_before(left, "To go on") in there
    assert there == again
    assert there.count("O plays ") == 1
    first, second = (re.findall(r'--moves "(.*)"', text)[0] for text in (left, there))
    assert second.startswith(f"{first} b1 ")


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
    with Terminal("play", "--ui", "plain", "--as", "x") as terminal:
        terminal.expect("X's move: ")
        terminal.enter("b2")
        terminal.expect("O plays a1 (proven: draw).")
        terminal.expect("X's move: ")
        terminal.interrupt("play --x person --o perfect --game 3,3,3 ")
        terminal.expect('--moves "b2 a1"')
        terminal.expect("Goodbye.")
        assert terminal.exit_code() == 130
        assert "Traceback" not in terminal.screen


@LINUX
def test_ctrl_c_while_the_computer_thinks_keeps_the_game() -> None:
    """And leaves no process behind."""
    with Terminal("play", "--ui", "plain", "--as", "x", "--game", "8,8,5") as terminal:
        terminal.expect("X's move: ")
        assert terminal.children() == []
        terminal.enter("d4")
        terminal.expect("Thinking, for 10 seconds at most.")
        wait(lambda: bool(terminal.children()))
        started = terminal.children()
        terminal.interrupt('--moves "d4"')
        terminal.expect("Goodbye.")
        assert terminal.exit_code() == 130
        assert "Traceback" not in terminal.screen
        wait(lambda: not any(map(is_running, started)))


def test_a_hint_says_a_move_that_wins_at_once_and_ctrl_c_shows_what_else_is_known() -> None:
    with Terminal("play", "--ui", "plain", "--as", "both", "--game", "6,6,4") as terminal:
        terminal.expect("X's move: ")
        terminal.enter("hint")
        terminal.expect("Hint: c3, win. Ctrl-C shows what is known of the others.\n")
        terminal.ctrl_c()
        terminal.expect("Stopped. Ctrl-C once more leaves the game.\n")
        terminal.expect("  c3         win ")
        terminal.expect(" others  not known\n\nA perfect player takes c3.\n\nX's move: ")
        terminal.enter("quit")
        assert terminal.exit_code() == 0


@LINUX
def test_ctrl_c_while_a_hint_is_worked_out_stops_it() -> None:
    """Wherever the search is, and the game goes on."""
    with Terminal("play", "--ui", "plain", "--as", "both", "--game", "8,8,5") as terminal:
        for cell in ("d4", "e5"):
            terminal.expect("'s move: ")
            terminal.enter("hint")
            terminal.expect("Thinking, for 10 seconds at most.")
            wait(lambda: len(terminal.children()) == 2)  # what thinks, and what cleans up after it
            terminal.ctrl_c()
            terminal.expect("Stopped. Ctrl-C once more leaves the game.\n")
            terminal.expect("'s move: ")
            terminal.enter(cell)
        terminal.expect("X's move: ")
        started = terminal.children()
        terminal.enter("quit")
        terminal.expect('--moves "d4 e5"')
        assert terminal.exit_code() == 0
        assert "Traceback" not in terminal.screen
        wait(lambda: not any(map(is_running, started)))


@LINUX
def test_the_game_goes_on_when_the_thinking_process_is_killed() -> None:
    with Terminal("play", "--ui", "plain", "--as", "x", "--game", "8,8,5") as terminal:
        terminal.expect("X's move: ")
        terminal.enter("d4")
        terminal.expect("Thinking, for 10 seconds at most.")
        wait(lambda: len(terminal.children()) == 2)
        os.kill(terminal.children()[-1], signal.SIGKILL)
        terminal.expect(
            "The search has ended before its time; it may have run out of memory.\nnew, review, undo or quit? "
        )
        terminal.enter("e5")
        terminal.expect("It is O's turn, which the computer plays. Nothing has changed")
        terminal.expect(
            "The search has ended before its time; it may have run out of memory.\nnew, review, undo or quit? "
        )
        terminal.enter("undo")
        terminal.expect("X's move: ")
        terminal.enter("redo")
        terminal.expect("Thinking, for 10 seconds at most.")
        terminal.interrupt('--moves "d4"')
        assert terminal.exit_code() == 130
        assert "Traceback" not in terminal.screen


def is_running(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return True


def wait(happened: Callable[[], bool]) -> None:
    """Until it has happened. The limit is for a program that hangs: nothing here takes as long."""
    limit = monotonic() + PATIENCE
    while not happened():
        assert monotonic() < limit
        sleep(0.005)


def board_before(output: str, words: str) -> str:
    """The last board drawn before these words."""
    before = output[: output.rindex(words)]
    return before[before.rindex("     a   b") : before.rindex("\n\n")]


def test_redo_plays_again_what_was_taken_back() -> None:
    done = run("play", "--as", "x", typed="redo\nb2\nundo\nredo\nmoves\nundo\na2\nredo\nquit\n")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.count("There is no move to play again.") == 2
    assert done.stdout.count("O plays a1 (proven: ") == 2  # once in answer to b2, once to a2; redo needs no answer
    assert "X's move: b2 a1\n" in done.stdout


def test_resigning_ends_the_game_and_undo_takes_that_back() -> None:
    done = run("play", "--as", "both", typed="b2\nresign\nresign\na1\nhint\nundo\na1\nquit\n")
    assert "O has resigned: X wins.\nMoves: b2\nnew, review, undo or quit? " in done.stdout
    assert "The game is over: there is nothing to resign. Nothing has changed" in done.stdout
    assert "The game is over: O has resigned. Nothing has changed" in done.stdout
    assert "No hint: the game is over." in done.stdout
    assert '--moves "b2 a1"' in done.stdout
    assert "To go on" not in run("play", "--as", "both", typed="b2\nresign\nquit\n").stdout


def test_against_the_computer_it_is_the_person_who_resigns() -> None:
    for side, sentence in (("x", "X has resigned: O wins."), ("o", "O has resigned: X wins.")):
        assert sentence in run("play", "--as", side, typed="resign\nquit\n").stdout


def test_moves_are_shown() -> None:
    done = run("play", "--as", "both", typed="moves\nb2\na1\nMOVES\nquit\n")
    assert "X's move: No move has been made.\n" in done.stdout
    assert "X's move: b2 a1\n" in done.stdout


def test_a_new_game_for_other_players() -> None:
    done = run("play", "--as", "x", "--level", "careful", typed="b2\nnew o\nb3\nnew 2\nb2\nnew both\nnew x\nquit\n")
    assert "X plays " in done.stdout
    assert done.stdout.count("The game you leave: ") == 3
    assert done.stdout.endswith("X's move: Goodbye.\n")
    done = run("play", "--as", "x", "--level", "careful", typed="new o\nquit\n")
    assert "play --x careful --o person" in done.stdout
    for typed in ("new z", "new x o", "new person"):
        done = run("play", "--as", "both", typed=f"a1\n{typed}\nquit\n")
        assert "is not a side: type new x, new o or new 2. Nothing has changed" in done.stdout
        assert '--moves "a1"' in done.stdout


def test_a_game_without_people_is_watched() -> None:
    for typed in ("new none", "NEW None"):
        done = run("play", "--as", "x", "--level", "careful", typed=f"{typed}\nquit\n")
        assert "\nMoves: " in done.stdout
        assert done.stdout.endswith("new, review, undo or quit? Goodbye.\n")


def test_undo_goes_back_to_a_game_that_was_left() -> None:
    """After the moves of the new one, and with its own board and players."""
    typed = "b2\na1\nnew x\nc3\nundo\nundo\nmoves\nquit\n"
    done = run("play", "--as", "both", "--game", "4,4,4", typed=typed)
    assert "X's move: b2 a1\n" in done.stdout
    assert 'play --x person --o person --game 4,4,4 --moves "b2 a1"\n' in done.stdout


def test_undo_names_the_board_of_the_game_that_it_goes_back_to(tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    save(Session(Game(4, 4, 4)), path)
    done = run("play", "--as", "both", typed=f"b2\nload {path}\nundo\nundo\nquit\n")
    here, there = ("Tic-tac-toe: 3 in a row on 3 x 3 wins.", "Tic-tac-toe: 4 in a row on 4 x 4 wins.")
    assert re.findall("Tic-tac-toe: .* wins.", done.stdout) == [here, there, here]
    assert done.stdout.count("Type help for the commands.") == 1


def test_a_new_game_that_the_computer_cannot_play_is_not_begun() -> None:
    done = run("play", "--as", "both", "--game", "9,9,5", typed="a1\nnew x\nquit\n", program=PLAIN_PROGRAM)
    assert "The strong player cannot play here, but the level wary can: 9,9,5 needs the compiled" in done.stdout
    assert 'play --x person --o person --game 9,9,5 --moves "a1"' in done.stdout


def test_a_game_is_saved_and_loaded(tmp_path: Path) -> None:
    path = tmp_path / "my game.txt"
    done = run("play", "--as", "x", "--level", "careful", "--seed", "3", typed=f"b2\nsave {path}\nquit\n")
    assert f"The game is in {path}.\n" in done.stdout
    saved = load(path)
    assert (saved.x, saved.o, saved.seed, len(saved.moves)) == ("person", "careful", 3, 2)
    done = run("play", "--as", "both", "--game", "4,4,4", typed=f"a1\nload {path}\nmoves\nundo\nredo\nquit\n")
    assert (done.returncode, done.stderr) == (0, "")
    assert f"The game you leave: a1\nThe game in {path}:\nTic-tac-toe: 3 in a row on 3 x 3 wins.\n" in done.stdout
    assert f"X's move: {format_moves(saved.game, saved.moves)}\n" in done.stdout
    assert "play --x person --o careful --game 3,3,3 --seed 3" in done.stdout
    begun = run("play", "--load", str(path), typed="moves\nhint\nquit\n")
    assert f"X's move: {format_moves(saved.game, saved.moves)}\n" in begun.stdout
    loaded = run("play", "--as", "both", "--game", "4,4,4", typed=f"load {path}\nmoves\nhint\nquit\n")
    assert loaded.stdout.endswith(begun.stdout[begun.stdout.index("X's move: ") :])


def test_a_game_is_saved_in_a_file_of_the_usual_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    done = run("play", "--as", "both", typed="b2\nsave\nnew\nload\nquit\n")
    assert "The game is in tictactoe.txt.\n" in done.stdout
    assert '--moves "b2"' in done.stdout
    assert [path.name for path in tmp_path.iterdir()] == ["tictactoe.txt"]


def test_a_file_is_not_replaced_unasked(tmp_path: Path) -> None:
    """Unless the same game was saved there before."""
    path = tmp_path / "game.txt"
    path.write_text("dear diary", encoding="utf-8")
    asked = f"{path} already exists: save once more to replace it."
    done = run("play", "--as", "both", typed=f"b2\nsave {path}\nquit\n")
    assert asked in done.stdout
    assert path.read_text(encoding="utf-8") == "dear diary"
    twice = f"save {path}\nsave {path}\n"
    done = run("play", "--as", "both", typed=f"b2\n{twice}a1\nsave {path}\nnew\nsave {path}\nquit\n")
    assert done.stdout.count(f"The game is in {path}.") == 2
    assert done.stdout.count(asked) == 2
    assert len(load(path).moves) == 2


def test_files_that_are_no_use_cost_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "nonsense").write_text("nonsense\n", encoding="utf-8")
    (tmp_path / "binary").write_bytes(bytes(range(256)))
    save(Session(Game(9, 9, 5), (), "perfect"), tmp_path / "hard")
    for typed, sentence in (
        ("load", "'tictactoe.txt' cannot be loaded: No such file or directory"),
        ("load nonsense", "'nonsense' cannot be loaded: a saved game begins with the line 'tictactoe 1'"),
        ("load binary", "'binary' cannot be loaded: it is not text"),
        ("load hard", "The perfect player cannot play here, but the level wary can: 9,9,5 needs the compiled solver"),
        ("load .", "'.' cannot be loaded: Is a directory"),
        ("load a\0b", "cannot be loaded: embedded null byte"),
        ("save .", "The game cannot be saved as '.': it is not a file"),
        ("save missing/game.txt", "The game cannot be saved as 'missing/game.txt': No such file or directory"),
        ("save a\0b", "cannot be saved as 'a\\x00b': embedded null byte"),
        (f"load {'n' * 5000}", "cannot be loaded: File name too long"),
        (f"save {'é' * 300}", "éé': File name too long"),
        (f"load {'é' * 300}", "cannot be loaded: File name too long"),
        ("save ~nosuch/x", "There is no home folder for '~nosuch/x'"),
        ("load ~nosuch/x", "There is no home folder for '~nosuch/x'"),
    ):
        done = run("play", "--as", "both", typed=f"b2\n{typed}\na1\nquit\n", program=PLAIN_PROGRAM)
        assert (done.returncode, done.stderr) == (0, "")
        assert sentence in done.stdout
        assert "Nothing has changed: type a cell" in done.stdout
        assert '--moves "b2 a1"' in done.stdout
    assert sorted(path.name for path in tmp_path.iterdir()) == ["binary", "hard", "nonsense"]


def test_words_with_too_much_behind_them_are_not_obeyed() -> None:
    done = run("play", "--as", "both", typed="b2\nundo 3\nresign now\nhint please\nmoves all\nquit\n")
    assert done.stdout.count("cannot be read") == 4
    assert '--moves "b2"' in done.stdout


def test_bytes_that_are_no_text_are_refused_in_words() -> None:
    for options in (["--as", "both"], []):
        done = subprocess.run(
            [*PROGRAM, "play", *options],
            input=b"\xff\xfe\nquit\n",
            capture_output=True,
            env={**os.environ, "PYTHONIOENCODING": "utf-8:strict"},
        )
        assert (done.returncode, done.stderr) == (0, b"")
        assert b"Goodbye." in done.stdout


def test_levels_play_each_other_and_the_seed_is_their_game() -> None:
    games = [run("play", "--x", "random", "--o", "careful", "--seed", "1742", typed="quit\n").stdout for _ in range(2)]
    assert games[0] == games[1]
    assert "Moves: c2 b2 a3 a1 b1 c3\n" in games[0]
    assert "O has won: a1 b2 c3." in games[0]


def test_who_has_won_is_said_to_the_only_person() -> None:
    lost = run("play", "--as", "o", typed="b1\nc3\nquit\n")
    assert "You lose. X has won: a1 a2 a3." in lost.stdout
    won = run("play", "--as", "x", "--level", "random", "--moves", "a1 a2 b1 b2", typed="c1\nquit\n")
    assert "You win. X has won: a1 b1 c1." in won.stdout


def test_a_finished_game_is_looked_back_at_mistake_by_mistake() -> None:
    typed = "review\nc2\nb2\nC1\nzz\ntell\nquit\n"
    done = run("play", "--as", "both", "--moves", "b2 b1 a1 c1 c3", typed=typed)
    assert done.returncode == 0
    assert "  2  O b1   X wins in 5  mistake\n" in done.stdout
    said = [
        "Move 2: O played b1, which gave away the draw. What would have kept it?",
        "After c2 X wins in 5: that gives away the draw too. Try once more.",
        "b2 is taken by X",
        "Right: c1 keeps the draw, as do a1, a3 and c3. b1: ",
    ]
    places = [done.stdout.index(text) for text in said]
    assert places == sorted(places)


def test_a_review_can_be_left_and_passed_over_and_may_find_nothing() -> None:
    two = "b2 b1 b3"  # both sides slip
    done = run("play", "--as", "both", "--moves", two, typed="review\nnext\ntell\nquit\n")
    assert done.stdout.count("A cell, tell, next or done? ") == 2
    assert "(2 of 2) " in done.stdout
    done = run("play", "--as", "both", "--moves", two, typed="review\ndone\nquit\n")
    assert done.stdout.count("A cell, tell, next or done? ") == 1
    done = run("play", "--as", "both", typed="review\nb2\na1\nreview\nquit\n")
    assert "There is nothing to review: no move has been made." in done.stdout
    assert "No mistakes: nobody gave anything away." in done.stdout
