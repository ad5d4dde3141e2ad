"""Writing a proof that others can check: the searches' results, one move or pairing for every position that matters."""

from __future__ import annotations

from typing import Any

from tictactoe.rules import BadInput, Cell, Cells, Game, Mark, Position, X, cells_of, symmetries
from tictactoe.search.effort import Effort
from tictactoe.search.promise import in_order
from tictactoe.search.proof.proof import (
    EVERYTHING,
    Proof,
    State,
    canonical_state,
    completions,
    essence,
    key_of,
    live_lines,
)
from tictactoe.search.proof.prover import Prover

LADDER = (1, 30, 1_000, 30_000, 10**7)
"""Nodes searched for each move before the next is tried: what takes few nodes to prove makes a short proof."""


def certify(prover: Prover, position: Position, wins: bool, real: bool, effort: Effort) -> Proof:
    """A proof of what the prover has found about a position in which its attacker is to move."""
    mine, theirs = (position.x, position.o) if prover.attacker == X else (position.o, position.x)
    writer = (_Wins if wins else _Holds)(prover, real, effort)
    writer.write(State(mine, theirs, prover.game.board & ~(mine | theirs)))
    return Proof(prover.game, position, prover.attacker, "wins" if wins else "holds", real, writer.entries)


class _Writer:
    def __init__(self, prover: Prover, real: bool, effort: Effort) -> None:
        self.prover = prover
        self.game: Game = prover.game
        self.real = real
        self.effort = effort
        self.entries: dict[str, Any] = {}

    def wins(self, attacker: Cells, defender: Cells, attacking: bool, budget: int) -> bool | None:
        """What the prover says of a position."""
        other: Mark = "O" if self.prover.attacker == X else X
        x, o = (attacker, defender) if self.prover.attacker == X else (defender, attacker)
        before = self.prover.evaluated
        found = self.prover.ask(Position(x, o, self.prover.attacker if attacking else other), budget)
        self.effort.spent(self.prover.evaluated - before, "writing the proof")
        return found.wins

    def by_promise(self, state: State) -> list[Cell]:
        """The empty cells, the most promising for the attacker first; the defender's lines count in the real game."""
        return in_order(self.game, cells_of(state.empty), state.attacker, state.defender, both=self.real)


class _Wins(_Writer):
    def write(self, state: State) -> None:
        if completions(self.game, state.attacker, state.defender):
            return
        state, _ = canonical_state(self.game, state)
        if key_of(state) in self.entries:
            return
        move = self.find_move(state)
        self.entries[key_of(state)] = move
        attacker, empty = state.attacker | 1 << move, state.empty & ~(1 << move)
        threats = completions(self.game, attacker, state.defender)
        if threats.bit_count() < 2:
            for reply in cells_of(threats or empty):
                self.write(State(attacker, state.defender | 1 << reply, empty & ~(1 << reply)))

    def find_move(self, state: State) -> Cell:
        """A move after which the attacker is proven to win; threats first, because they leave one reply."""
        moves = self.by_promise(state)
        threatens = [c for c in moves if completions(self.game, state.attacker | 1 << c, state.defender)]
        for budget in LADDER:
            for move in [*threatens, *(c for c in moves if c not in threatens)]:
                if self.wins(state.attacker | 1 << move, state.defender, False, budget):
                    return move
        raise BadInput("no winning move was found where one was proven: more memory may be needed")


class _Holds(_Writer):
    def __init__(self, prover: Prover, real: bool, effort: Effort) -> None:
        super().__init__(prover, real, effort)
        self.zones: dict[str, Cells] = {}

    def write(self, state: State) -> Cells:
        """Add what proves the hold, the attacker to move; the zone, as whoever checks it will find it."""
        state = essence(self.game, state, keep_all=self.real)
        if not live_lines(self.game, state):
            return 0
        if self.real and completions(self.game, state.defender, state.attacker).bit_count() > 1:
            return EVERYTHING
        name, number = canonical_state(self.game, state)
        key = key_of(name)
        if key not in self.zones:
            self.zones[key] = self.write_pairs(name, key) or self.write_moves(name, key)
        zone = self.zones[key]
        if zone == EVERYTHING:
            return EVERYTHING
        symmetry = symmetries(self.game)[number]
        return sum(1 << cell for cell in self.game.cells if zone >> symmetry[cell] & 1)

    def write_pairs(self, state: State, key: str) -> Cells:
        pairs = self.prover.pairs(state.attacker, self.game.board & ~(state.attacker | state.empty))
        if not pairs:
            return 0
        self.entries[key] = {"pairs": [list(pair) for pair in pairs]}
        return sum(1 << cell for pair in pairs for cell in pair)

    def write_moves(self, state: State, key: str) -> Cells:
        entry: list[list[Cell]] = []
        self.entries[key] = {"moves": entry}
        forced = completions(self.game, state.defender, state.attacker) if self.real else 0
        left, zone = state.empty & (forced or state.empty), 0
        for move in self.by_promise(state):
            if not left >> move & 1:
                continue
            reply, relied_on = self.answer(state, move)
            entry.append([move, reply])
            left &= relied_on & ~(1 << move)
            zone = EVERYTHING if EVERYTHING in (zone, relied_on) else zone | relied_on
        return EVERYTHING if forced else zone

    def answer(self, state: State, move: Cell) -> tuple[Cell, Cells]:
        """A reply that holds, and the zone of the hold."""
        attacker, empty = state.attacker | 1 << move, state.empty & ~(1 << move)
        defender = self.game.board & ~(state.attacker | state.empty)
        after = State(attacker, state.defender, empty)
        if self.real and (wins := completions(self.game, state.defender, attacker)):
            return cells_of(wins)[0], EVERYTHING
        threats = completions(self.game, attacker, defender)
        replies = cells_of(threats) or self.by_promise(after)
        for reply in replies:
            held = State(attacker, state.defender | 1 << reply, empty & ~(1 << reply))
            name, _ = canonical_state(self.game, essence(self.game, held, keep_all=self.real))
            if key_of(name) in self.zones or self.prover.pairs(attacker, defender | 1 << reply) is not None:
                relied_on = self.write(held)
                return reply, EVERYTHING if relied_on == EVERYTHING else relied_on | 1 << reply
        for budget in LADDER:
            for reply in replies:
                if self.wins(attacker, defender | 1 << reply, True, budget) is False:
                    relied_on = self.write(State(attacker, state.defender | 1 << reply, empty & ~(1 << reply)))
                    return reply, EVERYTHING if relied_on == EVERYTHING else relied_on | 1 << reply
        raise BadInput("no reply was found where one was proven: more memory may be needed")
