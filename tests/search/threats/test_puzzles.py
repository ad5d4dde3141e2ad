"""Wins in 5 to 15 plies in positions from play, on 10×10 to 19×19: all are found, and their proofs hold."""

from __future__ import annotations

from pathlib import Path

import pytest

from extent import sample
from puzzles import FEWEST, MOST, Puzzle, read
from tictactoe.rules import format_game
from tictactoe.search import Answer, Budget, Fact
from tictactoe.search.proof.checking import check_files
from tictactoe.search.proof.questions import BY_THREATS, Proofs

PUZZLES = sample(read(), 30)


@pytest.mark.parametrize("puzzle", PUZZLES, ids=lambda puzzle: f"{format_game(puzzle.game)}-{puzzle.plies}")
def test_it_is_solved_and_proven(puzzle: Puzzle, tmp_path: Path) -> None:
    position = puzzle.position
    assert FEWEST <= puzzle.plies <= MOST
    proofs = Proofs(puzzle.game, 2**20)
    answer: Answer = proofs.answer(position, Budget(nodes=50_000))
    assert answer.value == 1
    (fact,) = answer.facts
    assert fact == Fact(position.turn, "real", True, BY_THREATS, answer.nodes)
    proofs.prove(position, answer, tmp_path / "proof.gz", Budget())
    check_files([tmp_path / "proof.gz"]).whole.require_claims()
