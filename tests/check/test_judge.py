"""One good program with one fault at a time: which function is blamed, and what is said to be the cause."""

from __future__ import annotations

import tracemalloc
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from programs import GOOD, changed, save
from tictactoe.check import Report, Verdict, check_file
from tictactoe.check.asking import Asking
from tictactoe.check.course import GAME, after, place_of
from tictactoe.check.wire import FUNCTIONS
from tictactoe.rules import BadInput, opponent
from tictactoe.search import Solver


def verdicts(report: Report) -> dict[str, Verdict]:
    return {verdict.function: verdict for verdict in report.verdicts}


def check(text: str, folder: Path, functions: Sequence[str]) -> Report:
    return check_file(save(text, folder), functions, 60)


COPY = ("copy = [list(row) for row in board]", "copy = board.copy()")
IN_PLACE = ("copy = [list(row) for row in board]", "copy = board")
SCORE = ("O: -1, None: 0}", "O: 0, None: 0}")
DIAGONALS = ("    lines += [[board[i][i] for i in range(3)], [board[i][2 - i] for i in range(3)]]\n", "")
NO_END = ("    if terminal(board):\n        return None\n", "")
SWAP = ("best = max if player(board) == X else min", "best = min if player(board) == X else max")
SEARCH = """
    best = max if player(board) == X else min
    return best(sorted(actions(board)), key=lambda action: value(freeze(result(board, action))))
"""
FAULTS = {
    "shallow copy": ("result", [COPY], "a shallow copy shares the rows|changes the board that it is given"),
    "utility 0 for O": ("utility", [SCORE], "A win of O is scored 0, but should be -1."),
    "missed diagonals": (
        "winner",
        [DIAGONALS],
        "It does not see the diagonal from the top left and the diagonal from the top right.",
    ),
    "list for set": (
        "actions",
        [
            (
                "return {(i, j) for i in range(3) for j in range(3) if board[i][j] is EMPTY}",
                "return [(i, j) for i in range(3) for j in range(3) if board[i][j] is EMPTY]",
            )
        ],
        "It returns a list; the exercise asks for a set.",
    ),
    "a taken cell": ("result", [("if action not in actions(board):", "if False:")], "does not check the action"),
    "first move": (
        "player",
        [
            (
                "return X if marks.count(X) == marks.count(O) else O",
                "return X if marks.count(X) == marks.count(O) and any(marks) else O",
            )
        ],
        "wrong on the empty board only",
    ),
    "a full board": (
        "terminal",
        [("winner(board) is not None or not actions(board)", "winner(board) is not None")],
        "says False on a full board that nobody has won",
    ),
    "no end at a win": (
        "terminal",
        [("winner(board) is not None or not actions(board)", "not actions(board)")],
        "goes on after somebody has won",
    ),
    "the same board": (
        "initial_state",
        [
            ("    return [[EMPTY, EMPTY, EMPTY], [EMPTY, EMPTY, EMPTY], [EMPTY, EMPTY, EMPTY]]", "    return START"),
            ("EMPTY = None\n", "EMPTY = None\nSTART = [[EMPTY] * 3 for _ in range(3)]\n"),
        ],
        "the same board each time",
    ),
    "the same row": (
        "initial_state",
        [("[[EMPTY, EMPTY, EMPTY], [EMPTY, EMPTY, EMPTY], [EMPTY, EMPTY, EMPTY]]", "[[EMPTY] * 3] * 3")],
        "Its rows are one and the same list",
    ),
    "a list for a tuple": (
        "minimax",
        [(SEARCH, SEARCH.replace("return best(", "return list(best(").rstrip() + ")\n")],
        "an action is a tuple",
    ),
    "numpy": (
        "minimax",
        [
            (SEARCH, SEARCH.replace("return best(", "return tuple(numpy.array(best(").rstrip() + "))\n"),
            ("from functools import cache\n", "from functools import cache\nimport numpy\n"),
        ],
        "numbers are numpy's",
    ),
    "maximum and minimum": ("minimax", [SWAP], "Maximum and minimum are confused"),
    "the first cell": (
        "minimax",
        [(SEARCH, "\n    return min(actions(board))\n")],
        "always takes the first empty cell",
    ),
    "no end": ("minimax", [NO_END], "should return None when the game is over"),
    "three plies": (
        "minimax",
        [
            (SEARCH, SEARCH.replace("result(board, action))", "result(board, action)), 2")),
            ("def value(frozen):", "def value(frozen, left):"),
            (
                "        return utility(board)\n    values = [value(freeze(result(board, action)))",
                (
                    "        return utility(board)\n    if left == 0:\n        return 0\n"
                    "    values = [value(freeze(result(board, action)), left - 1)"
                ),
            ),
        ],
        "It looks only 3 plies ahead.",
    ),
    "kept between calls": (
        "winner",
        [
            (
                "def winner(board):\n",
                (
                    "asked = set()\n\n\ndef winner(board):\n    if freeze(board) in asked:\n"
                    "        return None\n    asked.add(freeze(board))\n"
                ),
            ),
        ],
        "something is kept between calls",
    ),
    "nothing is returned": (
        "player",
        [("    return X if marks.count(X)", "    X if marks.count(X)")],
        "returns nothing",
    ),
    "lists and tuples": (
        "minimax",
        [(SEARCH, SEARCH.replace("return best(", "found = best(") + "    return list(found) if found[0] else found\n")],
        "",
    ),
}


@pytest.mark.parametrize("name", FAULTS)
def test_one_fault_is_found_in_its_function_and_explained(name: str, tmp_path: Path) -> None:
    function, changes, cause = FAULTS[name]
    report = check(changed(*changes), tmp_path, (function,))
    verdict = report.verdicts[0]
    assert report.to_blame == (function,)
    assert verdict.status == "wrong"
    assert verdict.fault
    assert not verdict.fault.question.accepts(verdict.fault.reply)
    assert any(part in text for part in cause.split("|") for text in (*verdict.causes, "" if cause else " "))


@pytest.mark.parametrize("seconds", [float("nan"), -1, "5"])
@pytest.mark.parametrize("which", ["seconds", "call_seconds"])
def test_what_is_no_length_of_time_is_refused(which: str, seconds: Any, tmp_path: Path) -> None:
    with pytest.raises(BadInput, match=r"seconds is .* but should be a number from 0 up"):
        check_file(tmp_path / "tictactoe.py", **{which: seconds})


def test_what_calls_a_wrong_function_is_misled_and_not_to_blame(tmp_path: Path) -> None:
    report = check(changed(DIAGONALS), tmp_path, ("winner", "terminal", "utility", "minimax"))
    assert report.to_blame == ("winner",)
    found = verdicts(report)
    assert [found[name].status for name in ("terminal", "utility", "minimax")] == ["misled"] * 3
    assert found["minimax"].note == "It is right when winner is."
    assert found["minimax"].misled_by == ("winner",)
    assert report.games
    assert report.games.lost
    assert not report.is_right


def test_the_game_that_beats_a_program_is_one_that_it_loses(tmp_path: Path) -> None:
    report = check(changed((SEARCH, "\n    return max(actions(board))\n")), tmp_path, ("minimax",))
    games = report.games
    assert games
    assert games.lost
    assert games.side
    board = "." * 9
    for move in games.shortest:
        place = place_of(board)
        assert move in place.actions
        if place.turn == games.side:
            assert move == max(place.actions)
        board = after(board, move)
    assert place_of(board).winner == opponent(games.side)


def test_a_result_in_place_is_blamed_and_not_the_search_that_copies_first(tmp_path: Path) -> None:
    text = changed(
        IN_PLACE,
        (
            "key=lambda action: value(freeze(result(board, action))))",
            "key=lambda action: value(freeze(result([*map(list, board)], action))))",
        ),
        (
            "values = [value(freeze(result(board, action)))",
            "values = [value(freeze(result([*map(list, board)], action)))",
        ),
    )
    report = check(text, tmp_path, ("result", "minimax"))
    assert report.to_blame == ("result",)
    assert verdicts(report)["minimax"].status == "right"
    assert "changes the board" in verdicts(report)["result"].causes[0]


def test_a_search_may_rely_on_its_own_helpers(tmp_path: Path) -> None:
    """Here on a list of actions, and on a parameter that the exercise does not know."""
    text = changed(
        (
            "def actions(board):\n    return {(i, j) for i in range(3) for j in range(3) if board[i][j] is EMPTY}",
            "def actions(board):\n    return [(i, j) for i in range(3) for j in range(3) if board[i][j] is EMPTY]",
        ),
        ("best(sorted(actions(board)), key", "best(actions(board)[:], key"),
    )
    report = check(text, tmp_path, ("actions", "minimax"))
    assert report.to_blame == ("actions",)
    assert verdicts(report)["minimax"].status == "right"
    text = changed(
        SCORE,
        ("def winner(board):", "def winner(board, quick=False):"),
        (
            "    if terminal(board):\n        return None\n",
            "    if winner(board, quick=True) or terminal(board):\n        return None\n",
        ),
    )
    report = check(text, tmp_path, ("winner", "utility", "minimax"))
    assert report.to_blame == ("utility",)
    assert verdicts(report)["minimax"].status == "misled"


def test_printing_changes_nothing_and_is_told(tmp_path: Path) -> None:
    report = check(GOOD + "\nprint('hello\\x1b[2J')\n", tmp_path, ("utility",))
    assert report.is_right
    assert report.output.startswith("hello")
    assert "\x1b" not in report.output


def test_a_function_that_is_not_there_is_missing(tmp_path: Path) -> None:
    report = check(changed(("def utility(board):", "def utilty(board):")), tmp_path, ("utility", "minimax"))
    assert [verdict.status for verdict in report.verdicts] == ["missing", "misled"]
    assert report.to_blame == ("utility",)
    assert report.outcome == "wrong"
    report = check(changed(("def utility(board):", "def utilty(board):")), tmp_path, ("minimax",))
    assert verdicts(report)["minimax"].misled_by == ("utility",)
    assert report.outcome == "wrong"


THE_SAME = {
    "initial_state": """
SAME = []


def initial_state():
    SAME[:] = [[None] * 3 for _ in range(3)]
    return SAME
""",
    "actions": """
SAME, fresh = set(), actions


def actions(board):
    new = fresh(board)
    SAME.clear()
    SAME.update(new)
    return SAME
""",
    "result": """
SAME, fresh = [], result


def result(board, action):
    SAME[:] = fresh(board, action)
    return SAME
""",
}


@pytest.mark.parametrize(("function", "text"), THE_SAME.items())
def test_what_is_returned_is_new_each_time(function: str, text: str, tmp_path: Path) -> None:
    """Each answer is right when it comes, and is another once the next has come."""
    report = check(f"{GOOD}\n\n{text}", tmp_path, (function,))
    assert report.to_blame == (function,)
    (found,) = report.verdicts
    assert found.causes[0].startswith(("It returns the same board each time", "It returns one and the same object"))
    assert found.degree == ("games" if function != "initial_state" else "specification")


def test_what_is_kept_and_not_changed_may_be_returned_again(tmp_path: Path) -> None:
    keeps = """
from functools import lru_cache

fresh = result


@lru_cache(maxsize=None)
def kept(board, action):
    return fresh([list(row) for row in board], action)


def result(board, action):
    return kept(tuple(map(tuple, board)), action)
"""
    assert check(f"{GOOD}\n{keeps}", tmp_path, ("result",)).is_right


def test_a_board_that_is_spoiled_loses_games_even_if_only_result_is_asked(tmp_path: Path) -> None:
    assert check(changed(COPY), tmp_path, ("result",)).degree == "games"


def test_there_is_no_end_of_time(tmp_path: Path) -> None:
    report = check_file(save(GOOD, tmp_path), ("player",), float("inf"))
    assert report.is_right


def test_what_raises_is_said_with_its_line(tmp_path: Path) -> None:
    text = changed(("def winner(board):\n", "def winner(board):\n    return linse(board)\n"))
    (found,) = check(text, tmp_path, ("winner",)).verdicts
    assert found.fault
    line = text[: text.index("return linse(board)")].count("\n") + 1
    assert found.fault.came == f"NameError: name 'linse' is not defined (line {line})"
    assert found.causes == ()


SLOW = ("def minimax(board):\n", "def minimax(board):\n    import time\n\n    time.sleep(0.05)\n")


CIRCLE = """
import sys

sys.setrecursionlimit(100)


def winner(board):
    return {1: X, -1: O, 0: None}[utility(board)]


def utility(board):
    return {X: 1, O: -1, None: 0}[winner(board)]
"""


def test_functions_defined_through_each_other_are_to_blame_together(tmp_path: Path) -> None:
    report = check(GOOD + CIRCLE, tmp_path, ("winner", "terminal", "utility"))
    found = verdicts(report)
    assert report.outcome == "wrong"
    assert report.to_blame == ("winner", "utility")
    assert "It and utility depend on each other" in found["winner"].note
    assert found["terminal"].misled_by == ("winner", "utility")
    assert [report.points(verdict) for verdict in report.verdicts] == [0, 1, 0]


def test_a_function_is_excused_by_one_that_nobody_asked_for(tmp_path: Path) -> None:
    report = check(changed(DIAGONALS), tmp_path, ("terminal",))
    assert report.verdicts[0].status == "misled"
    assert report.to_blame == ("winner",)
    assert report.outcome == "wrong"


def test_what_is_kept_between_calls_excuses_nobody(tmp_path: Path) -> None:
    """Asked anew with right helpers it answers fewer questions than it takes to go wrong."""
    text = (
        GOOD
        + """

true_winner, calls = winner, []


def winner(board):
    calls.append(1)
    return true_winner(board) if len(calls) < 5500 else None
"""
    )
    report = check(text, tmp_path, ("winner",))
    assert report.to_blame == ("winner",)


FOOLS = {
    "a row that equals every other": (
        "utility",
        """
class Row(list):
    def __eq__(self, other):
        return True

    __hash__ = None


true_utility = utility


def utility(board):
    value = true_utility(board)
    board[0] = Row("XXX")
    return value
""",
    ),
    "a mark that equals every other": (
        "utility",
        """
class Mark(str):
    def __eq__(self, other):
        return True

    __hash__ = None


true_utility = utility


def utility(board):
    value = true_utility(board)
    board[0][0] = Mark("X")
    return value
""",
    ),
    "a board put right again when the exception is shown": (
        "result",
        """
class Taken(Exception):
    def __init__(self, board, before):
        self.board, self.before = board, before

    def __str__(self):
        self.board[:] = self.before
        return "taken"


true_result = result


def result(board, action):
    if action not in actions(board):
        before = [row[:] for row in board]
        board[0][0] = "X" if board[0][0] is None else None
        raise Taken(board, before)
    return true_result(board, action)
""",
    ),
    "pairs of truth values": (
        "actions",
        """
true_actions = actions


def actions(board):
    return {(row, bool(col)) if col < 2 else (row, col) for row, col in true_actions(board)}
""",
    ),
    "the checks of its own process replaced": (
        "utility",
        """
import sys

for module in [sys.modules["__main__"]]:
    for name in ("_is_still", "_spoil", "rows", "layout"):
        setattr(module, name, lambda *_: True)
true_utility = utility


def utility(board):
    value = true_utility(board)
    board[0][0] = "changed"
    return value
""",
    ),
}


@pytest.mark.parametrize("name", FOOLS)
def test_the_judge_is_not_fooled(name: str, tmp_path: Path) -> None:
    function, text = FOOLS[name]
    report = check(GOOD + text, tmp_path, (function,))
    assert report.verdicts[0].status == "wrong"
    assert report.to_blame == (function,)


BORROWED = """
X, O, EMPTY = "X", "O", None


def initial_state():
    return [[EMPTY] * 3 for _ in range(3)]


def borrowed(name, *given):
    for function in (player, actions, result, winner, terminal, utility):
        names = function.__globals__
        if names is not globals() and name in names:
            return names[name](*given)


def player(board):
    return borrowed("player", board)


def actions(board):
    return borrowed("actions", board)


def result(board, action):
    return borrowed("result", board, action)


def winner(board):
    return borrowed("winner", board)


def terminal(board):
    return borrowed("terminal", board)


def utility(board):
    return 7
"""


def test_nobody_lives_on_what_stands_in_for_others(tmp_path: Path) -> None:
    names = ("player", "winner", "terminal", "utility")
    report = check(BORROWED, tmp_path, names)
    assert report.to_blame == names
    assert [report.points(verdict) for verdict in report.verdicts] == [0, 0, 0, 0]


def test_who_is_misled_by_one_that_was_not_asked_has_no_point(tmp_path: Path) -> None:
    report = check(changed(DIAGONALS), tmp_path, ("terminal",))
    assert report.verdicts[0].misled_by == ("winner",)
    assert report.points(report.verdicts[0]) == 0


def test_what_is_bad_in_one_way_is_not_blamed_for_another(tmp_path: Path) -> None:
    """Of a list for a set, and a search that cannot see a diagonal, only one loses games."""
    listed = ("return {(i, j) for i in range(3) for j in range(3) if board[i][j] is EMPTY}",)
    text = changed(DIAGONALS, (listed[0], listed[0].replace("{", "[").replace("}", "]")))
    found = verdicts(check(text, tmp_path, ("actions", "winner", "terminal")))
    assert (found["actions"].degree, found["winner"].degree) == ("specification", "games")
    assert found["terminal"].misled_by == ("winner",)


TIRED = """

true_minimax, seen = minimax, []


def minimax(board):
    empty = sum(row.count(None) for row in board)
    if terminal(board):
        return None
    is_bad = IS_BAD
    if empty > 6:
        seen.append((empty, freeze(board)))
    return min(actions(board)) if is_bad else true_minimax(board)
"""


@pytest.mark.parametrize("is_bad", ["empty <= 6 and seen", "empty == 7 and (7, freeze(board)) in seen"])
def test_what_goes_wrong_in_the_course_of_games_is_found(is_bad: str, tmp_path: Path) -> None:
    """Right on every board, until it has seen one that is nearly empty, or sees one for the second time."""
    report = check(GOOD + TIRED.replace("IS_BAD", is_bad), tmp_path, ("minimax",))
    assert report.to_blame == ("minimax",)


def test_a_search_that_gives_up_on_boards_with_two_marks_is_found(tmp_path: Path) -> None:
    """On boards with fewer, any first move and the middle or a corner are right by luck."""
    gives_up = """

true_winner, true_minimax, calls = winner, minimax, []


def winner(board):
    calls.append(1)
    return true_winner(board)


def minimax(board):
    calls.clear()
    if len(actions(board)) > 6:
        value.cache_clear()
    found = true_minimax(board)
    if len(calls) < 500:
        return found
    return (1, 1) if (1, 1) in actions(board) else min(actions(board))
"""
    report = check(GOOD + gives_up, tmp_path, FUNCTIONS)
    assert report.to_blame == ("minimax",)
    assert verdicts(report)["minimax"].is_complete


def test_running_out_the_clock_is_not_right(tmp_path: Path) -> None:
    text = changed(
        ("    if terminal(board):\n        return None\n", "    if terminal(board):\n        return sleep()\n")
    )
    report = check_file(
        save(text + "\n\ndef sleep():\n    import time\n    time.sleep(1)\n", tmp_path), ("minimax",), 4
    )
    assert report.verdicts[0].status in ("unfinished", "not judged")
    assert report.points(report.verdicts[0]) < 0.01
    assert report.outcome == "not judged"
    assert not report.is_right


def test_wrong_replies_are_kept_within_bounds(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of all of these, 28 MB would be kept."""
    monkeypatch.setattr("tictactoe.check.asking.MOST_KEPT", 600_000)
    text = GOOD + "\n\ndef utility(board):\n    return [[str(i * j) for i in range(12)] for j in range(12)]\n"
    tracemalloc.start()
    try:
        report = check(text, tmp_path, ("utility",))
        assert tracemalloc.get_traced_memory()[1] < 15 << 20
    finally:
        tracemalloc.stop()
    assert report.verdicts[0].wrong == report.verdicts[0].total


def test_right_replies_are_kept_within_bounds(tmp_path: Path) -> None:
    """Of all of these, 50 MB would be kept: a program that has found what writes its replies puts blanks into them."""
    text = """

import sys

frame = sys._getframe()
while "wire" not in frame.f_locals:
    frame = frame.f_back
wire = frame.f_locals["wire"]
written = wire.returned
wire.returned = lambda value: written(value).replace("[", "[" + " " * 50_000, 1)
"""
    tracemalloc.start()
    try:
        report = check(GOOD + text, tmp_path, ("utility",))
        assert tracemalloc.get_traced_memory()[1] < 15 << 20
    finally:
        tracemalloc.stop()
    assert report.is_right


def test_what_was_not_asked_is_counted_and_not_called_right(tmp_path: Path) -> None:
    report = check_file(save(changed(SLOW), tmp_path), ("utility", "minimax", "player"), 4)
    found = verdicts(report)
    assert found["utility"].asked == found["utility"].total
    assert 0 < found["minimax"].asked < found["minimax"].total
    left = found["minimax"].total - found["minimax"].asked
    assert f"{left:,} of {found['minimax'].total:,} questions were not asked" in found["minimax"].note
    assert found["player"].status == "right"  # the search comes last, in whatever order they are named
    assert not report.is_right


def test_what_is_slow_and_wrong_is_wrong(tmp_path: Path) -> None:
    report = check_file(save(changed(SLOW, NO_END), tmp_path), ("minimax",), 4)
    assert report.to_blame == ("minimax",)
    assert "Time ran out" in report.verdicts[0].note


def test_a_good_program_is_checked_completely_and_cannot_be_beaten(tmp_path: Path) -> None:
    heard: list[Asking] = []
    solver = Solver(GAME)
    report = check_file(save(GOOD, tmp_path), watch=heard.append, solver=solver)
    assert solver.nodes > 1000
    assert report.is_right
    assert {progress.function for progress in heard} == set(FUNCTIONS)
    assert [progress for progress in heard if progress.asked == progress.total] == [
        Asking(verdict.function, verdict.total, verdict.total, False) for verdict in report.verdicts
    ]
    assert all(verdict.asked == verdict.total for verdict in report.verdicts)
    assert report.games
    assert (report.games.lost, report.games.unknown) == (0, 0)
    assert report.first_move is not None
