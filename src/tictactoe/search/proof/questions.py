"""The value of a position from questions that each have a yes or a no: can X win? Can O?

A win by threats is looked for before anything else: that is quick, and finds what no other search would. Of the
questions, the weak one comes first: it is easier, and a no settles the real one. A yes does not.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from threading import Lock
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias

from tictactoe.rules import BadInput, Cell, Cells, Game, Mark, Position, X, format_game, opponent
from tictactoe.search.answer import Answer, Fact, Variant
from tictactoe.search.budget import SLICE, Budget
from tictactoe.search.limits import require_compiled
from tictactoe.search.promise import by_promise

if TYPE_CHECKING:
    from pathlib import Path

    from tictactoe.search.proof.parts import Written
    from tictactoe.search.proof.proof import Kind
    from tictactoe.search.proof.prover import Finding, Prover
    from tictactoe.search.threats.forced import ForcedWin, ThreatSearch

VARIANTS: tuple[Variant, ...] = ("weak", "real")
Attack: TypeAlias = tuple[Mark, Variant]
LARGE_CELLS, LARGE_SLICE = 64, 1_000
"""On boards of more cells a node takes several times as long: so many are searched between two looks at the clock."""
THREATS, THREATS_A_NODE, THREATS_AT_ONCE = 50_000, 8, 1_000
"""So many positions are looked at for a win by threats, but no more than so many for each node that may be spent; and
so many between two looks at the clock.
"""
BY_THREATS = "threats"
LINE_NODES = (1, 300, 20_000)
"""How much is searched for one move of a line of play: the table already knows nearly all of it."""


class Case:
    """What has been found out about one position."""

    def __init__(self, position: Position) -> None:
        self.position = position
        self.mover = position.turn
        self.other = opponent(self.mover)
        self.questions: list[Attack] = [
            (attacker, variant) for attacker in (self.mover, self.other) for variant in VARIANTS
        ]
        self.facts: dict[Attack, Fact] = {}

    def can_win(self, attacker: Mark) -> bool | None:
        """Whether this side wins against every defence, as far as it is known."""
        if attacker == self.other and not self.position.taken:
            return False  # on the empty board the first player would play as if second, with a stone to spare
        weak, real = (self.facts.get((attacker, variant)) for variant in VARIANTS)
        return False if weak and weak.wins is False else real.wins if real else None

    def bounds(self) -> tuple[int, int]:
        """The lowest and the highest that the value can be, for the player to move."""
        mine, theirs = self.can_win(self.mover), self.can_win(self.other)
        low = 1 if mine else 0 if theirs is False else -1
        high = -1 if theirs else 0 if mine is False else 1
        return low, high

    def needs(self, question: Attack) -> bool:
        """Whether an answer to this could still narrow the bounds."""
        low, high = self.bounds()
        return low < high and question not in self.facts and self.can_win(question[0]) is None


class Searching(Protocol):
    """What can be asked a question, again and again: a prover, or one that has others search."""

    @property
    def evaluated(self) -> int:
        """How many positions have been evaluated so far."""
        ...

    @property
    def doing(self) -> str:
        """Who is at work, where that is more than this process."""
        ...

    def ask(self, position: Position, nodes: int) -> Finding:
        """Search for at most about `nodes` evaluations, going on from all that earlier calls have found."""
        ...


class Proofs:
    """The backend of large boards: the provers of one game, made when needed.

    They share one table, of at most `memory` bytes. Each question is searched by `workers` threads.
    """

    name = "proofs"
    gives_distance = False
    saves_as = "search"

    def __init__(self, game: Game, memory: int, workers: int = 1) -> None:
        self.game = game
        self._workers = workers
        self._memory = memory
        self._table: Any = None
        self._provers: dict[Attack, Prover] = {}
        self._threats: ThreatSearch | None = None
        self._most_at_once = LARGE_SLICE if len(game.cells) > LARGE_CELLS else SLICE
        self.nodes = 0
        self._lock = Lock()

    def covers(self, position: Position) -> bool:
        """Every position but one that somebody has won."""
        outcome = self.game.outcome(position)
        return outcome is None or outcome.winner is None

    def prover(self, attacker: Mark, variant: Variant) -> Prover:
        """The search for one question; BadInput if what it needs is not installed, or there is no memory for it."""
        with self._lock:
            if (attacker, variant) not in self._provers:
                require_compiled(self.game)
                from tictactoe.search.proof.prover import Prover

                if self._table is None:
                    self._table = self._new_table()
                self._provers[attacker, variant] = Prover(
                    self.game, attacker, variant, table=self._table, workers=self._workers
                )
            return self._provers[attacker, variant]

    def _searcher(self, attacker: Mark, variant: Variant) -> Searching:
        """Who searches for the answer to a question."""
        return self.prover(attacker, variant)

    def close(self) -> None:
        """There is nothing to let go of."""

    def _new_table(self) -> Any:
        from tictactoe.search.proof.arrays import new_table

        try:
            return new_table(self.game, self._memory)
        except (MemoryError, ValueError, OverflowError):
            raise BadInput(f"there is not enough memory for a table of {self._memory >> 20:,} MB") from None

    @property
    def memory(self) -> int:
        """How many bytes the table takes: none before the first question."""
        return 0 if self._table is None else int(self._table.nbytes)

    def _get_ready(self, budget: Budget) -> None:
        """Load and compile the search, unless there is nothing to spend: it takes none of the budget."""
        if budget.has_more:
            with budget.paused():
                require_compiled(self.game)
                from tictactoe.search.proof import prover
                from tictactoe.search.threats import forced

                prover.get_ready()
                forced.get_ready()

    def save(self, path: Path) -> bool:
        """Write what has been learned, for a later run to go on from; False if the file there holds more, and stays.

        The file is there whole or not at all.
        """
        if self._table is None:
            return True
        from tictactoe.search.proof.saved import write_rows

        return write_rows(path, self.game, self._table)

    def load(self, path: Path) -> int:
        """Take up what an earlier run has learned; how many positions that is. BadInput if the file is not ours."""
        require_compiled(self.game)
        from tictactoe.search.proof.saved import read_rows

        table = self.prover(X, "weak").table
        return read_rows(path, self.game, table)

    def answer(self, position: Position, budget: Budget) -> Answer:
        """The value of a position, as far as the budget reaches."""
        case = Case(position)
        self._get_ready(budget)
        forced = self._force(case, case.mover, budget) or self._force(case, case.other, budget)
        for question in case.questions:
            self._ask(case, question, budget)
        low, high = case.bounds()
        line: tuple[Cell, ...] = ()
        if forced:
            line = forced.line
        elif low == high != 0:
            line = self._line(position, case.mover if low > 0 else case.other)
        facts = tuple(case.facts[question] for question in case.questions if question in case.facts)
        nodes = sum(fact.nodes for fact in facts)
        self._count(nodes)
        return Answer(low, high, forced.plies if forced else None, facts, nodes, line)

    def ask(self, position: Position, attacker: Mark, budget: Budget) -> bool | None:
        """Whether this side can win, whoever is to move; None if that was not found out within the budget."""
        case = Case(position)
        self._get_ready(budget)
        self._force(case, attacker, budget)
        for variant in VARIANTS:
            self._ask(case, (attacker, variant), budget)
        self._count(sum(fact.nodes for fact in case.facts.values()))
        return case.can_win(attacker)

    def _count(self, nodes: int) -> None:
        with self._lock:
            self.nodes += nodes

    def prove(
        self, position: Position, answer: Answer, path: Path, budget: Budget, given: Sequence[Path] = ()
    ) -> Written:
        """Write a proof of all that the answer says: who wins, or who cannot. What other proofs show is given."""
        claims = tuple(self._claims(position, answer))
        if not claims:
            raise BadInput(f"there is nothing to prove yet: whether {position.turn} can win is not known")
        from tictactoe.search.files import replacing
        from tictactoe.search.proof.by_threats import certify_forced
        from tictactoe.search.proof.parts import Hashed, PartsWriter, Written
        from tictactoe.search.proof.proof import Header
        from tictactoe.search.proof.writer import Book, certify
        from tictactoe.search.proof.writing import write_in_processes

        forced = any(fact.wins and fact.reason == BY_THREATS for fact in answer.facts)
        header, zones = Header(self.game, position, claims), self._proven_by(given)
        with replacing(path) as file:
            hashed = Hashed(file)
            if self._workers > 1 and not forced:
                table = self.prover(X, "weak").table
                entries = write_in_processes(header, zones, table, self._memory, self._workers, hashed.write, budget)
            else:
                parts = PartsWriter(hashed.write, header)
                book = Book(parts, zones)
                for attacker, kind in claims:
                    if forced:
                        certify_forced(self._threat_search(), attacker, position, book, budget)
                    else:
                        certify(
                            self.prover(attacker, "weak" if kind == "weak" else "real"), kind, position, book, budget
                        )
                parts.finish()
                entries = parts.entries
            return Written(entries, hashed.size, hashed.sha256)

    def _proven_by(self, paths: Sequence[Path]) -> dict[str, Cells]:
        """What these proofs show, which are checked; BadInput if they do not hold, or are of another game."""
        if not paths:
            return {}
        from tictactoe.search.proof.checking import check_files
        from tictactoe.search.proof.verifier import Wrong

        try:
            whole = check_files(paths, self._workers).whole
            whole.require_claims()
        except Wrong as error:
            raise BadInput(f"what is given does not hold: {error}") from None
        if {header.game for header in whole.headers} != {self.game}:
            raise BadInput(f"what is given is not about {format_game(self.game)}")
        return whole.proven()

    def _claims(self, position: Position, answer: Answer) -> Iterator[tuple[Mark, Kind]]:
        """What is to be proven. That the second player cannot win from the empty board needs no proof."""
        mover, other = position.turn, opponent(position.turn)
        if answer.low == 1:
            yield mover, "wins"
        elif answer.high == -1:
            yield other, "wins"
        else:
            if answer.high == 0:
                yield mover, self._kind_of_hold(position, mover)
            if answer.low == 0 and position.taken:
                yield other, self._kind_of_hold(position, other)

    def _kind_of_hold(self, position: Position, attacker: Mark) -> Kind:
        """Weak, if that is found soon: what holds there holds in the real game too."""
        return "weak" if self.prover(attacker, "weak").ask(position, LINE_NODES[-1]).wins is False else "real"

    def _force(self, case: Case, attacker: Mark, budget: Budget) -> ForcedWin | None:
        """Look for a win of this side by threats. If one is found it is a fact; if not, nothing is spent or known.

        On the empty board there is nothing to threaten with.
        """
        nodes = budget.nodes_left
        most = THREATS if nodes is None else min(THREATS, THREATS_A_NODE * nodes)
        if not (case.position.taken and budget.has_more and most):
            return None
        search = self._threat_search()
        find = search.find if attacker == case.mover else search.find_loss
        looked, before, found = 0, -1, None
        while found is None and before < looked < most and budget.has_more:
            before, start = looked, search.looked
            found = find(case.position, min(most - looked, THREATS_AT_ONCE))
            looked += search.looked - start
            budget.spent(0, f"does {attacker} win by threats?")
        if found:
            case.facts[attacker, "real"] = Fact(attacker, "real", True, BY_THREATS, looked)
            budget.spent(looked, f"does {attacker} win by threats?")
        return found

    def _threat_search(self) -> ThreatSearch:
        with self._lock:
            if self._threats is None:
                require_compiled(self.game)
                from tictactoe.search.threats.forced import ThreatSearch

                self._threats = ThreatSearch(self.game)
            return self._threats

    def _ask(self, case: Case, question: Attack, budget: Budget) -> None:
        """Search in slices until there is an answer, nobody needs one any more, or nothing is left to spend."""
        attacker, variant = question
        if not case.needs(question):
            return
        prover = self._searcher(attacker, variant)
        start = prover.evaluated
        wins, reason = None, "search"
        doing = f"can {attacker} win" + (" if only its lines count?" if variant == "weak" else "?")
        while wins is None and case.needs(question) and (nodes := budget.next_slice()):
            before = prover.evaluated
            finding = prover.ask(case.position, min(nodes, self._most_at_once))
            wins, reason = finding.wins, finding.reason
            budget.spent(prover.evaluated - before, f"{doing} {prover.doing}".rstrip())
        case.facts[question] = Fact(attacker, variant, wins, reason, prover.evaluated - start)

    def _line(self, position: Position, winner: Mark) -> tuple[Cell, ...]:
        """A line of play that the winner wins: each of its moves is proven; the other's are the most promising."""
        prover = self.prover(winner, "real")
        line: list[Cell] = []
        while not self.game.outcome(position):
            moves = by_promise(self.game, position)
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
