"""Refusing bad input: the one exception, how a refused value is quoted, what counts as a whole number."""

from __future__ import annotations

from operator import index

LONGEST_QUOTE = 48


class BadInput(ValueError):
    """What a caller gave cannot be used. The message is one sentence: what was given, what would be right.

    >>> from tictactoe import BadInput, Board
    >>> try:
    ...     Board().play("d4")
    ... except BadInput as error:
    ...     print(error)
    cell 'd4': there is no column d: a cell of this board is a letter and a number from a1 to c3
    """


def quote(value: object, at: int | None = None) -> str:
    """The value as a person would recognise it, never long; for text, the part around character `at`."""
    if isinstance(value, str):
        start = max(0, (at or 0) - LONGEST_QUOTE // 2)
        part = value[start : start + LONGEST_QUOTE]
        before = "…" if start else ""
        after = "…" if start + LONGEST_QUOTE < len(value) else ""
        return before + repr(str(part)) + after
    try:
        text = " ".join(repr(value).split())
    except Exception:  # somebody else's __repr__ must not replace our sentence
        text = f"a {type(value).__name__}"
    return text if len(text) <= LONGEST_QUOTE else text[:LONGEST_QUOTE] + "…"


def whole_number(value: object) -> int | None:
    """The value as a plain int if it is an integer of any kind (numpy's too), else None. A bool is not a number."""
    if isinstance(value, bool):
        return None
    try:
        return index(value)  # type: ignore[arg-type]
    except Exception:  # whatever somebody else's __index__ raises, it gave no number
        return None
