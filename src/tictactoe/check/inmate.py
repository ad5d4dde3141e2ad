"""The process that runs somebody else's program: it loads the file, answers questions about it, and knows no answers.

It is started as a script, apart from the package, and imports the standard library only. Questions come in as lines of
JSON, answers go out as lines of JSON; what the program prints goes elsewhere. Everything that is used after the program
has been loaded is taken hold of before, so that a program that changes the standard library changes nothing here.

The helpers at the end are the exercise's rules (not its search). They stand in for the program's own when one of its
functions is judged by itself.
"""

from __future__ import annotations

import builtins
import contextlib
import copy
import importlib.util
import json
import os
import sys
import time
from types import ModuleType
from typing import Any

X, O, EMPTY = "X", "O", None  # noqa: E741  the exercise's names
LONGEST = 200
MOST_ITEMS = 32
DEEPEST = 4

_deepcopy, _dumps, _loads, _clock = copy.deepcopy, json.dumps, json.loads, time.perf_counter
_type, _repr, _isinstance, _len, _list = builtins.type, builtins.repr, builtins.isinstance, builtins.len, builtins.list
_setattr, _getattr, _callable, _int, _str = (
    builtins.setattr,
    builtins.getattr,
    builtins.callable,
    builtins.int,
    builtins.str,
)


def encode(value: Any, depth: int = 0) -> list[Any]:
    """A value as plain data that says its exact type; nothing of the program's own is called for the usual types."""
    kind = _type(value)
    if value is None or kind in (bool, int, str, float):
        if kind is str:
            value = value[:LONGEST]
        if kind is int and not -(10**18) < value < 10**18:
            return ["other", "int", "a huge number"]
        if kind is float:
            return ["other", "float", _repr(value)]
        return [kind.__name__, value]
    if kind in (list, tuple, set, frozenset) and depth < DEEPEST:
        return [kind.__name__, [encode(item, depth + 1) for item in _list(value)[:MOST_ITEMS]], _len(value)]
    name = f"{kind.__module__}.{kind.__qualname__}"
    if name.startswith("numpy.") and hasattr(value, "__index__"):
        with contextlib.suppress(Exception):
            return ["number", name, _int(value)]
    try:
        text = _repr(value)[:LONGEST]
    except BaseException as error:
        text = f"<its repr raises {_type(error).__name__}>"
    return ["other", name[:LONGEST], text]


def decode_board(text: str) -> list[list[str | None]]:
    """A new board from nine characters."""
    marks = [EMPTY if mark == "." else mark for mark in text]
    return [marks[0:3], marks[3:6], marks[6:9]]


class Program:
    """The program under judgement."""

    def __init__(self, path: str) -> None:
        spec = importlib.util.spec_from_file_location("submission", path)
        if spec is None or spec.loader is None:
            raise ImportError("it is not a Python file")
        self.module = importlib.util.module_from_spec(spec)
        sys.modules["submission"] = self.module
        sys.modules["tictactoe"] = self.module  # whoever imports it means this file, and never finds another
        spec.loader.exec_module(self.module)
        self._own = {name: _getattr(self.module, name) for name in HELPERS if hasattr(self.module, name)}

    def names(self) -> list[str]:
        return [name for name in FUNCTIONS if _callable(_getattr(self.module, name, None))]

    def ask(self, question: dict[str, Any]) -> dict[str, Any]:
        """The answer to one question: what was returned or raised, how long it took, whether the board was changed."""
        name, text = question["call"], question.get("board")
        self._stand_in(question.get("helpers") == "ours", name)
        arguments: list[Any] = [] if text is None else [decode_board(text)]
        if "action" in question:
            action = question["action"]
            arguments.append(tuple(action) if _isinstance(action, list) else action)
        before = encode(arguments[0]) if arguments else None
        function = _getattr(self.module, name)
        started = _clock()
        try:
            value = function(*arguments)
        except Exception as error:
            reply: dict[str, Any] = {"raised": [_type(error).__name__[:LONGEST], _str(error)[:LONGEST]]}
        except RecursionError:
            reply = {"raised": ["RecursionError", "it calls itself without end"]}
        else:
            reply = {"value": encode(value)}
            if _isinstance(value, list) and arguments and _shares(value, arguments[0]):
                reply["shares"] = True
            if question.get("spoil"):
                _spoil(value)
        reply["seconds"] = _clock() - started
        if arguments and encode(arguments[0]) != before:
            reply["changed"] = True
        return reply

    def _stand_in(self, ours: bool, name: str) -> None:
        """Put our helpers in the place of the program's, but for the one that is asked; or put its own back."""
        for helper, function in HELPERS.items():
            if helper in self._own and helper != name:
                _setattr(self.module, helper, function if ours else self._own[helper])
        if name in self._own:
            _setattr(self.module, name, self._own[name])


def _shares(value: list[Any], board: list[Any]) -> bool:
    """Whether a returned board has rows of the board that was given."""
    return any(row is other for row in value for other in board if _isinstance(row, list)) or value is board


def _spoil(value: Any) -> None:
    """Scribble on what was returned: a function that keeps it between calls will return it again."""
    with contextlib.suppress(Exception):
        value[0][0] = "spoiled"


def player(board: list[list[str | None]]) -> str:
    marks = [mark for row in board for mark in row]
    return X if marks.count(X) == marks.count(O) else O


def actions(board: list[list[str | None]]) -> set[tuple[int, int]]:
    return {(row, col) for row in range(3) for col in range(3) if board[row][col] is EMPTY}


def result(board: list[list[str | None]], action: tuple[int, int]) -> list[list[str | None]]:
    row, col = action
    if row not in range(3) or col not in range(3) or board[row][col] is not EMPTY:
        raise ValueError(f"{action} is not a legal action")
    after = _deepcopy(board)
    after[row][col] = player(board)
    return after


def winner(board: list[list[str | None]]) -> str | None:
    lines = [*board, *zip(*board, strict=True), [board[i][i] for i in range(3)], [board[i][2 - i] for i in range(3)]]
    for mark in (X, O):
        if any(all(cell == mark for cell in line) for line in lines):
            return mark
    return None


def terminal(board: list[list[str | None]]) -> bool:
    return winner(board) is not None or not actions(board)


def utility(board: list[list[str | None]]) -> int:
    return {X: 1, O: -1, None: 0}[winner(board)]


HELPERS = {
    "player": player,
    "actions": actions,
    "result": result,
    "winner": winner,
    "terminal": terminal,
    "utility": utility,
}
FUNCTIONS = ("initial_state", *HELPERS, "minimax")


def main(path: str, limits: ModuleType | None = None) -> None:
    """Read questions and write answers until there are no more."""
    questions, answers = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    with open(os.devnull) as nothing:
        os.dup2(nothing.fileno(), 0)
    os.dup2(2, 1)  # what the program prints goes where errors go
    sys.stdin, sys.stdout = open(0, closefd=False), sys.stderr  # noqa: SIM115

    def say(data: dict[str, Any]) -> None:
        answers.write(_dumps(data).encode() + b"\n")
        answers.flush()

    sys.path.insert(0, os.path.dirname(path))
    guarded = limits.guard() if limits is not None else []
    say({"guarded": guarded})
    started = _clock()
    try:
        program = Program(path)
    except BaseException as error:
        say({"failed": [_type(error).__name__, _str(error)[:LONGEST]], "line": _line(error, path)})
        return
    say({"loaded": program.names(), "seconds": _clock() - started})
    for line in questions:
        question = _loads(line)
        try:
            reply = program.ask(question)
        except SystemExit as error:
            reply = {"raised": ["SystemExit", _str(error)[:LONGEST]], "seconds": 0.0}
        except KeyboardInterrupt:
            reply = {"raised": ["KeyboardInterrupt", ""], "seconds": 0.0}
        say({"id": question["id"], **reply})


def _line(error: BaseException, path: str) -> int | None:
    """The line of the program at which loading it failed."""
    if _isinstance(error, SyntaxError):
        return error.lineno  # type: ignore[attr-defined, no-any-return]
    found, trace = None, error.__traceback__
    while trace is not None:
        if trace.tb_frame.f_code.co_filename == path:
            found = trace.tb_lineno
        trace = trace.tb_next
    return found


if __name__ == "__main__":
    sys.path.pop(0)  # this folder, in which there is nothing for the program
    spec = importlib.util.spec_from_file_location("_limits", sys.argv[2])
    limits = importlib.util.module_from_spec(spec) if spec else None
    if spec and spec.loader and limits:
        spec.loader.exec_module(limits)
    main(sys.argv[1], limits)
