"""The data of `tictactoe games`: read within bounds, and looked at."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from fuzz import damaged
from tictactoe.bench.games import MOST_BYTES, page, read_rows, write_rows
from tictactoe.rules import BadInput

DATA = Path(__file__).parents[2] / "docs" / "games.json"


def test_rows_are_written_and_read(tmp_path: Path) -> None:
    path = tmp_path / "games.json"
    assert read_rows(path) == {}
    rows = read_rows(DATA)
    write_rows(rows, path)
    assert read_rows(path) == rows
    assert [file.name for file in tmp_path.iterdir()] == ["games.json"]


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        ("", "is not a table that"),
        ("[]", "is not a table that"),
        ("{", "is not a table that"),
        ("[" * 100_000, "is not a table that"),
        (json.dumps({"5,5,4": 5}), "is not a table that"),
        (json.dumps({"5,5,4": ["5,5,4", "draw"]}), "is not a table that"),
        (json.dumps({"?": ["?", "draw", "", 1, 1, 1, 1, 1, 1]}), "game '?' has"),
        (json.dumps({"5,5,4": ["5,6,4", "win", "", 1, 1, 1, 1, 1, 1]}), "'5,5,4' is not a row of its own game"),
        (json.dumps({"5,5,4": ["5,5,4", " ", "search", 1, 1, 1, 1, 1, 1]}), "is not a row of its own game"),
        (
            json.dumps({"5,5,4": ["5,5,4", "win", "search", "1", 1, 1, 1, 1, 1]}),
            "something else where",
        ),
        (
            json.dumps({"5,5,4": ["5,5,4", "win", "search", 1, float("nan"), 1, 1, 1, 1]}),
            "something else where",
        ),
        ("0" * (MOST_BYTES + 1), "is longer than 1,000,000 bytes"),
    ],
)
def test_data_that_is_not_of_the_form(content: str, sentence: str, tmp_path: Path) -> None:
    path = tmp_path / "games.json"
    path.write_text(content)
    with pytest.raises(BadInput, match=sentence.replace("?", r"\?")) as error:
        read_rows(path)
    assert len(str(error.value)) < 400


def test_damaged_data_is_refused_or_still_a_table(tmp_path: Path) -> None:
    path = tmp_path / "games.json"
    rows = read_rows(DATA)
    write_rows({name: rows[name] for name in sorted(rows)[:5]}, path)
    for content in damaged(path.read_bytes(), "games"):
        path.write_bytes(content)
        try:
            page(read_rows(path).values())
        except BadInput as error:
            assert str(error).isprintable()
