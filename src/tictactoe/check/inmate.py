"""The process that runs somebody else's program: it loads it, answers questions about it, and knows no answers.

It is started as a script, apart from the package, and imports the standard library only; the files of ours that it
needs are loaded by path. The program and then calls come in and replies go out over a pipe, so that there is no file
and no folder to be left behind; what the program prints goes elsewhere.
Everything that is used after the program has been loaded is taken hold of before, the built-in functions too, so that a
program that changes the standard library changes nothing here.
"""

from __future__ import annotations

import builtins
import os
import sys
import time
from types import ModuleType
from typing import Any

__builtins__ = dict(vars(builtins))  # type: ignore[assignment]  # ours: what is defined from here on looks in it

NAME = "tictactoe.py"
_clock = time.process_time
_trace = BaseException.__dict__["__traceback__"].__get__  # and not what an exception of the program's has for it


class Program:
    """The program under judgement."""

    def __init__(self, source: bytes, wire: ModuleType) -> None:
        module = ModuleType("submission")
        module.__file__ = NAME
        sys.modules["submission"] = module
        sys.modules["tictactoe"] = module  # whoever imports it means this file, and never finds another
        self.names = module.__dict__
        """Looked at directly: a module can have a __getattr__ of its own."""
        self._wire = wire
        self._returned: dict[str, tuple[Any, str]] = {}
        """Of each function what it returned last, if that can be changed, and how it was written."""
        self._boards: list[Any] = []
        """The last that `initial_state` has made, and its rows."""
        exec(compile(source, NAME, "exec", dont_inherit=True), self.names)  # noqa: S102

    def functions(self) -> list[str]:
        return [name for name in self._wire.FUNCTIONS if callable(self.names.get(name))]

    def answer(self, line: bytes) -> bytes:
        """The reply to one call: what was returned or raised, how long it took, and the board as it is after it.

        The board is looked at first: what the program returned or raised may run some more of it when it is shown.
        """
        wire = self._wire
        number, (name, text, action) = wire.read_call(line)
        board = None if text is None else wire.rows(text)
        arguments = [given for given in (board, action) if given is not None]
        function: Any = self.names.get(name)
        started, failed = _clock(), False
        try:
            value = function(*arguments)
        except BaseException as error:
            failed = True
            left = wire.layout(board)
            came = wire.raised(error, _line(error))
        else:
            left = wire.layout(board)
            came = wire.returned(value)
            if board is None and self._spoil(value):
                came = wire.returned(value)
        seconds = _clock() - started
        altered = name in self._returned and wire.returned(self._returned[name][0]) != self._returned[name][1]
        self._returned.pop(name, None)
        if not failed and board is not None and wire.can_change(value):
            self._returned[name] = (value, came)
        reply: bytes = wire.write_reply(number, came, seconds, left, altered)
        return reply

    def _spoil(self, value: Any) -> bool:
        """Scribble on a new board: a function that keeps it will return it again.

        Whether its rows are one list, or the board or a row of it has been returned the time before.
        """
        before = self._boards
        try:
            value[0][0] = self._wire.SPOILED
            self._boards = [value, *value]
            parts = {id(part) for part in self._boards}
            return len(parts) < len(self._boards) or any(id(part) in parts for part in before)
        except Exception:
            return False


def main(
    wire: ModuleType,
    limits: ModuleType,
    calls: ModuleType,
    without: list[str],
    stand_ins: dict[str, Any],
) -> None:
    """Read a program, and calls, and write replies until there are no more.

    The guards in `without` are left off; functions that have a stand-in are replaced by it.
    """
    asked, replies = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    with open(os.devnull) as nothing:
        os.dup2(nothing.fileno(), 0)
    os.dup2(2, 1)  # what the program prints goes where errors go
    sys.stdin, sys.stdout = open(0, closefd=False), sys.stderr  # noqa: SIM115
    sys.argv = [NAME]

    def say(line: bytes) -> None:
        replies.write(line)
        replies.flush()

    say(wire.write_guards(limits.guard(calls, without)))
    source = wire.read_program(asked)
    if source is None:
        return
    started = _clock()
    try:
        program = Program(source, wire)
    except BaseException as error:
        where = error.lineno if id(type(error)) in wire.SYNTAX else _line(error)  # type: ignore[attr-defined]
        say(wire.write_failed(error, where))
        return
    say(wire.write_loaded(program.functions(), _clock() - started))
    program.names.update(stand_ins)
    for line in asked:
        say(program.answer(line))


def _line(error: BaseException) -> int | None:
    """The line of the program at which it failed, if that is known."""
    found, trace = None, _trace(error)
    while trace is not None:
        if trace.tb_frame.f_code.co_filename == NAME:
            found = trace.tb_lineno
        trace = trace.tb_next
    return found


def load(path: str) -> ModuleType:
    """A module of ours that the program cannot import, with the built-in functions that are used here."""
    module = ModuleType("ours")
    module.__dict__.update(__file__=path, __builtins__=__builtins__)
    with open(path, encoding="utf-8") as file:
        exec(compile(file.read(), path, "exec"), module.__dict__)  # noqa: S102
    return module


def load_alone(path: str, name: str, others: tuple[str, ...]) -> Any:
    """One function of a module, with nothing by which the others could be found."""
    names = load(path).__dict__
    function = names[name]
    for other in others:
        names.pop(other, None)
    return function


if __name__ == "__main__":
    parent, without, wire, limits, calls, *more = sys.argv[1:]
    limited = load(limits)
    limited.end_with(int(parent))
    written = load(wire)
    replaced = {name: load_alone(more[0], name, written.FUNCTIONS) for name in more[1:]}
    main(written, limited, load(calls), without.split(","), replaced)
