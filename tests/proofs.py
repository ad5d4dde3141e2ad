"""Proofs to be tried: written, taken apart and put together again, and what is true by working everything out."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterable, Sequence
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from unittest.mock import patch

from second_verifier import Rejected, Size, rows_of_k, squares
from second_verifier import verify as verify_again
from tictactoe.rules import BadInput, Position, parse_game, parse_position, require_legal
from tictactoe.search import Budget, Solver
from tictactoe.search.proof.checking import check_files
from tictactoe.search.proof.parts import PART_BYTES
from tictactoe.search.proof.questions import Proofs
from tictactoe.search.proof.verifier import Wrong

Line = dict[str, Any]
MEMORY = 2**24


@cache
def proof_of(game: str, position: str = "", part_bytes: int = PART_BYTES) -> bytes:
    """The file that proves the value of a position, the empty board if none is given."""
    rules = parse_game(game)
    where = require_legal(rules, parse_position(rules, position)) if position else Position()
    solver = Solver(rules, backends=[Proofs(rules, MEMORY)])
    with TemporaryDirectory() as folder, patch("tictactoe.search.proof.parts.PART_BYTES", part_bytes):
        path = Path(folder) / "proof.json.gz"
        solver.prove(where, solver.solve(where, Budget()), path)
        return path.read_bytes()


def lines_of(content: bytes) -> list[Line]:
    return [json.loads(line) for line in gzip.decompress(content).splitlines()]


def packed(lines: Iterable[object]) -> bytes:
    return gzip.compress(b"".join(json.dumps(line, separators=(",", ":")).encode() + b"\n" for line in lines), 1)


def parts_of(content: bytes) -> list[bytes]:
    """Each part of a proof as a file of its own."""
    lines = lines_of(content)
    starts = [number for number, line in enumerate(lines) if "format" in line]
    return [packed(lines[start:end]) for start, end in zip(starts, [*starts[1:], len(lines)], strict=True)]


def verdict(contents: Sequence[bytes], folder: Path, workers: int = 1) -> str:
    """What the verifier has against a proof, in so many files; nothing if it holds. The second one must agree."""
    paths = [folder / f"{number}.gz" for number in range(len(contents))]
    for path, content in zip(paths, contents, strict=True):
        path.write_bytes(content)
    said = again = ""
    try:
        check_files(paths, workers).whole.require_claims()
    except (Wrong, BadInput) as error:
        said = str(error)
        assert said.isprintable()
        assert 0 < len(said) < 600
    try:
        verify_again(contents)
    except Rejected as error:
        again = str(error)
    assert (said == "") == (again == ""), (said, again, contents)
    return said


@cache
def completes(size: Size, text: str, attacking: bool, real: bool) -> bool:
    """Whether the attacker, X, completes a line from here, first if the game is real: by trying everything."""
    mine = {square for square, mark in zip(squares(size), text, strict=True) if mark == "X"}
    if any(line <= mine for line in rows_of_k(size)):
        return True
    theirs = {square for square, mark in zip(squares(size), text, strict=True) if mark == "O"}
    if real and any(line <= theirs for line in rows_of_k(size)):
        return False
    mark = "X" if attacking else "O"
    moves = [text[:cell] + mark + text[cell + 1 :] for cell, there in enumerate(text) if there == "."]
    if not moves:
        return False
    return (any if attacking else all)(completes(size, after, not attacking, real) for after in moves)


def is_true(size: Size, kind: str, text: str, zone: Sequence[int] | None) -> bool:
    """Whether a statement about a state is so."""
    if kind != "weak" and zone is None:
        return completes(size, text, True, True) == (kind == "wins")
    filled = "".join("X" if mark == "." and cell not in (zone or ()) else mark for cell, mark in enumerate(text))
    return not completes(size, filled, True, False)


def false_statements(content: bytes) -> list[Line]:
    """The entries of a proof that state what is not so."""
    found = []
    for line in lines_of(content):
        if "format" in line:
            size = Size(*map(int, line["game"].split(",")))
            continue
        kind = next(kind for kind in ("wins", "weak", "real") if kind in line)
        zone = [cell for pair in line["pairs"] for cell in pair] if "pairs" in line else line.get("zone")
        if "given" not in line and not is_true(size, kind, line[kind], zone):
            found.append(line)
    return found


def false_claims(content: bytes) -> list[tuple[str, str]]:
    """The claims of a proof that are not so."""
    found = []
    for line in lines_of(content):
        if "format" in line:
            size, text = Size(*map(int, line["game"].split(","))), line["position"].replace("/", "")
            mover = "X" if text.count("X") == text.count("O") else "O"
            for attacker, kind in line["claims"].items():
                seen = text if attacker == "X" else text.translate(str.maketrans("XO", "OX"))
                if completes(size, seen, attacker == mover, kind != "weak") != (kind == "wins"):
                    found.append((attacker, kind))
    return found
