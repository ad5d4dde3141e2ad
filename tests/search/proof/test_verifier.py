"""Proofs are checked, by two programs that agree, and what is wrong with one is found."""

from __future__ import annotations

import gzip
import random
import re
from pathlib import Path
from typing import Any

import pytest

from extent import ALL, sample, usually
from proofs import Line, false_claims, false_statements, lines_of, packed, proof_of, verdict
from second_verifier import Size, board_of, finishing, named, squares
from second_verifier import verify as verify_again
from tictactoe.search.proof.checking import check_files
from tictactoe.search.proof.parts import BEGINNING, LONGEST_LINE, MOST_PART_BYTES
from tictactoe.search.proof.proof import describe

DOCS = Path(__file__).parents[3] / "docs"


@pytest.mark.parametrize(
    ("game", "position", "claims", "words"),
    [
        (
            "4,4,4",
            "",
            {"X": "weak"},
            "X to move, from ..../..../..../....: a draw; X cannot win, nor can O, as X could",
        ),
        ("5,5,5", "", {"X": "weak"}, "a draw"),
        ("6,6,5", "", {"X": "weak"}, "a draw"),
        ("5,5,4", "", {"X": "real"}, "a draw"),
        ("5,6,4", "", {"X": "wins"}, "X to move, from ....../....../....../....../......: X wins"),
        ("6,6,4", "", {"X": "wins"}, "X wins"),
        ("3,3,3", "", {"X": "real"}, "a draw"),
        ("5,5,4", "X..../.O.../...../...../.....", {"X": "weak", "O": "weak"}, "a draw; neither X nor O can win"),
        ("5,5,4", "X..../...../..O../...../.....", {"X": "weak", "O": "real"}, "a draw; neither X nor O can win"),
        ("5,5,4", "..X../.O.../...../...../.....", {"X": "real", "O": "real"}, "a draw; neither X nor O can win"),
        (
            "5,5,4",
            "X..../...../..O../..X../.....",
            {"O": "wins"},
            "O to move, from X..../...../..O../..X../.....: O wins",
        ),
        ("5,6,4", "....../....../..X.../....../......", {"X": "wins"}, "O to move, from ....../....../..X.../"),
        ("3,3,3", "X../.../...", {"X": "real", "O": "weak"}, "O to move, from X../.../...: a draw"),
        ("3,3,3", "X.X/.O./...", {"X": "real", "O": "weak"}, "O to move, from X.X/.O./...: a draw"),
        ("3,3,3", "XX./OO./...", {"X": "wins"}, "X wins"),
        ("3,3,3", "XX./O.O/...", {"X": "wins"}, "X wins"),
        ("3,3,3", "XXO/OOX/XO.", {"X": "weak", "O": "weak"}, "a draw"),
        *([("7,7,5", "", {"X": "weak"}, "a draw")] if ALL else []),
    ],
)
def test_proofs_are_written_and_checked(
    game: str, position: str, claims: dict[str, str], words: str, tmp_path: Path
) -> None:
    content = proof_of(game, position)
    assert lines_of(content)[0]["claims"] == claims
    assert verdict([content], tmp_path) == ""
    whole, (file,) = check_files([tmp_path / "0.gz"])
    assert whole.entries == len(lines_of(content)) - 1
    assert whole.missing() == 0
    assert file.size == len(content) < 100_000
    (header,) = whole.headers
    assert words in describe(header)
    assert {(attacker, kind) for _, _, attacker, kind in verify_again([content])} == {*claims.items()}


@pytest.mark.parametrize("position", ["", "X../.../...", "X../.O./...", "XO./.../...", "X.X/.O./...", "XOX/.O./.X."])
def test_the_value_of_a_position_is_what_follows(position: str, tmp_path: Path) -> None:
    content = proof_of("3,3,3", position)
    assert verdict([content], tmp_path) == ""
    assert not false_claims(content)
    assert not false_statements(content)


@pytest.mark.skipif(not ALL, reason="it takes some seconds")
def test_the_proof_shown_in_the_documents() -> None:
    entries = len(lines_of(proof_of("7,7,5"))) - 1
    shown = (DOCS / "solve.md").read_text(encoding="utf-8")
    assert f"proof.json.gz: {entries:,} entries, " in shown
    assert f"\n{entries:,} entries checked.\n" in shown


def changed(content: bytes, **header: Any) -> bytes:
    first, *entries = lines_of(content)
    return packed([{**first, **header}, *entries])


def test_a_proof_of_another_claim_does_not_hold(tmp_path: Path) -> None:
    draw, win, weak = proof_of("3,3,3"), proof_of("3,4,3"), proof_of("4,5,4")
    late = proof_of("3,3,3", "X../.O./...")
    for wrong in (
        changed(draw, claims={"X": "wins"}),
        changed(draw, claims={"X": "weak"}),
        changed(draw, claims={"O": "real"}),
        changed(draw, claims={"X": "real", "O": "real"}),
        changed(draw, claims={}),
        changed(draw, game="3,3,2"),
        changed(draw, game="3,4,3", position="..../..../...."),
        changed(draw, position="X../.../...", claims={"O": "real"}),
        changed(win, claims={"X": "real"}),
        changed(win, claims={"O": "wins"}),
        changed(win, claims={"X": "wins", "O": "real"}),
        changed(weak, claims={"X": "real"}),
        changed(late, position="X../.../..O"),
        packed(lines_of(draw)[:1]),
        packed(lines_of(win)[:1]),
    ):
        assert verdict([wrong], tmp_path), lines_of(wrong)[0]


@pytest.mark.parametrize("position", ["XXX/OO./...", "XXO/OOX/XXO", "XXX/XOO/OXO"])
@pytest.mark.parametrize("claims", [{"X": "wins"}, {"X": "weak"}, {"O": "real"}])
def test_nothing_is_claimed_of_a_game_that_is_over(position: str, claims: dict[str, str], tmp_path: Path) -> None:
    header = {"format": "tictactoe proof 2", "game": "3,3,3", "position": position, "claims": claims}
    assert "the game is over" in verdict([packed([header])], tmp_path)


REAL, WIN, WEAK = (
    ("5,5,4", "..X../.O.../..X../...../....."),
    ("5,6,4", "....../..XO../..X.../....../......"),
    ("4,5,4", ""),
)


@pytest.mark.parametrize("proof", [REAL, WIN, WEAK], ids=str)
def test_every_entry_is_needed_and_in_its_place(proof: tuple[str, str], tmp_path: Path) -> None:
    lines = lines_of(proof_of(*proof))
    for number in random.Random(1).sample(range(1, len(lines)), usually(6, len(lines) - 1)):
        assert verdict([packed(lines[:number] + lines[number + 1 :])], tmp_path)
        assert "is said twice" in verdict([packed([*lines, lines[number]])], tmp_path)
    entries = lines[1:]
    assert verdict([packed([lines[0], *entries[::-1]])], tmp_path)


def edited(content: bytes, form: str, number: int, **new: Any) -> tuple[bytes, Line]:
    """A proof in which one of the entries of a form is another, and the entry as it was."""
    lines = lines_of(content)
    places = [place for place, line in enumerate(lines) if form in line]
    place = places[number]
    was = lines[place]
    lines[place] = {name: value for name, value in {**was, **new}.items() if value is not ...}
    return packed(lines), was


@pytest.mark.parametrize("form", ["moves", "pairs"])
def test_moves_replies_and_pairs_that_are_left_out_are_missed(form: str, tmp_path: Path) -> None:
    content = proof_of(*REAL)
    number = sum(form in line for line in lines_of(content))
    assert number > 20
    for each in sample(range(number), 8):
        _, was = edited(content, form, each)
        assert verdict([edited(content, form, each, **{form: was[form][:-1]})[0]], tmp_path)


def test_a_zone_may_be_larger_but_not_smaller(tmp_path: Path) -> None:
    content = proof_of(*WEAK)
    larger = 0
    for each in sample(range(sum("moves" in line for line in lines_of(content))), 8):
        _, was = edited(content, "moves", each)
        smaller, _ = edited(content, "moves", each, zone=was["zone"][:-1])
        assert "the zone is smaller than what is relied on" in verdict([smaller], tmp_path)
        everything = [cell for cell, mark in enumerate(was["weak"]) if mark == "."]
        assert "weak" in was
        said = verdict([edited(content, "moves", each, zone=everything)[0]], tmp_path)
        assert said == "" or "no reply to" in said or "the zone is smaller" in said
        larger += said == ""
        assert verdict([edited(content, "moves", each, zone=None)[0]], tmp_path)
        assert "not in ascending order" in verdict(
            [edited(content, "moves", each, zone=was["zone"][::-1])[0]], tmp_path
        )
    assert larger > 0


def test_a_move_is_answered_once(tmp_path: Path) -> None:
    content = proof_of(*REAL)
    _, was = edited(content, "moves", 0)
    twice = [*was["moves"], was["moves"][0]]
    assert "by itself, or twice" in verdict([edited(content, "moves", 0, moves=twice)[0]], tmp_path)


BAD_ENTRIES: list[Line] = [
    {"moves": ...},
    {"zone": ...},
    {"moves": None},
    {"moves": []},
    {"moves": [[1]]},
    {"moves": [[0, 0]]},
    {"moves": [[True, 2]]},
    {"moves": [[1.0, 2]]},
    {"moves": [["1", 2]]},
    {"moves": [[99, 2]]},
    {"moves": [[-1, 2]]},
    {"moves": [[10**30, 2]]},
    {"moves": {}},
    {"pairs": []},
    {"moves": ..., "zone": ..., "pairs": [[1, 1]]},
    {"moves": ..., "zone": ..., "pairs": [[0, 1], [1, 2]]},
    {"moves": ..., "zone": ..., "pairs": [["a", "b"]]},
    {"moves": ..., "zone": ..., "pairs": []},
    {"moves": ..., "zone": ..., "move": 0},
    {"moves": ..., "given": True},
    {"moves": ..., "given": 1},
    {"moves": ..., "given": False},
    {"given": True},
    {"more": 1},
    {"zone": "0"},
    {"zone": [0.0]},
    {"zone": [0, 0]},
    {"zone": []},
    {"real": ...},
    {"real": "", "weak": ""},
    {"real": "."},
    {"real": None},
    {"real": ["."] * 25},
    {"real": "." * 24 + "x"},
    {"real": "X" * 25},
    {"real": "O" * 25},
    {"real": "." * 26},
    {"weak": "." * 25},
    {"wins": "." * 25},
]


@pytest.mark.parametrize("entry", BAD_ENTRIES, ids=repr)
def test_entries_that_are_not_of_the_form(entry: Line, tmp_path: Path) -> None:
    content = proof_of(*REAL)
    assert verdict([edited(content, "moves", -1, **entry)[0]], tmp_path)


LINES: list[object] = [
    *([], 5, None, "text", {}, {"move": 1}, {"format": 1}, {"weak": "X"}),
    *(
        {"weak": "." * 20, "x" * 19_000: 1},
        {"weak": "." * 20, "\n" * 9_000: 1},
        {"weak": "." * 20, "zone": "x" * 19_000},
    ),
]


@pytest.mark.parametrize("line", LINES, ids=range(len(LINES)))
def test_lines_that_are_no_entries(line: object, tmp_path: Path) -> None:
    lines = lines_of(proof_of(*WEAK))
    assert verdict([packed([*lines, line])], tmp_path)


def test_a_state_in_which_the_defender_has_a_line_proves_nothing(tmp_path: Path) -> None:
    """Any reply would seem to complete a line."""
    header = {"format": "tictactoe proof 2", "game": "3,3,3", "position": "XX./OO./...", "claims": {"X": "real"}}
    lines = [header, {"real": "XX.OOO...", "zone": None, "moves": [[2, 8]]}]
    assert "somebody has completed a line" in verdict([packed(lines)], tmp_path)


def test_a_hold_by_the_defenders_lines_relies_on_everything(tmp_path: Path) -> None:
    """And the one cell where the attacker has to stop such a line is a move that must be answered."""
    content = proof_of(*REAL)
    urgent = 0
    for number in range(sum("moves" in line for line in lines_of(content))):
        _, was = edited(content, "moves", number)
        board = board_of(Size(5, 5, 4), was["real"])
        empty = [cell for cell, mark in enumerate(was["real"]) if mark == "."]
        if was["zone"] is None:
            finite, _ = edited(content, "moves", number, zone=empty)
            assert "the zone is smaller than what is relied on" in verdict([finite], tmp_path)
        for row, col in finishing(board, board.defender):
            urgent += 1
            line = row * 5 + col
            elsewhere = [[next(cell for cell in empty if cell != line), line]]
            assert f"no reply to ({line},)" in verdict([edited(content, "moves", number, moves=elsewhere)[0]], tmp_path)
    assert urgent > 10


def test_an_attacker_who_completes_a_line_need_not_stop_one(tmp_path: Path) -> None:
    header = {"format": "tictactoe proof 2", "game": "3,3,3", "position": "XX./OO./...", "claims": {"X": "real"}}
    after, back = named(board_of(Size(3, 3, 3), "XXOOOX..."))
    free = [cell for cell, square in enumerate(squares(Size(3, 3, 3))) if back[square] in {(2, 0), (2, 1)}]
    lines = [header, {"real": after, "pairs": [free]}, {"real": "XX.OO....", "zone": None, "moves": [[5, 2]]}]
    assert "the attacker completes a line" in verdict([packed(lines)], tmp_path)


def test_the_proof_shown_on_its_page_is_one(tmp_path: Path) -> None:
    shown = re.findall(r"```json\n(.*?)```", (DOCS / "proofs.md").read_text(encoding="utf-8"), re.DOTALL)
    for text, proven in zip(shown, [("3,3,3", "X.X/.O./..."), ("3,4,3", "..O./..../X...")], strict=True):
        assert verdict([gzip.compress(text.encode())], tmp_path) == ""
        assert text.encode() == gzip.decompress(proof_of(*proven))


STONES = {"format": "tictactoe proof 2", "game": "3,4,3", "position": "..O./..../X...", "claims": {"X": "wins"}}


@pytest.mark.parametrize(
    ("stones", "is_right"),
    [
        ([2, 5, 10], True),
        ([2, 5, 10, 7], True),  # what follows the winning stone does not matter
        ([2, 5, 10, 2], True),
        ([2, 5], False),  # the last leaves one cell only
        ([], False),
        ([5, 2, 10], False),  # in another order others answer
        ([2, 1, 10], False),  # the other side stands there by then
        ([2, 5, 6], False),  # it completes a line first
        ([2, 2, 10], False),
        ([2, 5, 3], False),  # not empty
        ([2, 5, 12], False),
        ([2, True, 10], False),
        (2, False),
        (None, False),
        ([[2, 5]], False),
    ],
)
def test_stones_win_only_by_the_rules(stones: Any, is_right: bool, tmp_path: Path) -> None:
    said = verdict([packed([STONES, {"wins": "...X.....O..", "stones": stones}])], tmp_path)
    assert (said == "") == is_right, said


def test_stones_must_win_where_no_line_can_be_completed(tmp_path: Path) -> None:
    header = {"format": "tictactoe proof 2", "game": "3,3,3", "position": "XX./OO./...", "claims": {"X": "wins"}}
    assert "at once" in verdict([packed([header, {"wins": "...OO.XX.", "stones": [8]}])], tmp_path)


def test_a_threat_wins_only_where_it_does(tmp_path: Path) -> None:
    """A reply on which the threat stands needs an entry of its own; and the threat is after the move."""
    lines = lines_of(proof_of("3,4,3", "..../.O.X/...."))
    (at,) = (number for number, line in enumerate(lines) if "threat" in line)
    entry = lines[at]
    assert verdict([packed(lines)], tmp_path) == ""
    for wrong in (
        {"wins": entry["wins"], "move": entry["move"]},
        {**entry, "threat": []},
        {**entry, "threat": entry["threat"][:-1]},
        {**entry, "threat": [entry["move"], *entry["threat"]]},
        {**entry, "threat": None},
        {"wins": entry["wins"], "stones": [entry["move"], *entry["threat"]]},
        {"wins": entry["wins"], "threat": entry["threat"]},
        {**entry, "stones": entry["threat"]},
    ):
        assert verdict([packed([*lines[:at], wrong, *lines[at + 1 :]])], tmp_path) != "", wrong
    relied_on = 0
    for number in range(1, at):
        relied_on += verdict([packed([*lines[:number], *lines[number + 1 :]])], tmp_path) != ""
    assert relied_on > 3


def test_the_numbers_on_the_page_are_those_of_the_reader() -> None:
    page = (DOCS / "proofs.md").read_text(encoding="utf-8")
    assert f"at most {LONGEST_LINE:,} bytes" in page
    assert f"at most {MOST_PART_BYTES:,} bytes" in page
    assert f"the ten bytes `{BEGINNING.decode()}`" in page
    assert len(BEGINNING) == 10
