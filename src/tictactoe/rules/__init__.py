"""The rules of every k-in-a-row game: what a game and a position are, who has won, how they are written."""

from tictactoe.rules.errors import BadInput, quote, whole_number
from tictactoe.rules.game import (
    DRAW,
    LARGEST_SIDE,
    O_WINS,
    X_WINS,
    Cell,
    Cells,
    Game,
    Mark,
    O,
    Outcome,
    Position,
    X,
    cells_of,
)
from tictactoe.rules.legality import defects, require_fits, require_legal
from tictactoe.rules.moves import format_moves, parse_moves, require_move
from tictactoe.rules.notation import (
    format_cell,
    format_game,
    format_position,
    parse_cell,
    parse_game,
    parse_position,
    shape_of,
)
from tictactoe.rules.score import DRAWN, Score, loss_in, win_in
from tictactoe.rules.symmetry import Symmetry, canonical, symmetries, transform

__all__ = [
    "DRAW",
    "DRAWN",
    "LARGEST_SIDE",
    "O_WINS",
    "X_WINS",
    "BadInput",
    "Cell",
    "Cells",
    "Game",
    "Mark",
    "O",
    "Outcome",
    "Position",
    "Score",
    "Symmetry",
    "X",
    "canonical",
    "cells_of",
    "defects",
    "format_cell",
    "format_game",
    "format_moves",
    "format_position",
    "loss_in",
    "parse_cell",
    "parse_game",
    "parse_moves",
    "parse_position",
    "quote",
    "require_fits",
    "require_legal",
    "require_move",
    "shape_of",
    "symmetries",
    "transform",
    "whole_number",
    "win_in",
]
