"""The value of a position from questions that each have a yes or a no: can X win? Can O?

The weak question comes first: it is easier, and a no settles the real one. A yes does not.
"""

from __future__ import annotations

from itertools import product
from pathlib import Path
from zipfile import BadZipFile

import numpy as np

from tictactoe.rules import BadInput, Cell, Game, Mark, O, Position, X
from tictactoe.search.answer import Answer, Fact
from tictactoe.search.certificate import certify
from tictactoe.search.effort import Effort
from tictactoe.search.prover import Kind, Prover
from tictactoe.search.verify import Proof

MARKS: tuple[Mark, ...] = (X, O)
KINDS: tuple[Kind, ...] = ("weak", "real")
LINE_NODES = (1, 300, 20_000)
"""How much is searched for one move of a line of play: the table already knows nearly all of it."""


class Proofs:
    """The provers of one game, made when needed, sharing the memory allowed."""

    def __init__(self, game: Game, memory: int) -> None:
        self.game = game
        self._memory = memory
        self._provers: dict[tuple[Mark, Kind], Prover] = {}

    def prover(self, attacker: Mark, kind: Kind) -> Prover:
        if (attacker, kind) not in self._provers:
            self._provers[attacker, kind] = Prover(self.game, attacker, kind, memory=self._memory // 4)
        return self._provers[attacker, kind]

    def save(self, path: Path) -> None:
        """Write what has been learned, for a later run to go on from. The file is there whole or not at all."""
        arrays = {f"{attacker} {kind}": prover.learned() for (attacker, kind), prover in self._provers.items()}
        part = path.with_suffix(".part")
        with part.open("wb") as file:
            np.savez(file, **arrays)
        part.replace(path)

    def load(self, path: Path) -> int:
        """Take up what an earlier run has learned; how many positions that is."""
        try:
            with path.open("rb") as file, np.load(file) as arrays:
                learned = {name: arrays[name] for name in arrays.files}
        except (OSError, ValueError, EOFError, BadZipFile) as error:
            raise BadInput(f"{str(path)!r} cannot be read as a saved search: {error}") from None
        for name, rows in learned.items():
            for attacker, kind in product(MARKS, KINDS):
                if name == f"{attacker} {kind}":
                    self.prover(attacker, kind).take_up(rows)
        return sum(map(len, learned.values()))

    def settle(self, position: Position, effort: Effort) -> Answer:
        """The value of a position that is drawn or unfinished, as far as the effort reaches."""
        mover = position.turn
        other: Mark = O if mover == X else X
        facts: list[Fact] = []
        start = effort.nodes
        # On the empty board the second player cannot win: the first would play as if second, with a stone to spare.
        low, high = (-1 if position.taken else 0), 1
        wins = self._can_win(position, mover, effort, facts)
        if wins:
            low = 1
        elif wins is False:
            high = 0
        if low < high:
            wins = self._can_win(position, other, effort, facts) if low < 0 else False
            if wins:
                high = -1
            elif wins is False:
                low = max(low, 0)
        line: tuple[Cell, ...] = ()
        if low == high != 0:
            line = self._line(position, mover if low > 0 else other)
        return Answer(low, high, None, tuple(facts), effort.nodes - start, line)

    def certify(self, position: Position, answer: Answer, effort: Effort) -> Proof:
        """A proof that the player to move wins, or cannot, whichever the answer says."""
        mover = position.turn
        if answer.low < 1 and answer.high > 0:
            raise BadInput(f"there is nothing to prove yet: whether {mover} can win is not known")
        wins = answer.low == 1
        kind: Kind = "real"
        if not wins and self.prover(mover, "weak").ask(position, LINE_NODES[-1]).wins is False:
            kind = "weak"
        return certify(self.prover(mover, kind), position, wins, kind == "real", effort)

    def _can_win(self, position: Position, attacker: Mark, effort: Effort, facts: list[Fact]) -> bool | None:
        for kind in KINDS:
            wins = self._ask(position, attacker, kind, effort, facts)
            if wins is False:
                return False
        return wins

    def _ask(self, position: Position, attacker: Mark, kind: Kind, effort: Effort, facts: list[Fact]) -> bool | None:
        """Search in slices until there is an answer or nothing left to spend."""
        prover = self.prover(attacker, kind)
        start = prover.evaluated
        wins, reason = None, "search"
        doing = f"can {attacker} win" + (" if only its lines count?" if kind == "weak" else "?")
        while wins is None and (budget := effort.next_slice()):
            before = prover.evaluated
            finding = prover.ask(position, budget)
            wins, reason = finding.wins, finding.reason
            effort.spent(max(1, prover.evaluated - before), doing)
        facts.append(Fact(attacker, kind, wins, reason, prover.evaluated - start))
        return wins

    def by_promise(self, position: Position) -> list[Cell]:
        """The legal moves, those on the most lines that somebody can still complete first."""

        def promise(cell: Cell) -> int:
            total = 0
            for line in self.game.lines_through[cell]:
                for stones, against in ((position.x, position.o), (position.o, position.x)):
                    total += 0 if line & against else 4 ** (line & stones).bit_count()
            return -total

        return sorted(self.game.moves(position), key=promise)

    def _line(self, position: Position, winner: Mark) -> tuple[Cell, ...]:
        """A line of play that the winner wins: each of its moves is proven; the other's are the most promising."""
        prover = self.prover(winner, "real")
        line: list[Cell] = []
        while not self.game.outcome(position):
            moves = self.by_promise(position)
            if position.turn == winner:
                tries = product(LINE_NODES, moves)
                move = next(
                    (cell for nodes, cell in tries if self._wins_after(prover, position.play(cell), nodes)), None
                )
            else:
                threat = self._must_answer(position, winner)
                move = moves[0] if threat is None else threat
            if move is None:
                break
            line.append(move)
            position = position.play(move)
        return tuple(line)

    def _must_answer(self, position: Position, attacker: Mark) -> Cell | None:
        """The cell where the attacker would complete a line next, if there is one."""
        attacking = position._replace(turn=attacker)
        wins = [cell for cell in self.game.empties(position) if self.game.outcome(attacking.play(cell))]
        return wins[0] if wins else None

    def _wins_after(self, prover: Prover, position: Position, nodes: int) -> bool:
        if outcome := self.game.outcome(position):
            return outcome.winner == prover.attacker
        return prover.ask(position, nodes).wins is True
