"""Writing a proof that others can check: the searches' results, one move or pairing for every state that matters.

An entry is written as soon as all that it relies on has been; what is kept of it is its key and its zone.
"""

from __future__ import annotations

from typing import Any

from tictactoe.rules import BadInput, Cell, Cells, Game, Mark, Position, X, cells_of, opponent
from tictactoe.search.budget import Budget
from tictactoe.search.promise import in_order
from tictactoe.search.proof.parts import PartsWriter, zone_data
from tictactoe.search.proof.proof import (
    EVERYTHING,
    Kind,
    State,
    Zones,
    brought_back,
    completions,
    defender_of,
    essence,
    live_lines,
    name,
    parse_state,
    state_for,
)
from tictactoe.search.proof.prover import Prover

LADDER = (1, 30, 1_000, 30_000, 10**7)
"""Nodes searched for each move before the next is tried: what takes few nodes to prove makes a short proof."""
STEP = 1_000
"""Nodes searched before Ctrl-C is heard: a part of a second's work on every board."""


def certify(prover: Prover, kind: Kind, position: Position, parts: PartsWriter, zones: Zones, budget: Budget) -> None:
    """Write what proves a statement that the prover has found about a position, with its attacker.

    `zones` are those of the statements that were written before; those that are written now are added.
    """
    state = state_for(prover.game, position, prover.attacker)
    moves = position.turn == prover.attacker
    if kind == "wins":
        _WinWriter(prover, kind, parts, zones, budget).claim(state, moves)
    else:
        _HoldWriter(prover, kind, parts, zones, budget).claim(state, moves)


class _Writer:
    def __init__(self, prover: Prover, kind: Kind, parts: PartsWriter, zones: Zones, budget: Budget) -> None:
        self.prover = prover
        self.game: Game = prover.game
        self.kind: Kind = kind
        self.parts = parts
        self.zones = zones
        self.budget = budget

    def wins(self, attacker: Cells, empty: Cells, attacking: bool, nodes: int) -> bool | None:
        """What the prover says of a position."""
        defender = self.game.board & ~(attacker | empty)
        mark: Mark = self.prover.attacker
        x, o = (attacker, defender) if mark == X else (defender, attacker)
        position = Position(x, o, mark if attacking else opponent(mark))
        wins = None
        while wins is None and nodes > 0:  # in slices, so that Ctrl-C is heard
            before = self.prover.evaluated
            wins = self.prover.ask(position, min(nodes, STEP)).wins
            spent = max(1, self.prover.evaluated - before)
            self.budget.spent(spent, f"writing the proof, {self.parts.entries:,} entries,")
            nodes -= spent
        return wins

    def by_promise(self, state: State) -> list[Cell]:
        """The empty cells, the most promising for the attacker first; the defender's lines count in the real game."""
        both = self.kind != "weak"
        return in_order(self.game, cells_of(state.empty), state.attacker, defender_of(self.game, state), both)

    def keep(self, key: str, zone: Cells, proof: dict[str, Any], relied_on: Zones) -> None:
        self.parts.add(key, proof, relied_on)
        self.zones[key] = zone


class _WinWriter(_Writer):
    def claim(self, state: State, moves: bool) -> None:
        if moves:
            self.write(state, {})
        else:
            self.write_replies(state, {})

    def write(self, state: State, relied_on: Zones) -> None:
        """Write what proves the win, the attacker to move; add it to what is relied on."""
        if completions(self.game, state.attacker, state.empty):
            return
        key, _ = name(self.game, "wins", state)
        if key not in self.zones:
            self.write_move(key)
        relied_on[key] = 0

    def write_move(self, key: str) -> None:
        state = parse_state(key.partition(" ")[2])
        move = self.find_move(state)
        children: Zones = {}
        self.write_replies(State(state.attacker | 1 << move, state.empty & ~(1 << move)), children)
        self.keep(key, 0, {"move": move}, children)

    def write_replies(self, state: State, relied_on: Zones) -> None:
        """Write what proves the win whatever the defender, to move, does."""
        threats = completions(self.game, state.attacker, state.empty)
        if threats.bit_count() < 2:
            for reply in cells_of(threats or state.empty):
                self.write(State(state.attacker, state.empty & ~(1 << reply)), relied_on)

    def find_move(self, state: State) -> Cell:
        """A move after which the attacker is proven to win; threats first, because they leave one reply."""
        moves = self.by_promise(state)
        threatens = [c for c in moves if completions(self.game, state.attacker | 1 << c, state.empty & ~(1 << c))]
        for nodes in LADDER:
            for move in [*threatens, *(c for c in moves if c not in threatens)]:
                if self.wins(state.attacker | 1 << move, state.empty & ~(1 << move), False, nodes):
                    return move
        raise BadInput("no winning move was found where one was proven: more memory may be needed")


class _HoldWriter(_Writer):
    def claim(self, state: State, moves: bool) -> None:
        if moves:
            self.write(state, {})
        else:
            self.answer(state, {})

    def write(self, state: State, relied_on: Zones) -> Cells:
        """Write what proves the hold, the attacker to move; add it to what is relied on. The zone."""
        live = live_lines(self.game, state)
        if not live:
            return 0
        if self.kind == "weak":
            state = essence(state, live)
        elif completions(self.game, defender_of(self.game, state), state.empty).bit_count() > 1:
            return EVERYTHING
        key, sources = name(self.game, self.kind, state)
        if key not in self.zones:
            named = parse_state(key.partition(" ")[2])
            pairs = self.prover.pairs(named.attacker, defender_of(self.game, named))
            if pairs:
                zone = sum(1 << cell for pair in pairs for cell in pair)
                self.keep(key, zone, {"pairs": [list(pair) for pair in pairs]}, {})
            else:
                self.write_moves(key, named)
        relied_on[key] = zone = self.zones[key]
        return brought_back(zone, sources)

    def write_moves(self, key: str, state: State) -> None:
        moves: list[list[Cell]] = []
        children: Zones = {}
        defender = defender_of(self.game, state)
        forced = completions(self.game, defender, state.empty) if self.kind == "real" else 0
        left, zone = forced or state.empty, EVERYTHING if forced else 0
        for move in self.by_promise(state):
            if not left >> move & 1:
                continue
            moved = State(state.attacker | 1 << move, state.empty & ~(1 << move))
            reply, held = self.answer(moved, children)
            moves.append([move, reply])
            left &= (held | 1 << reply) & ~(1 << move)
            zone |= held | 1 << reply
        self.keep(key, zone, {"zone": zone_data(zone), "moves": moves}, children)

    def answer(self, state: State, relied_on: Zones) -> tuple[Cell, Cells]:
        """A reply that holds, the defender to move, and the zone of the hold, which is written and relied on."""
        defender = defender_of(self.game, state)
        if self.kind == "real" and (wins := completions(self.game, defender, state.empty)):
            return cells_of(wins)[0], EVERYTHING
        threats = completions(self.game, state.attacker, state.empty)
        replies = cells_of(threats) or self.by_promise(state)
        replied = {reply: State(state.attacker, state.empty & ~(1 << reply)) for reply in replies}
        for reply, held in replied.items():
            if self.is_easy(held):
                return reply, self.write(held, relied_on)
        for nodes in LADDER:
            for reply, held in replied.items():
                if self.wins(*held, True, nodes) is False:
                    return reply, self.write(held, relied_on)
        raise BadInput("no reply was found where one was proven: more memory may be needed")

    def is_easy(self, state: State) -> bool:
        """Whether the hold has been written already, or there are pairs for it."""
        essential = essence(state, live_lines(self.game, state)) if self.kind == "weak" else state
        key, _ = name(self.game, self.kind, essential)
        return key in self.zones or self.prover.pairs(state.attacker, defender_of(self.game, state)) is not None
