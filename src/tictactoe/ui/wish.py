"""What to play, as a menu asks it: who plays, on which board, against which level."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from tictactoe.match import LEVELS, SIDES, Session, seated
from tictactoe.match.host import new_seed, require_players
from tictactoe.rules import BadInput, Game, format_game, parse_game
from tictactoe.ui.choices import BOARDS, level_for, level_of, manner_of, side_titles

OTHER = "other"
"""A board that is typed."""


def menu_rows(board_label: Callable[[Game], str], other: str) -> dict[str, dict[str, str]]:
    """What is offered in each row of a menu, and how it is called there."""
    return {
        "side": side_titles(),
        "board": {**{format_game(game): board_label(game) for game in BOARDS}, OTHER: other},
        "level": {name: name for name in LEVELS},
    }


class Wish(NamedTuple):
    """What a person has chosen."""

    side: str
    board: str
    """As it is written: 15,15,5. It may be half typed."""
    level: str
    """The one that was wanted; which one plays, the board has a say in."""

    @property
    def game(self) -> Game | None:
        """None while what is typed is not one."""
        try:
            return self._parsed()
        except BadInput:
            return None

    @property
    def named_board(self) -> str:
        """The choice in the row of boards."""
        return self.board if any(self.board == format_game(game) for game in BOARDS) else OTHER

    @property
    def level_in_force(self) -> str:
        return level_for(self.game, self.level)

    @property
    def is_for_two(self) -> bool:
        return len(SIDES[self.side].people) == 2

    @property
    def manner(self) -> str:
        """What is to be said of who plays against the person."""
        return "Two people take turns." if self.is_for_two else manner_of(self.game, self.level)

    def session(self, begun: Session | None = None) -> Session:
        """The game to play; if its board is that of `begun`, from there on. BadInput if there is none."""
        game = self._parsed()
        session = seated(game, self.side, level_for(game, self.level), new_seed())
        if begun is not None and game == begun.game:
            session = session._replace(start=begun.start, moves=begun.moves, seed=begun.seed)
        require_players(session)
        return session

    def _parsed(self) -> Game:
        return parse_game(self.board.replace(" ", ""))


def wish_of(session: Session) -> Wish:
    """What is played now."""
    return Wish(session.side.name, format_game(session.game), level_of(session))
