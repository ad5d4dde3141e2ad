"""How much is tried: of what is large or random, a usual run tries a part; `make test-all` tries all of it."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import TypeVar

Value = TypeVar("Value")
ALL = bool(os.environ.get("TICTACTOE_ALL"))


def usually(part: Value, everything: Value) -> Value:
    """The part, or in a run of everything all of it: a number of positions, say, or a list of boards."""
    return everything if ALL else part


def sample(values: Sequence[Value], number: int) -> Sequence[Value]:
    """About so many of these, spread evenly; in a run of everything all of them."""
    return values if ALL else values[:: max(1, len(values) // number)]
