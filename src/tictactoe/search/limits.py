"""What the compiled part can take, and whether it is installed: the plain install does without it."""

from __future__ import annotations

from importlib.util import find_spec

from tictactoe.rules import BadInput, Game, format_game

DEFAULT_MEMORY = 512 * 2**20
MOST_WORKERS = 64
AT_ONCE = 9
"""With so few empty cells pure Python takes no time at all."""


def is_installed() -> bool:
    return find_spec("numba") is not None and find_spec("platformdirs") is not None


def require_compiled(game: Game) -> None:
    """BadInput, with the command that installs it, if what this game needs is not there."""
    if not is_installed():
        from tictactoe.install import install_command

        raise BadInput(f"{format_game(game)} needs the compiled solver: install it with {install_command('solve')}")


def require_solvable(game: Game) -> None:
    """BadInput if this game cannot be solved here: it needs what is not installed."""
    if len(game.cells) > AT_ONCE:
        require_compiled(game)
