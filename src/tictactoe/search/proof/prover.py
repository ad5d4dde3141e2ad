"""Asking the compiled search: can one side complete a line, with the other to stop it?"""

from __future__ import annotations

from functools import cache
from threading import Lock
from typing import Any, NamedTuple

import numpy as np

from tictactoe.rules import BadInput, Cell, Cells, Game, Mark, Position, cells_of, symmetries
from tictactoe.rules.symmetry import Symmetry
from tictactoe.search.answer import Variant
from tictactoe.search.kernels.dfpn import Stack, search
from tictactoe.search.kernels.hashtable import (
    ATTACKER,
    DEFENDER,
    EMPTY,
    LOW_8,
    ROW_BYTES,
    ROW_WORDS,
    WORK,
    restore,
)
from tictactoe.search.kernels.pairs import find_pairs
from tictactoe.search.kernels.static import (
    ALL_RULES,
    BY_LINES,
    BY_PAIRS,
    BY_POTENTIAL,
    BY_SEARCH,
    EVALUATED,
    REASON,
    STOP,
    Geometry,
    Scratch,
    judge,
    look,
    weigh,
)
from tictactoe.search.kernels.static import REAL as REAL_GAME
from tictactoe.search.limits import DEFAULT_MEMORY, MOST_CELLS, require_word
from tictactoe.search.proof.room import cleared

WORTH_SAVING = 4
"""Rows that took fewer evaluations than this are quicker found again than read."""
REASONS = {BY_LINES: "lines", BY_POTENTIAL: "potential", BY_PAIRS: "pairing", BY_SEARCH: "search"}


class Finding(NamedTuple):
    """What a search found: True, the attacker wins; False, the defender holds; None, not known yet."""

    wins: bool | None
    zone: Cells
    """The cells that the result relies on."""
    evaluated: int
    reason: str


class Prover:
    """Answers one question about one game: can `attacker` complete a line? It remembers what it has learned.

    In the weak game the defender's lines do not count, so a hold there is a hold in the real game too.
    """

    def __init__(
        self, game: Game, attacker: Mark, variant: Variant, rules: int = ALL_RULES, memory: int = DEFAULT_MEMORY
    ) -> None:
        require_word(game)
        self.game = game
        self.attacker = attacker
        self._rules = rules | REAL_GAME if variant == "real" else rules
        self._geometry = geometry(game)
        self._scratch = _scratch(len(game.lines))
        self._stack = _stack()
        rows = 1 << max(2, (memory // ROW_BYTES).bit_length() - 1)
        self.table = cleared(rows, ROW_WORDS)
        self._counter = np.zeros(3, np.int64)
        self._lock = Lock()
        """The compiled search lets other threads run, but its arrays are one search's at a time, or one copy's."""

    @property
    def evaluated(self) -> int:
        """How many positions have been evaluated so far."""
        return int(self._counter[EVALUATED])

    def learned(self) -> Any:
        """The rows of the table that took some work."""
        with self._lock:
            return self.table[self.table[:, WORK] >> np.uint64(8) >= WORTH_SAVING]

    def take_up(self, rows: Any) -> None:
        """Put rows that `learned` gave into the table; BadInput if they cannot be of this game."""
        if rows.ndim != 2 or rows.shape[1] != ROW_WORDS or rows.dtype != np.uint64:
            raise BadInput(
                f"a saved table of shape {rows.shape} does not fit: it should have rows of {ROW_WORDS} words"
            )
        attacker, defender, empty, sides = rows[:, ATTACKER], rows[:, DEFENDER], rows[:, EMPTY], rows[:, WORK] & LOW_8
        twice = attacker & defender | attacker & empty | defender & empty
        outside = (attacker | defender | empty) & ~self._geometry.board
        if (twice | outside).any() or not ((sides == 1) | (sides == 2)).all():
            raise BadInput("a saved table does not fit: it has rows that are no positions of the game")
        with self._lock:
            restore(self.table, rows)

    def pairs(self, attacker: Cells, defender: Cells) -> list[tuple[Cell, ...]] | None:
        """Pairs that hold every line against the attacker, who is to move; None if none were found."""
        with self._lock:
            return self._pairs(attacker, defender)

    def _pairs(self, attacker: Cells, defender: Cells) -> list[tuple[Cell, ...]] | None:
        live, _ = look(np.uint64(attacker), np.uint64(defender), False, self._geometry, self._scratch)
        weigh(live, self._geometry, self._scratch)
        found, used = find_pairs(np.uint64(0), live, self._geometry, self._scratch)
        if not found:
            return None
        return [cells_of(int(pair)) for pair in self._scratch.pairs[: int(used).bit_count() // 2]]

    def ask(self, position: Position, nodes: int) -> Finding:
        """Search for at most about `nodes` evaluations, going on from all that earlier calls have found."""
        with self._lock:
            return self._ask(position, nodes)

    def _ask(self, position: Position, nodes: int) -> Finding:
        x, o = np.uint64(position.x), np.uint64(position.o)
        attacker, defender = (x, o) if self.attacker == "X" else (o, x)
        side = 0 if position.turn == self.attacker else 1
        return self._search(attacker, defender, side, nodes)

    def _search(self, attacker: Any, defender: Any, side: int, nodes: int) -> Finding:
        self._counter[STOP] = self._counter[EVALUATED] + nodes
        asked = (attacker, defender, side, self._rules, self._geometry, self._scratch, self.table)
        proof, disproof, zone = judge(*asked, self._counter)
        reason = int(self._counter[REASON])
        if proof and disproof:
            reason = BY_SEARCH
            proof, disproof, zone = search(*asked, self._stack, self._counter)
        wins = True if proof == 0 else False if disproof == 0 else None
        return Finding(wins, int(zone), self.evaluated, REASONS[reason])


@cache
def get_ready() -> None:
    """Load all that is compiled for a prover; compile what no earlier run has."""
    prover = Prover(Game(3, 3, 3), "X", "weak", memory=0)
    prover.ask(Position(), 1)
    prover.pairs(0, 0)
    prover.take_up(prover.learned())


@cache
def geometry(game: Game) -> Geometry:
    """A game as the kernels see it."""
    lines = game.lines
    near = [
        [other for other, cells in enumerate(lines) if (cells & line).bit_count() >= 2 or cells == line]
        for line in lines
    ]
    collinear = np.full((len(lines), max(map(len, near), default=0) + 1), -1, np.int64)
    for row, others in zip(collinear, near, strict=True):
        row[: len(others)] = others
    every = symmetries(game)
    return Geometry(
        lines=np.array(lines, np.uint64),
        collinear=collinear,
        images=np.array([_byte_table(symmetry) for symmetry in every]),
        inverses=np.array([_byte_table(_inverse(symmetry)) for symmetry in every]),
        board=np.uint64(game.board),
        k=game.k,
        bytes=(len(game.cells) + 7) // 8,
    )


def _inverse(symmetry: Symmetry) -> Symmetry:
    return tuple(symmetry.index(cell) for cell in range(len(symmetry)))


def _byte_table(symmetry: Symmetry) -> Any:
    table = np.zeros((8, 256), np.uint64)
    for cell, landed in enumerate(symmetry):
        byte, bit = divmod(cell, 8)
        for value in range(256):
            if value >> bit & 1:
                table[byte, value] |= np.uint64(1 << landed)
    return table


def _scratch(lines: int) -> Scratch:
    words, numbers = (lambda: np.zeros(lines + 1, np.uint64)), (lambda: np.zeros(lines + 1, np.int64))
    return Scratch(
        line=numbers(),
        empties=words(),
        size=numbers(),
        potential=np.zeros(64, np.int64),
        found=np.zeros(4, np.uint64),
        key=np.zeros(3, np.uint64),
        state=numbers(),
        rest=words(),
        order=numbers(),
        stuck=np.zeros(16, np.int64),
        pairs=np.zeros(32, np.uint64),
    )


def _stack() -> Stack:
    plies = MOST_CELLS + 2
    words, numbers = (
        (lambda *more: np.zeros((plies, *more), np.uint64)),
        (lambda *more: np.zeros((plies, *more), np.int64)),
    )
    return Stack(
        attacker=words(),
        defender=words(),
        forced=words(),
        guard=words(),
        proof_limit=numbers(),
        disproof_limit=numbers(),
        count=numbers(),
        made=numbers(),
        width=numbers(),
        tried=numbers(),
        began=numbers(),
        moves=numbers(64),
        proofs=numbers(64),
        disproofs=numbers(64),
        zones=words(64),
    )
