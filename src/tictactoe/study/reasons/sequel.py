"""How the game goes on after a move, as far as it is proven: the reply that tells, and the line to the end."""

from __future__ import annotations

from tictactoe.rules import Cell, Game, Position, completing, format_cell
from tictactoe.search import Analysis, Answer, Effort, Solver
from tictactoe.study.reasons.claims import MOST_NAMED, Claim, lines_in_words, names, number
from tictactoe.study.reasons.tactics import deeds, look, split


def answered(game: Game, after: Position, reply: Cell) -> list[Claim]:
    """What the reply does that beats a move: nothing is said if it makes no threat."""
    found = [claim for claim in deeds(game, after, reply) if claim.kind in ("forks", "threatens")]
    name = format_cell(game, reply)
    return [
        Claim("answered", (reply, *claim.cells), f"{after.turn} answers {name}, which {claim.text}.", claim.lines)
        for claim in found
    ]


def held(game: Game, after: Position, analysis: Analysis) -> Claim:
    """The replies that keep the opponent, for whom the analysis is, from losing; there is one."""
    holds = tuple(cell for cell, answer in analysis.moves.items() if answer.value == 0)
    other = after.turn
    if len(holds) > MOST_NAMED:
        return Claim("held", holds, f"{other} has {number(len(holds))} replies that hold.")
    if len(holds) > 1:
        return Claim("held", holds, f"{other} holds with {names(game, holds, 'or')}.")
    text = f"{other} holds with {format_cell(game, holds[0])} only"
    does = deeds(game, after, holds[0])
    if not does:
        return Claim("held", holds, f"{text}.")
    return Claim("held", (*holds, *does[0].cells), f"{text}, which {does[0].text}.", does[0].lines)


def best_line(solver: Solver, position: Position) -> tuple[Cell, ...]:
    """What follows if both play perfectly, from a position whose answers have distances."""
    moves: list[Cell] = []
    while (best := solver.analyze(position).choice) is not None:
        moves.append(best)
        position = position.play(best)
    return tuple(moves)


def shown_line(solver: Solver, after: Position, answer: Answer, effort: Effort) -> tuple[Cell, ...]:
    """The moves after a decisive move that show its value; none if there is not enough effort left to find them."""
    if solver.gives_distance(after):
        return best_line(solver, after)
    found = solver.solve(after, effort)
    return found.line if found.value is not None and found.value == answer.after_move().value else ()


def line(game: Game, after: Position, answer: Answer, moves: tuple[Cell, ...]) -> list[Claim]:
    """The moves that follow a decisive one, each with what it does."""
    if not moves:
        return []
    told, where = [], after
    for cell in moves:
        told.append(_told(game, where, cell))
        where = where.play(cell)
    full = split(game.winning_lines(where))
    if answer.plies is None:
        start = "A line that shows it" if full else "A line that shows how it begins"
    elif answer.value == 1:
        start = "The longest defence"
    else:
        start = "The shortest refutation"
    return [Claim("line", moves, f"{start}: {', '.join(told)}.", full)]


def _told(game: Game, position: Position, cell: Cell) -> str:
    """A move of a line: who makes it, and in brackets whether it was forced, forks or ends the game."""
    seen, free = look(game, position, cell), game.board & ~position.taken
    notes = []
    if completing(game.lines, position.theirs, free) == 1 << cell and not completing(game.lines, position.mine, free):
        notes.append("forced")
    if seen.forks:
        notes.append(f"{number(seen.makes.bit_count())} threats")
    if seen.completes:
        notes = [f"completes {lines_in_words(game, seen.completes, 'and')}"]
    return f"{position.turn} {format_cell(game, cell)}" + (f" ({', '.join(notes)})" if notes else "")
