"""One game being played by any mix of people and computer players. Every change is a new session; the old one stays."""

from __future__ import annotations

from functools import reduce
from typing import NamedTuple

from tictactoe.match.levels import PERFECT, level_named
from tictactoe.rules import BadInput, Cell, Game, Mark, O, Outcome, Position, X, opponent, quote, require_move

PERSON = "person"
"""Who plays a side is a name: this one, that of a level, or `engine` and what another program is called."""
ENGINE = "engine"
LONGEST_NAME = 80
"""What a program is called is no longer than this."""


class Side(NamedTuple):
    """What a person may choose to play."""

    name: str
    title: str
    people: tuple[Mark, ...]
    """The marks that people play; a level plays the others."""


SIDES = {
    side.name: side
    for side in (
        Side("x", "X, you begin", (X,)),
        Side("o", "O", (O,)),
        Side("both", "two people", (X, O)),
        Side("none", "nobody: watch", ()),
    )
}
DEFAULT_SIDE = "x"
"""What is played if nobody chooses."""


def require_side(name: str) -> Side:
    """The side of this name; BadInput if there is none."""
    if name not in SIDES:
        raise BadInput(f"there is no side {quote(name)}: the sides are {', '.join(SIDES)}")
    return SIDES[name]


def engine_seat(called: str) -> str:
    """The name of a side that another program plays. What it is called is for people to read: nothing is started."""
    plain = " ".join("".join(character if character.isprintable() else " " for character in called).split())
    return f"{ENGINE} {plain[:LONGEST_NAME]}".strip()


def is_engine(seat: str) -> bool:
    """Whether another program plays a side of this name."""
    return seat.partition(" ")[0] == ENGINE


class Session(NamedTuple):
    """The moves made so far, who makes them, and what was taken back and may be played again.

    The moves are those of `play`; a session begins with none, or with a list that `parse_moves` has read, and `start`
    is the empty board, or a position that can arise.
    """

    game: Game
    moves: tuple[Cell, ...] = ()
    x: str = PERSON
    o: str = PERSON
    seed: int = 0
    """What the dice of the computer players follow: with the same seed they make the same moves."""
    undone: tuple[Cell, ...] = ()
    """Moves taken back, in the order in which they were made."""
    resigned: Mark | None = None
    start: Position = Position()
    """Where the game began."""

    @property
    def position(self) -> Position:
        return reduce(Position.play, self.moves, self.start)

    @property
    def outcome(self) -> Outcome | None:
        if self.resigned:
            return Outcome(opponent(self.resigned))
        return self.game.outcome(self.position)

    @property
    def turn(self) -> Mark:
        return self.start.turn if len(self.moves) % 2 == 0 else opponent(self.start.turn)

    @property
    def mover(self) -> str:
        """Who plays the side to move."""
        return self.seat(self.turn)

    @property
    def people(self) -> tuple[Mark, ...]:
        """The sides that people play."""
        marks: tuple[Mark, ...] = (X, O)
        return tuple(mark for mark in marks if self.seat(mark) == PERSON)

    @property
    def side(self) -> Side:
        """Which of the sides people play."""
        return next(side for side in SIDES.values() if side.people == self.people)

    def seat(self, mark: Mark) -> str:
        return self.x if mark == X else self.o

    def play(self, cell: Cell) -> Session:
        """The session after this move; BadInput if it is not legal now."""
        if self.resigned:
            raise BadInput(f"the game is over: {self.resigned} has resigned")
        number = require_move(self.game, self.position, cell)
        undone = self.undone[1:] if self.undone[:1] == (number,) else ()
        return self._replace(moves=(*self.moves, number), undone=undone)

    def undo(self) -> Session:
        """The session before a person's last move, or before a resignation; the same one if there is none to take back.

        A game without people goes back one move.
        """
        if self.resigned:
            return self._replace(resigned=None)
        earlier = self._back()
        while self.people and earlier.moves and earlier.mover != PERSON:
            earlier = earlier._back()
        return self if self.people and earlier.mover != PERSON else earlier

    def redo(self) -> Session:
        """The session after playing again what `undo` took back; the same one if there is nothing."""
        later = self
        while later.undone and not later.resigned:
            later = later.play(later.undone[0])
            if later.mover == PERSON or not self.people:
                break
        return later

    def resign(self) -> Session:
        """The session after a person gives up: the only one there is, or else the one to move; BadInput if none can."""
        if self.outcome:
            raise BadInput("the game is over: there is nothing to resign")
        if not self.people:
            raise BadInput("no person plays in this game: there is nobody to resign")
        return self._replace(resigned=self.turn if self.turn in self.people else self.people[0])

    def again(self, seed: int) -> Session:
        """A new game for the same players on the same board, empty."""
        return Session(self.game, x=self.x, o=self.o, seed=seed)

    def _back(self) -> Session:
        return self._replace(moves=self.moves[:-1], undone=(*self.moves[-1:], *self.undone))


def seated(
    game: Game,
    side: str,
    level: str = PERFECT,
    seed: int = 0,
    moves: tuple[Cell, ...] = (),
    start: Position = Position(),
) -> Session:
    """A game in which people play a side of this name and a level the rest; BadInput if there is no such side or level.

    In the place of a level there may be the seat of an engine. Whether the level can play this game is another
    question: `require_level` answers it.
    """
    people, name = require_side(side).people, level if is_engine(level) else level_named(level).name
    x, o = (PERSON if mark in people else name for mark in (X, O))
    return Session(game, moves, x, o, seed, start=start)
