"""Checking a proof, in plain Python, with nothing taken from the searches that found it: all there is to trust.

`proof.py` says what a proof consists of.
"""

from __future__ import annotations

from typing import Any

from tictactoe.rules import LARGEST_SIDE, Cell, Cells, X, cells_of, quote, symmetries
from tictactoe.search.proof.proof import (
    EVERYTHING,
    Proof,
    State,
    canonical_state,
    completions,
    essence,
    key_of,
    live_lines,
    show,
)

BOARD = range(LARGEST_SIDE * LARGEST_SIDE)


class Wrong(Exception):
    """The proof does not prove its claim; the message says where."""


def check(proof: Proof) -> int:
    """Check a proof completely: how many positions were gone through. Wrong if it does not prove its claim."""
    mine, theirs = (proof.position.x, proof.position.o) if proof.attacker == X else (proof.position.o, proof.position.x)
    if proof.position.turn != proof.attacker:
        raise Wrong("the attacker must be the one to move")
    if proof.game.has_line(mine) or proof.game.has_line(theirs):
        raise Wrong("the game is over in the position claimed")
    checker = _WinCheck(proof) if proof.claim == "wins" else _HoldCheck(proof)
    checker.check(State(mine, theirs, proof.game.board & ~(mine | theirs)))
    return len(checker.done)


class _WinCheck:
    def __init__(self, proof: Proof) -> None:
        self.proof = proof
        self.done: set[State] = set()

    def check(self, state: State) -> None:
        """The attacker, to move, wins here."""
        game = self.proof.game
        if completions(game, state.attacker, state.defender):
            return
        state, _ = canonical_state(game, state)
        if state in self.done:
            return
        move = _cell(self.proof.entries.get(key_of(state)), state, "a move for")
        attacker, empty = state.attacker | 1 << move, state.empty & ~(1 << move)
        if completions(game, state.defender, attacker):
            raise Wrong(f"{show(game, state)}: after {move} the defender completes a line")
        threats = completions(game, attacker, state.defender)
        if threats.bit_count() < 2:
            for reply in cells_of(threats or empty):
                self.check(State(attacker, state.defender | 1 << reply, empty & ~(1 << reply)))
            if not empty:
                raise Wrong(f"{show(game, state)}: the board is full after {move}")
        self.done.add(state)


class _HoldCheck:
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
        if self.proof.real and completions(game, state.defender, state.attacker).bit_count() > 1:
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
        forced = completions(game, state.defender, state.attacker) if self.proof.real else 0
        left, tried, zone = state.empty, 0, 0
        for entry in _list(moves):
            move, reply = (_cell(cell, state, "a move or reply in") for cell in _list(entry, 2))
            if move == reply:
                raise Wrong(f"{show(game, state)}: {move} is answered by itself")
            if tried >> move & 1:  # a list as long as a file can be would take hours
                raise Wrong(f"{show(game, state)}: {move} is answered twice")
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
