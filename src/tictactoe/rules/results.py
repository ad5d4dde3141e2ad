"""How a game went for one of its players, who may not even have played by the rules."""

from __future__ import annotations

from typing import Literal, TypeAlias, get_args

Result: TypeAlias = Literal["illegal", "loss", "draw", "win"]
"""From worst to best; it is illegal where the player makes no move that can be made."""
RESULTS: tuple[Result, ...] = get_args(Result)
