"""The process that runs somebody else's program: it loads the file, answers questions about it, and knows no answers.

It is started as a script, apart from the package, and imports the standard library only. Questions come in as lines of
JSON, answers go out as lines of JSON; what the program prints goes elsewhere. Everything that is used after the program
has been loaded is taken hold of before, the built-in functions too, so that a program that changes the standard library
changes nothing here.
"""

from __future__ import annotations

import builtins
import importlib.util
import itertools
import json
import os
import sys
import time
from types import ModuleType
from typing import Any

__builtins__ = dict(vars(builtins))  # type: ignore[assignment]  # ours: what is defined from here on looks in it

FUNCTIONS = ("initial_state", "player", "actions", "result", "winner", "terminal", "utility", "minimax")
LONGEST = 200
MOST_ITEMS = 12
DEEPEST = 2
SYNTAX = (SyntaxError, IndentationError, TabError)
PLAIN = {id(kind): kind.__name__ for kind in (type(None), bool, int, str)}
MANY = {id(kind): kind.__name__ for kind in (list, tuple, set, frozenset)}
"""By identity: a type may have an == of its own."""

_clock, _first, _quoted, _parsed = (
    time.perf_counter,
    itertools.islice,
    json.encoder.encode_basestring_ascii,
    json.JSONDecoder().scan_once,  # type: ignore[attr-defined]
)


def encode(value: Any, depth: int = 0) -> list[Any]:
    """A value as plain data that says its exact type; nothing of the program's own is called for the usual types."""
    kind = type(value)
    if name := PLAIN.get(id(kind)):
        if kind is str:
            value = value[: LONGEST >> depth]
        if kind is int and not -(10**18) < value < 10**18:
            return ["other", "int", "a huge number"]
        return [name, value]
    if name := MANY.get(id(kind)):
        if depth == DEEPEST:
            return ["other", name, "…"]
        return [name, [encode(item, depth + 1) for item in _first(value, MOST_ITEMS)], len(value)]
    name = f"{kind.__module__}.{kind.__qualname__}"
    if name.startswith("numpy.") and "int" in name:
        return ["number", name, int(value)]
    try:
        text = repr(value)
    except Exception as error:
        text = f"<its repr raises {type(error).__name__}>"
    return ["other", name[:LONGEST], text[: LONGEST >> depth]]


def to_json(data: Any) -> str:
    """The same as json.dumps, which looks things up where a program may have put others."""
    kind = type(data)
    if kind is str:
        return _quoted(data)
    if kind is list:
        return f"[{','.join([to_json(value) for value in data])}]"
    if data is None:
        return "null"
    if kind is bool:
        return "true" if data else "false"
    if kind is dict:
        return "{" + ",".join([f"{_quoted(key)}:{to_json(value)}" for key, value in data.items()]) + "}"
    return repr(data)


def decode_board(text: str) -> list[list[str | None]]:
    """A new board from nine characters."""
    marks = [None if mark == "." else mark for mark in text]
    return [marks[0:3], marks[3:6], marks[6:9]]


def told(error: BaseException) -> list[str]:
    """The name of an exception and what it says, in so far as it can be got to say it."""
    try:
        text = error.msg if type(error) in SYNTAX else error  # type: ignore[attr-defined]
        return [f"{type(error).__name__}"[:LONGEST], f"{text}"[:LONGEST]]
    except BaseException:
        return ["an exception", "what it says cannot be shown"]


class Program:
    """The program under judgement."""

    def __init__(self, path: str) -> None:
        spec = importlib.util.spec_from_file_location("submission", path)
        if spec is None or spec.loader is None:
            raise ImportError("it is not a Python file")
        module = importlib.util.module_from_spec(spec)
        sys.modules["submission"] = module
        sys.modules["tictactoe"] = module  # whoever imports it means this file, and never finds another
        self.names = module.__dict__
        """Looked at directly: a module can have a __getattr__ of its own."""
        spec.loader.exec_module(module)

    def functions(self) -> list[str]:
        return [name for name in FUNCTIONS if callable(self.names.get(name))]

    def ask(self, question: dict[str, Any]) -> dict[str, Any]:
        """The answer to one question: what was returned or raised, how long it took, whether the board was changed."""
        text = question.get("board")
        arguments: list[Any] = [decode_board(text)] if text else []
        if "action" in question:
            arguments.append(tuple(question["action"]))
        function: Any = self.names.get(question["call"])
        started = _clock()
        try:
            value = function(*arguments)
        except BaseException as error:
            reply: dict[str, Any] = {"raised": told(error)}
        else:
            try:
                reply = {"value": encode(value)}
            except BaseException as error:
                reply = {"value": ["other", "object", f"<looking at it raises {told(error)[0]}>"]}
            if question.get("spoil") and _spoil(value):
                reply["value"] = encode(value)
        reply["seconds"] = _clock() - started
        if text and not _is_still(arguments[0], text):
            reply["changed"] = True
        return reply


def _is_still(board: list[list[str | None]], text: str) -> bool:
    try:
        return [[*row] for row in board] == decode_board(text)
    except BaseException:
        return False


def _spoil(value: Any) -> bool:
    """Scribble on what was returned: a function that keeps it will return it again. Whether its rows are one list."""
    try:
        value[0][0] = "spoiled"
        return len({id(row) for row in value}) < len(value)
    except Exception:
        return False


def main(path: str, limits: ModuleType, helpers: ModuleType | None, names: list[str]) -> None:
    """Read questions and write answers until there are no more; the functions of these names are replaced by ours."""
    questions, answers = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    with open(os.devnull) as nothing:
        os.dup2(nothing.fileno(), 0)
    os.dup2(2, 1)  # what the program prints goes where errors go
    sys.stdin, sys.stdout = open(0, closefd=False), sys.stderr  # noqa: SIM115

    def say(data: dict[str, Any]) -> None:
        answers.write(to_json(data).encode() + b"\n")
        answers.flush()

    sys.path.insert(0, os.path.dirname(path))
    say({"guarded": limits.guard()})
    started = _clock()
    try:
        program = Program(path)
    except BaseException as error:
        say({"failed": told(error), "line": _line(error, path)})
        return
    say({"loaded": program.functions(), "seconds": _clock() - started})
    for name in names:
        if name in program.names:
            program.names[name] = vars(helpers)[name]
    for line in questions:
        question = _parsed(line.decode(), 0)[0]
        say({"id": question["id"], **program.ask(question)})


def _line(error: BaseException, path: str) -> int | None:
    """The line of the program at which loading it failed."""
    if type(error) in SYNTAX:
        return error.lineno  # type: ignore[attr-defined, no-any-return]
    found, trace = None, error.__traceback__
    while trace is not None:
        if trace.tb_frame.f_code.co_filename == path:
            found = trace.tb_lineno
        trace = trace.tb_next
    return found


def load(path: str) -> ModuleType:
    """A module of ours that the program cannot import."""
    module = ModuleType("ours")
    module.__file__ = path
    with open(path, encoding="utf-8") as file:
        exec(compile(file.read(), path, "exec"), module.__dict__)  # noqa: S102
    return module


if __name__ == "__main__":
    main(sys.argv[1], load(sys.argv[2]), load(sys.argv[3]) if sys.argv[3:] else None, sys.argv[4:])
