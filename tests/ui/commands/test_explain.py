"""The commands that explain: real runs, and bad input for every door."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from console import call


def test_the_tree_at_the_end_of_the_lectures_walk() -> None:
    done = call("tree", "--walk", "a5 b3 c6 d3")
    assert done.returncode == 0
    assert "e2: X b1 **" in done.stdout
    assert ". X O   e2: X b1 **\n    O X .   X has won\n    . X ." in done.stdout


def test_a_tree_says_what_it_leaves_out() -> None:
    assert "8 moves not shown" in call("tree", "--depth", "1").stdout
    assert "6 moves not shown" in call("tree", "--depth", "1", "--width", "3").stdout.split("\n\n")[0]


@pytest.mark.parametrize("form", ["--format text", "--format svg", "--format html", "--format dot", "--json"])
def test_a_tree_in_a_file(form: str, tmp_path: Path) -> None:
    path = tmp_path / "tree"
    done = call("tree", "--fold", "--depth", "2", *form.split(), "--output", str(path))
    assert done.stdout == f"The tree is in {path}: 16 nodes.\n"
    assert path.read_text(encoding="utf-8") == call("tree", "--fold", "--depth", "2", *form.split()).stdout


def test_a_file_name_says_the_format_unless_it_was_said(tmp_path: Path) -> None:
    for name, said, begins in (
        ("tree.svg", [], "<svg "),
        ("tree.dot", [], "// Game tree"),
        ("tree.txt", [], ". . . "),
        ("text.svg", ["--format", "text"], ". . . "),
        ("json.svg", ["--json"], "{"),
    ):
        call("tree", "--depth", "1", "--output", str(tmp_path / name), *said)
        assert (tmp_path / name).read_text(encoding="utf-8").startswith(begins)


def test_a_large_board_is_drawn_too() -> None:
    done = call("tree", "--game", "4,4,4", "--depth", "1", "--fold")
    assert "x4" in done.stdout
    assert "draw" in done.stdout


def test_a_search_step_by_step() -> None:
    done = call("trace", "OXX/XXO/O..")
    assert "  c3: cutoff after b3: value 1 ≥ beta 0\n" in done.stdout
    assert "table hits   0" in done.stdout
    short = call("trace", "--algorithm", "minimax", "--limit", "3").stdout
    assert "more steps (--limit shows more)" in short
    assert "549,946" in short
    assert json.loads(call("trace", "OXX/XXO/O..", "--json").stdout)["summary"]["cutoffs"] == 1


def test_the_algorithms_side_by_side() -> None:
    done = call("compare")
    for name, nodes in (("minimax", "549,946"), ("alphabeta", "18,297"), ("table", "4,769"), ("symmetry", "1,069")):
        assert any(line.split()[:3] == [name, "0", nodes] for line in done.stdout.splitlines()), name
    data = json.loads(call("compare", "X.O/.X./..O", "--json").stdout)
    assert {found["value"] for found in data["algorithms"].values()} == {0}


def test_moves_are_explained_in_words() -> None:
    done = call("explain", "X.O/.X./..O")
    assert "O threatens" in done.stdout
    one = call("explain", "X.O/.X./..O", "b1")
    assert one.stdout.count("\n  b1  ") == 1
    assert "\n  c2  " not in one.stdout
    assert call("explain", "b3", "--moves", "b2 b1").stdout.count("\n  b3  ") == 1
    data = json.loads(call("explain", "--moves", "b2 b1", "--json").stdout)
    assert len(data["reasons"]) == 7
    assert "X has won" in call("explain", "XXX/OO./...").stdout


def test_the_map() -> None:
    assert call("map", "--as", "o", "--json").stdout.count('"label"') == 343
    assert "<svg" in call("map", "--format", "svg").stdout


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["tree", "X.O"], "position 'X.O' has 1 row of 3"),
        (["tree", "--walk", "a99"], "there is no move labelled 'a99' here: the labels are a1 to a9."),
        (
            ["tree", "--depth", "9"],
            "the tree has more than 20,000 nodes: ask for less depth",
        ),
        (["tree", "--depth", "-1"], "'-1' should be a whole number from 0 up"),
        (["tree", "--output", "/no/such/folder/tree.svg"], "cannot be written: No such file or directory."),
        (["tree", "--format", "png"], "'png' is not one of"),
        (["trace", "--game", "4,4,4"], "has 16 empty cells, but a search is shown step by step for at most 9."),
        (["trace", "--algorithm", "magic"], "'magic' is not one of"),
        (["compare", "XX./.../..."], "X has 2 and O has 0"),
        (["explain", "X.O/.X./..O", "b2"], "b2 is taken by X"),
        (["explain", "X.O/.X./..O", "z9"], "there is no column z"),
        (["explain", "XXX/OO./...", "c3"], "the game is over"),
        (["map", "--game", "4,4,4"], "a map of 4 x 4 has too many nodes"),
        (["serve", "--port", "99999"], "'99999' should be a whole number from 0 to 65,535"),
        (["serve", "--host", "no.such.host.invalid", "--no-open"], "cannot listen on no.such.host.invalid port 8000"),
    ],
)
def test_bad_input_is_one_line(arguments: list[str], said: str) -> None:
    done = call(*arguments)
    assert done.returncode == 2
    assert said in done.stderr
    assert len(done.stderr.splitlines()) == 1
