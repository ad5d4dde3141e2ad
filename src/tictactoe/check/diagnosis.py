"""What may be wrong with a function, in words: a guess at the cause that explains all of its answers.

A cause is named only if it accounts for every wrong answer that was seen, or for the kind of all of them. Where none
does, nothing is guessed: the smallest board that shows the fault has to do.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache

from tictactoe.check.course import START, Action, Layout, after, as_action, place_of, put
from tictactoe.check.misreadings import LINES, depth_values, line_name, values_with
from tictactoe.check.questions import Answers
from tictactoe.check.reading import Reply, Strange, plain, show
from tictactoe.check.report import Fault
from tictactoe.check.wire import FUNCTIONS, SPOILED
from tictactoe.rules import Mark, O, X, opponent

Faults = Sequence[Fault]


def diagnose(name: str, answers: Answers, faults: Faults) -> tuple[str, ...]:
    """The likely causes of a function's faults; empty if there is no good guess."""
    found = list(_common(answers, faults))
    if not found and not all(fault.reply.raised for fault in faults):
        found = list(CAUSES[FUNCTIONS.index(name)](answers, faults))
    return tuple(dict.fromkeys(found))[:3]


def _common(answers: Answers, faults: Faults) -> Iterator[str]:
    """Causes that any function may have."""
    replies = [fault.reply for fault in faults]
    if all(reply.altered for reply in replies):
        yield "It returns one and the same object each time, and changes it: make a new one each time."
    if all(reply.changed for reply in replies):
        yield "It changes the board that it is given. Make a copy first, of the rows too: copy.deepcopy(board)."
    kinds = {reply.raised[0] for reply in replies if reply.raised}
    if len(kinds) > 1 and all(reply.raised for reply in replies):
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


def _initial_state(_: Answers, faults: Faults) -> Iterator[str]:
    spoiled = [fault.question.again for fault in faults if SPOILED in show(fault.reply.value)]
    if 0 in spoiled:
        yield "Its rows are one and the same list, so that a mark in one shows in all: make each row anew."
    elif spoiled:
        yield "It returns the same board each time, so that a change to one shows in all."


def _player(answers: Answers, faults: Faults) -> Iterator[str]:
    values = {question.board: plain(reply.value) for question, reply in answers.items() if reply.raised is None}
    if all(value == "X" for value in values.values()):
        yield "It always says X."
    elif all(value == "O" for value in values.values()):
        yield "It always says O."
    elif len(faults) == len(answers) and all(value in ("X", "O") for value in values.values()):
        yield "X and O are swapped: X moves first, so X is to move when there are as many of one as of the other."
    elif {fault.question.board for fault in faults} == {START}:
        yield "It is wrong on the empty board only, where X moves."


def _actions(_: Answers, faults: Faults) -> Iterator[str]:
    pairs = [(fault.question.place, plain(fault.reply.value)) for fault in faults]
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
    return frozenset(action for item in value if (action := as_action(item)))


def _result(_: Answers, faults: Faults) -> Iterator[str]:
    kinds = {fault.question.kind for fault in faults}
    if kinds == {"taken"}:
        yield "It raises no exception when the cell is taken."
    elif kinds == {"outside"}:
        negative = all(fault.question.action and min(fault.question.action) < 0 for fault in faults)
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
    moved = [
        (fault.question.place, fault.question.action, _flat(fault.reply))
        for fault in faults
        if fault.question.kind == "value" and fault.question.action and fault.reply.raised is None
    ]
    if moved and all(found == put(place.board, action, X) for place, action, found in moved):
        yield "It always places an X."
    elif moved and all(found == put(place.board, action, opponent(place.turn)) for place, action, found in moved):
        yield "It places the mark of the player who has just moved."
    elif moved and all(found == put(place.board, (col, row), place.turn) for place, (row, col), found in moved):
        yield "Rows and columns are swapped: an action is (row, column)."


def _flat(reply: Reply) -> str:
    value = plain(reply.value)
    if not isinstance(value, (list, tuple)):
        return ""
    return "".join(
        "." if mark is None else str(mark) for row in value if isinstance(row, (list, tuple)) for mark in row
    )


def _winner(answers: Answers, faults: Faults) -> Iterator[str]:
    pairs = [(fault.question.place, plain(fault.reply.value)) for fault in faults]
    if all(place.winner and value == opponent(place.winner) for place, value in pairs):
        yield "X and O are swapped."
    elif all(any(all(place.board[at] == "." for at in line) for line in LINES) for place, _ in pairs):
        yield "A line of three empty cells is taken for a line of three."
    elif all(place.winner and value is None for place, value in pairs):
        yield from _missed_lines(answers)
    elif all(not place.winner for place, _ in pairs):
        yield "It sees a winner where nobody has three in a row."


def _missed_lines(answers: Answers) -> Iterator[str]:
    """The lines, for X and for O, that it has never seen when they were the only full one."""
    seen: set[tuple[Mark, tuple[int, ...]]] = set()
    alone: set[tuple[Mark, tuple[int, ...]]] = set()
    for question, reply in answers.items():
        board, mark = question.place.board, question.place.winner
        if mark is None:
            continue
        full = [line for line in LINES if all(board[at] == mark for at in line)]
        if len(full) == 1:
            alone.add((mark, full[0]))
            if question.accepts(reply):
                seen.add((mark, full[0]))
    missed = alone - seen
    if not missed:
        return
    both = [line for line in LINES if {(X, line), (O, line)} <= missed]
    parts = [line_name(line) for line in both]
    single = [line for line in LINES if line not in both]
    parts += [f"{line_name(line)} of {mark}" for mark in (X, O) for line in single if (mark, line) in missed]
    yield f"It does not see {', '.join(parts[:-1]) + ' and ' if len(parts) > 1 else ''}{parts[-1]}."


def _terminal(_: Answers, faults: Faults) -> Iterator[str]:
    pairs = [(fault.question.place, plain(fault.reply.value)) for fault in faults]
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


def _utility(answers: Answers, _: Faults) -> Iterator[str]:
    for end, text, right in ((X, "A win of X", "1"), (O, "A win of O", "-1"), (None, "A draw", "0")):
        replies = [reply for question, reply in answers.items() if question.place.winner == end]
        found = {show(reply.value) if reply.raised is None else reply.raised[0] for reply in replies}
        if len(found) == 1 and (value := found.pop()) != right:
            yield f"{text} is scored {value}, but should be {right}."


def _minimax(answers: Answers, faults: Faults) -> Iterator[str]:
    unfinished = {
        question.place.board: plain(reply.value)
        for question, reply in answers.items()
        if reply.raised is None and not question.place.over
    }
    if all(isinstance(plain(fault.reply.value), list) for fault in faults):
        yield "It returns a list; an action is a tuple (row, column)."
        return
    if all(fault.question.place.over for fault in faults):
        yield "It should return None when the game is over."
        return
    legal = {
        board: action
        for board, move in unfinished.items()
        if isinstance(move, tuple) and (action := as_action(move)) and action in place_of(board).actions
    }
    if not legal:
        yield "It does not return an action, which is a tuple (row, column)."
        return
    if len(legal) == len(unfinished):
        yield from _plan(legal)
    elif all(move is None for board, move in unfinished.items() if board not in legal):
        yield "It returns None on boards where there are moves to make."
    turns = {fault.question.place.turn for fault in faults}
    if len(turns) == 1:
        yield f"It is wrong only when {turns.pop()} is to move."


def _plan(moves: Mapping[Layout, Action]) -> Iterator[str]:
    """A way of choosing that explains every one of its moves."""
    if all(move == min(place_of(board).actions) for board, move in moves.items()):
        yield "It always takes the first empty cell."
        return
    for text, values in _plans():
        if all(_is_choice(board, move, values) for board, move in moves.items()):
            yield text
            return


@cache
def _plans() -> tuple[tuple[str, Callable[[Layout], int]], ...]:
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


def _is_choice(board: Layout, move: Action, values: Callable[[Layout], int]) -> bool:
    """Whether a player for whom positions have these values would be content with this move."""
    place = place_of(board)
    best = max if place.turn == "X" else min
    return values(after(board, move)) == best(values(after(board, action)) for action in place.actions)


CAUSES = (_initial_state, _player, _actions, _result, _winner, _terminal, _utility, _minimax)
"""In the order of FUNCTIONS."""
