"""The table of known games: every board solved here, how, and what others have published of it.

A value that took a search counts when it is established three times: by the search with all its rules, by one with only
the rules that need no subtle argument, and by a proof that a plain program checks. Each of the three is recorded as
soon as it is there, so that whoever is stopped goes on with what is missing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import TYPE_CHECKING, NamedTuple, Protocol, TypeVar

from tictactoe.bench.records import Certificate, Record, Second, keep, made_here, read_records
from tictactoe.rules import BadInput, Game, Position, X, format_game, parse_game
from tictactoe.search import Answer, Budget, Solver
from tictactoe.search.known import published
from tictactoe.search.strong import STRONG_CELLS

if TYPE_CHECKING:
    from tictactoe.search.answer import Variant
    from tictactoe.search.proof.parts import Written

LARGEST = 8
EVERY_POSITION = "every position"
SLICE = 10_000
"""Nodes that the second search takes before Ctrl-C is heard."""
Result = TypeVar("Result")


class Undertaking(Protocol):
    """Work of one solver on one position, as an interface shows it; what is stopped half-way can be taken up."""

    is_resumed: bool
    """Whether this has begun with what an earlier run had saved."""

    def run(self, work: Callable[[Position, Budget], Result]) -> Result: ...

    def run_and_save(self, resume: bool | None) -> Answer: ...

    def prove(self, answer: Answer, path: Path) -> Written: ...


class Campaign(NamedTuple):
    """How boards are solved."""

    memory: int
    """Bytes for the table of a search."""
    workers: int = 1
    cluster: str | None = None
    second_nodes: int = 50_000_000
    """The second search is given up after so many nodes; 0: there is none."""
    proof_nodes: int = 100_000
    """A proof is written if finding the value took no more nodes than this; 0: none is."""
    proofs: Path | None = None
    """The folder where proofs are kept; they are thrown away after checking if there is none."""

    @property
    def by(self) -> str:
        return f"cluster {self.cluster}" if self.cluster else f"{self.workers} thread{'s' * (self.workers != 1)}"


def boards_within(largest: int) -> Iterator[Game]:
    """All boards up to this side, lying, for k from 3 to 6."""
    for k in range(3, 7):
        for rows in range(1, largest + 1):
            for cols in range(rows, largest + 1):
                yield Game(rows, cols, k)


def establish(
    game: Game, known: Record | None, campaign: Campaign, run_of: Callable[[Solver], Undertaking]
) -> Iterator[Record]:
    """All that is known of a board, each time that it is more: beginning with what was known before."""
    strong = len(game.cells) <= STRONG_CELLS or None  # every position of a small board is looked at
    solver = Solver(game, campaign.memory, strong, campaign.workers, cluster=campaign.cluster)
    try:
        record, answer = known, None
        if record is None:
            record, answer = _value(solver, campaign, run_of)
            yield record
        if record.method == EVERY_POSITION:
            return
        if _wants_second(record, campaign):
            record = record._replace(second=_second_opinion(game, record, campaign, run_of(solver)))
            yield record
        if record.proof is None and record.nodes <= campaign.proof_nodes:
            answer = answer or _solve(run_of(solver))
            if str(answer) != record.value:
                raise BadInput(f"{record.game}: the record says {record.value}, but this search found {answer}")
            yield record._replace(proof=_certificate(solver, answer, campaign, run_of(solver)))
    finally:
        solver.close()


def _solve(run: Undertaking) -> Answer:
    answer = run.run_and_save(resume=None)
    if answer.value is None:
        raise KeyboardInterrupt
    return answer


def _value(solver: Solver, campaign: Campaign, run_of: Callable[[Solver], Undertaking]) -> tuple[Record, Answer]:
    made = made_here(campaign.by)  # by the code that is at work, not what stands there hours later
    start = perf_counter()
    run = run_of(solver)
    answer = _solve(run)
    seconds = perf_counter() - start
    name, made = format_game(solver.game), made._replace(by=made.by + ", the last of several runs" * run.is_resumed)
    if not answer.facts:
        return Record(name, str(answer), EVERY_POSITION, solver.nodes, seconds, made), answer
    decisive = answer.facts[-1]
    return Record(name, str(answer), f"{decisive.game}, {decisive.reason}", answer.nodes, seconds, made), answer


def _wants_second(record: Record, campaign: Campaign) -> bool:
    """Whether a second search has not been run, or could be run for longer than it was."""
    if record.second is None:
        return campaign.second_nodes > 0
    return not record.second.agrees and record.second.nodes < campaign.second_nodes


def _second_opinion(game: Game, record: Record, campaign: Campaign, run: Undertaking) -> Second:
    """What the elementary rules alone find; BadInput if that is another value."""
    from tictactoe.search.kernels.static import PAIRING, POTENTIAL, SYMMETRY
    from tictactoe.search.proof.prover import Prover, get_ready

    variant: Variant = "weak" if record.method.startswith("weak") else "real"
    get_ready()
    prover = Prover(game, X, variant, POTENTIAL | PAIRING | SYMMETRY, campaign.memory, workers=campaign.workers)

    def search(position: Position, budget: Budget) -> bool | None:
        wins = None
        while wins is None and prover.evaluated < campaign.second_nodes and budget.has_more:
            before = prover.evaluated
            wins = prover.ask(position, min(SLICE, campaign.second_nodes - before)).wins
            budget.spent(prover.evaluated - before, f"{record.game}, the elementary rules alone:")
        if wins is None and not budget.has_more:
            raise KeyboardInterrupt
        return wins

    wins = run.run(search)
    if wins not in (None, record.value.startswith("win")):
        found = "does not win" if record.value.startswith("win") else "wins"
        raise BadInput(f"{record.game}: the record says {record.value}, but by the elementary rules alone X {found}")
    return Second(prover.evaluated, wins is not None)


def _certificate(solver: Solver, answer: Answer, campaign: Campaign, run: Undertaking) -> Certificate:
    """Write a proof and check it."""
    from tictactoe.search.proof.checking import check_files

    with TemporaryDirectory() as folder:
        path = (campaign.proofs or Path(folder)) / f"{format_game(solver.game)}.proof.gz"
        written = run.prove(answer, path)
        start = perf_counter()
        check_files([path], campaign.workers).whole.require_claims()
        return Certificate(*written, perf_counter() - start)


def solve_all(
    games: Iterable[Game], data: Path, campaign: Campaign, run_of: Callable[[Solver], Undertaking]
) -> Iterator[Record]:
    """Find out what the data does not have yet, writing whenever there is more; others may write there too."""
    ready = False
    for game in games:
        known = read_records(data).get(format_game(game))
        if not ready and known is None:
            Solver(Game(5, 5, 4), strong=False).solve(Position(), Budget())  # no board's time is that of compiling
            ready = True
        for record in establish(game, known, campaign, run_of):
            yield keep(record, data)


def established(record: Record) -> str:
    """What a value rests on, in words."""
    if record.method == EVERY_POSITION:
        return EVERY_POSITION
    second = bool(record.second and record.second.agrees)
    if second and record.proof:
        return "two searches and a checked proof"
    if record.proof:
        return "one search and a checked proof"
    return "two searches, no proof" if second else "one search alone"


def page(records: Iterable[Record]) -> str:
    """The table as a page."""
    lines = [
        "| game | value | rests on | how | nodes | seconds | elementary rules | proof | published | | made |",
        "|---|---|---|---|---:|---:|---:|---|---|---|---|",
    ]
    for record in sorted(records, key=lambda record: parse_game(record.game)[::-1]):
        known = published(parse_game(record.game))
        value, source = known or ("", "nothing found")
        agrees = "" if known is None else "agrees" if record.value.split()[0] == value else "**differs**"
        cells = [
            record.game, record.value, established(record), record.method, f"{record.nodes:,}",
            f"{record.seconds:.2f}", _second_words(record.second), _proof_words(record.proof),
            f"{value + ', ' if value else ''}{source}", agrees, f"{record.made.date}, {record.made.by}",
        ]  # fmt: skip
        lines.append(f"| {' | '.join(cells)} |")
    return "\n".join(lines) + "\n"


def _second_words(second: Second | None) -> str:
    if second is None:
        return ""
    return f"{second.nodes:,}" if second.agrees else f"open after {second.nodes:,}"


def _proof_words(proof: Certificate | None) -> str:
    if proof is None:
        return ""
    size = f"{proof.entries:,} entries, {proof.bytes / 1000:,.0f} kB, checked in {proof.check_seconds:.1f} s"
    return f"{size}, sha256 {proof.sha256[:12]}"
