"""Proofs in parts and files: what makes a whole, and what is no proof at all."""

from __future__ import annotations

import gzip
import json
import os
import random
from hashlib import sha256
from pathlib import Path

import pytest

from extent import usually
from proofs import Line, lines_of, packed, parts_of, proof_of, verdict
from tictactoe.rules import BadInput
from tictactoe.search.proof import checking
from tictactoe.search.proof.checking import HowFar, check_files
from tictactoe.search.proof.parts import PART_BYTES, ProofFile

REAL = ("5,5,4", "X..../...../..O../...../.....")
PROOFS = [("4,5,4", "", 2_000), (*REAL, 2_000), ("5,6,4", "....../..XO../..X.../....../......", 400)]


@pytest.mark.parametrize(("game", "position", "part_bytes"), PROOFS)
def test_the_parts_make_the_whole_in_any_order_and_none_can_be_missing(
    game: str, position: str, part_bytes: int, tmp_path: Path
) -> None:
    content = proof_of(game, position, part_bytes=part_bytes)
    parts = parts_of(content)
    assert len(parts) > 3
    assert verdict([content], tmp_path) == ""
    assert verdict(parts[::-1], tmp_path) == ""
    assert verdict([*parts, *parts], tmp_path) == ""
    for number in range(len(parts)):
        without = parts[:number] + parts[number + 1 :]
        random.Random(number).shuffle(without)
        assert verdict(without, tmp_path)
        assert verdict([parts[number]], tmp_path)


def test_a_part_can_be_checked_alone(tmp_path: Path) -> None:
    parts = parts_of(proof_of(*REAL, part_bytes=2_000))
    relied_on = 0
    for number, part in enumerate(parts):
        path = tmp_path / f"{number}.gz"
        path.write_bytes(part)
        whole, _ = check_files([path])
        relied_on += whole.missing()
        assert whole.missing() == sum("given" in line for line in lines_of(part))
        assert whole.entries == sum("given" not in line for line in lines_of(part)) - 1
    assert relied_on > 10


def test_a_part_written_in_one_says_the_same(tmp_path: Path) -> None:
    whole, parted = (proof_of(*REAL, part_bytes=size) for size in (PART_BYTES, 2_000))
    assert [line for line in lines_of(parted) if "given" not in line and "format" not in line] == lines_of(whole)[1:]
    assert verdict([whole], tmp_path) == ""


def test_what_is_given_must_be_proven_with_no_larger_zone(tmp_path: Path) -> None:
    """A hold with a zone is a hold with every larger one, and with no smaller one."""
    parts = [lines_of(part) for part in parts_of(proof_of("4,5,4", part_bytes=2_000))]
    smaller = larger = 0
    for number, part in enumerate(parts):
        for place, line in enumerate(part):
            if "given" not in line or line["zone"] == []:
                continue
            rest = [packed(each) for each in parts[:number] + parts[number + 1 :]]
            less: list[Line] = [*part[:place], {**line, "zone": line["zone"][1:]}, *part[place + 1 :]]
            assert verdict([*rest, packed(less)], tmp_path)
            smaller += 1
            everything = [cell for cell, mark in enumerate(line["weak"]) if mark == "."]
            more: list[Line] = [*part[:place], {**line, "zone": everything}, *part[place + 1 :]]
            said = verdict([*rest, packed(more)], tmp_path)
            assert "not proven" not in said
            larger += said == ""
            if smaller >= usually(8, 1_000):
                break
    assert smaller > 5
    assert larger > 0


def test_parts_of_different_games_make_no_whole(tmp_path: Path) -> None:
    said = verdict([proof_of("4,5,4"), proof_of("4,4,4")], tmp_path)
    assert said.endswith("the parts are of different games, 4,5,4 and 4,4,4")


def test_a_proof_may_rely_on_that_of_another_position(tmp_path: Path) -> None:
    """What each of several people have proven, and a part that puts it together."""
    header, *entries = lines_of(proof_of("4,5,4"))
    root = entries[-1]
    kept, given = [], []
    for entry in entries[:-1]:
        zone = entry.get("zone", sorted(cell for pair in entry.get("pairs", []) for cell in pair))
        given.append({"weak": entry["weak"], "zone": zone, "given": True})
        kept.append(entry)
    others = packed([{**header, "position": "X..../...../...../....."}, *kept])
    claims = verdict([others, packed([header, *given, root])], tmp_path)
    assert claims == ""
    assert "are not proven in it" in verdict([packed([header, *given, root])], tmp_path)


def test_processes_decide_the_same(tmp_path: Path) -> None:
    content = proof_of(*REAL, part_bytes=2_000)
    lines = lines_of(content)
    rng = random.Random(3)
    assert verdict([content], tmp_path, workers=3) == ""
    for _ in range(usually(2, 20)):
        place = rng.choice([number for number, line in enumerate(lines) if "pairs" in line])
        wrong = [*lines]
        wrong[place] = {**wrong[place], "pairs": wrong[place]["pairs"][1:]}
        assert verdict([packed(wrong)], tmp_path, workers=2).startswith("'")
    without = parts_of(content)[1:]
    assert verdict(without, tmp_path, workers=2).endswith(verdict(without, tmp_path))


def test_a_process_that_has_ended_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "proof.gz"
    path.write_bytes(proof_of("4,4,4") * 5)
    monkeypatch.setattr(checking, "_work", repr)  # which ends at once
    with pytest.raises(BadInput, match="has ended before its time"):
        check_files([path], workers=2)


def test_how_far_it_is_and_what_was_read(tmp_path: Path) -> None:
    content = proof_of("4,5,4", part_bytes=2_000)
    path = tmp_path / "proof.gz"
    path.write_bytes(content)
    seen: list[HowFar] = []
    whole, (file,) = check_files([path], watch=seen.append)
    assert len(seen) == len(parts_of(content))
    assert seen == sorted(seen)
    assert seen[-1] == (whole.entries, len(content), len(content))
    assert (file.size, file.sha256) == (len(content), sha256(content).hexdigest())


def test_files_that_are_not_proofs(tmp_path: Path) -> None:
    whole = proof_of("4,4,4")
    header, *entries = lines_of(whole)
    text = gzip.decompress(whole)
    values: list[object] = [None, 5, "?", {}, []]
    bad: list[bytes] = [
        b"",
        b"text",
        gzip.compress(b""),
        whole[: len(whole) // 2],
        whole[:-1],
        whole + b"x",
        *(gzip.compress(each) for each in (b"[]", b"{", b"\xff", b"[" * 100_000, b"9" * 5_000, b"\n", b" " + text)),
        gzip.compress(text[:-1]),
        gzip.compress(text + b"\n"),
        gzip.compress(text + b"\xff\xfe\n"),
        gzip.compress(text + "é\n".encode("utf-16")),
        gzip.compress(text + b"[" * 10_000 + b"\n"),
        gzip.compress(text + b" " * 20_000 + b"\n"),
        gzip.compress(text.replace(b"{", b"\xef\xbb\xbf{", 1)),
        gzip.compress(text.replace(b'{"weak":', b'{"weak":"","weak":', 1)),
        gzip.compress(text.replace(b'{"X":', b'{"X":"wins","X":', 1)),
        gzip.compress(text.replace(b'"format":', b'"format":1,"format":', 1)),
        packed([{**header, "position": "XX../..../..../...."}, *entries]),
        packed([{**header, "position": "x.../..../..../...."}, *entries]),
        packed([{**header, "position": "................"}, *entries]),
        packed([{**header, "game": "4, 4, 4"}, *entries]),
        packed([{**header, "claims": {"X": ["weak"]}}, *entries]),
        *(whole[:at] + b"\xff\xff" + whole[at + 2 :] for at in range(10, len(whole) - 10, usually(29, 7))),
        *(packed([{**header, key: value}, *entries]) for key in header for value in values),
        *(packed([{each: header[each] for each in header if each != key}, *entries]) for key in header),
        packed([{**header, "more": 1}, *entries]),
    ]
    for content in bad:
        assert verdict([content], tmp_path), content
    for missing in (tmp_path / "nowhere", tmp_path):
        with pytest.raises(BadInput, match="cannot be read"):
            check_files([missing])


def test_a_proof_of_an_earlier_form_is_to_be_written_anew(tmp_path: Path) -> None:
    data = {"format": "tictactoe proof 1", "game": "4,4,4", "entries": {"0,0,ffff": {"pairs": []}}}
    for text in (json.dumps(data, separators=(",", ":")), json.dumps(data, separators=(",", ":")) + " " * 100_000):
        said = verdict([gzip.compress(text.encode())], tmp_path)
        assert said.endswith("is of an earlier form: write it anew, with `tictactoe solve --proof`")


def test_no_more_than_a_part_is_held(tmp_path: Path) -> None:
    path = tmp_path / "proof.gz"
    content = proof_of(*REAL, part_bytes=2_000)
    path.write_bytes(content)
    lengths = [len(part) for part in ProofFile(path).parts()]
    assert sum(lengths) == len(gzip.decompress(content))
    assert max(lengths) < 10_000


def test_what_is_behind_a_gzip_file_is_refused(tmp_path: Path) -> None:
    """A file of a few bytes can be long and empty: nobody waits for its end."""
    good, path = proof_of("4,5,4"), tmp_path / "proof.gz"
    path.write_bytes(good + good)  # two members
    assert len(list(ProofFile(path).parts())) == 2 * len(parts_of(good))
    for behind in (bytes(1), bytes(10), b"x", good[:-1]):
        path.write_bytes(good + behind)
        with pytest.raises(BadInput, match="it is no gzip file, or is damaged"):
            list(ProofFile(path).parts())
    path.write_bytes(good)
    os.truncate(path, 2**32)
    with pytest.raises(BadInput, match="it is no gzip file, or is damaged"):
        list(ProofFile(path).parts())
