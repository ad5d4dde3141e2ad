"""Perfect tic-tac-toe: `import tictactoe as ttt` gives the course exercise's names, all that a course program needs."""

from tictactoe.classic import (
    EMPTY,
    actions,
    initial_state,
    minimax,
    player,
    result,
    terminal,
    utility,
    winner,
)
from tictactoe.rules import O, X

__all__ = [
    "EMPTY",
    "O",
    "X",
    "actions",
    "initial_state",
    "minimax",
    "player",
    "result",
    "terminal",
    "utility",
    "winner",
]


def __getattr__(name: str) -> str:
    if name == "__version__":
        from importlib.metadata import version  # here, because it costs more than the rest of the package

        return version("perfect-tictactoe")
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
