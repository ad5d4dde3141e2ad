"""Games being played: the session that holds one, the players who move in it, and the host who lets them."""

from tictactoe.match.levels import (
    LEVELS,
    PERFECT,
    STRONG,
    Level,
    Played,
    Player,
    best_level,
    choice,
    offered,
    player,
    require_level,
)
from tictactoe.match.session import DEFAULT_SIDE, PERSON, SIDES, Session, seated

__all__ = [
    "DEFAULT_SIDE",
    "LEVELS",
    "PERFECT",
    "PERSON",
    "SIDES",
    "STRONG",
    "Level",
    "Played",
    "Player",
    "Session",
    "best_level",
    "choice",
    "offered",
    "player",
    "require_level",
    "seated",
]
