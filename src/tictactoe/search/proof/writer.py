"""Writing a proof that others can check: the searches' results, one move or pairing for every state that matters.

An entry is written as soon as all that it relies on has been; what is kept of it is its key and its zone.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, TypeAlias

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
Pairs: TypeAlias = list[tuple[Cell, Cell]]
STEP = 1_000
"""Nodes searched before Ctrl-C is heard: a part of a second's work on every board."""


def writing(entries: int) -> str:
    """What is being done, in words."""
    return f"writing the proof, {entries:,} entries,"


class Book:
    """A proof that is being written."""

    begins_at = 0.0
    """Which part of all moves is left for the last: each of those who write it begins with other moves."""

    def __init__(self, parts: PartsWriter, zones: Zones) -> None:
        self.parts = parts
        self.zones = zones
        """Of all statements that are written, here or by somebody else."""

    def write(self, key: str, zone: Cells, proof: dict[str, Any], relied_on: Zones) -> None:
        self.parts.add(key, proof, relied_on)
        self.zones[key] = zone

    def hear(self) -> bool:
        """Take in what others have written, if there are any."""
        return False

    def in_own_order(self, cells: Sequence[Cell]) -> Sequence[Cell]:
        start = int(self.begins_at * len(cells))
        return (*cells[start:], *cells[:start])


def certify(prover: Prover, kind: Kind, position: Position, book: Book, budget: Budget) -> None:
    """Write what proves a statement that the prover has found about a position, with its attacker."""
    state = state_for(prover.game, position, prover.attacker)
    moves = position.turn == prover.attacker
    writer = _WinWriter if kind == "wins" else _HoldWriter
    writer(prover, kind, book, budget).claim(state, moves)


class _Overtaken(Exception):
    """Somebody else has written what was to be written here."""


class _Writer:
    def __init__(self, prover: Prover, kind: Kind, book: Book, budget: Budget) -> None:
        self.prover = prover
        self.game: Game = prover.game
        self.kind: Kind = kind
        self.book = book
        self.zones = book.zones
        self.budget = budget
        self.under_way: list[str] = []
        """The statements that are being written, each for the one before."""

    def claim(self, state: State, moves: bool) -> None:
        raise NotImplementedError

    def once(self, key: str, write: Callable[[str], None]) -> None:
        """Write a statement, unless it is written already; if others come first, that is as good."""
        if key in self.zones:
            return
        self.under_way.append(key)
        try:
            self.hear()
            write(key)
        except _Overtaken:
            if key not in self.zones:
                raise
        finally:
            self.under_way.pop()

    def hear(self) -> None:
        """Take in what others have written; _Overtaken if something is among it that is being written here."""
        if self.book.hear() and any(key in self.zones for key in self.under_way):
            raise _Overtaken

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
            self.budget.spent(spent, writing(self.book.parts.entries))
            nodes -= spent
            self.hear()
        return wins

    def by_promise(self, state: State) -> list[Cell]:
        """The empty cells, the most promising for the attacker first; the defender's lines count in the real game."""
        both = self.kind != "weak"
        return in_order(self.game, cells_of(state.empty), state.attacker, defender_of(self.game, state), both)

    def keep(self, key: str, zone: Cells, proof: dict[str, Any], relied_on: Zones) -> None:
        self.book.write(key, zone, proof, relied_on)


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
        self.once(key, self.write_move)
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
            for reply in self.book.in_own_order(cells_of(threats or state.empty)):
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


class _Named(NamedTuple):
    """A state as the proof names it."""

    key: str
    sources: tuple[Cell, ...]
    """Where the cells of the image that is named come from."""
    pairs: Pairs | None = None
    """Of the image: pairs that hold it, if some were found."""


class _HoldWriter(_Writer):
    def claim(self, state: State, moves: bool) -> None:
        if moves:
            self.write(state, {})
        else:
            self.answer(state, {})

    def write(self, state: State, relied_on: Zones) -> Cells:
        """Write what proves the hold, the attacker to move; add it to what is relied on. The zone."""
        return self.write_named(self.named(state), relied_on)

    def named(self, state: State) -> _Named | Cells:
        """The name of the statement that is to be written; only its zone if there is nothing to write."""
        live = live_lines(self.game, state)
        if not live:
            return 0
        if self.kind == "weak":
            state = essence(state, live)
        elif completions(self.game, defender_of(self.game, state), state.empty).bit_count() > 1:
            return EVERYTHING
        return _Named(*name(self.game, self.kind, state))

    def write_named(self, named: _Named | Cells, relied_on: Zones) -> Cells:
        if isinstance(named, int):
            return named
        self.once(named.key, lambda key: self.write_hold(key, named.pairs))
        relied_on[named.key] = zone = self.zones[named.key]
        return brought_back(zone, named.sources)

    def write_hold(self, key: str, pairs: Pairs | None) -> None:
        state = parse_state(key.partition(" ")[2])
        if pairs or (pairs := self.prover.pairs(state.attacker, defender_of(self.game, state))):
            zone = sum(1 << cell for pair in pairs for cell in pair)
            self.keep(key, zone, {"pairs": [list(pair) for pair in pairs]}, {})
        else:
            self.write_moves(key, state)

    def write_moves(self, key: str, state: State) -> None:
        moves: list[list[Cell]] = []
        children: Zones = {}
        defender = defender_of(self.game, state)
        forced = completions(self.game, defender, state.empty) if self.kind == "real" else 0
        left, zone = forced or state.empty, EVERYTHING if forced else 0
        for move in self.book.in_own_order(self.by_promise(state)):
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
        for reply in replies:
            easy = self.easy(State(state.attacker, state.empty & ~(1 << reply)))
            if easy is not None:
                return reply, self.write_named(easy, relied_on)
        for nodes in LADDER:
            for reply in replies:
                held = State(state.attacker, state.empty & ~(1 << reply))
                if self.wins(*held, True, nodes) is False:
                    return reply, self.write(held, relied_on)
        raise BadInput("no reply was found where one was proven: more memory may be needed")

    def easy(self, state: State) -> _Named | Cells | None:
        """What is to be written, if the hold has been written already, or there are pairs for it."""
        named = self.named(state)
        if isinstance(named, int) or named.key in self.zones:
            return named
        pairs = self.prover.pairs(state.attacker, defender_of(self.game, state))
        if pairs is None:
            return None
        image = {cell: number for number, cell in enumerate(named.sources)}
        return named._replace(pairs=[(image[one], image[two]) for one, two in pairs])
