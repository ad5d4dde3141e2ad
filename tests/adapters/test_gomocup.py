"""The conversation with a manager of the Gomocup protocol: each command, and what is not one."""

from __future__ import annotations

import re
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from extent import usually
from tictactoe.adapters.gomocup import COMMANDS, Conversation, ManagerLimits, hear, seconds_for
from tictactoe.match.choosing import ChosenMove
from tictactoe.match.points import format_point, parse_point
from tictactoe.rules import Game, Position, format_position

FIFTEEN = Game(15, 15, 5)


class Brain:
    """Plays the first empty cell, and remembers what it was asked."""

    def __init__(self, memory: int = 0) -> None:
        self.ready: list[Game] = []
        self.asked: list[tuple[Position, float]] = []
        self._memory = memory

    def get_ready(self, game: Game) -> None:
        self.ready.append(game)

    def think(self, game: Game, position: Position, seconds: float) -> ChosenMove:
        self.asked.append((position, seconds))
        return ChosenMove(game.empties(position)[0], "the first there is")

    def memory(self) -> int:
        return self._memory


def talk(text: str, brain: Brain | None = None, k: int = 5) -> list[str]:
    """What is answered to these lines, without the messages."""
    return [line for line in answers(text, brain or Brain(), k)[1] if not line.startswith("MESSAGE")]


def answers(text: str, brain: Brain, k: int = 5) -> tuple[Conversation, list[str]]:
    conversation, said = Conversation(k), list[str]()
    for line in text.splitlines():
        conversation, answer = hear(conversation, line, brain)
        said += answer
    return conversation, said


def test_a_game_from_the_beginning() -> None:
    brain = Brain()
    assert talk("START 15\nBEGIN\nTURN 1,0\nTURN 3,0", brain) == ["OK", "0,0", "2,0", "4,0"]
    assert brain.ready == [FIFTEEN]
    position, _ = brain.asked[-1]
    assert format_position(FIFTEEN, position).startswith("XOXO")
    assert position.turn == "X"


def test_the_second_to_move_plays_o() -> None:
    brain = Brain()
    assert talk("START 15\nTURN 7,7", brain) == ["OK", "0,0"]
    assert brain.asked[0][0] == Position().play(7 * 15 + 7)


def test_x_is_the_column_and_y_the_row() -> None:
    brain = Brain()
    assert talk("RECTSTART 19,5\nTURN 18,4", brain) == ["OK", "0,0"]
    game = Game(rows=5, cols=19, k=5)
    assert brain.ready == [game]
    assert brain.asked[0][0] == Position().play(5 * 19 - 1)
    assert format_point(game, 20) == "1,1"
    assert all(parse_point(game, format_point(game, cell)) == cell for cell in game.cells)


@pytest.mark.parametrize("line", ["turn 7,7", "Turn  7 , 7 ", " TURN 7,7\r", "\tTURN\t7,7"])
def test_small_letters_and_spaces_are_read_too(line: str) -> None:
    assert talk(f"start 15\n{line}") == ["OK", "0,0"]


def test_a_move_says_what_it_rests_on() -> None:
    assert answers("START 15\nBEGIN", Brain())[1][1:] == ["MESSAGE the first there is", "0,0"]


def test_restart_empties_the_board() -> None:
    assert talk("START 15\nBEGIN\nRESTART\nBEGIN\nRESTART\nTURN 0,0") == ["OK", "0,0", "OK", "0,0", "OK", "1,0"]


def test_a_board_in_the_middle_of_a_game() -> None:
    brain = Brain()
    said = talk("START 15\nBEGIN\nRESTART\nBOARD\n7,7,1\n8,7,2\n7,8,1\n9,7,2\nDONE\nTURN 1,0", brain)
    assert said == ["OK", "0,0", "OK", "0,0", "2,0"]
    position, _ = brain.asked[1]
    assert position == Position().play(112).play(113).play(127).play(114)


def test_a_board_in_which_the_other_began() -> None:
    brain = Brain()
    assert talk("START 15\nBOARD\n8,7,2\n7,7,1\n9,7,2\nDONE", brain) == ["OK", "0,0"]
    assert brain.asked[0][0] == Position().play(113).play(112).play(114)


def test_an_empty_board_is_one() -> None:
    assert talk("START 15\nBOARD\nDONE") == ["OK", "0,0"]


def test_a_board_that_cannot_arise_is_played_all_the_same() -> None:
    """A manager may set up what it likes: this program is to move."""
    brain = Brain()
    assert (
        talk("START 15\nBOARD\n7,7,1\n8,8,1\n9,9,1\nDONE\nRESTART\nBOARD\n7,7,2\n8,8,2\n9,9,2\nDONE", brain)[-1]
        == "0,0"
    )
    assert [position.mine.bit_count() for position, _ in brain.asked] == [3, 0]


@pytest.mark.parametrize(
    ("stones", "said"),
    [
        ("7,7,3", "should be a stone"),
        ("7,7", "should be a stone"),
        ("7,7,1,1", "should be a stone"),
        ("nonsense", "should be a stone"),
        ("15,7,1", "not on the board"),
        ("7,-1,1", "not on the board"),
        ("7,7,1\n7,7,2", "7,7 is listed twice"),
    ],
)
def test_a_wrong_board_is_refused_at_its_end_and_nothing_changes(stones: str, said: str) -> None:
    first, error, move = talk(f"START 15\nBOARD\n{stones}\n1,1,1\nDONE\nTURN 5,5")
    assert (first, move) == ("OK", "0,0")
    assert error.startswith("ERROR the BOARD is not taken: ")
    assert said in error


def test_info_may_come_between_stones_and_a_command_ends_the_list() -> None:
    brain = Brain()
    assert talk("START 15\nBOARD\n7,7,2\nINFO timeout_turn 100\nDONE", brain) == ["OK", "0,0"]
    assert brain.asked[0][1] < 0.1
    assert talk("START 15\nBOARD\n7,7,2\nRESTART\nTURN 7,7") == ["OK", "OK", "0,0"]


def test_taking_back() -> None:
    said = talk("START 15\nTURN 7,7\nTAKEBACK 0,0\nTAKEBACK 7,7\nTURN 0,0\nTAKEBACK 9,9\nTAKEBACK x")
    assert said[:5] == ["OK", "0,0", "OK", "OK", "1,0"]
    assert said[5] == "ERROR there is no stone on '9,9' to take back"
    assert said[6].startswith("ERROR 'x' is not a cell")


def test_about() -> None:
    (said,) = talk("ABOUT")
    assert re.fullmatch(r'(\w+="[^"]+")(, \w+="[^"]+")*', said)
    assert 'name="perfect-tictactoe"' in said


def test_end_is_not_answered_and_ends_it() -> None:
    conversation, said = answers("START 15\nEND\nBEGIN\nABOUT", Brain())
    assert conversation.is_over
    assert said == ["OK"]


@pytest.mark.parametrize("line", ["INFO game_type 1", "INFO folder /tmp", "INFO evaluate 3,3", "INFO", "INFO dread 1"])
def test_info_is_never_answered(line: str) -> None:
    assert answers(f"{line}\nSTART 15\n{line}\nBEGIN", Brain())[1] == ["OK", "MESSAGE the first there is", "0,0"]


@pytest.mark.parametrize("value", ["soon", "-1", "", "1.5", "9" * 30, "١"])
def test_what_is_wrong_with_an_info_is_said_with_the_next_answer(value: str) -> None:
    brain = Brain()
    _, said = answers(f"START 15\nINFO timeout_turn {value}\nINFO timeout_turn {value}\nBEGIN\nTURN 1,1", brain)
    assert len([line for line in said if line.startswith("MESSAGE INFO timeout_turn ")]) == 1
    assert said[-1] == "1,0"


@pytest.mark.parametrize(
    ("rule", "name"), [(1, "exactly five"), (2, "continuous"), (4, "renju"), (8, "caro"), (5, "renju"), (64, "nobody")]
)
def test_rules_that_are_not_played_are_refused_with_the_first_command(rule: int, name: str) -> None:
    for text in (
        "START 15\nINFO rule {}\nBEGIN",
        "START 15\nINFO rule {}\nTURN 3,3",
        "START 15\nINFO rule {}\nBOARD\nDONE",
    ):
        ok, error = talk(text.format(rule))
        assert ok == "OK"
        assert re.match(rf"ERROR rule {rule} \(.*{name}.*\) is not played here", error)
    assert talk(f"INFO rule {rule}\nSTART 15\nINFO rule 0\nSTART 15\nTURN 3,3")[1:] == ["OK", "0,0"]
    assert talk(f"START 15\nINFO rule {rule}\nTURN 3,3\nINFO rule 0\nTURN 3,3")[2:] == ["0,0"]  # nothing had changed


def test_too_little_memory_is_refused() -> None:
    brain = Brain(memory=50_000_000)
    ok, error, move = talk("START 15\nINFO max_memory 1000000\nBEGIN\nINFO max_memory 100000000\nBEGIN", brain)
    assert (ok, move) == ("OK", "0,0")
    assert error == "ERROR max_memory is 1,000,000 bytes, but this engine takes 50,000,000"
    assert talk("START 15\nINFO max_memory 0\nBEGIN", brain) == ["OK", "0,0"]


@pytest.mark.parametrize(
    "line", ["START 4", "START 20", "START 1000000000000", "RECTSTART 4,9", "RECTSTART 9,20", "RECTSTART -5,5"]
)
def test_sizes_that_are_not_played(line: str) -> None:
    brain = Brain()
    first, then = talk(f"START 15\n{line}\nBEGIN", brain)[1:]
    assert re.match(r"ERROR a board of .+ cannot be played: a side has from 5 to 19 cells", first)
    assert then == "ERROR there is no board yet: send START 15, for example"
    assert brain.ready == [FIFTEEN]


@pytest.mark.parametrize("line", ["START", "START x", "START 15,15", "RECTSTART 15", "RECTSTART", "START 15 15"])
def test_sizes_that_cannot_be_read(line: str) -> None:
    (said,) = talk(line)
    assert re.match(r"ERROR (RECT)?START .+ as in (RECT)?START", said)


@pytest.mark.parametrize("side", [5, 6, 19])
def test_sizes_that_are_played(side: int) -> None:
    assert talk(f"START {side}\nBEGIN") == ["OK", "0,0"]


def test_another_number_in_a_row() -> None:
    brain = Brain()
    assert talk("START 4\nBEGIN", brain, k=4) == ["OK", "0,0"]
    assert brain.ready == [Game(4, 4, 4)]
    assert talk("START 6", k=7) == ["ERROR 7 in a row do not fit on a board of 6 by 6"]
    assert talk("RECTSTART 7,5\nBEGIN", k=7) == ["OK", "0,0"]


@pytest.mark.parametrize("line", ["BEGIN", "TURN 7,7", "RESTART", "TAKEBACK 1,1", "BOARD\n7,7,1\nDONE"])
def test_without_a_board_nothing_is_played(line: str) -> None:
    (said,) = talk(line)
    assert said.startswith("ERROR ")
    assert "there is no board yet: send START 15, for example" in said


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("TURN", "'' is not a cell: write column,row from 0,0 to 14,14"),
        ("TURN 7", "'7' is not a cell"),
        ("TURN 7,7,7", "is not a cell"),
        ("TURN a,b", "is not a cell"),
        ("TURN 15,0", "is not on the board"),
        ("TURN 0,-1", "is not on the board"),
        ("TURN 3,3", "3,3 is taken"),
        ("TURN 0,0", "0,0 is taken"),
        ("BEGIN", "BEGIN is for the empty board"),
        ("BEGIN now", "BEGIN stands alone"),
        ("RESTART now", "RESTART stands alone"),
        ("DONE", "DONE ends a BOARD, and none has been begun"),
    ],
)
def test_what_cannot_be_obeyed_is_an_error_and_changes_nothing(line: str, said: str) -> None:
    ok, first, error, then = talk(f"START 15\nTURN 3,3\n{line}\nTURN 5,5")
    assert (ok, first, then) == ("OK", "0,0", "1,0")
    assert error.startswith("ERROR ")
    assert said in error


@pytest.mark.parametrize("line", ["PLAY 3,3", "SWAP2BOARD", "hello", "7,7", "ÄÖ", "\x00", "?", "HELP"])
def test_what_is_no_command_is_unknown_and_the_commands_are_named(line: str) -> None:
    ok, said, move = talk(f"START 15\n{line}\nBEGIN")
    assert (ok, move) == ("OK", "0,0")
    assert said.startswith("UNKNOWN ")
    assert all(command in said for command in COMMANDS)


def test_an_ended_game() -> None:
    five = "".join(f"{column},7,2\n" for column in range(4)) + "".join(f"{column},9,1\n" for column in range(4))
    said = talk(f"START 15\nBOARD\n{five}DONE\nTURN 4,7\nTURN 5,5\nTAKEBACK 4,7\nTURN 5,5")
    assert said[2] == "ERROR the game is over: the other has 5 in a row"
    assert said[3] == "ERROR the game is over: send RESTART or TAKEBACK"
    assert said[4:] == ["OK", "1,0"]
    mine = "".join(f"{column},9,1\n" for column in range(5))
    assert talk(f"START 15\nBOARD\n{mine}DONE")[1] == "ERROR the game is over: 5 in a row are mine"


def test_a_full_board() -> None:
    marks = ["1122112211221122112211221"[(row * 5 + col + 2 * (row // 2)) % 25] for row in range(5) for col in range(5)]
    stones = "\n".join(f"{number % 5},{number // 5},{mark}" for number, mark in enumerate(marks))
    assert talk(f"START 5\nBOARD\n{stones}\nDONE")[1].startswith("ERROR the game is over")


@pytest.mark.parametrize(
    ("limits", "least", "most"),
    [
        (ManagerLimits(), 0.9, 1.0),
        (ManagerLimits(timeout_turn=50), 0.02, 0.04),
        (ManagerLimits(timeout_turn=0), 0, 0),
        (ManagerLimits(timeout_turn=10), 0, 0),
        (ManagerLimits(timeout_turn=30_000), 28, 29.9),
        (ManagerLimits(timeout_turn=10**17), 0, 600),
        (ManagerLimits(timeout_turn=5_000, time_left=20_000), 0.9, 1.0),
        (ManagerLimits(timeout_turn=5_000, time_left=-30), 0, 0),
        (ManagerLimits(timeout_turn=5_000, time_left=0), 0, 0),
        (ManagerLimits(timeout_turn=5_000, time_left=2_147_483_647), 4.8, 5),
        (ManagerLimits(timeout_turn=5_000, timeout_match=113_000), 0.9, 1.0),
    ],
)
def test_the_time_for_a_move(limits: ManagerLimits, least: float, most: float) -> None:
    assert least <= seconds_for(FIFTEEN, limits) <= most


def test_all_moves_of_a_game_together_stay_within_its_time() -> None:
    left = 60_000.0
    for _ in range(113):
        left -= 1000 * seconds_for(FIFTEEN, ManagerLimits(timeout_turn=30_000, time_left=int(left)))
        assert left > 0


WORDS = [*COMMANDS, "INFO timeout_turn", "INFO rule", "MESSAGE", "7,7,1", ""]
ARGUMENTS = ["", "15", "7,7", "0,0", "7,7,1", "-1,3", "99999999999", "0", "1", "x", "7;7", "  ", "\t", "é"]


@given(st.lists(st.tuples(st.sampled_from(WORDS), st.sampled_from(ARGUMENTS) | st.text(max_size=20)), max_size=40))
def test_whatever_is_sent_is_answered_by_the_protocol(lines: list[tuple[str, str]]) -> None:
    conversation, brain = Conversation(), Brain()
    for word, rest in lines:
        conversation, answer = hear(conversation, f"{word} {rest}".replace("\n", " "), brain)
        assert len(answer) <= 3
        for line in answer:
            assert re.fullmatch(r"OK|\d+,\d+|(ERROR|UNKNOWN|MESSAGE) .+|name=.+", line)
            assert len(line) < 400


def test_a_flood_leaves_nothing_behind() -> None:
    """The conversation is no larger after any number of lines."""
    dice, conversation, brain = Random(0), Conversation(), Brain()
    for _ in range(usually(20_000, 1_000_000)):
        line = f"{dice.choice(WORDS)} {dice.choice(ARGUMENTS)}"
        if not line.startswith("END"):
            conversation, _ = hear(conversation, line, brain)
            brain.asked.clear()
            brain.ready.clear()
    assert len(repr(conversation)) < 2_000
