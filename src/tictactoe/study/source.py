"""The text of a textbook search, as it runs and as a lecture writes it, and which of its lines each step stands on."""

from __future__ import annotations

from inspect import getsource
from typing import Any

from tictactoe.search.textbook import Algorithm
from tictactoe.study.pseudocode import pseudocode_of


def source_of(algorithm: Algorithm) -> dict[str, Any]:
    """The lines, and for each kind of step the numbers, from 0, of those that yield it: X's turn first, then O's."""
    lines = getsource(algorithm.source).rstrip().splitlines()
    marks: dict[str, list[int]] = {}
    for number, line in enumerate(lines):
        if 'yield Step("' in line:
            kind = line.partition('yield Step("')[2].partition('"')[0]
            marks.setdefault(kind, []).append(number)
    pseudocode = pseudocode_of(algorithm)._asdict()
    return {"algorithm": algorithm.name, "lines": lines, "marks": marks, "pseudocode": pseudocode}
