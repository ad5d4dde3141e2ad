"""What a teacher has decided about judging: kept in a file beside what judges, which can be edited."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, NamedTuple

from tictactoe.check.degrees import DEGREES, Degree
from tictactoe.check.judge import SECONDS
from tictactoe.check.wire import FUNCTIONS
from tictactoe.rules import BadInput, quote
from tictactoe.search.budget import require_seconds
from tictactoe.search.files import read_at_most

NAME = "settings.json"
LONGEST = 100_000


class Settings(NamedTuple):
    """How programs are judged."""

    functions: tuple[str, ...] = FUNCTIONS
    seconds: float = SECONDS
    counted: Degree = DEGREES[-1]
    """The mildest fault that counts as wrong."""

    def to_json(self) -> str:
        data = {"functions": self.functions, "seconds": self.seconds, "count_as_wrong": self.counted}
        return json.dumps(data, indent=2) + "\n"


def read_settings(path: Path) -> Settings:
    """The settings in a file; BadInput if they are none."""
    content = read_at_most(path, LONGEST)
    try:
        data = json.loads(content)
    except ValueError as error:
        raise BadInput(f"{quote(str(path))} is not JSON: {error}") from None
    if not isinstance(data, dict) or set(data) != {"functions", "seconds", "count_as_wrong"}:
        raise BadInput(f"{quote(str(path))} should be an object with functions, seconds and count_as_wrong")
    seconds = require_seconds(data["seconds"])
    return Settings(
        _functions(data["functions"]), SECONDS if seconds is None else seconds, _degree(data["count_as_wrong"])
    )


def _functions(names: Any) -> tuple[str, ...]:
    if not isinstance(names, list) or not names or not all(name in FUNCTIONS for name in names):
        raise BadInput(f"functions is {quote(names)}, but should be a list of some of {', '.join(FUNCTIONS)}")
    return tuple(name for name in FUNCTIONS if name in names)


def _degree(name: Any) -> Degree:
    for degree in DEGREES:
        if name == degree:
            return degree
    raise BadInput(f"count_as_wrong is {quote(name)}, but should be one of {', '.join(DEGREES)}")
