"""Where in its file a program's functions begin: reports point there."""

from __future__ import annotations

import re

from tictactoe.check.wire import FUNCTIONS

DEFINED = re.compile(rb"^(?:async +def|def) +(\w+)|^(\w+) *=[^=]", re.MULTILINE)
"""A function at the left edge, or a name that is given to one."""


def lines_of(source: bytes) -> tuple[tuple[str, int], ...]:
    """The functions that are asked and the line of each, as far as they can be seen: the program is not run.

    Of a function that is defined twice it is the second, which is the one that counts.
    """
    text = source.replace(b"\r\n", b"\n").replace(b"\r", b"\n")
    found = {}
    for definition in DEFINED.finditer(text):
        name = (definition[1] or definition[2]).decode("utf-8", "replace")
        if name in FUNCTIONS:
            found[name] = text.count(b"\n", 0, definition.start()) + 1
    return tuple(found.items())
