"""A match: two players, levels or other programs, play game after game, each opening twice with the sides exchanged."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import chain
from shutil import which
from time import monotonic
from typing import NamedTuple, Protocol

from tictactoe.match.choosing import choose, time_to_think
from tictactoe.match.engines import GRACE, Engine, EngineFailed, TimedMove
from tictactoe.match.levels import LEVELS, require_level
from tictactoe.match.openings import Opening
from tictactoe.match.record import LARGEST_SEED
from tictactoe.match.session import Session, engine_seat
from tictactoe.rules import BadInput, Game, Mark, O, Position, X, opponent, quote
from tictactoe.search import solver_for


class Contestant(Protocol):
    """Who plays in a match."""

    @property
    def name(self) -> str: ...

    def get_ready(self, game: Game, seconds: float) -> None:
        """Before each game, at no cost of its time. EngineFailed if it cannot play at all."""
        ...

    def move(self, game: Game, position: Position, seconds: float, seed: int) -> TimedMove:
        """A legal move. EngineFailed if there is none: it has lost the game."""
        ...

    def close(self) -> None: ...


class Clock(NamedTuple):
    """How long the moves of one player took."""

    moves: int = 0
    seconds: float = 0.0
    longest: float = 0.0

    def __add__(self, other: object) -> Clock:
        if not isinstance(other, Clock):
            return NotImplemented
        longest = max(self.longest, other.longest)
        return Clock(self.moves + other.moves, self.seconds + other.seconds, longest)


class PlayedGame(NamedTuple):
    """One game of a match between a first player and a second."""

    session: Session
    mark: Mark
    """What the first player played."""
    winner: Mark | None
    reason: str
    """Why it ended before its end, if it did: what a player did wrong."""
    clocks: tuple[Clock, Clock]
    """The first's and the second's."""

    @property
    def points(self) -> float:
        """Of the first player."""
        if self.winner is None:
            return 0.5
        return float(self.winner == self.mark)


def contestant(name: str, game: Game, grace: float = GRACE) -> Contestant:
    """The level of this name, or the program that this command starts; BadInput if there is neither.

    Nothing is started yet. So many seconds after its time a program that has not moved has lost.
    """
    if name in LEVELS:
        require_level(game, name)
        return _LevelContestant(name)
    if name.isalpha() and which(name) is None:
        raise BadInput(f"{quote(name)} is neither a program nor a level: the levels are {', '.join(LEVELS)}")
    return _EngineContestant(name, grace)


def play_match(
    game: Game,
    players: tuple[Contestant, Contestant],
    openings: Iterable[Opening],
    games: int,
    seconds: float,
    seed: int = 0,
    watch: Callable[[int, int], None] | None = None,
) -> Iterator[PlayedGame]:
    """So many games, each when it has been played; `watch` is told before each move of which game and which move.

    The openings are taken in turn, and the match ends with them. EngineFailed if a player cannot be had at all; one
    that fails in the middle of a game has lost that game.
    """
    twice = chain.from_iterable((opening, opening) for opening in openings)
    for number, opening in zip(range(games), twice, strict=False):
        for player in players:
            player.get_ready(game, seconds)
        tell = (lambda move, number=number: watch(number, move)) if watch else None
        mark: Mark = X if number % 2 == 0 else O
        yield _play(game, players, opening, mark, seconds, (seed + number // 2) % (LARGEST_SEED + 1), tell)


def _play(
    game: Game,
    players: tuple[Contestant, Contestant],
    opening: Opening,
    mark: Mark,
    seconds: float,
    seed: int,
    watch: Callable[[int], None] | None,
) -> PlayedGame:
    """One game, in which the first player has this mark."""
    seats = {mark: players[0], opponent(mark): players[1]}
    x, o = engine_seat(seats[X].name), engine_seat(seats[O].name)
    session = Session(game, opening, x, o, seed)
    clocks = {X: Clock(), O: Clock()}

    def played(winner: Mark | None, reason: str = "") -> PlayedGame:
        return PlayedGame(session, mark, winner, reason, (clocks[mark], clocks[opponent(mark)]))

    while not (outcome := session.outcome):
        turn = session.turn
        if watch:
            watch(len(session.moves))
        try:
            move = seats[turn].move(game, session.position, seconds, seed)
        except EngineFailed as error:
            return played(opponent(turn), str(error))
        clocks[turn] += Clock(1, move.seconds, move.seconds)
        session = session.play(move.cell)
    return played(outcome.winner)


class _LevelContestant:
    """A level, which thinks in this process."""

    def __init__(self, name: str) -> None:
        self.name = name

    def get_ready(self, game: Game, _seconds: float) -> None:
        choose(LEVELS[self.name], solver_for(game), Position(), 0.0, 0)

    def move(self, game: Game, position: Position, seconds: float, seed: int) -> TimedMove:
        began = monotonic()
        chosen = choose(LEVELS[self.name], solver_for(game), position, time_to_think(seconds), seed)
        return TimedMove(chosen.cell, monotonic() - began, chosen.words)

    def close(self) -> None:
        """There is nothing to close."""


class _EngineContestant:
    """Another program."""

    def __init__(self, command: str, grace: float) -> None:
        self.name = command
        self._engine = Engine(command, grace=grace)

    def get_ready(self, game: Game, seconds: float) -> None:
        self._engine.get_ready(game, seconds)

    def move(self, game: Game, position: Position, seconds: float, _seed: int) -> TimedMove:
        return self._engine.move(game, position, seconds)

    def close(self) -> None:
        self._engine.close()
