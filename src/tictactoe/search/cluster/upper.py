"""The upper part of a search. It decides nothing that takes much work: it finds out what is to be searched next."""

from __future__ import annotations

from typing import Any

from tictactoe.rules import Game, Mark, Position, opponent
from tictactoe.search.answer import Variant
from tictactoe.search.kernels.lines import ATTACKER, DEFENDER
from tictactoe.search.kernels.static import AWAY, NOWHERE, PAUSED
from tictactoe.search.proof.arrays import from_words
from tictactoe.search.proof.prover import Finding, Prover

NO_END = 1 << 62


class Upper(Prover):
    """It has slots: each is at a position that is handed out, and goes on once its result is in the table."""

    def __init__(self, game: Game, attacker: Mark, variant: Variant, table: Any, slots: int) -> None:
        super().__init__(game, attacker, variant, table=table, workers=slots)
        self.slots = slots
        self._side = int(ATTACKER)

    def turn_to(self, position: Position) -> None:
        """Begin with a position, unless it is the one that the slots are at."""
        attacker, defender = (position.x, position.o) if self.attacker == "X" else (position.o, position.x)
        self._side = int(ATTACKER if position.turn == self.attacker else DEFENDER)
        self._turn_to(attacker, defender, self._side)

    def go_on(self, slot: int, small: int) -> Finding | Position:
        """What is decided; or the position that this slot hands out, of which less than `small` is known."""
        side = self._side
        self._team.small[0], self._team.stop[0] = max(1, small), NO_END
        finding = self._run(side, slot)
        if finding.wins is not None:
            return finding
        ply = int(self._team.counters[slot, PAUSED])
        frames = self._threads[slot].frames
        mine, theirs = (from_words(frames.stones[ply, who]) for who in (ATTACKER, DEFENDER))
        turn = self.attacker if (side + ply) & 1 == ATTACKER else opponent(self.attacker)
        return Position(mine, theirs, turn) if self.attacker == "X" else Position(theirs, mine, turn)

    def start_again(self, slot: int) -> None:
        """Let a slot begin at the root."""
        self._team.counters[slot, PAUSED] = NOWHERE
        self._team.counters[slot, AWAY] = 0
        self._team.paths[slot] = 0
