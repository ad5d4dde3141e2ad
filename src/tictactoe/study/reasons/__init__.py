"""Why a move is good or bad: claims in words, each of which can be checked.

What a move does on the board (completes, stops, allows, threatens) follows from the lines: `tactics`. What it is worth,
and how it is punished, follows from what the solver has proven: `worth` and `sequel`. Where the solver does not know,
that is what is said.
"""

from tictactoe.study.reasons.claims import Claim
from tictactoe.study.reasons.explain import Explained, Reasons, explain_move, explain_moves, explain_position

__all__ = ["Claim", "Explained", "Reasons", "explain_move", "explain_moves", "explain_position"]
