"""Checking a proof, in plain Python, with nothing taken from the searches that found it: all there is to trust.

A proof is about one question: can the attacker complete a line from this position? Whoever checks it does not search:
the proof names a move wherever one has to be found, and every answer to it is gone through.

Two kinds of claim:

    "wins"    The attacker completes a line whatever the defender does, and the defender does not complete one before.
              In each position the proof names the attacker's move; all replies of the defender are followed.
    "holds"   The defender prevents it. In each position the proof names either pairs of cells (the defender answers one
              with the other, and every line the attacker could complete contains a whole pair), or a list of the
              attacker's moves, each with the defender's reply. The list may leave out moves: see `_Holds.moves`.

A "holds" proof is of the weak kind, in which the defender's own lines do not count, or of the real kind, in which the
defender may also win. Positions that are the same turned or mirrored share one entry.
"""

from __future__ import annotations

import gzip
import json
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

from tictactoe.rules import (
    LARGEST_SIDE,
    BadInput,
    Cell,
    Cells,
    Game,
    Mark,
    Position,
    X,
    cells_of,
    format_game,
    format_position,
    parse_game,
    parse_position,
    quote,
    require_legal,
    symmetries,
)
from tictactoe.rules.symmetry import image

FORMAT = "tictactoe proof 1"
BOARD = range(LARGEST_SIDE * LARGEST_SIDE)
EVERYTHING = -1
"""The zone of a proof that relies on the defender's own lines."""


class State(NamedTuple):
    """Who holds which cells, the attacker to move."""

    attacker: Cells
    defender: Cells
    empty: Cells


class Proof(NamedTuple):
    """A claim and what it takes to check it."""

    game: Game
    position: Position
    attacker: Mark
    claim: str
    """wins or holds"""
    real: bool
    entries: dict[str, Any]
    """By canonical state: a move; or pairs; or moves with replies."""


class Wrong(Exception):
    """The proof does not prove its claim; the message says where."""


def check(proof: Proof) -> int:
    """Check a proof completely: how many positions were gone through. Wrong if it does not prove its claim."""
    mine, theirs = (proof.position.x, proof.position.o) if proof.attacker == X else (proof.position.o, proof.position.x)
    if proof.position.turn != proof.attacker:
        raise Wrong("the attacker must be the one to move")
    if proof.game.has_line(mine) or proof.game.has_line(theirs):
        raise Wrong("the game is over in the position claimed")
    checker = _Wins(proof) if proof.claim == "wins" else _Holds(proof)
    checker.check(State(mine, theirs, proof.game.board & ~(mine | theirs)))
    return len(checker.done)


def completing(game: Game, stones: Cells, against: Cells) -> Cells:
    """The cells with which these stones complete a line, where no stone of the other side stands in it."""
    found = 0
    for line in game.lines:
        if not line & against and (line & ~stones).bit_count() == 1:
            found |= line & ~stones
    return found


def live_lines(game: Game, state: State) -> list[Cells]:
    """The lines that the attacker can still complete."""
    return [line for line in game.lines if not line & ~(state.attacker | state.empty)]


def essence(game: Game, state: State, keep_all: bool) -> State:
    """What matters of a state. In the weak game only lines without a defender's stone do: the rest is left out."""
    if keep_all:
        return state
    cells = 0
    for line in live_lines(game, state):
        cells |= line
    return State(state.attacker & cells, 0, state.empty & cells)


def canonical_state(game: Game, state: State) -> tuple[State, int]:
    """The one that stands for a state and all its images, and the number of the symmetry that leads to it."""
    images = [State(*(image(cells, symmetry) for cells in state)) for symmetry in symmetries(game)]
    best = min(images)
    return best, images.index(best)


def key_of(state: State) -> str:
    return f"{state.attacker:x},{state.defender:x},{state.empty:x}"


class _Wins:
    def __init__(self, proof: Proof) -> None:
        self.proof = proof
        self.done: set[State] = set()

    def check(self, state: State) -> None:
        """The attacker, to move, wins here."""
        game = self.proof.game
        if completing(game, state.attacker, state.defender):
            return
        state, _ = canonical_state(game, state)
        if state in self.done:
            return
        move = _cell(self.proof.entries.get(key_of(state)), state, "a move for")
        attacker, empty = state.attacker | 1 << move, state.empty & ~(1 << move)
        if completing(game, state.defender, attacker):
            raise Wrong(f"{show(game, state)}: after {move} the defender completes a line")
        threats = completing(game, attacker, state.defender)
        if threats.bit_count() < 2:
            for reply in cells_of(threats or empty):
                self.check(State(attacker, state.defender | 1 << reply, empty & ~(1 << reply)))
            if not empty:
                raise Wrong(f"{show(game, state)}: the board is full after {move}")
        self.done.add(state)


class _Holds:
    def __init__(self, proof: Proof) -> None:
        self.proof = proof
        self.done: dict[State, Cells] = {}

    def check(self, state: State) -> Cells:
        """The defender holds here, the attacker to move; the zone.

        The zone is a set of empty cells: the defender holds even if the attacker is given every other empty cell.
        """
        game = self.proof.game
        state = essence(game, state, keep_all=self.proof.real)
        live = live_lines(game, state)
        if any((line & state.empty).bit_count() < 2 for line in live):
            raise Wrong(f"{show(game, state)}: the attacker completes a line")
        if not live:
            return 0
        if self.proof.real and completing(game, state.defender, state.attacker).bit_count() > 1:
            return EVERYTHING
        name, number = canonical_state(game, state)
        if name not in self.done:
            entry = self.proof.entries.get(key_of(name))
            if not isinstance(entry, dict) or entry.keys() not in ({"pairs"}, {"moves"}):
                raise Wrong(f"{show(game, name)}: the proof says nothing about this position")
            self.done[name] = self.pairs(name, entry["pairs"]) if "pairs" in entry else self.moves(name, entry["moves"])
        zone = self.done[name]
        if zone == EVERYTHING:
            return EVERYTHING
        symmetry = symmetries(game)[number]
        return sum(1 << cell for cell in game.cells if zone >> symmetry[cell] & 1)

    def pairs(self, state: State, pairs: Any) -> Cells:
        """Every line that the attacker could complete contains a whole pair; the zone is the paired cells."""
        zone = 0
        masks = []
        for pair in _list(pairs):
            one, two = (_cell(cell, state, "a pair in") for cell in _list(pair, 2))
            if one == two or zone & (1 << one | 1 << two):
                raise Wrong(f"{show(self.proof.game, state)}: a cell is paired twice")
            masks.append(1 << one | 1 << two)
            zone |= masks[-1]
        for line in live_lines(self.proof.game, state):
            if not any(line & mask == mask for mask in masks):
                raise Wrong(f"{show(self.proof.game, state)}: no pair holds the line {cells_of(line)}")
        return zone

    def moves(self, state: State, moves: Any) -> Cells:
        """Each move listed is answered by its reply, after which the defender holds with some zone.

        A move outside that zone and other than the reply is answered by the same reply: the attacker would have a stone
        that the defender's hold does not mind instead of the listed one. So the list needs only the moves inside the
        zones of all that stand in it.
        """
        game = self.proof.game
        forced = completing(game, state.defender, state.attacker) if self.proof.real else 0
        left, tried, zone = state.empty, 0, 0
        for entry in _list(moves):
            move, reply = (_cell(cell, state, "a move or reply in") for cell in _list(entry, 2))
            if move == reply:
                raise Wrong(f"{show(game, state)}: {move} is answered by itself")
            attacker, defender = state.attacker | 1 << move, state.defender | 1 << reply
            relied_on = EVERYTHING
            if not (self.proof.real and game.has_line(defender)):
                after = State(attacker, defender, state.empty & ~(1 << move | 1 << reply))
                relied_on = self.check(after)
                if relied_on != EVERYTHING:
                    relied_on |= 1 << reply
            left &= relied_on
            tried |= 1 << move
            zone = EVERYTHING if EVERYTHING in (zone, relied_on) else zone | relied_on
        if forced:  # any other move lets the defender complete a line at once
            left, zone = left & forced, EVERYTHING
        if not tried or left & ~tried:
            raise Wrong(f"{show(game, state)}: no reply to {cells_of(left & ~tried)}")
        return zone


def _cell(value: object, state: State, what: str) -> Cell:
    if isinstance(value, bool) or not isinstance(value, int) or value not in BOARD or not state.empty >> value & 1:
        raise Wrong(f"{what} {key_of(state)} is {quote(value)}, not an empty cell")
    return value


def _list(value: object, length: int | None = None) -> list[Any]:
    if not isinstance(value, list) or (length is not None and len(value) != length):
        raise Wrong(f"{quote(value)} is not a list" + (f" of {length}" if length else ""))
    return value


def show(game: Game, state: State) -> str:
    """A state as a position in which the attacker is X; cells that do not matter are shown as O."""
    return format_position(game, Position(state.attacker, game.board & ~(state.attacker | state.empty)))


def write_proof(proof: Proof, path: Path) -> None:
    """Write a proof as compressed JSON."""
    data = {
        "format": FORMAT,
        "game": format_game(proof.game),
        "position": format_position(proof.game, proof.position),
        "attacker": proof.attacker,
        "claim": proof.claim,
        "real": proof.real,
        "entries": proof.entries,
    }
    text = json.dumps(data, separators=(",", ":")).encode()
    path.write_bytes(gzip.compress(text, mtime=0))


def read_proof(path: Path) -> Proof:
    """Read a proof, or say what is wrong with the file."""
    try:
        data = json.loads(gzip.decompress(path.read_bytes()))
    except (EOFError, zlib.error, gzip.BadGzipFile, ValueError, RecursionError) as error:
        raise BadInput(f"{quote(str(path))} cannot be read as a proof: {type(error).__name__} {error}") from None
    except OSError as error:
        raise BadInput(f"{quote(str(path))} cannot be read: {error.strerror or error}") from None
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise BadInput(f"{quote(str(path))} is not a proof of the form {FORMAT!r}")
    value: Callable[[str], Any] = data.get
    game = parse_game(value("game"))
    position = require_legal(game, parse_position(game, value("position")))
    proof = Proof(game, position, value("attacker"), value("claim"), value("real"), value("entries"))
    if (
        proof.attacker not in ("X", "O")
        or proof.claim not in ("wins", "holds")
        or not isinstance(proof.real, bool)
        or not isinstance(proof.entries, dict)
    ):
        raise BadInput(f"{quote(str(path))} is not a proof: its attacker, claim, kind or entries are not of the form")
    return proof


def describe_claim(proof: Proof) -> str:
    """The claim in words."""
    what = "wins" if proof.claim == "wins" else "cannot win"
    where = format_position(proof.game, proof.position)
    return f"in {format_game(proof.game)}, {proof.attacker} to move {what} from {where}"
