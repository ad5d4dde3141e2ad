"""One search for a move, slice by slice: the only caller of the alpha-beta kernels."""

from __future__ import annotations

from typing import Any

from tictactoe.rules import Cell, Game, Position
from tictactoe.search.answer import Answer
from tictactoe.search.kernels import alphabeta, tree
from tictactoe.search.kernels.fours import wins_by_fours
from tictactoe.search.kernels.patterns import ONE_SHORT, marked_cells
from tictactoe.search.kernels.tree import JUDGED, MATE, PROVEN
from tictactoe.search.threats.arrays import chain_for, patterns_of, tree_for
from tictactoe.search.threats.chosen import StrongMove
from tictactoe.search.threats.forced import ThreatSearch

ME, OTHER = 0, 1


class Deepening:
    """What is searched, and how far it has come. The game has lines that somebody can still complete."""

    def __init__(self, game: Game, position: Position, seed: int, table: Any, threats: ThreatSearch) -> None:
        self._room = threats.room
        self._at = patterns_of(game, position, seed)
        self._tree = tree_for(game, table)
        self._chain = chain_for(game)
        self._tree.now[tree.EMPTIES] = len(game.cells) - position.taken.bit_count()
        self._good = float(self._at.worth[max(0, game.k - 2)])
        """An advantage that is half of a win."""

    @property
    def nodes(self) -> int:
        return int(self._tree.now[tree.NODES])

    @property
    def is_forced(self) -> bool:
        """Whether there was one move only to look at."""
        row = self._tree.rows[0]
        return bool(row[tree.COUNT] == 1 and row[tree.IS_WHOLE])

    def leave_out(self, cell: Cell) -> None:
        """Look at this move no more: it is known to lose."""
        self._tree.refuted[cell] = True

    def at_once(self, threats: int) -> StrongMove | None:
        """A win by threats alone, if it is found among so many; one that needs no threat is found by any search."""
        if marked_cells(ME, ONE_SHORT, self._at)[0] or marked_cells(OTHER, ONE_SHORT, self._at)[0]:
            return None
        plies, tried = wins_by_fours(ME, threats, self._chain, self._at)
        self._tree.now[tree.NODES] += tried
        if not plies:
            return None
        steps = (plies - 3) // 2
        line = [cell for pair in zip(self._chain.threats, self._chain.answers, strict=True) for cell in pair]
        cells = tuple(int(cell) for cell in line[: 2 * steps + 1])
        return StrongMove(cells[0], Answer(1, 1, line=cells), 1.0, 0, self.nodes, cells)

    def begin(self, depth: int) -> None:
        """Search from the start, to this depth; what the table has helps."""
        alphabeta.start(ME, depth, self._tree)

    def go_on(self, nodes: int, width: int) -> bool:
        """Search so many nodes more; whether this depth is done."""
        return bool(alphabeta.search(self.nodes + nodes, width, self._tree, self._chain, self._room, self._at))

    @property
    def has_found(self) -> bool:
        """Whether a move has been looked at since `begin`."""
        return bool(self._tree.rows[0, tree.BEST_MOVE] >= 0)

    def found(self, depth: int, is_whole: bool = False) -> StrongMove:
        """What was found, also if this depth is not done.

        `is_whole`: all that can follow was looked at, to the end.
        """
        row = self._tree.rows[0]
        cell = int(row[tree.BEST_MOVE])
        is_done = self._tree.now[tree.MODE] == tree.DONE
        value = int(self._tree.now[tree.VALUE] if is_done else row[tree.BEST])
        line = tuple(int(cell) for cell in self._tree.lines[0, : self._tree.lengths[0]])
        proven = self._proven(value, line, is_done, is_whole)
        return StrongMove(cell, proven, self._judged(value), depth, self.nodes, line)

    def _proven(self, value: int, line: tuple[Cell, ...], is_done: bool, is_whole: bool) -> Answer | None:
        if value >= PROVEN:
            return Answer(1, 1, 1 if value == MATE - 1 else None, line=line)
        if value <= -PROVEN and is_done:
            return Answer(-1, -1, 2 if value == 2 - MATE else None)
        return Answer(0, 0) if is_whole else None

    def _judged(self, value: int) -> float:
        if abs(value) >= JUDGED:
            return 1.0 if value > 0 else -1.0
        return value / (abs(value) + self._good)
