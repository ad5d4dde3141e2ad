"""How an environment shows its board: the render modes that Gymnasium and PettingZoo have in common."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from tictactoe.adapters.pixels import draw_pixels
from tictactoe.draw.text import draw_board
from tictactoe.rules import BadInput, Game, Position, quote

HUMAN = "human"
RENDER_MODES = ("ansi", "rgb_array", HUMAN)


def require_render_mode(mode: str | None) -> str | None:
    """The mode; BadInput if there is no such one."""
    if mode is not None and mode not in RENDER_MODES:
        raise BadInput(f"render_mode is {quote(mode)}, but should be one of {', '.join(RENDER_MODES)}")
    return mode


def render(game: Game, position: Position, mode: str | None) -> str | NDArray[np.uint8] | None:
    """The board as text, as an array of pixels, or printed, as the mode says."""
    if mode == "rgb_array":
        return draw_pixels(game, position)
    if mode == "ansi":
        return f"{draw_board(game, position)}\n"
    if mode == HUMAN:
        print(draw_board(game, position), end="\n\n", flush=True)
    return None
