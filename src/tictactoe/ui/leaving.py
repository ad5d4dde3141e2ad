"""How a game is left in the middle, in any interface."""

from __future__ import annotations

from tictactoe.match import Session


class Interrupted(Exception):
    """Ctrl-C has ended the game: `session` is how it stood, None if there was none yet."""

    def __init__(self, session: Session | None) -> None:
        super().__init__()
        self.session = session
