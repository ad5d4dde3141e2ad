"""Proofs are checked, and what is wrong with one is found."""

from __future__ import annotations

import gzip
import json
import random
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

from tictactoe.rules import BadInput, Game, Position
from tictactoe.search import Solver
from tictactoe.search.proof.proof import Proof, describe_claim, read_proof, write_proof
from tictactoe.search.proof.verifier import Wrong, check


def prove(size: tuple[int, int, int]) -> Proof:
    solver = Solver(Game(*size), strong=False)
    return solver.prove(Position(), solver.solve(Position()))


@pytest.mark.parametrize(
    ("size", "claim", "real"),
    [
        ((4, 4, 4), "holds", False),
        ((5, 5, 5), "holds", False),
        ((6, 6, 5), "holds", False),
        ((5, 5, 4), "holds", True),
        ((5, 6, 4), "wins", True),
        ((6, 6, 4), "wins", True),
        ((7, 7, 5), "holds", False),
    ],
)
def test_proofs_are_written_read_and_checked(
    size: tuple[int, int, int], claim: str, real: bool, tmp_path: Path
) -> None:
    path = tmp_path / "proof.json.gz"
    write_proof(prove(size), path)
    proof = read_proof(path)
    assert (proof.claim, proof.real) == (claim, real)
    assert check(proof) == len(proof.entries)
    assert path.stat().st_size < 400_000
    assert ("cannot win" if claim == "holds" else "wins") in describe_claim(proof)


def test_the_proof_shown_in_the_documents() -> None:
    proof = prove((7, 7, 5))
    shown = (Path(__file__).parents[3] / "docs" / "solve.md").read_text(encoding="utf-8")
    assert f"proof.json.gz: {len(proof.entries):,} entries, " in shown
    assert f"({len(proof.entries):,} positions checked)" in shown


def test_a_proof_of_another_claim_does_not_hold() -> None:
    draw, win = prove((5, 5, 4)), prove((5, 6, 4))
    for wrong in (
        draw._replace(claim="wins"),
        draw._replace(real=False),
        draw._replace(game=Game(5, 5, 3)),
        draw._replace(game=Game(5, 6, 4)),
        draw._replace(attacker="O"),
        win._replace(claim="holds"),
        win._replace(game=Game(5, 5, 4)),
        draw._replace(entries={}),
        win._replace(entries={}),
    ):
        with pytest.raises(Wrong):
            check(wrong)


@pytest.mark.parametrize("size", [(5, 5, 4), (5, 6, 4), (6, 6, 5)])
def test_every_entry_is_needed(size: tuple[int, int, int]) -> None:
    proof = prove(size)
    for key in random.Random(1).sample(sorted(proof.entries), min(40, len(proof.entries))):
        entries = {name: entry for name, entry in proof.entries.items() if name != key}
        with pytest.raises(Wrong):
            check(proof._replace(entries=entries))


def test_moves_replies_and_pairs_that_are_left_out_are_missed() -> None:
    proof = prove((5, 5, 4))
    shortened = 0
    for key, entry in proof.entries.items():
        changed = deepcopy(entry)
        changed["moves" if "moves" in entry else "pairs"].pop()
        if changed == {"moves": []} or "pairs" in entry:
            shortened += 1
            with pytest.raises(Wrong):
                check(proof._replace(entries={**proof.entries, key: changed}))
        if shortened == 60:
            break
    assert shortened > 20


BAD_ENTRIES: list[Any] = [
    None,
    [],
    {},
    5,
    "moves",
    {"moves": None},
    {"moves": [[1]]},
    {"moves": [[0, 0]]},
    {"moves": [[True, 2]]},
    {"moves": [[99, 2]]},
    {"moves": [[-1, 2]]},
    {"pairs": [[1, 1]]},
    {"pairs": [[0, 1], [1, 2]]},
    {"pairs": [["a", "b"]]},
    {"pairs": [], "moves": []},
]


@pytest.mark.parametrize("entry", BAD_ENTRIES, ids=repr)
def test_entries_that_are_not_of_the_form(entry: Any) -> None:
    proof = prove((5, 5, 4))
    root = next(key for key in proof.entries if key.startswith("0,0,"))
    with pytest.raises(Wrong):
        check(proof._replace(entries={**proof.entries, root: entry}))


def test_files_that_are_not_proofs(tmp_path: Path) -> None:
    path = tmp_path / "proof.json.gz"
    write_proof(prove((4, 4, 4)), path)
    whole = path.read_bytes()
    data = json.loads(gzip.decompress(whole))
    bad: list[bytes] = [
        b"",
        b"text",
        whole[: len(whole) // 2],
        gzip.compress(b"[]"),
        gzip.compress(b"{"),
        gzip.compress(b"\xff"),
        gzip.compress(b"[" * 100_000),
        gzip.compress(b"9" * 5_000),
        gzip.compress(json.dumps({**data, "position": "XX../..../..../...."}).encode()),
        *(whole[:at] + b"\xff\xff" + whole[at + 2 :] for at in range(10, len(whole) - 10, 7)),
        *(gzip.compress(json.dumps({**data, key: value}).encode()) for key in data for value in (None, 5, "?")),
        *(gzip.compress(json.dumps({k: v for k, v in data.items() if k != key}).encode()) for key in data),
    ]
    for content in bad:
        path.write_bytes(content)
        with pytest.raises((BadInput, Wrong)) as error:
            check(read_proof(path))
        assert len(str(error.value)) < 400
    for missing in (tmp_path / "nowhere", tmp_path):
        with pytest.raises(BadInput, match="cannot be read"):
            read_proof(missing)
