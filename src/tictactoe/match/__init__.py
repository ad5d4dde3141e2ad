"""Games being played: the session that holds one, the players who move in it, and the host who lets them."""

from tictactoe.match.levels import LEVELS, PERFECT, Level, Player, player, require_level
from tictactoe.match.session import PERSON, Session

__all__ = ["LEVELS", "PERFECT", "PERSON", "Level", "Player", "Session", "player", "require_level"]
