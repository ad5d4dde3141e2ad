"""Searches that were stopped: what is ours is gone on from, nothing else is."""

from __future__ import annotations

import json
import subprocess
import sys
from hashlib import sha256
from pathlib import Path
from threading import Thread
from time import sleep
from typing import Any

import numpy as np
import pytest

from fuzz import damaged
from tictactoe.rules import BadInput, Game, Position
from tictactoe.search import Budget, Solver, seal
from tictactoe.search.kernels.hashtable import ROW_BYTES
from tictactoe.search.proof.prover import Prover
from tictactoe.search.proof.saved import FORMAT, read_tables, write_tables

GAME = Game(5, 5, 4)
MEMORY = 2**22
NOT_OURS = "was not written by this version of this user's tictactoe, or has been changed"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """What a search of the whole board has learned."""
    solver = Solver(GAME, MEMORY)
    assert solver.solve(Position()).value == 0
    path = tmp_path / "saved"
    assert solver.save(path)
    return path


def forged_rows() -> Any:
    """The row of the empty board, saying that X wins."""
    prover = Prover(GAME, "X", "real", memory=MEMORY)
    prover.ask(Position(), 10**7)
    rows = prover.learned()
    root = rows[(rows[:, 0] == 0) & (rows[:, 1] == 0)][:1].copy()
    assert len(root) == 1
    root[0, 4] = 1 << 60  # nothing is left to prove, all to disprove
    return root


def test_a_forged_row_would_make_a_wrong_value(tmp_path: Path) -> None:
    """Which is why rows are sealed: with the user's own key they are believed, as they must be."""
    path = tmp_path / "saved"
    write_tables(path, GAME, {"X real": forged_rows()})
    solver = Solver(GAME, MEMORY)
    assert solver.load(path) == 1
    assert solver.solve(Position()).value == 1


@pytest.mark.parametrize("forger", ["another key", "no seal", "another text", "an archive"])
def test_a_forged_row_is_not_believed(tmp_path: Path, forger: str, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "saved"
    with monkeypatch.context() as patch:
        if forger == "another key":
            patch.setattr(seal, "_key", lambda: b"another key")
        if forger == "another text":
            patch.setattr(seal, "hash_of_text", lambda *_: "another text of the searches")
        write_tables(path, GAME, {"X real": forged_rows()})
    if forger == "no seal":
        first, line, _, rows = path.read_bytes().split(b"\n", 3)
        path.write_bytes(b"\n".join([first, line, b"0" * 64, rows]))
    if forger == "an archive":
        with path.open("wb") as file:
            np.savez(file, allow_pickle=False, **{"X real": forged_rows()})
    solver = Solver(GAME, MEMORY)
    with pytest.raises(BadInput, match=NOT_OURS):
        solver.load(path)
    assert solver.solve(Position()).value == 0


def test_a_row_put_into_a_file_of_ours_is_not_believed(path: Path) -> None:
    whole = path.read_bytes()
    row = forged_rows().astype("<u8").tobytes()
    begin = len(b"\n".join(whole.split(b"\n", 3)[:3])) + 1
    for content in (whole + row, whole[:begin] + row + whole[begin + ROW_BYTES :]):
        path.write_bytes(content)
        with pytest.raises(BadInput, match=NOT_OURS):
            Solver(GAME, MEMORY).load(path)


def test_a_save_of_another_game_is_refused(path: Path) -> None:
    with pytest.raises(BadInput, match="is about 5,5,4, not about 5,5,5"):
        Solver(Game(5, 5, 5), MEMORY).load(path)
    with pytest.raises(BadInput, match="cannot be read: No such file"):
        Solver(GAME, MEMORY).load(path.with_name("nowhere"))
    with pytest.raises(BadInput, match="cannot be read: Is a directory"):
        Solver(GAME, MEMORY).load(path.parent)


def test_rows_that_are_no_positions_are_refused(tmp_path: Path) -> None:
    for word, value in ((0, 1 << 25), (0, 3), (1, 5), (5, 0), (5, 4 << 8 | 3)):
        rows = np.array([[1, 2, 4, 0, 1, 4 << 8 | 1]], np.uint64)
        rows[0, word] = value
        path = tmp_path / f"{word} {value}"
        write_tables(path, GAME, {"X real": rows})
        with pytest.raises(BadInput, match="rows that are no positions"):
            Solver(GAME, MEMORY).load(path)


def test_a_damaged_save_is_refused(path: Path) -> None:
    rows = Solver(GAME, MEMORY)
    rows.load(path)
    few = {name: table[:20] for name, table in read_tables(path, GAME)}
    small = path.with_name("small")
    write_tables(small, GAME, few)
    for content in damaged(small.read_bytes(), "saved"):
        small.write_bytes(content)
        with pytest.raises(BadInput) as error:
            list(read_tables(small, GAME))
        assert str(error.value).isprintable()


def test_a_file_of_any_length_is_refused_unread(tmp_path: Path) -> None:
    """1 TB that is not there: a sparse file. It would not fit in memory, and take an hour to read."""
    path = tmp_path / "long"
    write_tables(path, GAME, {"X real": forged_rows()})
    with path.open("r+b") as file:
        file.truncate(2**40)
    with pytest.raises(BadInput, match=NOT_OURS):
        Solver(GAME, MEMORY).load(path)
    counts = {"X real": 2**40 // ROW_BYTES}
    line = json.dumps({"game": "5,5,4", "rows": counts, "sha256": sha256(b"").hexdigest()})
    path.write_text(f"{FORMAT}\n{line}\n{'0' * 64}\n")
    with path.open("r+b") as file:
        file.truncate(2**40)
    with pytest.raises(BadInput, match=NOT_OURS):
        Solver(GAME, MEMORY).load(path)


def test_a_shorter_search_does_not_replace_a_longer_one(path: Path) -> None:
    whole = path.read_bytes()
    for nodes in (0, 1, 500):
        shorter = Solver(GAME, MEMORY)
        shorter.solve(Position(), Budget(nodes=nodes))
        assert shorter.save(path) is False
        assert path.read_bytes() == whole
    assert [other.name for other in path.parent.iterdir()] == ["saved"]
    longer = Solver(GAME, MEMORY)
    longer.load(path)
    longer.solve(Position().play(0))
    assert longer.save(path) is True
    assert path.stat().st_size > len(whole)


def test_a_file_that_cannot_be_gone_on_from_is_replaced(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:-1] + b"?")
    shorter = Solver(GAME, MEMORY)
    shorter.solve(Position(), Budget(nodes=500))
    assert shorter.save(path) is True
    assert Solver(GAME, MEMORY).load(path) > 0


def test_a_save_that_fails_leaves_what_was_there(path: Path) -> None:
    whole = path.read_bytes()
    program = f"""
import resource
from pathlib import Path
from tictactoe.rules import Game, Position
from tictactoe.search import Solver
solver = Solver(Game(5, 5, 4), {MEMORY})
solver.load(Path({str(path)!r}))
solver.solve(Position().play(0))
resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000))
try:
    solver.save(Path({str(path)!r}))
except OSError as error:
    print(error.strerror)
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=300)
    assert (done.stdout, done.stderr) == ("File too large\n", "")
    assert path.read_bytes() == whole
    assert [other.name for other in path.parent.iterdir()] == ["saved"]


def test_runs_at_once_leave_one_whole_file(path: Path) -> None:
    program = f"""
from pathlib import Path
from tictactoe.rules import Game, Position
from tictactoe.search import Solver
solver = Solver(Game(5, 5, 4), {MEMORY})
solver.solve(Position())
for _ in range(50):
    solver.save(Path({str(path)!r}))
    solver.load(Path({str(path)!r}))
"""
    runs = [subprocess.Popen([sys.executable, "-c", program]) for _ in range(3)]
    assert [run.wait() for run in runs] == [0, 0, 0]
    assert Solver(GAME, MEMORY).load(path) > 0
    assert [other.name for other in path.parent.iterdir()] == ["saved"]


def test_no_row_is_saved_half_written() -> None:
    """What was learned is copied while nobody searches: a search that has begun goes on to its end before."""
    prover = Prover(Game(8, 8, 5), "X", "real", memory=MEMORY)
    searching = Thread(target=prover.ask, args=(Position(), 20_000))
    searching.start()
    while not prover.evaluated:
        sleep(0)
    assert len(prover.learned())
    assert prover.evaluated >= 20_000
    searching.join()
