"""What may be wrong with a function, in words: a guess at the cause that explains all of its answers.

A cause is named only if it accounts for every wrong answer that was seen, or for the kind of all of them. Where none
does, nothing is guessed: the smallest board that shows the fault has to do.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from typing import Any

from tictactoe.check.course import Action, Board, after, place_of
from tictactoe.check.misreadings import LINES, depth_values, line_name, values_with
from tictactoe.check.questions import Question
from tictactoe.check.wire import Reply, Strange, plain, show

Faults = Sequence[Any]
"""Of Fault: a question and its reply."""


def diagnose(name: str, answers: Mapping[Question, Reply], faults: Faults) -> tuple[str, ...]:
    """The likely causes of a function's faults; empty if there is no good guess."""
    found = list(_common(answers, faults))
    if not found:
        found = list(CAUSES[name](answers, faults))
    return tuple(dict.fromkeys(found))[:3]


def _common(answers: Mapping[Question, Reply], faults: Faults) -> Iterator[str]:
    """Causes that any function may have."""
    replies = [fault.reply for fault in faults]
    if all(reply.changed for reply in replies):
        yield "It changes the board that it is given. Make a copy first, of the rows too: copy.deepcopy(board)."
    kinds = {reply.raised[0] for reply in replies if reply.raised}
    if kinds and all(reply.raised for reply in replies):
        yield f"It raises {' or '.join(sorted(kinds))}."
    if faults and all(fault.question.again and fault.question.board for fault in faults):
        yield "It answers a second time otherwise than the first: something is kept between calls."
    values = [plain(reply.value) for reply in replies if reply.raised is None]
    if values and all(_has_numpy(value) for value in values):
        yield "Its numbers are numpy's: turn them into plain ones with int(...), or bool(...)."
    if all(reply.raised is None and plain(reply.value) is None for reply in answers.values()):
        yield "It returns nothing: is a return missing?"


def _has_numpy(value: object) -> bool:
    if isinstance(value, Strange):
        return value.kind.startswith("numpy.")
    return isinstance(value, (tuple, list, frozenset)) and any(_has_numpy(item) for item in value)


def _initial_state(_: Mapping[Question, Reply], faults: Faults) -> Iterator[str]:
    spoiled = [fault.question.again for fault in faults if "spoiled" in show(fault.reply.value)]
    if 0 in spoiled:
        yield "Its rows are one and the same list, so that a mark in one shows in all: make each row anew."
    elif spoiled:
        yield "It returns the same board each time, so that a change to one shows in all."


def _player(answers: Mapping[Question, Reply], faults: Faults) -> Iterator[str]:
    values = {question.board: plain(reply.value) for question, reply in answers.items() if reply.raised is None}
    if all(value == "X" for value in values.values()):
        yield "It always says X."
    elif all(value == "O" for value in values.values()):
        yield "It always says O."
    elif len(faults) == len(answers) and all(value in ("X", "O") for value in values.values()):
        yield "X and O are swapped: X moves first, so X is to move when there are as many of one as of the other."
    elif {fault.question.board for fault in faults} == {"." * 9}:
        yield "It is wrong on the empty board only, where X moves."


def _actions(_: Mapping[Question, Reply], faults: Faults) -> Iterator[str]:
    pairs = [(place_of(fault.question.board), plain(fault.reply.value)) for fault in faults]
    if all(isinstance(value, list) and _as_set(value) == place.actions for place, value in pairs):
        yield "It returns a list; the exercise asks for a set."
    elif all(isinstance(value, tuple) and _as_set(value) == place.actions for place, value in pairs):
        yield "It returns a tuple; the exercise asks for a set."
    elif all({(col, row) for row, col in _as_set(value)} == place.actions for place, value in pairs):
        yield "Rows and columns are swapped: an action is (row, column)."
    elif all(_as_set(value) >= place.actions for place, value in pairs):
        yield "It offers cells that are taken, or not on the board."
    elif all(_as_set(value) < place.actions for place, value in pairs):
        yield "It leaves out cells that are empty."


def _as_set(value: object) -> frozenset[Action]:
    if not isinstance(value, (list, tuple, frozenset)):
        return frozenset()
    pairs = (tuple(item) for item in value if isinstance(item, (tuple, list)) and len(item) == 2)
    return frozenset(pair for pair in pairs if all(type(part) is int for part in pair))


def _result(_: Mapping[Question, Reply], faults: Faults) -> Iterator[str]:
    kinds = {fault.question.kind for fault in faults}
    if kinds == {"taken"}:
        yield "It raises no exception when the cell is taken."
    elif kinds == {"outside"}:
        negative = all(min(fault.question.action) < 0 for fault in faults)
        yield (
            "It accepts negative rows or columns, which Python counts from the end."
            if negative
            else "It raises the wrong thing, or nothing, for a cell that is not on the board."
        )
    elif kinds <= {"taken", "outside"}:
        yield "It does not check the action: a taken cell, or one outside the board, should raise an exception."
    changed = [fault for fault in faults if fault.reply.changed]
    if changed and len(changed) == sum(fault.question.kind == "value" for fault in faults):
        yield "It changes the board that it is given: a shallow copy shares the rows. Use copy.deepcopy(board)."
        return
    values = [fault for fault in faults if fault.question.kind == "value" and fault.reply.raised is None]
    if values and all(_flat(fault.reply) == _placed(fault, "X") for fault in values):
        yield "It always places an X."
    elif values and all(_flat(fault.reply) == _placed(fault, _other(fault)) for fault in values):
        yield "It places the mark of the player who has just moved."
    elif values and all(_flat(fault.reply) == _transposed(fault) for fault in values):
        yield "Rows and columns are swapped: an action is (row, column)."


def _flat(reply: Reply) -> str:
    value = plain(reply.value)
    if not isinstance(value, (list, tuple)):
        return ""
    return "".join(
        "." if mark is None else str(mark) for row in value if isinstance(row, (list, tuple)) for mark in row
    )


def _placed(fault: Any, mark: str) -> Board:
    at = fault.question.action[0] * 3 + fault.question.action[1]
    board: Board = fault.question.board
    return board[:at] + mark + board[at + 1 :]


def _other(fault: Any) -> str:
    return "O" if place_of(fault.question.board).turn == "X" else "X"


def _transposed(fault: Any) -> Board:
    row, col = fault.question.action
    at = col * 3 + row
    board: Board = fault.question.board
    return board[:at] + place_of(board).turn + board[at + 1 :]


def _winner(answers: Mapping[Question, Reply], faults: Faults) -> Iterator[str]:
    values = [(fault.question.board, plain(fault.reply.value)) for fault in faults]
    places_ = [(place_of(board), value) for board, value in values]
    if all(place.winner and value == ("O" if place.winner == "X" else "X") for place, value in places_):
        yield "X and O are swapped."
    elif all(any(all(board[at] == "." for at in line) for line in LINES) for board, _ in values):
        yield "A line of three empty cells is taken for a line of three."
    elif all(place.winner and value is None for place, value in places_):
        yield from _missed_lines(answers)
    elif all(not place.winner for place, _ in places_):
        yield "It sees a winner where nobody has three in a row."


def _missed_lines(answers: Mapping[Question, Reply]) -> Iterator[str]:
    """The lines, for X and for O, that it has never seen when they were the only full one."""
    seen: set[tuple[str, tuple[int, ...]]] = set()
    alone: set[tuple[str, tuple[int, ...]]] = set()
    for question, reply in answers.items():
        if question.board is None or (mark := place_of(question.board).winner) is None:
            continue
        full = [line for line in LINES if all(question.board[at] == mark for at in line)]
        if len(full) == 1:
            alone.add((mark, full[0]))
            if question.accepts(reply):
                seen.add((mark, full[0]))
    missed = alone - seen
    if not missed:
        return
    both = [line for line in LINES if {("X", line), ("O", line)} <= missed]
    parts = [line_name(line) for line in both]
    parts += [
        f"{line_name(line)} of {mark}" for mark in "XO" for line in LINES if (mark, line) in missed and line not in both
    ]
    yield f"It does not see {', '.join(parts[:-1]) + ' and ' if len(parts) > 1 else ''}{parts[-1]}."


def _terminal(_: Mapping[Question, Reply], faults: Faults) -> Iterator[str]:
    pairs = [(place_of(fault.question.board), plain(fault.reply.value)) for fault in faults]
    if all(not isinstance(value, bool) for _, value in pairs):
        yield "It does not return True or False."
    elif all(place.over and place.winner is None for place, _ in pairs):
        yield "It says False on a full board that nobody has won."
    elif all(place.over and place.winner and "." in place.board for place, _ in pairs):
        yield "It goes on after somebody has won: it looks only for empty cells."
    elif all(place.over and place.winner == pairs[0][0].winner for place, _ in pairs):
        yield f"It does not end the game when {pairs[0][0].winner} has won."
    elif all(not place.over for place, _ in pairs):
        yield "It ends the game too soon."


def _utility(answers: Mapping[Question, Reply], _: Faults) -> Iterator[str]:
    groups: dict[str | None, set[str]] = {"X": set(), "O": set(), None: set()}
    for question, reply in answers.items():
        if question.board is not None:
            value = show(reply.value) if reply.raised is None else reply.raised[0]
            groups[place_of(question.board).winner].add(value)
    for mark, text in (("X", "A win of X"), ("O", "A win of O"), (None, "A draw")):
        right = {"X": "1", "O": "-1", None: "0"}[mark]
        found = groups[mark]
        if len(found) == 1 and (value := next(iter(found))) != right:
            yield f"{text} is scored {value}, but should be {right}."


def _minimax(answers: Mapping[Question, Reply], faults: Faults) -> Iterator[str]:
    moves = {question.board: plain(reply.value) for question, reply in answers.items() if reply.raised is None}
    unfinished = {board: move for board, move in moves.items() if board is not None and not place_of(board).over}
    if all(isinstance(plain(fault.reply.value), list) for fault in faults):
        yield "It returns a list; an action is a tuple (row, column)."
        return
    if all(place_of(fault.question.board).over for fault in faults):
        yield "It should return None when the game is over."
        return
    legal = {board: move for board, move in unfinished.items() if _is_action(board, move)}
    if not legal:
        yield "It does not return an action: is a number, or a pair of a value and a move, returned instead?"
        return
    if len(legal) == len(unfinished):
        yield from _plan(legal)
    elif all(move is None for board, move in unfinished.items() if board not in legal):
        yield "It returns None on boards where there are moves to make."
    turns = {place_of(fault.question.board).turn for fault in faults}
    if len(turns) == 1:
        yield f"It is wrong only when {turns.pop()} is to move."


def _is_action(board: Board, move: object) -> bool:
    """Compared one by one: what was returned may be a list, which no set can be asked for."""
    return any(isinstance(move, tuple) and move == action for action in place_of(board).actions)


def _plan(moves: Mapping[Board, Action]) -> Iterator[str]:
    """A way of choosing that explains every one of its moves."""
    if all(move == min(place_of(board).actions) for board, move in moves.items()):
        yield "It always takes the first empty cell."
        return
    for text, values in _plans():
        if all(_is_choice(board, move, values) for board, move in moves.items()):
            yield text
            return


@cache
def _plans() -> tuple[tuple[str, Callable[[Board], int]], ...]:
    return (
        (
            "Maximum and minimum are confused: it makes the moves that are best for the opponent.",
            values_with(1, -1, 0, True),
        ),
        (
            "Maximum and minimum are confused: it chooses the move that is worst for itself.",
            lambda board: -values_with(1, -1, 0)(board),
        ),
        ("It plays as if a win of O were worth 0.", values_with(1, 0, 0)),
        ("It plays as if a win of O were worth as much as one of X.", values_with(1, 1, 0)),
        ("It plays as if a win of X were worth 0.", values_with(0, -1, 0)),
        ("It plays as if a draw were as good as a win of X.", values_with(1, -1, 1)),
        ("It plays as if a draw were as good as a win of O.", values_with(1, -1, -1)),
        *(
            (f"It looks only {plies} {'ply' if plies == 1 else 'plies'} ahead.", depth_values(plies))
            for plies in range(1, 8)
        ),
    )


def _is_choice(board: Board, move: Action, values: Callable[[Board], int]) -> bool:
    """Whether a player for whom positions have these values would be content with this move."""
    place = place_of(board)
    best = max if place.turn == "X" else min
    return values(after(board, move)) == best(values(after(board, action)) for action in place.actions)


CAUSES: dict[str, Callable[[Mapping[Question, Reply], Faults], Iterator[str]]] = {
    "initial_state": _initial_state,
    "player": _player,
    "actions": _actions,
    "result": _result,
    "winner": _winner,
    "terminal": _terminal,
    "utility": _utility,
    "minimax": _minimax,
}
