"""A proof that several write at once: each takes what another has written, and all of it together is the proof."""

from __future__ import annotations

import multiprocessing
from errno import ENOSPC
from pathlib import Path

import pytest

from proofs import MEMORY, lines_of, proof_of, verdict
from tictactoe.rules import BadInput, Position, parse_game, parse_position
from tictactoe.search import Budget, Solver
from tictactoe.search.proof import writing
from tictactoe.search.proof.checking import check_files
from tictactoe.search.proof.parts import PartsWriter
from tictactoe.search.proof.proof import Header, Zones
from tictactoe.search.proof.prover import Prover
from tictactoe.search.proof.questions import Proofs
from tictactoe.search.proof.verifier import Checked
from tictactoe.search.proof.writer import Book, certify

WIN, WEAK = ("5,6,4", ""), ("5,5,4", "")
BOTH = ("5,5,4", "X..../...../..O../...../.....")
"""A draw in the middle of a game, which is proven for both sides."""


class Interrupted(Book):
    """Hears at its so-manieth question of all that somebody else has written."""

    def __init__(self, parts: PartsWriter, others: Zones, after: int) -> None:
        super().__init__(parts, {})
        self.others = others
        self.left = after

    def hear(self) -> bool:
        self.left -= 1
        if self.left == 0:
            for key, zone in self.others.items():
                self.zones.setdefault(key, zone)
        return True


def checked(content: bytes, folder: Path) -> Checked:
    path = folder / "checked.gz"
    path.write_bytes(content)
    (header,) = (whole := check_files([path]).whole).headers
    return Checked(header, whole.proven(), {})


@pytest.mark.parametrize("asked", [WIN, WEAK, BOTH], ids=str)
def test_what_others_have_written_is_not_written_again(asked: tuple[str, str], tmp_path: Path) -> None:
    whole = proof_of(*asked)
    header, others, _ = checked(whole, tmp_path)

    def write(after: int) -> tuple[int, int, bytes]:
        """The entries that were written, the questions that were left, and the file."""
        content: list[bytes] = []
        book = Interrupted(PartsWriter(content.append, header), others, after)
        table = Prover(header.game, "X", "weak", memory=MEMORY).table
        for attacker, kind in header.claims:
            prover = Prover(header.game, attacker, "weak" if kind == "weak" else "real", table=table)
            certify(prover, kind, header.position, book, Budget())
        book.parts.finish()
        return book.parts.entries, book.left, b"".join(content)

    entries, left, content = write(10**9)
    assert verdict([content], tmp_path) == ""
    asked_in_all = 10**9 - left
    assert write(1)[0] == 0
    some = [write(asked_in_all * quarters // 4) for quarters in (1, 2, 3)]
    assert 0 < some[0][0] < some[1][0] < some[2][0] < entries
    for _, _, content in some:
        assert verdict([content, whole], tmp_path) == ""
        assert verdict([content], tmp_path)


@pytest.mark.parametrize(("asked", "workers"), [(WIN, 3), (BOTH, 2)], ids=str)
def test_processes_write_a_proof(asked: tuple[str, str], workers: int, tmp_path: Path) -> None:
    game = parse_game(asked[0])
    position = parse_position(game, asked[1]) if asked[1] else Position()
    solver = Solver(game, backends=[Proofs(game, MEMORY, workers)])
    path = tmp_path / "proof.gz"
    budget = Budget()
    answer = solver.solve(position, budget)
    searched = budget.nodes
    written = solver.prove(position, answer, path, budget)
    assert budget.nodes > searched
    content = path.read_bytes()
    assert verdict([content], tmp_path) == ""
    assert written.entries == sum("format" not in line and "given" not in line for line in lines_of(content))
    assert sum("format" in line for line in lines_of(content)) >= workers
    assert not [*tmp_path.glob("*.part"), *multiprocessing.active_children()]


def test_a_writer_that_has_ended_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(writing, "_work", repr)  # which ends at once
    game = parse_game("5,5,4")
    solver = Solver(game, backends=[Proofs(game, MEMORY, 2)])
    answer = solver.solve(Position())
    with pytest.raises(BadInput, match="has ended before its time"):
        solver.prove(Position(), answer, tmp_path / "proof.gz")
    assert not [*tmp_path.iterdir(), *multiprocessing.active_children()]


def test_a_full_disk_ends_all_who_write() -> None:
    header = Header(parse_game("4,5,4"), Position(), (("X", "weak"),))
    table = Prover(header.game, "X", "weak", memory=MEMORY).table

    def full(_: bytes) -> None:
        raise OSError(ENOSPC, "No space left on device")

    with pytest.raises(OSError, match="No space left"):
        writing.write_in_processes(header, {}, table, MEMORY, 2, full, Budget())
    assert multiprocessing.active_children() == []
