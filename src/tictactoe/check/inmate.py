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
_clock = time.perf_counter


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
        started = _clock()
        try:
            value = function(*arguments)
        except BaseException as error:
            left = wire.layout(board)
            came = wire.raised(error)
        else:
            left = wire.layout(board)
            came = wire.returned(value)
            if board is None and _spoil(value, wire.SPOILED):
                came = wire.returned(value)
        seconds = _clock() - started
        reply: bytes = wire.write_reply(number, came, seconds, left)
        return reply


def _spoil(value: Any, mark: str) -> bool:
    """Scribble on what was returned: a function that keeps it will return it again. Whether its rows are one list."""
    try:
        value[0][0] = mark
        return len({id(row) for row in value}) < len(value)
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
        say(wire.write_failed(error, _line(error, id(type(error)) in wire.SYNTAX)))
        return
    say(wire.write_loaded(program.functions(), _clock() - started))
    for name, function in stand_ins.items():
        if name in program.names:
            program.names[name] = function
    for line in asked:
        say(program.answer(line))


def _line(error: BaseException, is_syntax: bool) -> object:
    """The line of the program at which loading it failed, if that is known."""
    if is_syntax:
        return error.lineno  # type: ignore[attr-defined]
    found, trace = None, error.__traceback__
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
