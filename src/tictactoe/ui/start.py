"""What an interface begins with."""

from __future__ import annotations

from typing import NamedTuple

from tictactoe.match import Session


class Start(NamedTuple):
    """The game to begin with, and how it is played and shown."""

    session: Session
    chosen: bool = True
    """Whether the person has said who plays: if not, the interface asks."""
    last: Session | None = None
    """The game to be offered again where that is asked."""
    theme: str | None = None
    """The colours, light or dark; None: those of the system."""
    seconds: float | None = None
    """How long the computer thinks about a move or a hint; None: as long as is usual."""
    engine: str | None = None
    """The command of the program that plays the sides of engines."""
