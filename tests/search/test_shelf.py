"""Kept tables: another process reads what one has filled, and believes nothing that it has not checked."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from fuzz import damaged
from tictactoe.rules import BadInput, Game, Position, parse_position
from tictactoe.search import Budget, seal, shelf
from tictactoe.search.filling import MOST_CELLS, Filling
from tictactoe.search.kernels.entries import LONGEST
from tictactoe.search.shelf import BLOCK, HEAD, LEAST_CELLS, MOST_TABLES, SEAL, KeptTable, Shelf, name_of, size_of
from tictactoe.search.strong import StrongTable

GAME = Game(3, 4, 3)
"""Its table has 17 blocks, the last of them a short one."""
LAST = 3**12 - 1
NOT_OURS = "was not written by this version of this user's tictactoe, or has been changed"


@pytest.fixture(autouse=True)
def small_tables_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shelf, "LEAST_CELLS", 12)


@pytest.fixture(scope="module")
def table() -> Any:
    return filled(GAME)


def filled(game: Game) -> Any:
    filling = Filling(game)
    while filling.left:
        filling.go_on()
    return filling.table


def shelf_in(*folders: Path, fresh: bool = False) -> Shelf:
    return Shelf(lambda: iter(folders), fresh)


@pytest.fixture
def path(tmp_path: Path, table: Any) -> Path:
    """A table of ours."""
    shelf_in(tmp_path).keep(GAME, table, lambda: True)
    (path,) = tmp_path.iterdir()
    assert path.name == name_of(GAME)
    return path


def test_the_page_says_what_is_kept() -> None:
    page = (Path(__file__).parents[2] / "docs" / "solve.md").read_text(encoding="utf-8")
    for said in (
        f"up to {MOST_CELLS} cells",
        f"a board of {LEAST_CELLS} cells or more",
        f"A table of {LEAST_CELLS} cells takes {round(3**LEAST_CELLS / 10**6)} MB",
        f"At most {MOST_TABLES} tables are kept",
        f"each {BLOCK >> 10} KB of it are sealed",
    ):
        assert said in page, said


def find(folder: Path, game: Game = GAME) -> KeptTable:
    kept = shelf_in(folder).find(game)
    assert kept is not None
    return kept


def test_every_entry_comes_back(path: Path, table: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shelf, "MOST_BLOCKS", 3)
    assert path.stat().st_size == size_of(GAME) == len(HEAD) + 17 * SEAL + 3**12
    kept = find(path.parent)
    assert len(kept) == len(table)
    assert [kept[index] for index in range(len(table))] == table.tolist()
    assert len(kept._blocks) <= 3


def test_a_block_is_read_once(path: Path) -> None:
    kept = find(path.parent)
    before = [kept[index] for index in (0, 1, LAST)]
    path.write_bytes(b"")
    assert [kept[index] for index in (0, 1, LAST)] == before


def test_where_nothing_is_kept_nothing_is_found(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    assert shelf_in(tmp_path, tmp_path / "nowhere", tmp_path / "file").find(GAME) is None


def test_all_folders_are_looked_into_and_the_first_is_written_to(path: Path, table: Any) -> None:
    other = path.parent / "other"
    other.mkdir()
    both = shelf_in(other, path.parent)
    assert both.find(GAME) is not None
    path.write_bytes(b"not ours")
    with pytest.raises(BadInput, match=NOT_OURS):
        both.find(GAME)
    both.keep(GAME, table, lambda: True)
    assert [found.name for found in other.iterdir()] == [name_of(GAME)]
    assert path.read_bytes() == b"not ours"
    assert both.find(GAME) is not None
    assert shelf_in(path.parent, other).find(GAME) is not None  # whichever it comes to first


def test_a_table_that_may_not_be_read_is_said_to_be(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> int:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(os, "open", refuse)
    with pytest.raises(BadInput, match="cannot be read: Permission denied"):
        find(path.parent)


def test_a_disk_that_fails_is_said_to(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> bytes:
        raise OSError(5, "Input/output error")

    kept = find(path.parent)
    monkeypatch.setattr(os, "pread", fail)
    with pytest.raises(BadInput, match="cannot be read: Input/output error"):
        kept[0]


def test_where_there_is_no_reading_at_a_place_it_is_gone_to(
    path: Path, table: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delattr(os, "pread")
    kept = find(path.parent)
    assert [kept[index] for index in (LAST, 0, BLOCK)] == [table[index] for index in (LAST, 0, BLOCK)]


def test_small_tables_are_not_kept(tmp_path: Path) -> None:
    game = Game(3, 3, 3)
    shelf_in(tmp_path).keep(game, filled(game), lambda: True)
    assert list(tmp_path.iterdir()) == []
    assert shelf_in(tmp_path).find(game) is None


def test_on_a_fresh_shelf_nothing_is_found_and_everything_kept(path: Path, table: Any) -> None:
    fresh = shelf_in(path.parent, fresh=True)
    assert fresh.find(GAME) is None
    path.write_bytes(b"")
    fresh.keep(GAME, table, lambda: True)
    assert find(path.parent)[LAST] == table[LAST]


def forge(path: Path, number: int, entry: int, value: int) -> None:
    """Write another value for an entry."""
    content = bytearray(path.read_bytes())
    content[len(HEAD) + number * (SEAL + BLOCK) + SEAL + entry] = value % 256
    path.write_bytes(content)


def test_an_entry_that_was_changed_is_not_believed(path: Path, table: Any) -> None:
    forge(path, 2, 5, LONGEST - 1)
    kept = find(path.parent)
    assert kept[0] == table[0]  # what was not changed is
    for entry in (5, 6):
        with pytest.raises(BadInput, match=NOT_OURS):
            kept[2 * BLOCK + entry]


def test_a_block_in_the_place_of_another_is_not_believed(path: Path) -> None:
    content = path.read_bytes()
    first, second = (content[len(HEAD) + number * (SEAL + BLOCK) :][: SEAL + BLOCK] for number in (0, 1))
    path.write_bytes(content.replace(first + second, second + first))
    kept = find(path.parent)
    for index in (0, BLOCK):
        with pytest.raises(BadInput, match=NOT_OURS):
            kept[index]


@pytest.mark.parametrize("forger", ["another key", "another text", "another game"])
def test_a_table_of_somebody_elses_is_not_believed(
    tmp_path: Path, table: Any, forger: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = Game(3, 4, 4) if forger == "another game" else GAME
    with monkeypatch.context() as patch:
        if forger == "another key":
            patch.setattr(seal, "_key", lambda: b"another key")
        if forger == "another text":
            patch.setattr(seal, "hash_of_text", lambda *_: "another text of the searches")
        shelf_in(tmp_path).keep(game, table, lambda: True)
    (path,) = tmp_path.iterdir()
    path.rename(tmp_path / name_of(GAME))
    with pytest.raises(BadInput, match=NOT_OURS):
        find(tmp_path)[0]


def test_another_version_has_files_of_its_own(path: Path, table: Any) -> None:
    other = path.with_name("3,4,3 0123456789abcdef.table")
    path.rename(other)
    path.with_name("3,4,4 0123456789abcdef.table").write_bytes(b"")
    assert shelf_in(path.parent).find(GAME) is None
    shelf_in(path.parent).keep(GAME, table, lambda: True)
    assert {found.name for found in path.parent.iterdir()} == {path.name, "3,4,4 0123456789abcdef.table"}


@pytest.mark.parametrize("change", ["empty", "cut", "longer", "huge", "another head", "a folder", "a pipe", "a device"])
def test_what_is_no_table_is_refused_unread(path: Path, change: str) -> None:
    whole = path.read_bytes()
    path.unlink()
    if change == "a folder":
        path.mkdir()
    elif change == "a pipe":
        os.mkfifo(path)
    elif change == "a device":
        path.symlink_to("/dev/zero")
    else:
        contents = {"cut": whole[:-1], "longer": whole + b"?", "another head": b"T" + whole[1:]}
        path.write_bytes(contents.get(change, b""))
        if change == "huge":
            os.truncate(path, 2**40)  # it is not there: a sparse file
    with pytest.raises(BadInput, match=NOT_OURS):
        find(path.parent)


def test_a_table_that_is_cut_or_changed_while_it_is_read_is_not_believed(path: Path, table: Any) -> None:
    """A mapped file would end the process."""
    cut, changed = find(path.parent), find(path.parent)
    assert cut[0] == changed[0] == table[0]
    whole = path.read_bytes()
    with path.open("r+b") as file:
        file.seek(len(HEAD) + 16 * (SEAL + BLOCK) + SEAL)
        file.write(bytes(100))
    with pytest.raises(BadInput, match=NOT_OURS):
        changed[16 * BLOCK]
    path.write_bytes(whole)
    assert changed[16 * BLOCK] == table[16 * BLOCK]
    os.truncate(path, 1000)
    with pytest.raises(BadInput, match=NOT_OURS):
        cut[LAST]
    assert cut[0] == table[0]


def test_a_table_that_is_replaced_while_it_is_read_is_read_on(path: Path, table: Any) -> None:
    kept = find(path.parent)
    shelf_in(path.parent).keep(GAME, table, lambda: True)
    assert kept[LAST] == table[LAST]
    path.unlink()
    assert kept[BLOCK] == table[BLOCK]


def test_a_damaged_table_never_says_what_is_not_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = Game(2, 3, 2)
    monkeypatch.setattr(shelf, "LEAST_CELLS", 6)
    monkeypatch.setattr(shelf, "BLOCK", 64)
    right = filled(game).tolist()
    shelf_in(tmp_path).keep(game, filled(game), lambda: True)
    (path,) = tmp_path.iterdir()
    for content in damaged(path.read_bytes(), "shelf"):
        path.write_bytes(content)
        try:
            kept = find(tmp_path, game)
        except BadInput as error:
            assert str(error).isprintable()
            continue
        for index in range(0, 3**6, 8):
            try:
                assert kept[index] == right[index]
            except BadInput as error:
                assert str(error).isprintable()


def test_a_table_that_is_not_ours_is_filled_anew_and_replaced(path: Path, table: Any) -> None:
    forge(path, 0, 0, LONGEST - 1)
    notes: list[str] = []
    strong = StrongTable(GAME, lambda: shelf_in(path.parent))
    assert str(strong.answer(Position(), Budget(note=notes.append))) == "win in 7"
    assert len(notes) == 1
    assert notes[0].endswith(f"{NOT_OURS}: filling the table anew")
    assert find(path.parent)[0] == table[0]


def test_damage_that_is_met_later_is_made_good(path: Path, table: Any) -> None:
    """The first block is whole, so that it is found only when a position of another is asked for."""
    position = parse_position(GAME, "..../..../XO..")
    index = 3**8 + 2 * 3**9
    forge(path, index // BLOCK, index % BLOCK, LONGEST - 1)
    notes: list[str] = []
    strong, budget = StrongTable(GAME, lambda: shelf_in(path.parent)), Budget(note=notes.append)
    assert str(strong.answer(Position(), budget)) == "win in 7"
    assert notes == []
    right = StrongTable(GAME).answer(position, Budget())
    assert strong.answer(position, budget) == right != strong.answer(Position(), budget)
    assert len(notes) == 1
    assert find(path.parent)[index] == table[index]


def test_a_kept_table_is_used_by_whoever_comes_after(tmp_path: Path) -> None:
    first = StrongTable(GAME, lambda: shelf_in(tmp_path))
    first.fill()
    second = StrongTable(GAME, lambda: shelf_in(tmp_path))
    assert second.answer(Position(), Budget(0)) == first.answer(Position(), Budget())
    assert isinstance(second._scores, KeptTable)
    assert second.nodes == first.nodes == 3**12


def test_who_is_stopped_keeps_nothing(tmp_path: Path, table: Any) -> None:
    asked = iter([True] * 5)
    with pytest.raises(OSError, match="it was stopped before all was written"):
        shelf_in(tmp_path).keep(GAME, table, lambda: next(asked, False))
    assert list(tmp_path.iterdir()) == []


def test_what_cannot_be_kept_is_said_and_answered(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shelf, "disk_usage", lambda _: type("Usage", (), {"free": 2 * size_of(GAME) - 1}))
    notes: list[str] = []
    strong = StrongTable(GAME, lambda: shelf_in(tmp_path))
    assert str(strong.answer(Position(), Budget(note=notes.append))) == "win in 7"
    assert notes == ["the table of 3,4,3 is not kept: it takes 532,547 bytes, and 1.1 MB are free"]
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("kind", ["a folder", "a pipe"])
def test_what_is_not_a_file_is_not_replaced(tmp_path: Path, kind: str) -> None:
    path = tmp_path / name_of(GAME)
    os.mkfifo(path) if kind == "a pipe" else path.mkdir()
    notes: list[str] = []
    strong = StrongTable(GAME, lambda: shelf_in(tmp_path))
    assert str(strong.answer(Position(), Budget(note=notes.append))) == "win in 7"
    assert [note.rpartition(": ")[2] for note in notes] == [
        "filling the table anew",
        "what stands in its place is not a file",
    ]
    assert path.exists()


def test_of_too_many_tables_the_oldest_are_taken_away(path: Path, table: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shelf, "MOST_TABLES", 2)
    for age, name in enumerate(("1,16,3 0.table", "2,8,3 0.table", "4,4,3 0.table")):
        other = path.with_name(name)
        other.write_bytes(b"")
        os.utime(other, (age, age))
    (path.parent / "answers.sqlite").write_bytes(b"")
    shelf_in(path.parent).keep(GAME, table, lambda: True)
    assert sorted(found.name for found in path.parent.iterdir()) == [path.name, "4,4,3 0.table", "answers.sqlite"]


PROGRAM = """
import sys
from pathlib import Path
from tictactoe.rules import Game, Position
from tictactoe.search import Budget, shelf
from tictactoe.search.shelf import Shelf
from tictactoe.search.strong import StrongTable

shelf.LEAST_CELLS = 12
folder = Path(sys.argv[1])
{}
"""


def start(folder: Path, code: str, before: Callable[[], object] | None = None) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-c", PROGRAM.format(code), str(folder)], stdout=subprocess.PIPE, text=True, preexec_fn=before
    )


def test_processes_at_once_do_not_disturb_each_other(tmp_path: Path, table: Any) -> None:
    code = """
for turn in range(20):
    strong = StrongTable(Game(3, 4, 3), lambda: Shelf(lambda: iter([folder]), fresh=turn % 2))
    assert str(strong.answer(Position(), Budget(note=print))) == "win in 7"
"""
    runs = [start(tmp_path, code) for _ in range(3)]
    assert [(run.communicate()[0], run.returncode) for run in runs] == [("", 0)] * 3
    assert [found.name for found in tmp_path.iterdir()] == [name_of(GAME)]
    assert find(tmp_path)[LAST] == table[LAST]


def test_who_is_killed_while_writing_leaves_nothing_that_stays(tmp_path: Path, table: Any) -> None:
    code = """
import time

def go_on():
    print("writing", flush=True)
    time.sleep(600)

strong = StrongTable(Game(3, 4, 3))
strong.fill()
Shelf(lambda: iter([folder])).keep(Game(3, 4, 3), strong._scores, go_on)
"""
    runs = [start(tmp_path, code) for _ in range(2)]
    for run in runs:
        assert run.stdout is not None
        assert run.stdout.readline() == "writing\n"
    killed, alive = runs
    killed.send_signal(signal.SIGKILL)
    killed.communicate()
    assert len(list(tmp_path.glob("*.part"))) == 2
    assert shelf_in(tmp_path).find(GAME) is None
    shelf_in(tmp_path).keep(GAME, table, lambda: True)
    assert len(list(tmp_path.glob("*.part"))) == 1  # who is alive keeps theirs
    assert find(tmp_path)[LAST] == table[LAST]
    alive.kill()
    alive.communicate()


def fill_the_disk() -> None:
    """As near as a process can come: no file can have more than some bytes."""
    import resource

    resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, 100_000))


def test_a_full_disk_does_not_matter(tmp_path: Path) -> None:
    code = """
strong = StrongTable(Game(3, 4, 3), lambda: Shelf(lambda: iter([folder])))
print(strong.answer(Position(), Budget(note=print)))
"""
    run = start(tmp_path, code, fill_the_disk)
    assert run.communicate()[0].splitlines() == ["the table of 3,4,3 is not kept: File too large", "win in 7"]
    assert list(tmp_path.iterdir()) == []
