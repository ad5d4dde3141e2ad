"""What the compiled part can take, and whether it is installed: the plain install does without it."""

from __future__ import annotations

from importlib.util import find_spec

from tictactoe.rules import BadInput, Game, format_game

MOST_CELLS = 64
"""A board is one word of 64 bits."""
DEFAULT_MEMORY = 512 * 2**20
AT_ONCE = 9
"""With so few empty cells pure Python takes no time at all."""


def require_word(game: Game) -> None:
    """BadInput if the board is too large for the proof searches."""
    if len(game.cells) > MOST_CELLS:
        cells = len(game.cells)
        raise BadInput(f"{format_game(game)} has {cells} cells, but only boards of at most {MOST_CELLS} can be solved")


def is_installed() -> bool:
    return find_spec("numba") is not None and find_spec("platformdirs") is not None


def require_compiled(game: Game) -> None:
    """BadInput, with the command that installs it, if what this game needs is not there."""
    if not is_installed():
        from tictactoe.install import install_command

        raise BadInput(f"{format_game(game)} needs the compiled solver: install it with {install_command('solve')}")


def require_solvable(game: Game) -> None:
    """BadInput if this game cannot be solved here: it is too large, or needs what is not installed."""
    if len(game.cells) > AT_ONCE:
        require_word(game)
        require_compiled(game)
