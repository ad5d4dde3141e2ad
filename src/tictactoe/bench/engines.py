"""How well `tictactoe engine` keeps to its time, as a manager measures it: from the question to the answer."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from tictactoe.match.choosing import choose
from tictactoe.match.contest import Clock
from tictactoe.match.engines import Engine
from tictactoe.match.levels import LEVELS
from tictactoe.match.openings import random_openings, usual_stones
from tictactoe.match.tally import overrun
from tictactoe.rules import Cell, Game, Position, format_game
from tictactoe.search import solver_for

GAME = Game(15, 15, 5)
MOVES = 1_000
SECONDS = (0.05, 0.2)
"""Times for a move: about as little as a manager gives, and more."""
OPPONENT = "careful"
"""A level that takes no time."""


class Punctuality(NamedTuple):
    """How long some moves took, and the longest of them without the time in which it waited for a core."""

    clock: Clock
    longest_at_work: float


def report(moves: int = MOVES, limits: tuple[float, ...] = SECONDS, game: Game = GAME) -> Iterator[str]:
    """A line for each time limit: so many moves of the engine, and a tenth of that for all limits but the first."""
    for seconds in limits:
        found = measure(moves if seconds == limits[0] else moves // 10, seconds, game)
        clock = found.clock
        mean, longest = _milliseconds(clock.seconds / clock.moves), _milliseconds(clock.longest)
        late, at_work = overrun(clock, seconds), max(0.0, found.longest_at_work - seconds)
        yield (
            f"tictactoe engine, {format_game(game)}, {_milliseconds(seconds)} a move: {clock.moves:,} moves, {mean} on "
            f"average, the longest {longest}; longest overrun {_milliseconds(late) if late else 'none'}, "
            f"without its waits for a core {_milliseconds(at_work) if at_work else 'none'}"
        )


def measure(moves: int, seconds: float, game: Game) -> Punctuality:
    """How long so many moves take, one game after the other; EngineFailed if one does not come."""
    engine = Engine(shlex.join([sys.executable, "-P", "-m", "tictactoe", "engine", "--k", str(game.k)]))
    clock, longest_at_work = Clock(), 0.0
    position, number = Position(), 0
    openings = random_openings(game, usual_stones(game), seed=0)
    try:
        while clock.moves < moves:
            if position == Position() or game.outcome(position):
                position, number = _after(next(openings)), number + 1
                engine.get_ready(game, seconds)
            before = _waited(engine.process)
            move = engine.move(game, position, seconds)
            waited = _waited(engine.process) - before
            clock += Clock(1, move.seconds, move.seconds)
            longest_at_work = max(longest_at_work, move.seconds - waited)
            position = position.play(move.cell)
            if not game.outcome(position):
                position = position.play(_reply(game, position, number))
    finally:
        engine.close()
    return Punctuality(clock, longest_at_work)


def _waited(process: int | None) -> float:
    """Seconds that the threads of the engine and of this process were ready to run and had no core; 0 if nobody says.

    A busy machine makes everything late; what that comes to is told apart so that it does not hide anything else.
    """
    total = 0
    for who in ("self", str(process)):
        for file in Path(f"/proc/{who}/task").glob("*/schedstat"):
            with suppress(OSError, IndexError, ValueError):
                total += int(file.read_text(encoding="ascii").split()[1])
    return total / 1e9


def _reply(game: Game, position: Position, seed: int) -> Cell:
    return choose(LEVELS[OPPONENT], solver_for(game), position, 0.0, seed).cell


def _after(opening: tuple[Cell, ...]) -> Position:
    position = Position()
    for cell in opening:
        position = position.play(cell)
    return position


def _milliseconds(seconds: float) -> str:
    return f"{1000 * seconds:.1f} ms"
