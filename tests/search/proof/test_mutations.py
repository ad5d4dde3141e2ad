"""What is changed in a proof is found, or leaves it true: seen by working everything out, and by a second checker."""

from __future__ import annotations

import gzip
import random
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from extent import usually
from fuzz import damaged
from proofs import Line, false_claims, false_statements, lines_of, packed, proof_of, verdict
from tictactoe.rules import BadInput, Game, Mark, Position, opponent
from tictactoe.search import Budget
from tictactoe.search.proof.parts import PartsWriter
from tictactoe.search.proof.proof import Header, Kind
from tictactoe.search.proof.prover import Finding
from tictactoe.search.proof.writer import Book, certify

PROOFS = [
    ("3,3,3", ""),
    ("3,3,3", "X../.O./..."),
    ("3,3,3", "X../.../..."),
    ("3,3,3", "XO./.../..."),
    ("3,3,3", "X.X/.O./..."),
    ("3,4,3", ""),
    ("3,4,4", "X.../..../...."),
    ("3,3,3", "XOX/.O./.X."),
    ("4,3,3", ".O./.X./.../..."),
]
BY_THREATS = [
    ("3,4,3", "..../.O.X/...."),
    ("3,4,3", "..X./..../OX.."),
    ("3,5,3", "..X.O/...../...XO"),
    ("3,5,3", "....O/X..X./..OX."),
    ("3,5,3", "...../..O.X/OX..X"),
    ("4,4,3", "X..O/...X/.X../O..."),
    ("4,5,4", "OX.O./XXO.X/..O.X/..O.."),
    ("4,5,4", ".X.X./O..XO/O..OX/X.X.O"),
    ("4,4,4", "XX../.X.O/X.O./..OO"),
]
"""Wins that are written as stones, and as a move and what it threatens; of either side."""
REJECTED = {"all": usually(400, 100_000), "threats": usually(400, 40_000)}
"""So many proofs that are not right must be found out."""


def some_cell(rng: random.Random) -> Any:
    return rng.choice([rng.randrange(12), rng.randrange(12), rng.randrange(12), 12, -1, None, True, 1.5, "1"])


def change(value: Any, rng: random.Random) -> Any:
    """The same, but for something small in it."""
    if isinstance(value, dict):
        name = rng.choice([*value])
        return {**value, name: change(value[name], rng)}
    if isinstance(value, list) and value:
        at = rng.randrange(len(value))
        return rng.choice(
            [
                [*value[:at], change(value[at], rng), *value[at + 1 :]],
                [*value[:at], *value[at + 1 :]],
                [*value[:at], value[rng.randrange(len(value))], *value[at:]],
                value[::-1],
                sorted({*value, rng.randrange(9)}) if all(isinstance(each, int) for each in value) else value[:1],
            ]
        )
    if isinstance(value, str) and value:
        at = rng.randrange(len(value))
        return value[:at] + rng.choice("XO./,34xwinsreal") + value[at + 1 :]
    return rng.choice([some_cell(rng), [], None, [[0, 1]], True])


def reformed(entry: Line, rng: random.Random) -> Line:
    """The entry of another kind, or of another form."""
    kind = next(iter(entry))
    other = rng.choice(["wins", "weak", "real"])
    return rng.choice(
        [
            {other: entry[kind], **{name: value for name, value in entry.items() if name != kind}},
            {kind: entry[kind], **({} if kind == "wins" else {"zone": entry.get("zone", [])}), "given": True},
            {kind: entry[kind], "zone": None, "moves": entry.get("moves", entry.get("pairs", []))},
            {kind: entry[kind], "pairs": entry.get("moves", [])},
            {**entry, "zone": []},
            {kind: entry[kind], "stones": entry.get("stones", entry.get("threat", [0]))},
            {kind: entry[kind], "move": entry.get("move", 0), "threat": entry.get("threat", entry.get("stones", []))},
        ]
    )


def mutate(lines: list[Line], others: list[Line], rng: random.Random) -> list[Line]:
    lines = [*lines]
    for _ in range(rng.choice((1, 1, 1, 2, 3))):
        at = rng.randrange(len(lines))
        kind = rng.randrange(8)
        if kind == 0:
            del lines[at]
        elif kind == 1:
            lines.insert(at, rng.choice(others))
        elif kind == 2:
            to = rng.randrange(len(lines))
            lines[at], lines[to] = lines[to], lines[at]
        elif kind == 3 and "format" not in lines[at]:
            lines[at] = reformed(lines[at], rng)
        elif kind == 4 and "format" in lines[0]:
            lines[0] = change(lines[0], rng)
        elif kind == 5 and "format" in lines[0]:
            mark, claim = rng.choice("XO"), rng.choice(["wins", "weak", "real"])
            lines[0] = {**lines[0], "claims": {mark: claim}}
        else:
            lines[at] = change(lines[at], rng)
        if not lines:
            break
    return lines


def mutations(of: Sequence[tuple[str, str]]) -> Iterator[bytes]:
    rng = random.Random("mutations")
    proofs = [lines_of(proof_of(*each)) for each in of]
    others = [line for lines in proofs for line in lines]
    while True:
        lines = rng.choice(proofs)
        mutated = mutate(lines, others, rng)
        if mutated != lines:
            yield packed(mutated)


@pytest.mark.parametrize("kind", ["all", "threats"])
def test_what_is_not_right_is_rejected(kind: str, tmp_path: Path) -> None:
    """What is accepted is true, every entry of it, and so is what is claimed; the second checker thinks the same."""
    rejected = accepted = 0
    for content in mutations(PROOFS if kind == "all" else BY_THREATS):
        if verdict([content], tmp_path):
            rejected += 1
        else:
            accepted += 1
            assert not false_claims(content), lines_of(content)
            assert not false_statements(content), lines_of(content)
        if rejected == REJECTED[kind]:
            break
    print(f"{kind}: {rejected} rejected, {accepted} accepted, and true")
    assert accepted > REJECTED[kind] // 100  # a change that matters to nobody is no reason to reject


class Liar:
    """In the place of a prover: says anything."""

    def __init__(self, game: Game, attacker: Mark, seed: int) -> None:
        self.game = game
        self.attacker = attacker
        self.rng = random.Random(seed)
        self.evaluated = 0

    def ask(self, _position: Position, _nodes: int) -> Finding:
        return Finding(self.rng.random() < 0.5, 0, 0, "")

    def pairs(self, attacker: int, defender: int) -> list[tuple[int, int]] | None:
        free = [cell for cell in self.game.cells if not (attacker | defender) >> cell & 1]
        self.rng.shuffle(free)
        number = self.rng.choice((0, 0, 0, 2, 3))
        return [*zip(free[0 : 2 * number : 2], free[1 : 2 * number : 2], strict=False)] or None


def test_a_writer_that_lies_proves_nothing_that_is_false(tmp_path: Path) -> None:
    """Proofs that look right, of claims that are true and of claims that are not."""
    game = Game(3, 3, 3)
    accepted = rejected = 0
    for seed in range(usually(400, 20_000)):
        rng = random.Random(seed)
        position = Position()
        for _ in range(rng.randrange(1, 7)):
            position = position.play(rng.choice(game.moves(position) or [0]))
            if game.outcome(position):
                break
        if game.outcome(position):
            continue
        attacker = rng.choice((position.turn, opponent(position.turn)))
        kinds: tuple[Kind, ...] = ("wins", "weak", "real")
        kind = rng.choice(kinds)
        path = tmp_path / "proof"
        with path.open("wb") as file:
            parts = PartsWriter(file.write, Header(game, position, ((attacker, kind),)))
            try:
                liar: Any = Liar(game, attacker, seed)
                certify(liar, kind, position, Book(parts, {}), Budget())
            except BadInput:
                continue
            parts.finish()
        content = path.read_bytes()
        if verdict([content], tmp_path):
            rejected += 1
        else:
            accepted += 1
            assert not false_claims(content), lines_of(content)
            assert not false_statements(content), lines_of(content)
    assert accepted > 10
    assert rejected > 100


def test_the_proofs_have_entries_of_every_form() -> None:
    forms = {tuple(line)[1:] for each in (*PROOFS, *BY_THREATS) for line in lines_of(proof_of(*each))}
    assert {("move",), ("move", "threat"), ("stones",), ("pairs",), ("zone", "moves")} <= forms


@pytest.mark.parametrize("proof", [("3,4,3", ""), ("3,3,3", "X../.../..."), ("3,4,3", "..X./..../OX..")], ids=str)
@pytest.mark.parametrize("compressed", [True, False])
def test_damaged_files_prove_nothing_that_is_false(proof: tuple[str, str], compressed: bool, tmp_path: Path) -> None:
    whole = proof_of(*proof)
    for content in damaged(whole if compressed else gzip.decompress(whole), f"proof {proof} {compressed}"):
        made = content if compressed else gzip.compress(content, 1)
        if not verdict([made], tmp_path):
            assert not false_claims(made), made
