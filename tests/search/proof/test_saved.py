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
from tictactoe.rules import BadInput, Game, Position, parse_position
from tictactoe.search import Budget, Solver, seal
from tictactoe.search.kernels import hashtable
from tictactoe.search.kernels.lines import ATTACKER
from tictactoe.search.kernels.static import INFINITE, REAL, kind_of
from tictactoe.search.proof.arrays import as_words, new_table, words_of
from tictactoe.search.proof.questions import Proofs
from tictactoe.search.proof.saved import FORMAT, WORTH_SAVING, read_rows, write_rows

GAME = Game(5, 5, 4)
LARGE = Game(9, 9, 5)
"""A board of two words."""
MEMORY = 2**22
ROW_BYTES = 8 * hashtable.row_words(words_of(GAME))
X_TO_MOVE = kind_of(ATTACKER, REAL)
NOT_OURS = "was not written by this version of this user's tictactoe, or has been changed"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """What a search of the whole board has learned."""
    solver = Solver(GAME, MEMORY)
    assert solver.solve(Position()).value == 0
    path = tmp_path / "saved"
    assert solver.save(path)
    return path


def row_of(game: Game, attacker: int, empty: int, defender: int, proof: int, disproof: int, work: int) -> Any:
    """One row about a position of the real game in which the attacker is to move, with a check that fits."""
    words = words_of(game)
    sets = [as_words(cells, words) for cells in (attacker, empty, defender, empty)]
    more = [proof | disproof << 32, work << 8 | X_TO_MOVE, 0]
    return checked(np.concatenate([*sets, np.array(more, np.uint64)]).reshape(1, -1))


def checked(rows: Any) -> Any:
    """The same rows, each with a check that fits."""
    for row in rows:
        row[-1] = hashtable._check_of(row)
    return rows


def forged_rows(game: Game = GAME) -> Any:
    """The row of the empty board, saying that X wins: nothing is left to prove, all to disprove."""
    return row_of(game, 0, game.board, 0, proof=0, disproof=INFINITE, work=1_000)


def test_a_forged_row_would_make_a_wrong_value(tmp_path: Path) -> None:
    """Which is why rows are sealed: with the user's own key they are believed, as they must be."""
    path = tmp_path / "saved"
    write_rows(path, GAME, forged_rows())
    solver = Solver(GAME, MEMORY)
    assert solver.load(path) == 1
    assert solver.solve(Position()).value == 1


def test_the_rows_of_a_board_of_several_words_are_read_back(tmp_path: Path) -> None:
    path = tmp_path / "saved"
    write_rows(path, LARGE, forged_rows(LARGE))
    backend = Proofs(LARGE, MEMORY)
    assert backend.load(path) == 1
    assert backend.prover("X", "real").ask(Position(), 1).wins is True
    assert backend.prover("X", "weak").ask(Position(), 1).wins is None


def test_a_row_that_does_not_fit_its_check_is_not_believed(tmp_path: Path) -> None:
    """It may have been half written when it was saved."""
    path = tmp_path / "saved"
    rows = forged_rows()
    rows[0, -1] ^= np.uint64(1)
    write_rows(path, GAME, rows)
    solver = Solver(GAME, MEMORY)
    assert solver.load(path) == 0
    assert solver.solve(Position()).value == 0


@pytest.mark.parametrize("forger", ["another key", "no seal", "another text", "an archive"])
def test_a_forged_row_is_not_believed(tmp_path: Path, forger: str, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "saved"
    with monkeypatch.context() as patch:
        if forger == "another key":
            patch.setattr(seal, "_key", lambda: b"another key")
        if forger == "another text":
            patch.setattr(seal, "hash_of_text", lambda *_: "another text of the searches")
        write_rows(path, GAME, forged_rows())
    if forger == "no seal":
        first, line, _, rows = path.read_bytes().split(b"\n", 3)
        path.write_bytes(b"\n".join([first, line, b"0" * 64, rows]))
    if forger == "an archive":
        with path.open("wb") as file:
            np.savez(file, allow_pickle=False, rows=forged_rows())
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


@pytest.mark.parametrize("game", [GAME, LARGE])
def test_rows_that_are_no_positions_are_refused(tmp_path: Path, game: Game) -> None:
    words = words_of(game)
    last, off_the_board = (words - 1), 1 << len(game.cells) % 64
    attacker, empty, defender, work = 0, words, 2 * words, 4 * words + hashtable.WORK
    for word, value in (
        (attacker, 3),
        (empty, 5),
        (defender, 1),
        (attacker + last, off_the_board),
        (empty + last, off_the_board),
        (defender + last, off_the_board),
        (work, 9 << 8),
        (work, 9 << 8 | hashtable.KINDS + 1),
    ):
        rows = row_of(game, 1, 2, 4, proof=1, disproof=1, work=9)
        rows[0, word] = value
        path = tmp_path / f"{word} {value}"
        write_rows(path, game, checked(rows))
        with pytest.raises(BadInput, match="rows that are no positions"):
            Solver(game, MEMORY).load(path)


def test_what_there_is_no_room_for_is_not_counted(path: Path) -> None:
    large, small = Solver(GAME, MEMORY), Solver(GAME, 2**10)
    assert large.load(str(path)) > 16
    assert 8 < small.load(path) <= 16


def test_rows_that_took_little_work_are_left_out_if_there_are_many(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "saved"
    rows = [row_of(GAME, 1, 2, 4, proof=1, disproof=1, work=work) for work in (0, WORTH_SAVING - 1, WORTH_SAVING)]
    assert write_rows(path, GAME, rows[0])
    assert not path.exists()
    for many, saved in ((1, 1), (2, 2)):
        monkeypatch.setattr("tictactoe.search.proof.saved.MANY", many)
        path.unlink(missing_ok=True)
        assert write_rows(path, GAME, np.concatenate(rows))
        assert len(path.read_bytes().split(b"\n", 3)[3]) == saved * rows[0].nbytes


@pytest.mark.parametrize("nodes", [1, 20])
def test_short_runs_get_on(tmp_path: Path, nodes: int) -> None:
    """Each begins with what the one before has saved, in a table of its own."""
    path, position = tmp_path / "saved", parse_position(GAME, "...../...../..X../...../.....")
    nodes_in_one_go = Solver(GAME, MEMORY).solve(position).nodes
    for _ in range(20 * nodes_in_one_go // nodes):
        solver = Solver(GAME, MEMORY)
        if path.exists():
            solver.load(path)
        if (answer := solver.solve(position, Budget(nodes=nodes))).value is not None:
            break
        solver.save(path)
    assert answer.value == 0


def test_a_damaged_save_is_refused(path: Path) -> None:
    table = new_table(GAME, MEMORY)
    assert read_rows(path, GAME, table) > 20
    worked = table[table[:, -hashtable.MORE_WORDS + hashtable.WORK] >> np.uint64(8) >= WORTH_SAVING]
    small = path.with_name("small")
    write_rows(small, GAME, worked[:20])
    for content in damaged(small.read_bytes(), "saved"):
        small.write_bytes(content)
        fresh = new_table(GAME, MEMORY)
        with pytest.raises(BadInput) as error:
            read_rows(small, GAME, fresh)
        assert str(error.value).isprintable()
        assert not fresh.any()


def test_a_file_of_any_length_is_refused_unread(tmp_path: Path) -> None:
    """1 TB that is not there: a sparse file. It would not fit in memory, and take an hour to read."""
    path = tmp_path / "long"
    write_rows(path, GAME, forged_rows())
    with path.open("r+b") as file:
        file.truncate(2**40)
    with pytest.raises(BadInput, match=NOT_OURS):
        Solver(GAME, MEMORY).load(path)
    line = json.dumps({"game": "5,5,4", "rows": 2**40 // ROW_BYTES, "sha256": sha256(b"").hexdigest()})
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
from tictactoe.rules import BadInput, Game, Position
from tictactoe.search import Solver
solver = Solver(Game(5, 5, 4), {MEMORY})
solver.load(Path({str(path)!r}))
solver.solve(Position().play(0))
resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000))
try:
    solver.save(Path({str(path)!r}))
except BadInput as error:
    print(error)
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=300)
    assert (done.stdout, done.stderr) == (f"{str(path)!r} cannot be written: File too large\n", "")
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


def test_no_row_that_is_half_written_is_believed(tmp_path: Path) -> None:
    """A search may be saved while its threads write: what was being written then is left out."""
    path = tmp_path / "saved"
    backend = Proofs(LARGE, MEMORY, workers=2)
    prover = backend.prover("X", "real")
    searching = Thread(target=prover.ask, args=(Position(), 8_000))
    searching.start()
    saves = 0
    while searching.is_alive():
        saves += backend.save(path) and path.exists()
        sleep(0.01)
    searching.join()
    assert saves
    table = new_table(LARGE, MEMORY)
    assert read_rows(path, LARGE, table) > 0
    filled = table[table[:, -1] != 0]
    assert (checked(filled.copy()) == filled).all()
