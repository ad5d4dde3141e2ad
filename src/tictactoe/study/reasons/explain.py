"""The reasons for the moves of a position: what there is to say, in the order in which it is said."""

from __future__ import annotations

from typing import NamedTuple

from tictactoe.rules import Cell, Game, Position, cells_of, completing, forking, opponent
from tictactoe.search import Analysis, Answer, Budget, Solver
from tictactoe.study.reasons.claims import Claim, names, sentence
from tictactoe.study.reasons.sequel import answered, held, line, shown_line
from tictactoe.study.reasons.tactics import deeds, forced_reply, look, threat, ways
from tictactoe.study.reasons.worth import is_given_away, worth


class Reasons(NamedTuple):
    """What is to be said about one move."""

    move: Cell
    answer: Answer
    """For the player who makes it: the solver's, or a sharper one if that is to be seen on the board."""
    claims: tuple[Claim, ...]

    @property
    def text(self) -> str:
        return " ".join(claim.text for claim in self.claims)


def explain_position(game: Game, position: Position) -> tuple[Claim, ...]:
    """What is to be seen before the move: where either player completes a line, else where the mover can fork."""
    if game.outcome(position):
        return ()
    mover, other, free = position.turn, opponent(position.turn), game.board & ~position.taken
    own, their = (completing(game.lines, stones, free) for stones in (position.mine, position.theirs))
    claims = []
    if own:
        text = f"{mover} can complete {ways(game, position.mine, own)}."
        claims.append(threat("threatens", game, position.mine, own, text))
    if their:
        text = f"{other} threatens to complete {ways(game, position.theirs, their)}."
        claims.append(threat("allows", game, position.theirs, their, text))
    if not claims and (forks := cells_of(forking(game, position.mine, free))):
        claims.append(Claim("forks", forks, f"{mover} can make two threats at once with {names(game, forks, 'or')}."))
    return tuple(claims)


class Explained(NamedTuple):
    """What is to be said about moves of a position, best first, and the analysis that it rests on."""

    analysis: Analysis
    reasons: tuple[Reasons, ...]


def explain_moves(solver: Solver, position: Position, budget: Budget | None = None) -> Explained:
    """The reasons for every legal move."""
    budget = budget or Budget()
    analysis = solver.analyze(position, budget)
    sharper = sharpened(solver.game, position, analysis)
    return Explained(analysis, tuple(_reasons(solver, position, cell, sharper, budget) for cell in sharper.ranked))


def explain_move(solver: Solver, position: Position, cell: Cell, budget: Budget | None = None) -> Explained:
    """The reasons for one legal move. Where it takes a search to know what a move is worth, no other is searched."""
    budget = budget or Budget()
    analysis = solver.analyze(position, budget, only=cell)
    sharper = sharpened(solver.game, position, analysis)
    return Explained(analysis, (_reasons(solver, position, cell, sharper, budget),))


def sharpened(game: Game, position: Position, analysis: Analysis) -> Analysis:
    """The analysis with what is to be seen on the board, where the solver did not get so far or says no distance."""
    return analysis._replace(
        moves={cell: look(game, position, cell).answer or answer for cell, answer in analysis.moves.items()}
    )


def _reasons(solver: Solver, position: Position, cell: Cell, analysis: Analysis, budget: Budget) -> Reasons:
    game, answer = solver.game, analysis.moves[cell]
    claims = [sentence(claim) for claim in deeds(game, position, cell)]
    if answer.value:  # what decides the game is said, and what was prevented matters no more
        claims = [claim for claim in claims if claim.kind != "prevents"]
    if answer.plies == 1:
        return Reasons(cell, answer, tuple(claims))
    claims += forced_reply(game, position, cell)
    claims += worth(game, position.turn, cell, analysis)
    claims += _sequel(solver, position, cell, analysis, budget)
    return Reasons(cell, answer, tuple(claims))


def _sequel(solver: Solver, position: Position, cell: Cell, analysis: Analysis, budget: Budget) -> list[Claim]:
    """The reply that beats a move, or takes the win from it, unless it is forced; and the line to the end."""
    game, answer, after = solver.game, analysis.moves[cell], position.play(cell)
    seen = look(game, position, cell)
    is_forced = seen.forced is not None
    if answer.value == 0:
        if is_forced or not is_given_away(cell, analysis) or not solver.gives_distance(after):
            return []
        return [held(game, after, solver.analyze(after))]
    if not answer.value or seen.answer:  # what is to be seen has been said
        return []
    own = analysis.answer.line
    moves = own[1:] if own[:1] == (cell,) else shown_line(solver, after, answer, budget)
    reply = answered(game, after, moves[0]) if moves and answer.value < 0 and not is_forced else []
    return reply + line(game, after, answer, moves)
