"""What a move does on the board: what anybody can see there, without any search.

All that is said here follows from the lines. Some of it settles what the move is worth: see `Seen.answer`.
"""

from __future__ import annotations

from typing import NamedTuple

from tictactoe.rules import Cell, Cells, Game, Mark, Position, cells_of, completing, forking, format_cell, opponent
from tictactoe.search import Answer
from tictactoe.study.reasons.claims import Claim, ClaimKind, lines_in_words, listed, names, number


class Seen(NamedTuple):
    """What a move does to the lines."""

    completes: tuple[Cells, ...]
    """Lines that it fills."""
    stops: tuple[Cells, ...]
    """Lines of the opponent that lacked nothing but this cell."""
    allows: Cells
    """Where the opponent completes a line next."""
    makes: Cells
    """Where the mover completes a line next, if the opponent lets it be."""
    provokes: Cells
    """Where the opponent completes a line after the one reply that stops the move's only threat."""

    @property
    def forks(self) -> bool:
        return not self.completes and not self.allows and self.makes.bit_count() >= 2

    @property
    def forced(self) -> Cell | None:
        """The reply without which the opponent loses at once, if the move leaves just one."""
        single = not self.completes and not self.allows and self.makes.bit_count() == 1
        return self.makes.bit_length() - 1 if single else None

    @property
    def answer(self) -> Answer | None:
        """What the move is worth to the mover, if that is to be seen."""
        if self.completes:
            return Answer(1, 1, 1)
        if self.allows:
            return Answer(-1, -1, 2)
        if self.forks:
            return Answer(1, 1, 3)
        return Answer(-1, -1, 4) if self.provokes.bit_count() >= 2 else None


def look(game: Game, position: Position, cell: Cell) -> Seen:
    """What a legal move does."""
    after = position.play(cell)
    stops = lines_of(game, position.theirs, 1 << cell)
    if full := lines_of(game, position.mine, 1 << cell):
        return Seen(full, stops, 0, 0, 0)
    free = game.board & ~after.taken
    allows, makes = completing(game.lines, after.mine, free), completing(game.lines, after.theirs, free)
    provokes = 0
    if not allows and makes.bit_count() == 1:
        provokes = completing(game.lines, after.mine | makes, free & ~makes)
    return Seen(full, stops, allows, makes, provokes)


def lines_of(game: Game, stones: Cells, cells: Cells) -> tuple[Cells, ...]:
    """The lines that these stones fill with one of the cells, none of which they hold."""
    return tuple(line for cell in cells_of(cells) for line in game.lines_through[cell] if line & ~stones == 1 << cell)


def deeds(game: Game, position: Position, cell: Cell) -> list[Claim]:
    """What a legal move does, as predicates."""
    seen, other = look(game, position, cell), opponent(position.turn)
    if seen.completes:
        filled = lines_in_words(game, seen.completes, "and")
        text = f"completes {filled}{',' if len(seen.completes) > 1 else ''} and wins"
        return [Claim("completes", (cell,), text, split(seen.completes))]
    claims = []
    if seen.stops:
        text = f"stops {other} from completing {lines_in_words(game, seen.stops, 'or')}"
        claims.append(Claim("stops", (cell,), text, split(seen.stops)))
    if forks := prevented(game, position, cell):
        text = f"stops {other} from making two threats at once with {names(game, cells_of(forks), 'or')}"
        claims.append(Claim("prevents", cells_of(forks), text))
    return claims + threats(game, position, cell, seen)


def prevented(game: Game, position: Position, cell: Cell) -> Cells:
    """Where the opponent would have made two threats at once, if this move leaves no such cell.

    None if somebody completes a line first. A threat that the opponent must answer before prevents nothing.
    """
    free = game.board & ~position.taken
    if completing(game.lines, position.mine, free) or completing(game.lines, position.theirs, free):
        return 0
    forks = forking(game, position.theirs, free)
    return 0 if not forks or forking(game, position.theirs, free & ~(1 << cell)) else forks


def threats(game: Game, position: Position, cell: Cell, seen: Seen) -> list[Claim]:
    """What comes next, as predicates: the opponent's line, or the mover's threats."""
    after, other = position.play(cell), opponent(position.turn)
    if seen.allows:
        text = f"leaves {other} free to complete {ways(game, after.mine, seen.allows)}"
        return [threat("allows", game, after.mine, seen.allows, text)]
    if seen.forks:
        return [fork(game, "forks", after.theirs, seen.makes, other)]
    if seen.forced is not None:
        return [single(game, "threatens", after.theirs, seen.makes, other)]
    return []


def forced_reply(game: Game, position: Position, cell: Cell) -> list[Claim]:
    """What the reply does that the move forces, as a sentence: nothing is said if it threatens nothing."""
    seen = look(game, position, cell)
    if not seen.provokes:
        return []
    stones = position.theirs | seen.makes
    say = fork if seen.provokes.bit_count() >= 2 else single
    claim = say(game, "forces", stones, seen.provokes, position.turn)
    return [claim._replace(text=f"That reply {claim.text}.")]


def ways(game: Game, stones: Cells, cells: Cells) -> str:
    """How these stones complete lines with the cells: `a1 b1 c1 with c1 or a1 a2 a3 with a3`."""
    found = [
        f"{lines_in_words(game, lines_of(game, stones, 1 << cell), 'and')} with {format_cell(game, cell)}"
        for cell in cells_of(cells)
    ]
    return listed(found, "or")


def fork(game: Game, kind: ClaimKind, stones: Cells, cells: Cells, other: Mark) -> Claim:
    """The predicate for threats at two cells or more."""
    places = [
        f"{format_cell(game, cell)} ({lines_in_words(game, lines_of(game, stones, 1 << cell), 'and')})"
        for cell in cells_of(cells)
    ]
    text = f"makes {number(len(places))} threats at once, at {listed(places, 'and')}: {other} can stop only one"
    return threat(kind, game, stones, cells, text)


def single(game: Game, kind: ClaimKind, stones: Cells, cells: Cells, other: Mark) -> Claim:
    """The predicate for a threat at one cell."""
    lines = lines_in_words(game, lines_of(game, stones, cells), "and")
    text = f"threatens to complete {lines}, so {other} must play {names(game, cells_of(cells), 'and')}"
    return threat(kind, game, stones, cells, text)


def threat(kind: ClaimKind, game: Game, stones: Cells, cells: Cells, text: str) -> Claim:
    return Claim(kind, cells_of(cells), text, split(lines_of(game, stones, cells)))


def split(lines: tuple[Cells, ...]) -> tuple[tuple[Cell, ...], ...]:
    return tuple(cells_of(line) for line in lines)
