"""The value of a position from questions that each have a yes or a no: can X win? Can O?

The weak question comes first: it is easier, and a no settles the real one. A yes does not.
"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from itertools import product
from pathlib import Path
from typing import TypeAlias
from zipfile import BadZipFile

import numpy as np

from tictactoe.rules import BadInput, Cell, Game, Mark, O, Position, X, opponent
from tictactoe.search.answer import Answer, Fact
from tictactoe.search.certificate import certify
from tictactoe.search.effort import Effort
from tictactoe.search.prover import Kind, Prover
from tictactoe.search.verify import Proof

MARKS: tuple[Mark, ...] = (X, O)
KINDS: tuple[Kind, ...] = ("weak", "real")
Question: TypeAlias = tuple[Mark, Kind]
LINE_NODES = (1, 300, 20_000)
"""How much is searched for one move of a line of play: the table already knows nearly all of it."""


class Case:
    """What has been found out about one position."""

    def __init__(self, position: Position) -> None:
        self.position = position
        self.mover = position.turn
        self.other = opponent(self.mover)
        self.questions: list[Question] = [(attacker, kind) for attacker in (self.mover, self.other) for kind in KINDS]
        self.facts: dict[Question, Fact] = {}

    def can_win(self, attacker: Mark) -> bool | None:
        """Whether this side wins against every defence, as far as it is known."""
        if attacker == self.other and not self.position.taken:
            return False  # on the empty board the first player would play as if second, with a stone to spare
        weak, real = (self.facts.get((attacker, kind)) for kind in KINDS)
        return False if weak and weak.wins is False else real.wins if real else None

    def bounds(self) -> tuple[int, int]:
        """The lowest and the highest that the value can be, for the player to move."""
        mine, theirs = self.can_win(self.mover), self.can_win(self.other)
        low = 1 if mine else 0 if theirs is False else -1
        high = -1 if theirs else 0 if mine is False else 1
        return low, high

    def needs(self, question: Question) -> bool:
        """Whether an answer to this could still narrow the bounds."""
        low, high = self.bounds()
        return low < high and question not in self.facts and self.can_win(question[0]) is None


class Proofs:
    """The provers of one game, made when needed, sharing the memory allowed."""

    def __init__(self, game: Game, memory: int, workers: int = 1) -> None:
        self.game = game
        self._workers = workers
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
        case = Case(position)
        start = effort.nodes
        if self._workers == 1:
            for question in case.questions:
                self._ask(case, question, effort)
        else:  # each question has a prover of its own, and the compiled search lets other threads run
            with ThreadPoolExecutor(self._workers) as pool:
                list(pool.map(lambda question: self._ask(case, question, effort), case.questions))
        low, high = case.bounds()
        line: tuple[Cell, ...] = ()
        if low == high != 0:
            line = self._line(position, case.mover if low > 0 else case.other)
        facts = tuple(case.facts[question] for question in case.questions if question in case.facts)
        return Answer(low, high, None, facts, effort.nodes - start, line)

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

    def _ask(self, case: Case, question: Question, effort: Effort) -> None:
        """Search in slices until there is an answer, nobody needs one any more, or nothing is left to spend."""
        attacker, kind = question
        if not case.needs(question):
            return
        prover = self.prover(attacker, kind)
        start = prover.evaluated
        wins, reason = None, "search"
        doing = f"can {attacker} win" + (" if only its lines count?" if kind == "weak" else "?")
        while wins is None and case.needs(question) and (budget := effort.next_slice()):
            before = prover.evaluated
            finding = prover.ask(case.position, budget)
            wins, reason = finding.wins, finding.reason
            effort.spent(max(1, prover.evaluated - before), doing)
        case.facts[question] = Fact(attacker, kind, wins, reason, prover.evaluated - start)

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
