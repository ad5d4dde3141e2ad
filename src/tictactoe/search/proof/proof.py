"""Proofs: what a proof says, and the file it is kept in.

A proof is about one question: can the attacker complete a line from this position? Whoever checks it does not search:
the proof names a move wherever one has to be found, and every answer to it is gone through.

Two kinds of claim:

    "wins"    The attacker completes a line whatever the defender does, and the defender does not complete one before.
              In each position the proof names the attacker's move; all replies of the defender are followed.
    "holds"   The defender prevents it. In each position the proof names either pairs of cells (the defender answers one
              with the other, and every line the attacker could complete contains a whole pair), or a list of the
              attacker's moves, each with the defender's reply. The list may leave out moves: see the verifier.

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
    BadInput,
    Cells,
    Game,
    Mark,
    Position,
    completing,
    format_game,
    format_position,
    parse_game,
    parse_position,
    quote,
    require_legal,
    symmetries,
)
from tictactoe.rules.symmetry import image
from tictactoe.search.files import replacing

FORMAT = "tictactoe proof 1"
MOST_BYTES = 100_000_000
"""Of a proof, unpacked: seven times the longest of the table of games. What is read takes up to 30 times as much, as
Python's lists: the worst file takes 3 GB, and not all there is."""
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


def completions(game: Game, stones: Cells, against: Cells) -> Cells:
    """The cells with which these stones complete a line, where no stone of the other side stands in it."""
    return completing(game.lines, stones, game.board & ~(stones | against))


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
    if len(text) > MOST_BYTES:
        raise BadInput(f"the proof has {len(text):,} bytes, but should have at most {MOST_BYTES:,} to be read again")
    with replacing(path) as file:
        file.write(gzip.compress(text, mtime=0))


def read_proof(path: Path) -> Proof:
    """Read a proof, or say what is wrong with the file. No more of it is unpacked than a proof can have."""
    try:
        with gzip.open(path) as file:
            text = file.read(MOST_BYTES + 1)
        if len(text) > MOST_BYTES:
            raise BadInput(f"{quote(str(path))} is too long for a proof: it unpacks to more than {MOST_BYTES:,} bytes")
        data = json.loads(text)
    except BadInput:
        raise
    except (EOFError, zlib.error, gzip.BadGzipFile, ValueError, RecursionError) as error:
        raise BadInput(
            f"{quote(str(path))} is not a proof: it is no gzip file that holds JSON, or is damaged"
        ) from error
    except MemoryError:
        raise BadInput(f"{quote(str(path))} cannot be read: it takes more memory than there is") from None
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
