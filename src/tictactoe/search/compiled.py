"""Whether the compiled part is installed: the plain install does without it."""

from __future__ import annotations

from importlib.util import find_spec

from tictactoe.rules import BadInput, Game, format_game


def is_installed() -> bool:
    return find_spec("numba") is not None and find_spec("platformdirs") is not None


def require_compiled(game: Game) -> None:
    """BadInput, with the command that installs it, if what this game needs is not there."""
    if not is_installed():
        raise BadInput(f"{format_game(game)} needs the compiled solver: install it with pip install 'tictactoe[solve]'")
