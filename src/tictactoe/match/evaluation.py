"""What a player is worth, exactly: it is shown every position of a small game, and all games against it are played out.

It is asked about each position once, and taken to answer always in that way. What it answers need not be a move: it is
judged, and never trusted.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple, TypeAlias

from tictactoe.match.levels import LEVELS, STRONG, Level
from tictactoe.match.odds import Odds, content_of, odds_of
from tictactoe.rules import BadInput, Cell, Game, Mark, O, Position, Score, X, format_game, whole_number
from tictactoe.rules.results import RESULTS, Result
from tictactoe.search import Solver, solver_for
from tictactoe.search.limits import AT_ONCE

THREE = Game(3, 3, 3)
MOST_CELLS = 12
"""On larger boards there are too many positions to show: see `sampling.py`."""
BOTH: tuple[Mark, ...] = (X, O)
Agent: TypeAlias = Callable[[Position], object]
"""Anything that is shown a position and answers; a `Player` answers with a cell."""


class Fate(NamedTuple):
    """How a game goes on and ends for the player, if it goes as badly as it can."""

    rank: int
    """The place of its result among RESULTS; less is worse."""
    plies: int
    """How many moves are left; of two that are as bad, the shorter comes first."""
    cell: Cell | None = None
    """The move that leads there; None at the end."""


class Evaluation(NamedTuple):
    """What a player is worth in a game."""

    game: Game
    marks: tuple[Mark, ...]
    """Whom it plays: X, O or both."""
    positions: int
    """Unfinished positions in which it is to move, all of which it was shown."""
    kept: int
    """Of these, how many it answered with a move that keeps the value."""
    quickest: int
    """How many with a move that no other is better than: the quickest win, the slowest loss."""
    illegal: int
    """How many with what is no legal move."""
    fault: tuple[Position, object] | None
    """The first of those, and the answer."""
    worst: Result
    """The worst that can happen to it from the empty board."""
    line: tuple[Cell, ...]
    """The shortest game that leads to that, from the empty board."""
    side: Mark
    """Whom it plays in that game."""
    odds: Mapping[tuple[str, Mark], Odds]
    """What comes of playing each level, by the level's name and whom the player plays."""

    @property
    def percent(self) -> float:
        """Of the positions, those in which its move keeps the value; 0 if there is none."""
        return 100 * self.kept / max(1, self.positions)


def can_be_enumerated(game: Game) -> bool:
    """Whether there are so few positions that all of them can be shown."""
    return len(game.cells) <= MOST_CELLS


def exact_levels(game: Game) -> tuple[Level, ...]:
    """The levels whose odds can be worked out in such a game: those that do not play what they find in their time."""
    return tuple(level for level in LEVELS.values() if level.name != STRONG or len(game.cells) <= AT_ONCE)


def evaluate(
    player: Agent,
    game: Game = THREE,
    marks: tuple[Mark, ...] = BOTH,
    levels: Sequence[Level] | None = None,
    solver: Solver | None = None,
) -> Evaluation:
    """Judge a player that is shown positions of a small game and names cells. What it raises is not caught.

    The odds are those against these levels, or against all that `exact_levels` names.

    >>> from tictactoe.match import LEVELS
    >>> from tictactoe.match.evaluation import evaluate
    >>> from tictactoe.rules import Game, format_moves
    >>> game = Game(3, 3, 3)
    >>> found = evaluate(lambda position: game.moves(position)[0], levels=[LEVELS["perfect"]])
    >>> found.kept, found.positions, found.worst, found.side, format_moves(game, found.line)
    (2651, 4520, 'loss', 'O', 'a1 b1 a2 c1 a3')
    >>> print(found.odds["perfect", "O"].x_wins)
    1
    """
    if not can_be_enumerated(game):
        raise BadInput(f"{format_game(game)} has too many positions to show all: that is done with {MOST_CELLS} cells")
    solver = solver_for(game) if solver is None else solver
    if solver.game != game:
        raise BadInput(f"a solver of {format_game(solver.game)} cannot judge players of {format_game(game)}")
    chosen = exact_levels(game) if levels is None else levels
    for level in chosen:
        if level not in exact_levels(game):
            raise BadInput(f"the level {level.name} searches on {format_game(game)}, so its odds cannot be worked out")
    scores = scores_of_all(solver)
    answers = {
        position: player(position) for position in scores if position.turn in marks and not game.outcome(position)
    }
    moves = {position: as_move(game, position, answer) for position, answer in answers.items()}
    faults = [position for position, move in moves.items() if move is None]
    before = {
        position: scores[position.play(move)].before_move() for position, move in moves.items() if move is not None
    }
    ends = {mark: play_out(game, moves, mark) for mark in marks}
    side = min(marks, key=lambda mark: ends[mark][Position()])
    return Evaluation(
        game,
        marks,
        positions=len(moves),
        kept=sum(score.value == scores[position].value for position, score in before.items()),
        quickest=sum(score == scores[position] for position, score in before.items()),
        illegal=len(faults),
        fault=(faults[0], answers[faults[0]]) if faults else None,
        worst=RESULTS[ends[side][Position()].rank],
        line=_line(ends[side]),
        side=side,
        odds={(level.name, mark): _odds_against(level, mark, moves, solver) for level in chosen for mark in marks},
    )


def scores_of_all(solver: Solver) -> dict[Position, Score]:
    """Every position that can arise, in the order of the plies, and its score."""
    found: dict[Position, Score] = {}
    ply = [Position()]
    while ply:
        for position in ply:
            score = solver.solve(position).score
            assert score is not None  # noqa: S101  a game that can be enumerated is solved with distance
            found[position] = score
        ply = list({position.play(cell): None for position in ply for cell in solver.game.moves(position)})
    return found


def play_out(game: Game, moves: Mapping[Position, Cell | None], mark: Mark) -> dict[Position, Fate]:
    """All games against a player of X or of O who makes these moves: for every position in them, its worst end."""
    found: dict[Position, Fate] = {}

    def fate_of(position: Position) -> Fate:
        if position not in found:
            found[position] = _worst(position)
        return found[position]

    def _worst(position: Position) -> Fate:
        if outcome := game.outcome(position):
            result: Result = "draw" if outcome.winner is None else "win" if outcome.winner == mark else "loss"
            return Fate(RESULTS.index(result), 0)
        if position.turn == mark:
            move = moves[position]
            if move is None:
                return Fate(RESULTS.index("illegal"), 0)
            cells: tuple[Cell, ...] = (move,)
        else:
            cells = game.moves(position)
        return min(_after(fate_of(position.play(cell)), cell) for cell in cells)

    fate_of(Position())
    return found


def _after(end: Fate, cell: Cell) -> Fate:
    return Fate(end.rank, end.plies + 1, cell)


def _line(ends: Mapping[Position, Fate]) -> tuple[Cell, ...]:
    position, line = Position(), []
    while (cell := ends[position].cell) is not None:
        line.append(cell)
        position = position.play(cell)
    return tuple(line)


def as_move(game: Game, position: Position, answer: object) -> Cell | None:
    """The answer as a cell that can be played, if it is one."""
    cell = whole_number(answer)
    return cell if cell is not None and cell in game.cells and not position.taken >> cell & 1 else None


def _odds_against(level: Level, mark: Mark, moves: Mapping[Position, Cell | None], solver: Solver) -> Odds:
    def answers(position: Position) -> tuple[Cell, ...]:
        if position.turn != mark:
            return content_of(level.name, solver, position)
        move = moves[position]
        return () if move is None else (move,)

    return odds_of(solver.game, answers)
