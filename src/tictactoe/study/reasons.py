"""Why a move is good or bad: claims in words, each of which can be checked.

What a move does on the board (completes, stops, allows, threatens) follows from the lines; what it is worth, and how it
is punished, from what the solver has proven. Where the solver does not know, that is what is said.
"""

from __future__ import annotations

from typing import Literal, NamedTuple

from tictactoe.rules import Cell, Cells, Game, Mark, O, Position, X, cells_of, format_cell, format_moves
from tictactoe.search import Analysis, Answer, Effort, Solver

Kind = Literal[
    "completes",
    "stops",
    "allows",
    "forks",
    "threatens",
    "wins",
    "draws",
    "loses",
    "unknown",
    "gives away",
    "slower",
    "line",
]


class Claim(NamedTuple):
    """One thing that is so, and how it is said. `cells` are what it is about, as `kind` has it.

    completes   the move's own lines that are now full
    stops       the cells where the opponent would have completed a line, all of them this one
    allows      the cells where the opponent completes a line next
    forks       the cells, two or more, where the mover completes a line next, and the opponent completes none
    threatens   the one cell where the mover would complete a line next, so that the opponent must take it
    wins, draws, loses, unknown    what the move is worth to the mover
    gives away  the move is worth less than the best one
    slower      another move wins sooner, or loses later
    line        the moves that follow if both play perfectly
    """

    kind: Kind
    cells: tuple[Cell, ...]
    text: str


class Reasons(NamedTuple):
    """What is to be said about one move."""

    move: Cell
    answer: Answer
    """For the player who makes it."""
    claims: tuple[Claim, ...]

    @property
    def text(self) -> str:
        return " ".join(claim.text for claim in self.claims)


def completing(game: Game, stones: Cells, taken: Cells) -> Cells:
    """The empty cells where these stones would become a line."""
    found = 0
    for line in game.lines:
        missing = line & ~stones
        if missing & ~taken and missing & (missing - 1) == 0:
            found |= missing
    return found


def explain_position(game: Game, position: Position) -> tuple[Claim, ...]:
    """What is to be seen on the board before the move: where either player completes a line."""
    if game.outcome(position):
        return ()
    mover, other = position.turn, _other(position.turn)
    own = completing(game, position.mine, position.taken)
    their = completing(game, position.theirs, position.taken)
    claims = []
    if own:
        claims.append(Claim("threatens", cells_of(own), f"{mover} can complete a line at {_names(game, own)}."))
    if their:
        claims.append(
            Claim("allows", cells_of(their), f"{other} threatens to complete a line at {_names(game, their)}.")
        )
    return tuple(claims)


def explain_moves(
    solver: Solver, position: Position, effort: Effort | None = None
) -> tuple[Analysis, tuple[Reasons, ...]]:
    """The analysis of a position, and the reasons for every legal move, best first."""
    effort = effort or Effort()
    analysis = solver.analyze(position, effort)
    ranked = sorted(analysis.moves, key=lambda cell: analysis.moves[cell].rank, reverse=True)
    return analysis, tuple(reasons_for(solver, position, cell, analysis, effort) for cell in ranked)


def reasons_for(solver: Solver, position: Position, cell: Cell, analysis: Analysis, effort: Effort) -> Reasons:
    """The reasons for one legal move."""
    game, answer = solver.game, analysis.moves[cell]
    claims = [*_on_the_board(game, position, cell)]
    if not any(claim.kind == "completes" for claim in claims):
        claims += _worth(game, position.turn, cell, analysis)
        if answer.value == -1 or (answer.value is not None and _is_less(answer, analysis)):
            claims += _line(solver, position, cell, answer, effort)
    return Reasons(cell, answer, tuple(claims))


def _on_the_board(game: Game, position: Position, cell: Cell) -> list[Claim]:
    """What the move does to the lines."""
    mover, other = position.turn, _other(position.turn)
    after = position.play(cell)
    if full := game.filled(after.theirs):
        lines = " and ".join(format_moves(game, cells_of(line)) for line in full if line >> cell & 1)
        return [Claim("completes", (cell,), f"Completes {lines} and wins.")]
    claims = []
    threatened = completing(game, position.theirs, position.taken)
    if threatened >> cell & 1:
        claims.append(Claim("stops", (cell,), f"Stops {other}, who would have completed a line here."))
    allowed = completing(game, after.mine, after.taken)
    made = completing(game, after.theirs, after.taken)
    if allowed:
        claims.append(Claim("allows", cells_of(allowed), f"Lets {other} complete a line at {_names(game, allowed)}."))
    elif made.bit_count() >= 2:
        text = f"Makes two threats at once, at {_names(game, made)}: {other} can stop only one."
        if made.bit_count() > 2:
            text = f"Makes {made.bit_count()} threats at once, at {_names(game, made)}: {other} can stop only one."
        claims.append(Claim("forks", cells_of(made), text))
    elif made:
        claims.append(Claim("threatens", cells_of(made), _forced(game, after, mover, made)))
    return claims


def _forced(game: Game, after: Position, mover: Mark, made: Cells) -> str:
    """The sentence for a single threat: what the reply must be, and what it does."""
    other, reply = after.turn, cells_of(made)[0]
    name = format_cell(game, reply)
    then = after.play(reply)
    if game.has_line(then.theirs):
        raise AssertionError("a reply that completes a line would have been allowed, not forced")
    back = completing(game, then.theirs, then.taken)
    text = f"Threatens to complete a line at {name}, so {other} must play there"
    if back:
        text += f", which makes {other} threaten {_names(game, back)} and {mover} answer in turn"
    return text + "."


def _worth(game: Game, mover: Mark, cell: Cell, analysis: Analysis) -> list[Claim]:
    """What the move is worth, against the best there is."""
    answer, best = analysis.moves[cell], max(analysis.moves.values(), key=lambda found: found.rank)
    other = _other(mover)
    distance = "" if answer.plies is None else f" in {answer.plies}"
    if answer.value is None:
        text = {(-1, 1): "What it is worth is not known.", (0, 1): f"{mover} does not lose; more is not known."}.get(
            (answer.low, answer.high), f"{mover} cannot win; more is not known."
        )
        return [Claim("unknown", (), text)]
    if answer.value == 1:
        claims = [Claim("wins", (), f"{mover} wins{distance}.")]
    elif answer.value == 0:
        claims = [Claim("draws", (), "With best play it is a draw.")]
    else:
        claims = [Claim("loses", (), f"{other} wins{distance}.")]
    if best.value is not None and best.value > answer.value:
        lost = "the win" if best.value == 1 else "the draw"
        keeps = [found for found, other_answer in analysis.moves.items() if other_answer.rank == best.rank]
        claims.append(
            Claim("gives away", tuple(keeps), f"That gives away {lost}, which {_either(game, keeps)} would keep.")
        )
    elif best.plies is not None and answer.plies is not None and best.plies != answer.plies:
        quicker = [found for found, other_answer in analysis.moves.items() if other_answer.rank == best.rank]
        verb = "wins sooner" if answer.value == 1 else "holds out longer"
        claims.append(Claim("slower", tuple(quicker), f"{_capital(_either(game, quicker))} {verb}, in {best.plies}."))
    return claims


def _line(solver: Solver, position: Position, cell: Cell, answer: Answer, effort: Effort) -> list[Claim]:
    """How the game goes on, to its end if that is known, and what the first reply does."""
    game = solver.game
    where = position.play(cell)
    moves: list[Cell] = []
    while not game.outcome(where) and solver.is_small(where):
        best = solver.best_move(where, effort)
        assert best is not None  # noqa: S101  the game goes on
        moves.append(best)
        where = where.play(best)
        if answer.value == 0 and len(moves) == 1:
            break  # one reply shows how the win is stopped; a draw's end shows nothing
    if not moves:
        return []
    first = position.play(cell)
    does = _on_the_board(game, first, moves[0])
    told = f" {does[0].text}" if does else ""
    line = f"{position.turn} {format_cell(game, cell)}, " + ", ".join(
        f"{'XO'[(first.taken.bit_count() + number) % 2]} {format_cell(game, move)}" for number, move in enumerate(moves)
    )
    return [Claim("line", tuple(moves), f"{line}.{told}")]


def _is_less(answer: Answer, analysis: Analysis) -> bool:
    best = max(found.rank for found in analysis.moves.values())
    return answer.value is not None and best[0] > answer.value


def _names(game: Game, cells: Cells) -> str:
    names = [format_cell(game, cell) for cell in cells_of(cells)]
    return names[0] if len(names) == 1 else ", ".join(names[:-1]) + " and " + names[-1]


def _either(game: Game, cells: list[Cell]) -> str:
    names = [format_cell(game, cell) for cell in cells]
    if len(names) > 4:
        return f"{', '.join(names[:3])} or {len(names) - 3} others"
    return names[0] if len(names) == 1 else ", ".join(names[:-1]) + " or " + names[-1]


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _other(mark: Mark) -> Mark:
    return O if mark == X else X
