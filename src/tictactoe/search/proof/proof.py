"""What a proof says: states, statements about them, and what it claims with them. `docs/proofs.md` is the format.

A proof is a list of statements about states. A state is a board with the attacker, who wants to complete a line, to
move. There are three kinds of statement:

    "wins"    The attacker completes a line whatever the defender does, and the defender does not complete one before.
    "weak"    The defender prevents that, even if its own lines do not count.
    "real"    The defender prevents that, or completes a line first.

Of a hold, weak or real, a statement says with which zone: a set of empty cells such that the defender holds, by the
weak rules, even if the attacker is given every other empty cell. A hold that relies on the defender's lines has none:
its zone is everything.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache
from operator import itemgetter
from typing import Final, Literal, NamedTuple, TypeAlias, cast

from tictactoe.rules import (
    Cell,
    Cells,
    Game,
    Mark,
    Position,
    X,
    cells_of,
    completing,
    format_game,
    format_position,
    opponent,
    symmetries,
)

FORMAT = "tictactoe proof 2"
Kind: TypeAlias = Literal["wins", "weak", "real"]
KINDS: tuple[Kind, ...] = ("wins", "weak", "real")
EVERYTHING: Final = -1
"""The zone of a hold that relies on the defender's own lines: as a set of bits, every cell there could be."""
Zones: TypeAlias = dict[str, Cells]
"""Statements by their keys, each with its zone: 0 for a win, which has none."""


class State(NamedTuple):
    """The attacker's stones and the empty cells, the attacker to move; all other cells are the defender's."""

    attacker: Cells
    empty: Cells


class Header(NamedTuple):
    """What a part of a proof is for."""

    game: Game
    position: Position
    claims: tuple[tuple[Mark, Kind], ...]
    """An attacker, and the kind of statement that is made about the position with that attacker."""


def state_for(game: Game, position: Position, attacker: Mark) -> State:
    """A position as this attacker sees it."""
    return State(position.x if attacker == X else position.o, game.board & ~position.taken)


def defender_of(game: Game, state: State) -> Cells:
    return game.board & ~(state.attacker | state.empty)


def after(state: State, move: Cell, reply: Cell) -> State:
    """The attacker has moved, and the defender replied."""
    return State(state.attacker | 1 << move, state.empty & ~(1 << move | 1 << reply))


def replied(state: State, reply: Cell) -> State:
    """The defender has moved."""
    return State(state.attacker, state.empty & ~(1 << reply))


def completions(game: Game, stones: Cells, empty: Cells) -> Cells:
    """The empty cells with which these stones complete a line."""
    return completing(game.lines, stones, empty)


def win_by(game: Game, state: State, stones: Iterable[Cell], must: Cells) -> bool:
    """Whether the attacker, who cannot complete a line yet, wins with these stones, and the defender cannot prevent it.

    Each must leave one cell to complete a line, which the defender has to take; the last, two or more. Where the
    defender could complete a line, at first on the cells `must`, the stone must be there.
    """
    attacker, empty = state
    defender = defender_of(game, state)
    for stone in stones:
        if not empty >> stone & 1 or must & ~(1 << stone):
            return False
        attacker |= 1 << stone
        empty &= ~(1 << stone)
        threats = completing(game.lines_through[stone], attacker, empty)
        if threats.bit_count() != 1:
            return threats != 0
        defender |= threats
        empty &= ~threats
        must = completing(game.lines_through[threats.bit_length() - 1], defender, empty)
    return False


def still_wins(game: Game, state: State, reply: Cell, stones: Iterable[Cell]) -> bool:
    """Whether these stones win after this reply of the defender's, where nobody could complete a line before it."""
    after_reply = replied(state, reply)
    must = completing(game.lines_through[reply], defender_of(game, after_reply), after_reply.empty)
    return win_by(game, after_reply, stones, must)


def live_lines(game: Game, state: State) -> list[Cells]:
    """The lines that the attacker can still complete."""
    dead = ~(state.attacker | state.empty)
    return [line for line in game.lines if not line & dead]


def essence(state: State, live: Iterable[Cells]) -> State:
    """What matters of a state in the weak game: the cells of the live lines. The rest is as good as the defender's."""
    cells = 0
    for line in live:
        cells |= line
    return State(state.attacker & cells, state.empty & cells)


SPREAD, GATHER_X, GATHER_EMPTY = (
    str.maketrans("012", "OX."),
    str.maketrans("OX.", "010"),
    str.maketrans("OX.", "001"),
)


def format_state(game: Game, state: State) -> str:
    """A character for each cell, row by row: X for the attacker, O for the defender, . for an empty cell."""
    stones, empty = (int(f"{cells:b}", 16) for cells in state)  # a hexadecimal digit for every cell
    return f"{stones + 2 * empty:0{len(game.cells)}x}".translate(SPREAD)[::-1]


def parse_state(text: str) -> State:
    """The state of a text that consists of X, O and . only."""
    backwards = text[::-1]
    return State(int(backwards.translate(GATHER_X), 2), int(backwards.translate(GATHER_EMPTY), 2))


@cache
def _images(game: Game) -> tuple[tuple[Callable[[str], tuple[str, ...]], tuple[Cell, ...]], ...]:
    """For each symmetry what picks the characters of the image, and where each cell of the image comes from."""
    found = []
    for symmetry in symmetries(game):
        sources = tuple(symmetry.index(cell) for cell in game.cells)
        found.append((cast("Callable[[str], tuple[str, ...]]", itemgetter(*sources)), sources))
    return tuple(found)


def name(game: Game, kind: Kind, state: State) -> tuple[str, tuple[Cell, ...]]:
    """The key under which a statement about a state or any of its images stands, and where its cells come from.

    That is the least of the images, as text, and of the symmetries that lead there the first.
    """
    text = format_state(game, state)
    least, sources = min(
        (("".join(pick(text)), number, sources) for number, (pick, sources) in enumerate(_images(game)))
    )[::2]
    return key_of(kind, least), sources


def key_of(kind: Kind, text: str) -> str:
    return f"{kind} {text}"


def brought_back(zone: Cells, sources: tuple[Cell, ...]) -> Cells:
    """The zone of a state, from that of its image."""
    return zone if zone == EVERYTHING else sum(1 << sources[cell] for cell in cells_of(zone))


def show(game: Game, state: State) -> str:
    """A state as a position in which the attacker is X; cells that do not matter are shown as O."""
    return format_position(game, Position(state.attacker, defender_of(game, state)))


def describe(header: Header) -> str:
    """The claims in words, and the value of the position if they make one."""
    game, position, claims = header
    mover, won = position.turn, [attacker for attacker, kind in claims if kind == "wins"]
    held = [attacker for attacker, kind in claims if kind != "wins"]
    where = f"in {format_game(game)}, {mover} to move, from {format_position(game, position)}"
    if won:
        return f"{where}: {won[0]} wins"
    if {*held} == {mover, opponent(mover)}:
        return f"{where}: a draw; neither X nor O can win"
    if held == [mover] and not position.taken:
        return f"{where}: a draw; {mover} cannot win, nor can O, as X could play as O would, with a stone to spare"
    return f"{where}: {held[0]} cannot win"
