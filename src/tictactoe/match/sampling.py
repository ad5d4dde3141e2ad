"""What a player is worth on a board that is too large to show it every position: games, and how sure they make."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from typing import NamedTuple

from tictactoe.match.evaluation import BOTH, Agent, as_move
from tictactoe.match.levels import Level, choice, offered
from tictactoe.match.tally import SPREAD, Standing
from tictactoe.rules import Cell, Game, Mark, Position
from tictactoe.rules.results import RESULTS, Result
from tictactoe.search import Budget, Solver, solver_for

GAMES = 200
"""Against each level, if nobody says how many."""


class SampledGame(NamedTuple):
    """One game of a player against a level."""

    level: str
    mark: Mark
    """Whom the player plays."""
    result: Result
    line: tuple[Cell, ...]
    judged: int
    """Positions in which the player was to move and of which the exact score of every move is known."""
    kept: int
    """Of these, how many it answered with a move that keeps the value."""
    fault: tuple[Position, object] | None = None
    """Where it made no legal move, and what it answered."""


class Sample(NamedTuple):
    """What a player has made of some games."""

    game: Game
    marks: tuple[Mark, ...]
    games: tuple[SampledGame, ...]

    def against(self, level: str, mark: Mark) -> Standing:
        """The games against one level, with one mark. No legal move is a loss."""
        results = [game.result for game in self.games if (game.level, game.mark) == (level, mark)]
        lost = results.count("loss") + results.count("illegal")
        return Standing(results.count("win"), results.count("draw"), lost)

    @property
    def judged(self) -> int:
        return sum(game.judged for game in self.games)

    @property
    def kept(self) -> int:
        return sum(game.kept for game in self.games)

    @property
    def percent(self) -> float | None:
        """Of the moves that were judged, those that keep the value; None if none was."""
        return 100 * self.kept / self.judged if self.judged else None

    @property
    def error(self) -> float:
        """How far from that, to either side, it would be found in very many games, with a certainty of 95 %.

        Games are drawn by chance, not moves: those of one game have much in common. So it is a ratio of two sums over
        games, and its spread comes from how much the games differ.
        """
        number, ratio = len(self.games), self.kept / max(1, self.judged)
        if number < 2 or not self.judged:
            return 100.0
        squares = sum((game.kept - ratio * game.judged) ** 2 for game in self.games)
        return 100 * SPREAD * sqrt(squares * number / (number - 1)) / self.judged

    @property
    def worst(self) -> SampledGame:
        """The game that went worst; the shortest of those."""
        return min(self.games, key=lambda game: (RESULTS.index(game.result), len(game.line)))

    @property
    def different(self) -> int:
        """How many different games they are: players without dice may play one again and again."""
        return len({(game.mark, game.line) for game in self.games})


def usual_levels(game: Game) -> tuple[Level, ...]:
    """Those that play at once: games against the others take long."""
    return tuple(level for level in offered(game) if level.plies is not None)


def sample(
    player: Agent,
    game: Game,
    games: int = GAMES,
    marks: tuple[Mark, ...] = BOTH,
    levels: Sequence[Level] | None = None,
    seed: int = 0,
    seconds: float | None = None,
    solver: Solver | None = None,
) -> Sample:
    """Let a player play so many games against each level, by turns with each mark. What it raises is not caught.

    `seconds` is for a move of a level that searches. The same seed gives the same games, unless the time decides.
    """
    solver = solver_for(game) if solver is None else solver
    chosen = usual_levels(game) if levels is None else levels
    played = [
        _play(player, solver, level, marks[number % len(marks)], seed + number, seconds)
        for level in chosen
        for number in range(games)
    ]
    return Sample(game, marks, tuple(played))


def _play(player: Agent, solver: Solver, level: Level, mark: Mark, seed: int, seconds: float | None) -> SampledGame:
    game, position = solver.game, Position()
    line: list[Cell] = []
    judged = kept = 0
    is_judged = solver.gives_distance(position)
    while not (outcome := game.outcome(position)):
        if position.turn == mark:
            answer = player(position)
            cell = as_move(game, position, answer)
            if cell is None:
                fault = position, answer
                return SampledGame(level.name, mark, "illegal", tuple(line), judged + is_judged, kept, fault)
            if is_judged:
                judged += 1
                after = solver.solve(position.play(cell)).before_move()
                kept += after.value == solver.solve(position).value
        else:
            cell = choice(level, solver, position, seed, None if seconds is None else Budget(seconds)).cell
        line.append(cell)
        position = position.play(cell)
    result: Result = "draw" if outcome.winner is None else "win" if outcome.winner == mark else "loss"
    return SampledGame(level.name, mark, result, tuple(line), judged, kept)
