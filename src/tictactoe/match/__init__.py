"""Games being played: the session that holds one, and the players who move in it."""

from tictactoe.match.players import Player, perfect
from tictactoe.match.session import Session

__all__ = ["Player", "Session", "perfect"]
