"""Data sets: every position, in every format the same, with what the solver and the oracle say of it."""

from __future__ import annotations

import csv
import io
import json
from collections import Counter
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

import oracle
from extent import sample
from tictactoe.adapters import dataset
from tictactoe.adapters.dataset import FORMATS, Positions, Row, export, rows, write
from tictactoe.adapters.dataset.rows import COLUMNS
from tictactoe.rules import BadInput, Game, canonical, format_cell, format_position, parse_position
from tictactoe.search import Solver, labels
from tictactoe.search.labels import Labelling

TTT = Game(3, 3, 3)
SMALL = [Game(1, 1, 1), Game(1, 1, 2), Game(2, 2, 2), Game(1, 9, 3), Game(3, 2, 2), Game(2, 4, 3), TTT]
EMPTY = Row("../..", "X", 0, 1, 3, ("a1", "b1", "a2", "b2"), None, 1)


def written(game: Game, form: str, fold: bool, folder: Path) -> Path:
    return export(game, folder / f"{game}.{form}", form, fold).path


def listed(game: Game, fold: bool = False) -> list[Row]:
    return list(rows(Positions(game, fold)))


@pytest.mark.parametrize("game", SMALL, ids=str)
def test_every_position_is_there_once_with_what_the_oracle_says_of_it(game: Game) -> None:
    found = {row.position: row for row in listed(game)}
    assert len(found) == len(listed(game))
    assert {(row.position, row.turn) for row in found.values()} == {*oracle.reachable(*game)}
    for board, turn in oracle.reachable(*game):
        row, (value, plies) = found[board], oracle.score(board, turn, game.k)
        assert (row.value, row.distance) == (value, plies if value else None)
        assert row.stones == sum(board.count(mark) for mark in "XO")
        won = [mark for mark in "XO" if oracle.has_row(board, mark, game.k)]
        assert row.outcome == (won[0] if won else None if "." in board else "draw")
        moves = [] if oracle.over(board, game.k) else oracle.blanks(board)
        best = [(r, c) for r, c in moves if oracle.move_score(board, r, c, turn, game.k) == (value, plies)]
        assert row.best == tuple(format_cell(game, r * game.cols + c) for r, c in best)


@pytest.mark.parametrize("fold", [False, True])
@pytest.mark.parametrize("game", SMALL, ids=str)
def test_what_is_compiled_says_the_same(game: Game, fold: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    plain = listed(game, fold)
    monkeypatch.setattr(labels, "AT_ONCE", 0)
    monkeypatch.setattr(labels, "BLOCK", 1000)
    assert listed(game, fold) == plain


@pytest.mark.parametrize("game", SMALL, ids=str)
def test_folded_each_class_has_the_one_that_stands_for_it(game: Game) -> None:
    every, folded = listed(game), listed(game, fold=True)
    positions = {row.position: parse_position(game, row.position) for row in every}
    stand_for = Counter(format_position(game, canonical(game, position)) for position in positions.values())
    assert stand_for == {row.position: row.images for row in folded}
    assert {*folded} < {*every} or {*folded} == {*every}


def test_a_larger_board_is_as_its_solver_says() -> None:
    game = Game(3, 4, 3)
    solver = Solver(game)
    for row in sample(listed(game), 2_000):
        position = parse_position(game, row.position)
        analysis = solver.analyze(position)
        assert (row.turn, row.value) == (position.turn, analysis.answer.value)
        assert row.distance == (analysis.answer.plies if row.value else None)
        assert row.best == tuple(format_cell(game, cell) for cell in analysis.best)


@pytest.mark.parametrize("name", ["3,3,3", "3,4,3"])
def test_the_counts_are_golden(name: str, data: Path, tmp_path: Path) -> None:
    golden = json.loads((data / "counts.json").read_text())[name]
    for fold, positions in ((False, "positions"), (True, "classes")):
        done = export(Game(*map(int, name.split(","))), tmp_path / "file.csv", fold=fold)
        assert done.rows == golden[positions]
        assert (done.counts.positions, done.counts.classes) == (golden["positions"], golden["classes"])
        assert len(done.path.read_text().splitlines()) == 1 + done.rows
        ended = golden.get("all_finished_classes" if fold else "all_finished")
        assert ended in (None, done.counts.ended)


def test_the_wins_draws_and_losses_of_3_3_3_are_counted(tmp_path: Path) -> None:
    counts = export(TTT, tmp_path / "file.csv").counts
    assert counts.finished == {"X": 626, "O": 316, "draw": 16}
    assert counts.unfinished == {1: 2836, 0: 1052, -1: 632}


def from_csv(path: Path) -> list[Row]:
    with path.open(encoding="utf-8", newline="") as file:
        found = [*csv.reader(file)]
    assert tuple(found[0]) == Row._fields
    return [
        Row(
            position,
            "X" if turn == "X" else "O",
            int(stones),
            int(value),
            int(plies) if plies else None,
            tuple(best.split()),
            outcome or None,
            int(images),
        )
        for position, turn, stones, value, plies, best, outcome, images in found[1:]
    ]


def from_jsonl(path: Path) -> list[Row]:
    found = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    return [Row(**{**each, "best": tuple(each["best"])}) for each in found]


def from_parquet(path: Path) -> list[Row]:
    from pyarrow.parquet import read_table

    return [Row(**{**each, "best": tuple(each["best"])}) for each in read_table(path).to_pylist()]


def from_npz(path: Path) -> list[Row]:
    """What the arrays say, with what follows from it."""
    import numpy as np

    with np.load(path) as file:
        assert set(file) == set(FORMATS["npz"].columns)
        arrays: dict[str, Any] = dict(file)
    found = []
    for board, turn, value, plies, best, images in zip(*arrays.values(), strict=True):
        game = Game(len(board), len(board[0]), 3)
        text = "/".join("".join(".XO"[mark] for mark in line) for line in board.tolist())
        ended = oracle.over(text, 3)
        found.append(
            Row(
                text,
                "X" if turn == 1 else "O",
                int(abs(board).sum()),
                int(value),
                int(plies) if value else None,
                tuple(format_cell(game, int(cell)) for cell in best.ravel().nonzero()[0]),
                None if not ended else "draw" if not value else "O" if turn == 1 else "X",
                int(images),
            )
        )
    assert [str(array.dtype) for array in arrays.values()] == ["int8", "int8", "int8", "int8", "bool", "uint8"]
    return found


@pytest.mark.parametrize("read", [from_csv, from_jsonl, from_parquet, from_npz])
@pytest.mark.parametrize(("game", "fold"), [(TTT, False), (Game(3, 4, 3), True)], ids=str)
def test_every_format_has_the_same_rows(game: Game, fold: bool, read: Any, tmp_path: Path) -> None:
    path = written(game, read.__name__.removeprefix("from_"), fold, tmp_path)
    assert read(path) == listed(game, fold)


def test_the_known_data_set_about_the_end_of_the_game(tmp_path: Path) -> None:
    lines = written(TTT, "uci", False, tmp_path).read_text(encoding="ascii").splitlines()
    assert Counter(line.rpartition(",")[2] for line in lines) == {"positive": 626, "negative": 316 + 16}
    marks = {"x": "X", "o": "O", "b": "."}
    found = {}
    for line in lines:
        *cells, kind = line.split(",")
        text = "".join(marks[cell] for cell in cells)
        found["/".join((text[:3], text[3:6], text[6:]))] = kind
    ended = [board for board, _ in oracle.reachable(3, 3, 3) if oracle.over(board, 3)]
    assert found == {board: "positive" if oracle.has_row(board, "X", 3) else "negative" for board in ended}
    assert len(lines) == len(found) == 958
    assert (lines[0], lines[-1]) == ("x,x,x,x,o,o,x,o,o,positive", "o,o,x,x,x,o,o,x,x,negative")
    order = [(line.endswith("negative"), line.translate(str.maketrans("xob", "012"))) for line in lines[:-16]]
    assert order == sorted(order)


def test_folded_it_has_138_boards(tmp_path: Path) -> None:
    assert len(written(TTT, "uci", True, tmp_path).read_text().splitlines()) == 138


@pytest.mark.parametrize("form", FORMATS)
def test_the_card_says_what_is_in_the_file(form: str, tmp_path: Path) -> None:
    done = export(TTT, tmp_path / f"all of it.{form}", form)
    assert done.card == tmp_path / f"all of it.{form}.md"
    card, content = done.card.read_text(encoding="utf-8"), done.path.read_bytes()
    assert f"| {done.rows:,} | {len(content):,} | `{sha256(content).hexdigest()}` |" in card
    assert f"    tictactoe export 3,3,3 --format {form} --output 'all of it.{form}'\n" in card
    for name, meaning in FORMATS[form].columns.items():
        assert f"| `{name}` | {meaning} |" in card
    assert "| finished, O has won | 316 |" in card
    assert f"| all | {done.rows:,} |" in card
    for said in ("unfinished", "what perfect play makes of it", "was solved exactly"):
        assert (said in card) == (form != "uci")
    assert {*tmp_path.iterdir()} == {done.path, done.card}


def test_every_column_has_its_meaning() -> None:
    assert tuple(COLUMNS) == Row._fields


@pytest.mark.parametrize("form", [form for form in FORMATS if form != "parquet"])
def test_made_again_a_file_is_the_same(form: str, tmp_path: Path) -> None:
    assert len({written(TTT, form, True, tmp_path).read_bytes() for _ in range(2)}) == 1


def test_what_is_there_is_replaced_and_a_device_has_no_card(tmp_path: Path) -> None:
    path = tmp_path / "file.csv"
    path.write_text("something else")
    assert export(Game(2, 2, 2), path).path.read_text().startswith("position,turn,")
    assert export(Game(2, 2, 2), "/dev/null").card is None
    assert not Path("/dev/null.md").exists()


def test_written_to_a_file_that_is_open() -> None:
    out = io.BytesIO()
    write(Game(2, 2, 2), out, "jsonl")
    first = json.loads(out.getvalue().splitlines()[0])
    assert Row(**{**first, "best": tuple(first["best"])}) == EMPTY
    with pytest.raises(BadInput, match="npz is not text"):
        write(TTT, out, "npz")


@pytest.mark.parametrize(
    ("game", "path", "form", "why"),
    [
        (TTT, "nowhere/file.csv", "csv", "No such file or directory"),
        (TTT, ".", "csv", "Is a directory"),
        (TTT, "file.csv", "xlsx", "there is no format 'xlsx': it should be one of csv, jsonl, npz, parquet, uci"),
        (Game(5, 5, 4), "file.csv", "csv", "5,5,4 has 25 cells, but only boards of at most 16 can be labelled"),
    ],
)
def test_what_cannot_be_is_refused_before_the_work(
    game: Game, path: str, form: str, why: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(dataset, "count", pytest.fail)
    with pytest.raises(BadInput, match=why):
        export(game, tmp_path / path, form)
    assert not [*tmp_path.iterdir()]


def test_what_would_not_fit_into_memory_is_refused_before_the_work(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tictactoe.search.memory.available_memory", lambda: 90_000_000)
    with pytest.raises(BadInput, match="labelling 4,4,4 takes 95 MB of memory, but only 90 MB are available"):
        export(Game(4, 4, 4), tmp_path / "file.csv")
    assert not [*tmp_path.iterdir()]


def test_where_the_card_cannot_be_written_nothing_is(tmp_path: Path) -> None:
    (tmp_path / "file.csv.md").mkdir()
    with pytest.raises(BadInput, match=r"file.csv.md' cannot be written: Is a directory"):
        export(TTT, tmp_path / "file.csv")
    assert not (tmp_path / "file.csv").exists()


@pytest.mark.parametrize("form", FORMATS)
def test_stopped_in_the_middle_it_leaves_nothing_behind(form: str, tmp_path: Path) -> None:
    seen: list[Labelling] = []

    def stop(progress: Labelling) -> None:
        seen.append(progress)
        if progress.doing == "pass 2":
            assert len([*tmp_path.iterdir()]) == 2  # both are being written
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        export(Game(3, 4, 3), tmp_path / "file", form, watch=stop)
    assert not [*tmp_path.iterdir()]
    assert [progress.doing for progress in seen][:2] == ["solving", "pass 1"]
    assert all(0 < progress.share <= 1 for progress in seen)


@pytest.mark.parametrize(("form", "library", "extra"), [("npz", "numpy", "solve"), ("parquet", "pyarrow", "parquet")])
def test_without_the_library_a_sentence_says_what_to_install(
    form: str, library: str, extra: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    module = f"tictactoe.adapters.dataset.{'arrays' if form == 'npz' else form}"
    monkeypatch.setattr(f"{module}.find_spec", lambda name: None if name == library else pytest.fail(name))
    with pytest.raises(BadInput, match=rf"file needs {library}: install it with .*\[{extra}\]"):
        export(TTT, tmp_path / "file", form)
