"""How a score is written in one byte of a strong table: known here, where nothing has to be loaded to read one.

LONGEST - n is a win in n plies, its negative a loss, 0 a draw, and IMPOSSIBLE what cannot arise in play.
"""

LONGEST = 100
IMPOSSIBLE = -128


def entry_of(value: int, plies: int) -> int:
    """The entry of a score; the plies of a draw do not matter."""
    return value * (LONGEST - plies)
