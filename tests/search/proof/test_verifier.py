"""Proofs are checked, and what is wrong with one is found."""

from __future__ import annotations

import gzip
import json
import random
import resource
import subprocess
import sys
from copy import deepcopy
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from extent import ALL, sample, usually
from fuzz import damaged
from tictactoe.rules import BadInput, Game, Position
from tictactoe.search import Solver
from tictactoe.search.proof.proof import MOST_BYTES, Proof, describe_claim, read_proof, write_proof
from tictactoe.search.proof.verifier import Wrong, check
from tictactoe.search.solver import solver_for


@cache
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
        *([((7, 7, 5), "holds", False)] if ALL else []),
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


@pytest.mark.skipif(not ALL, reason="it takes some seconds")
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
    for key in random.Random(1).sample(sorted(proof.entries), min(usually(10, 40), len(proof.entries))):
        entries = {name: entry for name, entry in proof.entries.items() if name != key}
        with pytest.raises(Wrong):
            check(proof._replace(entries=entries))


@pytest.mark.parametrize("kind", ["moves", "pairs"])
def test_moves_replies_and_pairs_that_are_left_out_are_missed(kind: str) -> None:
    proof = prove((5, 5, 4))
    keys = [key for key, entry in proof.entries.items() if kind in entry]
    assert len(keys) > 100
    for key in sample(keys, 12):
        changed = deepcopy(proof.entries[key])
        changed[kind].pop()
        with pytest.raises(Wrong):
            check(proof._replace(entries={**proof.entries, key: changed}))


def test_a_move_is_answered_once() -> None:
    """A list as long as a file may be would take hours to go through."""
    proof = prove((5, 5, 4))
    key, entry = next((key, entry) for key, entry in proof.entries.items() if "moves" in entry)
    twice = {"moves": [*entry["moves"], entry["moves"][0]]}
    with pytest.raises(Wrong, match="is answered twice"):
        check(proof._replace(entries={**proof.entries, key: twice}))


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


@pytest.mark.parametrize(
    ("repeated", "times", "sentence"),
    [
        (b"0", 2**31, "is too long for a proof: it unpacks to more than 100,000,000 bytes"),
        (b"[", 2**31, "is too long for a proof"),
        (b"[],", MOST_BYTES, "it takes more memory than there is"),
    ],
)
def test_no_more_is_unpacked_than_a_proof_can_have(repeated: bytes, times: int, sentence: str, tmp_path: Path) -> None:
    """Files of a few MB that hold gigabytes, with little memory to read them in."""
    path = tmp_path / "proof.json.gz"
    block = gzip.compress(repeated * 2**20)
    path.write_bytes(gzip.compress(b"[") + block * (times // (len(repeated) * 2**20)) + gzip.compress(b"0]"))
    assert path.stat().st_size < 4 * 2**20
    done = verify_within(400 * 2**20, path)
    assert (done.returncode, done.stdout) == (2, "")
    assert sentence in done.stderr
    assert done.stderr.count("\n") == 1


def verify_within(memory: int, path: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "tictactoe", "verify", str(path)],
        capture_output=True,
        text=True,
        timeout=600,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (memory, memory)),
    )


def test_a_proof_too_long_to_be_read_is_not_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tictactoe.search.proof.proof.MOST_BYTES", 100)
    with pytest.raises(BadInput, match="should have at most 100 to be read again"):
        write_proof(prove((4, 4, 4)), tmp_path / "proof.json.gz")
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("size", [(4, 4, 4), (4, 4, 3)])
@pytest.mark.parametrize("packed", [True, False])
def test_damaged_proofs_prove_nothing_that_is_false(size: tuple[int, int, int], packed: bool, tmp_path: Path) -> None:
    path = tmp_path / "proof.json.gz"
    write_proof(prove(size), path)
    whole = path.read_bytes() if packed else gzip.decompress(path.read_bytes())
    for content in damaged(whole, f"proof {size} {packed}"):
        path.write_bytes(content if packed else gzip.compress(content, 1))
        try:
            proof = read_proof(path)
            check(proof)
        except (BadInput, Wrong) as error:
            assert str(error).isprintable()
        else:
            value = solver_for(proof.game).solve(proof.position).value
            assert value is not None
            assert (value == 1) == (proof.claim == "wins"), content
