"""Perfect tic-tac-toe, and every game of k in a row.

`import tictactoe as ttt` gives the course exercise's names, all that a course program needs:

>>> import tictactoe as ttt
>>> ttt.initial_state() == [[ttt.EMPTY] * 3] * 3
True
>>> ttt.winner([[ttt.X, ttt.X, ttt.X], [ttt.O, ttt.O, ttt.EMPTY], [ttt.EMPTY] * 3])
'X'

`Board` is one value that plays, analyses, explains and draws itself. It and the names beside it load when asked for:

>>> from tictactoe import Board
>>> Board("X.O/.X./..O").best_moves()
('c2',)
"""

from typing import TYPE_CHECKING, Any

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


LOADED_WHEN_ASKED_FOR = {
    "Analysis": "search",
    "Answer": "search",
    "BadInput": "rules",
    "Board": "board",
    "Game": "rules",
    "Position": "rules",
    "Score": "rules",
    "Solver": "search",
    "check_program": "views",
}
"""What a programmer imports, and where it is. Not in `__all__`: a star brings the course's names alone."""

if TYPE_CHECKING:
    from tictactoe.board import Board as Board
    from tictactoe.rules import BadInput as BadInput
    from tictactoe.rules import Game as Game
    from tictactoe.rules import Position as Position
    from tictactoe.rules import Score as Score
    from tictactoe.search import Analysis as Analysis
    from tictactoe.search import Answer as Answer
    from tictactoe.search import Solver as Solver
    from tictactoe.views import check_program as check_program

    __version__: str


def __getattr__(name: str) -> Any:
    if name in LOADED_WHEN_ASKED_FOR:
        from importlib import import_module

        return getattr(import_module(f"{__name__}.{LOADED_WHEN_ASKED_FOR[name]}"), name)
    if name == "__version__":
        from tictactoe.about import find_version

        return find_version()
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *LOADED_WHEN_ASKED_FOR})
