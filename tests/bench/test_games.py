"""The data of `tictactoe games`: read within bounds, and looked at."""

from __future__ import annotations

import json
from hashlib import sha256
from multiprocessing.pool import ThreadPool
from pathlib import Path

import pytest

from fuzz import damaged
from tictactoe.bench.games import Campaign, established, page, solve_all
from tictactoe.bench.records import (
    MOST_BYTES,
    Certificate,
    Record,
    Second,
    keep,
    made_here,
    read_records,
    write_records,
)
from tictactoe.rules import BadInput, Game, Position
from tictactoe.search import Solver
from tictactoe.ui.progress import Solving

DATA = Path(__file__).parents[2] / "docs" / "games.json"
MADE = {"date": "2026-11-18", "machine": "2 cores", "code": "0.2.0", "by": "1 thread", "seed": 0}
GOOD = {"game": "5,5,4", "value": "draw", "method": "real, search", "nodes": 1, "seconds": 1, "made": MADE}
PROOF = {"entries": 1, "bytes": 1, "sha256": "0", "check_seconds": 1}


def run_of(solver: Solver) -> Solving:
    return Solving(solver, Position())


def test_records_are_written_and_read(tmp_path: Path) -> None:
    path = tmp_path / "games.json"
    assert read_records(path) == {}
    records = read_records(DATA)
    write_records(records, path)
    assert read_records(path) == records
    assert [file.name for file in tmp_path.iterdir()] == ["games.json"]


def test_the_page_is_made_of_the_records_and_nothing_else() -> None:
    shown = DATA.with_suffix(".md").read_text(encoding="utf-8")
    assert "| game |" + shown.partition("| game |")[2] == page(read_records(DATA).values())


def test_each_step_is_recorded_and_none_is_done_twice(tmp_path: Path) -> None:
    data = tmp_path / "games.json"
    game = Game(4, 5, 4)
    alone = Campaign(2**24, second_nodes=0, proof_nodes=0)
    [first] = solve_all([game], data, alone, run_of)
    assert (first.value, established(first)) == ("draw", "one search alone")
    assert first.made.by == "1 thread"
    [second] = solve_all([game], data, alone._replace(second_nodes=10), run_of)
    assert second.second
    assert 10 <= second.second.nodes < 100
    assert second == first._replace(second=Second(second.second.nodes, False))
    assert f"open after {second.second.nodes} " in page([second])
    again, proven = solve_all([game], data, Campaign(2**24, proofs=tmp_path), run_of)
    assert established(again) == "two searches, no proof"
    assert again.second
    assert again.second.nodes >= 100
    assert established(proven) == "two searches and a checked proof"
    assert proven.proof
    assert proven.proof.bytes == (tmp_path / "4,5,4.proof.gz").stat().st_size
    assert proven.proof.sha256 == sha256((tmp_path / "4,5,4.proof.gz").read_bytes()).hexdigest()
    assert read_records(data) == {"4,5,4": proven}
    assert list(solve_all([game], data, Campaign(2**24), run_of)) == []


def test_a_second_search_that_disagrees_is_an_error(tmp_path: Path) -> None:
    data = tmp_path / "games.json"
    write_records({"4,5,4": Record("4,5,4", "win", "weak, search", 1, 1.0, made_here("1 thread"))}, data)
    sentence = "4,5,4: the record says win, but by the elementary rules alone X does not win"
    with pytest.raises(BadInput, match=sentence):
        list(solve_all([Game(4, 5, 4)], data, Campaign(2**24), run_of))
    with pytest.raises(BadInput, match="the record says win, but this search found draw"):
        list(solve_all([Game(4, 5, 4)], data, Campaign(2**24, second_nodes=0), run_of))


def test_who_writes_at_the_same_time_takes_nothing_away(tmp_path: Path) -> None:
    """Another run has found another board, and more of the same, while this one was at work."""
    data = tmp_path / "games.json"
    game, alone = Game(4, 5, 4), Campaign(2**24, second_nodes=0, proof_nodes=0)
    list(solve_all([Game(4, 4, 4)], data, alone, run_of))
    other = read_records(data)
    steps = solve_all([game], data, Campaign(2**24), run_of)
    first = next(steps)
    mine, theirs = Second(5, False), Certificate(1, 1, "0", 1.0)
    write_records({**other, "5,5,4": Record(**{**first._asdict(), "game": "5,5,4"})}, data)
    second = next(steps)
    assert read_records(data).keys() == {"4,4,4", "5,5,4", "4,5,4"}
    assert keep(first._replace(second=mine, proof=theirs), data) == second._replace(proof=theirs)
    assert keep(first, data) == second._replace(proof=theirs)
    with pytest.raises(BadInput, match="says draw, but this run found win"):
        keep(first._replace(value="win"), data)
    assert [each.name for each in tmp_path.iterdir()] == ["games.json"]


def test_many_who_write_at_once_are_all_there(tmp_path: Path) -> None:
    data = tmp_path / "games.json"
    made = made_here("1 thread")
    boards = [f"{rows},{cols},3" for rows in range(1, 7) for cols in range(1, 7)]
    with ThreadPool(6) as pool:
        pool.map(lambda name: keep(Record(name, "draw", "weak, search", 1, 1.0, made), data), boards)
    assert read_records(data).keys() == {*boards}


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        ("", "is not a table that"),
        ("[]", "is not a table that"),
        ("{", "is not a table that"),
        ("[" * 100_000, "is not a table that"),
        (json.dumps({"5,5,4": 5}), "is not a table that"),
        (json.dumps({"5,5,4": {"game": "5,5,4", "value": "draw"}}), "is not a table that"),
        (json.dumps({"5,5,4": {**GOOD, "more": 1}}), "is not a table that"),
        (json.dumps({"5,5,4": {**GOOD, "made": 1}}), "is not a table that"),
        (json.dumps({"?": {**GOOD, "game": "?"}}), "game '?' has"),
        (json.dumps({"5,5,4": {**GOOD, "game": "5,6,4"}}), "'5,5,4' is not a record of its own game"),
        (json.dumps({"5,5,4": {**GOOD, "value": " "}}), "is not a record of its own game"),
        (json.dumps({"5,5,4": {**GOOD, "made": {**MADE, "machine": 5}}}), "is not a record of its own game"),
        (json.dumps({"5,5,4": {**GOOD, "proof": {**PROOF, "sha256": 5}}}), "is not a record of its own game"),
        (json.dumps({"5, 5,4": GOOD}), "is not a record of its own game"),
        (json.dumps({"5,5,4": {**GOOD, "value": "draw\n| forged"}}), "is not a record of its own game"),
        (json.dumps({"5,5,4": {**GOOD, "value": "draw | win"}}), "is not a record of its own game"),
        (json.dumps({"5,5,4": {**GOOD, "method": "\ud800"}}), "is not a record of its own game"),
        (json.dumps({"5,5,4": {**GOOD, "nodes": "1"}}), "something else where numbers"),
        (json.dumps({"5,5,4": {**GOOD, "nodes": -1}}), "something else where numbers"),
        (json.dumps({"5,5,4": {**GOOD, "nodes": 10**400}}), "is not a table that"),
        (json.dumps({"5,5,4": {**GOOD, "seconds": float("nan")}}), "something else where numbers"),
        (json.dumps({"5,5,4": {**GOOD, "proof": {**PROOF, "bytes": "1"}}}), "something else where numbers"),
        (json.dumps({"5,5,4": {**GOOD, "second": {"nodes": 1, "agrees": 1}}}), "where true or false"),
        ("0" * (MOST_BYTES + 1), "is longer than 1,000,000 bytes"),
    ],
)
def test_data_that_is_not_of_the_form(content: str, sentence: str, tmp_path: Path) -> None:
    path = tmp_path / "games.json"
    path.write_text(content)
    with pytest.raises(BadInput, match=sentence.replace("?", r"\?")) as error:
        read_records(path)
    assert len(str(error.value)) < 400


def test_damaged_data_is_refused_or_still_a_table(tmp_path: Path) -> None:
    path = tmp_path / "games.json"
    records = read_records(DATA)
    write_records({name: records[name] for name in sorted(records)[:5]}, path)
    for content in damaged(path.read_bytes(), "games"):
        path.write_bytes(content)
        try:
            page(read_records(path).values())
        except BadInput as error:
            assert str(error).isprintable()
