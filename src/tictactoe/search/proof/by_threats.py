"""Writing a proof of a win by threats: stones that win, or a move, what it threatens, and what follows each answer."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tictactoe.rules import Cell, Mark, O, Position, X, cells_of
from tictactoe.search.budget import Budget
from tictactoe.search.proof.proof import State, Zones, completions, defender_of, name, replied, state_for, still_wins
from tictactoe.search.proof.writer import Book, writing
from tictactoe.search.threats.forced import ThreatSearch


def certify_forced(search: ThreatSearch, attacker: Mark, position: Position, book: Book, budget: Budget) -> None:
    """Write what proves that this side, which the search has found to win, does."""
    state = state_for(search.game, position, attacker)
    writer = _Writer(search, book, budget)
    if position.turn == attacker:
        writer.write(state, {})
    else:
        writer.write_claim(state)


class _Writer:
    """What a state is won by is found for the state itself, and written for the image that gives it its name."""

    def __init__(self, search: ThreatSearch, book: Book, budget: Budget) -> None:
        self.search = search
        self.game = search.game
        self.book = book
        self.budget = budget
        self.looked = search.looked
        """How many positions had been looked at when the budget last heard of it."""

    def write_claim(self, state: State) -> None:
        """Write what proves the win, the defender to move: something for every reply."""
        threat = self.threat(state)
        for reply in self.replies(state):
            if still_wins(self.game, state, reply, threat):
                self.keep_stones(replied(state, reply), threat, {})
            else:
                self.write(replied(state, reply), {})

    def write(self, state: State, relied_on: Zones) -> None:
        """Write what proves the win, the attacker to move; add it to what is relied on."""
        if completions(self.game, state.attacker, state.empty):
            return
        if stones := self.search.stones(self.position(state)):
            self.keep_stones(state, stones, relied_on)
            return
        key, sources = name(self.game, "wins", state)
        if key not in self.book.zones:
            move = self.search.move(self.position(state))
            moved = State(state.attacker | 1 << move, state.empty & ~(1 << move))
            threat = self.threat(moved)
            children: Zones = {}
            for reply in self.replies(moved):
                if not still_wins(self.game, moved, reply, threat):
                    self.write(replied(moved, reply), children)
            said = {"threat": [sources.index(cell) for cell in threat]} if threat else {}
            self.keep(key, {"move": sources.index(move), **said}, children)
        relied_on[key] = 0

    def keep_stones(self, state: State, stones: Sequence[Cell], relied_on: Zones) -> None:
        key, sources = name(self.game, "wins", state)
        if key not in self.book.zones:
            self.keep(key, {"stones": [sources.index(cell) for cell in stones]}, {})
        relied_on[key] = 0

    def keep(self, key: str, proof: dict[str, Any], relied_on: Zones) -> None:
        self.book.write(key, 0, proof, relied_on)
        looked, self.looked = self.search.looked - self.looked, self.search.looked
        self.budget.spent(looked, writing(self.book.parts.entries))

    def replies(self, state: State) -> tuple[Cell, ...]:
        """The defender's replies that are not lost at once."""
        threats = completions(self.game, state.attacker, state.empty)
        return () if threats.bit_count() > 1 else cells_of(threats or state.empty)

    def threat(self, state: State) -> tuple[Cell, ...]:
        """What the attacker would win by if the defender, to move, passed."""
        return self.search.stones(self.position(state, attacking=False), passed=True)

    def position(self, state: State, attacking: bool = True) -> Position:
        """The state with the attacker as X, which is to the search as good as O."""
        return Position(state.attacker, defender_of(self.game, state), X if attacking else O)
