"""The host of a game: keeps the session, lets the computer's players move when it is their turn, fetches hints.

An interface forwards what a person does, calls `poll` many times a second, and draws what is here. Nothing waits,
unless `poll` is told to.
"""

from __future__ import annotations

from pathlib import Path
from random import SystemRandom
from time import monotonic, sleep
from typing import Literal

from tictactoe.match.levels import Played, require_level
from tictactoe.match.record import LARGEST_SEED, load, save
from tictactoe.match.session import PERSON, Session, is_engine
from tictactoe.match.thinking import Errand, Fetched, Refusal, Request, Thinker
from tictactoe.match.visitor import Visitor
from tictactoe.rules import BadInput, Cell
from tictactoe.search import Analysis, Progress, Solver, SolverMaker
from tictactoe.search.budget import require_seconds
from tictactoe.search.limits import require_solvable

PACE = 0.6
"""Seconds between the moves of a game that people only watch."""


class Host:
    """One game at a time. What cannot be done raises BadInput and changes nothing."""

    def __init__(
        self,
        session: Session,
        seconds: float | None = None,
        pace: float = PACE,
        make_solver: SolverMaker = Solver,
        engine: str | None = None,
    ) -> None:
        """`seconds` bounds the thinking about one move or hint; None: as long as is usual for it.

        `pace` is kept in a game without people. `engine` is the command of another program, which plays the sides of
        engines; without it nobody does.
        """
        require_seconds(seconds)
        self._seconds = seconds
        self._pace = pace
        self._changed = monotonic()
        self._wanted: Literal["move", "hint", "errand"] = "move"
        """What the thinking is for."""
        self.problem: str | None = None
        """Why the computer could not answer, until something else is done."""
        self.analysis: Analysis | None = None
        """The value of every move, if a hint was asked for and is all there."""
        self.found: object | None = None
        """What came of an errand, until something else is done."""
        self.paused = False
        """Whether a watched game stands still: nobody moves in it but by `undo` and `redo`."""
        self.made: Played | None = None
        """The last move, if the computer has made it just now, with what it claims."""
        require_players(session)
        self.session = session
        self._left: Session | None = None
        """The game that was left for this one before its end: undoing everything brings it back."""
        self._thinker = Thinker(make_solver)
        self._visitor = Visitor(engine) if engine is not None else None
        self._mind: Thinker | Visitor = self._thinker
        """Who is asked, or was last."""
        self._go_on()

    @property
    def progress(self) -> Progress | None:
        """What is being worked out, as far as there is news of it."""
        return self._mind.progress

    @property
    def thinking(self) -> bool:
        """Whether the computer is about to move."""
        return self._mind.busy and self._wanted == "move"

    @property
    def hinting(self) -> bool:
        """Whether a hint is being worked out."""
        return self._mind.busy and self._wanted == "hint"

    @property
    def on_errand(self) -> bool:
        return self._mind.busy and self._wanted == "errand"

    @property
    def so_far(self) -> Analysis | None:
        """What is known by now of a hint that is being worked out."""
        return self._mind.so_far

    @property
    def takes_long(self) -> bool:
        """Whether what is being worked out may take more than a moment."""
        question = self._mind.question
        return question is not None and question.is_long

    @property
    def time(self) -> float:
        """How many seconds it may take at most; 0 if nothing is being worked out."""
        question = self._mind.question
        return 0.0 if question is None else question.time

    @property
    def waits_for_person(self) -> bool:
        return not self.session.outcome and self.session.mover == PERSON

    @property
    def can_pause(self) -> bool:
        return not self.session.people and not self.session.outcome

    def pause(self) -> None:
        """Let a watched game stand still; if it does, let it go on."""
        if self.session.outcome:
            raise BadInput("there is nothing to pause: the game is over")
        if self.session.people:
            raise BadInput("only a game that the computer plays alone can be paused")
        self.paused = not self.paused
        self._mind.cancel()
        self._go_on()

    def play(self, cell: Cell) -> None:
        """Make a person's move."""
        if not self.session.outcome and self.session.mover != PERSON:
            raise BadInput(f"it is {self.session.turn}'s turn, which the computer plays")
        self._become(self.session.play(cell))

    @property
    def can_undo(self) -> bool:
        return self._left is not None or self.session.undo() != self.session

    @property
    def can_hint(self) -> bool:
        return self.waits_for_person and not _unsolvable(self.session)

    def undo(self) -> None:
        """Take back a person's last move, or a resignation, or leaving a game that had not ended."""
        earlier = self.session.undo()
        if earlier != self.session:
            self._become(earlier)
        elif self._left:
            left, self._left = self._left, None
            self._become(left)
        else:
            raise BadInput("there is no move of yours to take back")

    def redo(self) -> None:
        later = self.session.redo()
        if later == self.session:
            raise BadInput("there is no move to play again")
        self._become(later)

    def resign(self) -> None:
        self._become(self.session.resign())

    def again(self) -> None:
        """Begin a new game for the same players on the same board."""
        self.start(self.session.again(new_seed()))

    def start(self, session: Session, forget: bool = False) -> None:
        """Leave this game for another. `forget`: nobody has begun it, so that there is nothing to come back to."""
        require_players(session)
        if forget or self.session.outcome:
            self._left = None
        elif self.session.moves:
            self._left = self.session
        self.paused = False
        self._become(session)

    def save(self, path: Path) -> None:
        save(self.session, path)

    def load(self, path: Path, forget: bool = False) -> None:
        self.start(load(path), forget)

    def hint(self) -> None:
        """Ask for the value of every move; if it is there or on its way, put it away."""
        if self.session.outcome:
            raise BadInput("no hint: the game is over")
        if self.session.mover != PERSON:
            raise BadInput("no hint: it is the computer's turn")
        if reason := _unsolvable(self.session):
            raise BadInput(f"no hint: {reason}")
        self.problem = None
        if self.analysis or self.hinting:
            self.analysis = None
            self._mind.cancel()
        else:
            self._wanted = "hint"
            self._ask(None)

    def send(self, errand: Errand) -> None:
        """Have something worked out beside the game, instead of a hint: what comes of it is `found`."""
        require_solvable(self.session.game)
        if self.thinking:
            raise BadInput("the computer is about to move: ask again when it has")
        self.problem = self.found = self.analysis = None
        self._wanted = "errand"
        self._ask(None, errand)

    def recall(self) -> None:
        """Put away an errand, and what came of it."""
        if self.on_errand:
            self._mind.cancel()
        self.found = None

    def poll(self, seconds: float = 0.0) -> bool:
        """Take in what has been worked out; whether anything here has changed.

        While the computer thinks, it waits so long at most for something to change.
        """
        early = 0.0 if self.session.people else self._changed + self._pace - monotonic()
        if early > 0:
            sleep(min(early, seconds))
            return False
        before = self._mind.progress, self._mind.so_far
        reply = self._mind.reply(seconds)
        if reply is None:
            return before != (self._mind.progress, self._mind.so_far)
        if isinstance(reply, Refusal):
            self.problem = reply.reason
        elif isinstance(reply, Analysis):
            self.analysis = reply
        elif isinstance(reply, Fetched):
            self.found = reply.found
        else:
            self._become(self.session.play(reply.cell))
            self.made = reply
        return True

    def close(self) -> None:
        self._thinker.close()
        if self._visitor:
            self._visitor.close()

    def _become(self, session: Session) -> None:
        self._mind.cancel()
        self.session = session
        self.paused = self.paused and not session.people
        self._changed = monotonic()
        self.analysis = self.problem = self.made = self.found = None
        self._go_on()

    def _go_on(self) -> None:
        """If it is the computer's turn, let it think."""
        self._wanted = "move"
        session = self.session
        if session.outcome or session.mover == PERSON or self.paused:
            return
        if is_engine(session.mover) and self._visitor is None:
            self.problem = f"{session.turn} is played by an {session.mover}, which is not here: undo and redo work"
        else:
            self._ask(session.mover)

    def _ask(self, level: str | None, errand: Errand | None = None) -> None:
        session = self.session
        self._mind = self._visitor if self._visitor and level and is_engine(level) else self._thinker
        self._mind.ask(Request(session.game, session.position, level, session.seed, self._seconds, errand))


def _unsolvable(session: Session) -> str | None:
    """Why there can be no hint in this game."""
    try:
        require_solvable(session.game)
    except BadInput as error:
        return str(error)
    return None


def require_players(session: Session) -> None:
    """BadInput if a side's player is unknown, or cannot play this game here."""
    for name in (session.x, session.o):
        if name != PERSON and not is_engine(name):
            require_level(session.game, name)


def new_seed() -> int:
    return SystemRandom().randint(0, LARGEST_SEED)
