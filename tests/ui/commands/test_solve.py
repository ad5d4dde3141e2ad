"""`tictactoe solve`, run as a person runs it."""

from __future__ import annotations

import json
import os
import re
import resource
import shlex
import sqlite3
import subprocess
import sys
import zipfile
from contextlib import closing
from pathlib import Path

import numpy as np
import pytest

from console import PROGRAM, Terminal, call, run
from tictactoe.draw.text import draw_solution
from tictactoe.rules import Game, Position
from tictactoe.search import Answer, Budget, Solver
from tictactoe.search.kernels.hashtable import _check_of
from tictactoe.search.kernels.lines import ATTACKER
from tictactoe.search.kernels.static import REAL, kind_of
from tictactoe.ui.progress import Solving


def test_the_largest_boards_are_answered(cache: str) -> None:
    """With what is known, and with how much memory the table takes."""
    options = ["--nodes", "2000", "--memory", "20", "--workers", "2"]
    for game, said in (
        ("19,19,1", "1 in a row on 19 x 19, X to move: win"),
        ("19,19,19", "19 in a row on 19 x 19, X to move: draw"),
        ("19,19,5", "5 in a row on 19 x 19, X to move: draw or win"),
    ):
        done = run("solve", game, *options, TICTACTOE_CACHE=cache)
        resume = f"note: to go on from here: tictactoe solve {game} {' '.join(options)} --resume\n"
        assert (done.returncode, done.stderr) == (0, resume if said.endswith("draw or win") else "")
        assert done.stdout.startswith(said + "\n")
        assert re.search(r", in \d+\.\d\d s, with a table of (\d+) MB\n$", done.stdout)
    data = json.loads(
        run("solve", "19,19,5", "--nodes", "10", "--memory", "20", "--json", TICTACTOE_CACHE=cache).stdout
    )
    assert 10 * 2**20 < data["memory"] <= 20 * 2**20


def test_small_boards_have_distances(cache: str) -> None:
    assert "3 in a row on 4 x 4, X to move: win in 5\n" in run("solve", "4,4,3", TICTACTOE_CACHE=cache).stdout
    data = json.loads(run("solve", "3,3,3", "X.O/.X./..O", "--json", TICTACTOE_CACHE=cache).stdout)
    assert data["score"] == {"value": 0, "plies": None, "text": "draw", "kind": "exact with distance"}


def test_a_win_comes_with_a_line_and_how_it_was_shown(cache: str) -> None:
    done = run("solve", "5,6,4", TICTACTOE_CACHE=cache)
    assert "4 in a row on 5 x 6, X to move: win\n" in done.stdout
    shown = (Path(__file__).parents[3] / "docs" / "solve.md").read_text(encoding="utf-8")
    assert done.stdout.rpartition(", in ")[0] in shown


def test_asking_again_is_answered_from_the_cache_unless_fresh(cache: str) -> None:
    first = json.loads(run("solve", "5,6,4", "--json", TICTACTOE_CACHE=cache).stdout)
    again = json.loads(run("solve", "5,6,4", "--json", TICTACTOE_CACHE=cache).stdout)
    fresh = json.loads(run("solve", "5,6,4", "--json", "--fresh", TICTACTOE_CACHE=cache).stdout)
    assert (first["cached"], again["cached"], fresh["cached"]) == (False, True, False)
    assert first["score"] == again["score"] == fresh["score"]
    assert first["nodes"] == again["nodes"] == fresh["nodes"]
    assert first["line"] == again["line"] == fresh["line"] != []


def test_a_hard_board_is_analyzed_within_its_budget(cache: str) -> None:
    done = run("analyze", "--game", "8,8,5", "--seconds", "1", TICTACTOE_CACHE=cache)
    assert done.returncode == 0
    assert "X to move: draw or win" in done.stdout
    assert "not known" in done.stdout
    assert "A perfect player" not in done.stdout


def test_a_stopped_solve_of_the_largest_board_is_gone_on_from(cache: str) -> None:
    """Its position has more characters than a file's name may have."""
    stopped = run("solve", "19,19,6", "--nodes", "2000", TICTACTOE_CACHE=cache)
    assert (stopped.returncode, stopped.stderr) == (
        0,
        "note: to go on from here: tictactoe solve 19,19,6 --nodes 2000 --resume\n",
    )
    done = run("solve", "19,19,6", "--resume", "--nodes", "2000", TICTACTOE_CACHE=cache)
    assert done.returncode == 0
    assert "note: going on from " in done.stderr


def test_budgets_are_kept_and_what_is_known_is_said(cache: str) -> None:
    done = run("solve", "8,8,5", "--nodes", "2000", TICTACTOE_CACHE=cache)
    assert done.returncode == 0
    assert "X to move: draw or win\n" in done.stdout
    assert "not found out whether X wins if O's lines do not count (2,0" in done.stdout
    assert "draw or win" in run("solve", "8,8,5", "--seconds", "1", TICTACTOE_CACHE=cache).stdout


def test_what_a_stopped_solve_has_found_is_gone_on_from(cache: str) -> None:
    assert "draw or win" in run("solve", "7,8,5", "--nodes", "15000", TICTACTOE_CACHE=cache).stdout
    done = run("solve", "7,8,5", "--resume", "--json", TICTACTOE_CACHE=cache)
    assert "note: going on from " in done.stderr
    data = json.loads(done.stdout)
    assert data["score"]["value"] == 0
    again = run("solve", "7,8,5", "--resume", "--nodes", "10", TICTACTOE_CACHE=cache)
    assert "X to move: draw\n" in again.stdout  # a finished value is kept
    assert again.stderr == ""
    done = run("solve", "7,8,5", "--fresh", "--resume", "--nodes", "10", TICTACTOE_CACHE=cache)
    assert "nothing saved to go on from" in done.stderr


@pytest.mark.parametrize("nodes", [1, 10, 392, 530, 900])
def test_a_search_says_what_it_knows_wherever_it_is_stopped(nodes: int) -> None:
    for size in ((5, 5, 4), (6, 6, 4), (5, 6, 4)):
        game = Game(*size)
        answer = Solver(game, memory=2**24).solve(Position(), Budget(nodes=nodes))
        assert {fact.reason for fact in answer.facts if fact.wins is None} <= {"search"}
        assert sum(fact.nodes for fact in answer.facts) == answer.nodes < nodes + 50
        assert draw_solution(game, Position(), answer, 0.0, False, 0).count("nodes") > len(answer.facts)


def test_ctrl_c_while_a_proof_is_written_is_told(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def prove(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(Solver, "prove", prove)
    with pytest.raises(KeyboardInterrupt):
        Solving(Solver(Game(7, 7, 5)), Position()).prove(Answer(0, 0), Path("proof"))
    assert capsys.readouterr().err == "note: the proof was not written\n"


NOT_OURS = "was not written by this version of this user's tictactoe, or has been changed"


def saved_search(cache: str) -> Path:
    """The one file of a search that was stopped."""
    (path,) = Path(cache).glob("*.search")
    return path


def forged_row() -> bytes:
    """The row of the empty board of 5,5,4 for `can X win?`, saying that X does, with a check that fits."""
    row = np.array([0, 2**25 - 1, 0, 2**25 - 1, 1 << 60, 10**6 << 8 | kind_of(ATTACKER, REAL), 0], np.uint64)
    row[-1] = _check_of(row)
    return row.astype("<u8").tobytes()


@pytest.mark.parametrize("hand", ["edited", "of another user"])
def test_a_forged_save_is_noted_and_makes_no_wrong_value(cache: str, tmp_path: Path, hand: str) -> None:
    theirs = str(tmp_path / "theirs") if hand == "of another user" else os.environ.get("XDG_DATA_HOME", "")
    run("solve", "5,5,4", "--nodes", "2000", TICTACTOE_CACHE=cache, XDG_DATA_HOME=theirs)
    path = saved_search(cache)
    if hand == "edited":
        path.write_bytes(path.read_bytes()[: -len(forged_row())] + forged_row())
    done = run("solve", "5,5,4", "--resume", TICTACTOE_CACHE=cache)
    assert done.returncode == 0
    assert f"{NOT_OURS}: starting anew\n" in done.stderr
    assert "X to move: draw\n" in done.stdout
    assert "X to move: draw\n" in run("solve", "5,5,4", TICTACTOE_CACHE=cache).stdout


def test_an_old_archive_in_the_place_of_a_save_is_noted(cache: str) -> None:
    run("solve", "5,5,4", "--nodes", "2000", TICTACTOE_CACHE=cache)
    with zipfile.ZipFile(saved_search(cache), "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("X real.npy", bytes(2**28))  # it would take 256 MB
    done = run("solve", "5,5,4", "--resume", TICTACTOE_CACHE=cache)
    assert (done.returncode, done.stderr.count("\n")) == (0, 1)
    assert NOT_OURS in done.stderr
    assert "X to move: draw\n" in done.stdout


@pytest.mark.parametrize("hand", ["edited", "of another user"])
def test_a_forged_answer_is_noted_and_solved_again(cache: str, tmp_path: Path, hand: str) -> None:
    theirs = str(tmp_path / "theirs") if hand == "of another user" else os.environ.get("XDG_DATA_HOME", "")
    run("solve", "5,5,4", TICTACTOE_CACHE=cache, XDG_DATA_HOME=theirs)
    if hand == "edited":
        with closing(sqlite3.connect(Path(cache) / "answers.sqlite")) as database, database:
            database.execute("update answers_2 set answer = '[1, 1, null, [], 1, []]'")
    first, again = (run("solve", "5,5,4", "--json", TICTACTOE_CACHE=cache) for _ in range(2))
    assert first.stderr == f"note: the cache is not used: what it says of 5,5,4 {NOT_OURS}\n"
    assert again.stderr == ""
    assert [json.loads(done.stdout)["score"]["value"] for done in (first, again)] == [0, 0]
    assert [json.loads(done.stdout)["cached"] for done in (first, again)] == [False, True]


def test_a_shorter_run_does_not_replace_what_a_longer_one_saved(cache: str) -> None:
    run("solve", "7,8,5", "--nodes", "3000", TICTACTOE_CACHE=cache)
    longer = saved_search(cache).read_bytes()
    for option in (["--seconds", "0"], ["--nodes", "100"]):
        done = run("solve", "7,8,5", *option, TICTACTOE_CACHE=cache)
        assert done.returncode == 0
        assert "note: an earlier run has saved more than this one has found; that is kept" in done.stderr
        assert saved_search(cache).read_bytes() == longer


def test_runs_at_once_leave_one_whole_save(cache: str) -> None:
    command = [*PROGRAM, "solve", "7,8,5", "--nodes"]
    runs = [
        subprocess.Popen(
            [*command, str(nodes)], stdout=subprocess.PIPE, text=True, env={**os.environ, "TICTACTOE_CACHE": cache}
        )
        for nodes in (2000, 2500, 3000)
    ]
    assert all("X to move: draw or win" in run.communicate()[0] for run in runs)
    assert not list(Path(cache).glob("*.part"))
    assert saved_search(cache).exists()
    done = run("solve", "7,8,5", "--resume", "--nodes", "10", TICTACTOE_CACHE=cache)
    assert "note: going on from " in done.stderr


@pytest.mark.parametrize("seconds", ["nan", "-1", "-inf", "a minute", ""])
@pytest.mark.parametrize("command", [["analyze"], ["check", "."], ["explain"], ["solve", "3,3,3"], ["tree"]])
def test_what_is_no_length_of_time_is_refused_in_a_sentence(command: list[str], seconds: str) -> None:
    done = call(*command, "--seconds", seconds)
    assert done.returncode == 2
    least = 1 if command[0] == "check" else 0
    said = f"Invalid value for '--seconds': {seconds!r} should be a number from {least} up, or inf for no limit."
    assert done.stderr.startswith(f"Error: {said}")
    assert done.stderr.count("\n") == 1


def test_no_limit_can_be_asked_for() -> None:
    for command in (["analyze"], ["explain"], ["solve", "3,3,3"], ["tree"]):
        assert call(*command, "--seconds", "inf").returncode == 0


def test_a_proof_is_refused_before_the_search(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tictactoe.search.Solver.solve", None)
    assert call("solve", "7,7,5", "--proof", "/nowhere/proof.gz").returncode == 2


@pytest.mark.parametrize(
    ("given", "again"),
    [
        (["solve", "7,8,5", "--fresh"], "tictactoe solve 7,8,5 --nodes 3000 --resume"),
        (
            ["solve", "7,8,5", "/".join(["........"] * 7), "--memory", "64", "--workers", "2", "--resume"],
            f"tictactoe solve 7,8,5 {'/'.join(['........'] * 7)} --nodes 3000 --memory 64 --workers 2 --resume",
        ),
        (
            ["solve", "7,8,5", "--seconds", "600", "--json"],
            "tictactoe solve 7,8,5 --seconds 600 --nodes 3000 --json --resume",
        ),
    ],
)
def test_a_solve_that_was_stopped_says_how_to_go_on(given: list[str], again: str, cache: str) -> None:
    done = run(*given, "--nodes", "3000", TICTACTOE_CACHE=cache)
    assert done.returncode == 0
    said = done.stderr.splitlines()[-1]
    assert said == f"note: to go on from here: {again}"
    resumed = run(*shlex.split(again)[1:], TICTACTOE_CACHE=cache)
    assert "note: going on from " in resumed.stderr


def test_how_to_go_on_is_not_said_where_there_is_nothing_to_go_on_from(cache: str) -> None:
    for done in (
        run("solve", "5,5,4", TICTACTOE_CACHE=cache),
        run("solve", "7,8,5", "--seconds", "0", TICTACTOE_CACHE=cache),
    ):
        assert (done.returncode, done.stderr) == (0, "")


def test_a_proof_that_there_was_no_time_for_does_not_hide_what_is_known(cache: str, tmp_path: Path) -> None:
    path = tmp_path / "a proof.gz"
    done = run("solve", "7,8,5", "--nodes", "3000", "--proof", str(path), TICTACTOE_CACHE=cache)
    assert done.returncode == 2
    assert "X to move: draw or win\n" in done.stdout
    resuming, error = done.stderr.splitlines()
    assert resuming.endswith(f"tictactoe solve 7,8,5 --nodes 3000 --proof '{path}' --resume")
    assert error == "Error: there is nothing to prove yet: whether X can win is not known."
    assert not path.exists()


@pytest.mark.parametrize("game", ["8,8,5", "19,19,5"])
def test_ctrl_c_stops_with_what_is_known(cache: str, game: str) -> None:
    with Terminal("solve", game, TICTACTOE_CACHE=cache) as terminal:
        terminal.expect("(Ctrl-C stops)")
        terminal.ctrl_c()
        terminal.expect("X to move: draw or win")
        terminal.expect(f"note: to go on from here: tictactoe solve {game} --resume\n")
        assert terminal.exit_code() == 130
        assert "Traceback" not in terminal.screen


def kept_tables(cache: str) -> list[Path]:
    return sorted([*Path(cache).glob("*.table"), *Path(cache).glob("*.part")])


LOADED = """
import sys
from tictactoe.ui.commands import main
try:
    main(["analyze", "--game", "4,4,3"])
except SystemExit:
    print("numba" in sys.modules)
"""


def test_a_table_that_one_run_has_filled_is_read_by_the_next(cache: str) -> None:
    """Which neither loads what fills one, nor says anything else."""
    runs = [
        subprocess.run(
            [sys.executable, "-c", LOADED], capture_output=True, text=True, env={**os.environ, "TICTACTOE_CACHE": cache}
        )
        for _ in range(2)
    ]
    (said, loaded), (again, loaded_again) = (run.stdout.rsplit("\n", 2)[:2] for run in runs)
    assert (loaded, loaded_again) == ("True", "False")
    assert said == again
    assert "X to move: win in 5" in said
    assert [run.stderr for run in runs] == ["", ""]
    assert len(kept_tables(cache)) == 1


def test_runs_at_once_fill_and_keep_one_whole_table(cache: str) -> None:
    command = [*PROGRAM, "solve", "4,4,3"]
    environment = {**os.environ, "TICTACTOE_CACHE": cache}
    runs = [
        subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment)
        for _ in range(3)
    ]
    for output, errors in [one.communicate() for one in runs]:
        assert "X to move: win in 5\n" in output
        assert errors == ""
    assert len(kept_tables(cache)) == 1


@pytest.mark.parametrize("hand", ["edited", "cut", "of another user"])
def test_a_forged_table_is_noted_and_filled_anew(cache: str, tmp_path: Path, hand: str) -> None:
    theirs = str(tmp_path / "theirs") if hand == "of another user" else os.environ.get("XDG_DATA_HOME", "")
    run("solve", "4,4,3", TICTACTOE_CACHE=cache, XDG_DATA_HOME=theirs)
    (path,) = kept_tables(cache)
    if hand == "edited":
        content = bytearray(path.read_bytes())
        content[len(b"tictactoe table 1\n") + 64] = 99  # the empty board is won in a move
        path.write_bytes(content)
    if hand == "cut":
        os.truncate(path, 10**6)
    first, again = (run("solve", "4,4,3", TICTACTOE_CACHE=cache) for _ in range(2))
    assert first.stderr.count("\n") == 1
    assert f"{NOT_OURS}: filling the table anew\n" in first.stderr
    assert again.stderr == ""
    assert ["X to move: win in 5\n" in done.stdout for done in (first, again)] == [True, True]


def test_fresh_means_that_a_kept_table_is_not_used(cache: str) -> None:
    run("solve", "4,4,3", TICTACTOE_CACHE=cache)
    (path,) = kept_tables(cache)
    path.write_bytes(b"")
    done = run("solve", "4,4,3", "--fresh", TICTACTOE_CACHE=cache)
    assert (done.stderr, "X to move: win in 5\n" in done.stdout) == ("", True)
    assert path.stat().st_size > 3**16


def test_ctrl_c_stops_a_table_being_filled(cache: str) -> None:
    with Terminal("solve", "1,19,5", "--strong", TICTACTOE_CACHE=cache) as terminal:
        terminal.expect("filling the table: ")
        terminal.expect("(Ctrl-C stops)")
        terminal.ctrl_c()
        terminal.expect("X to move: not known")
        assert terminal.exit_code() == 130
        assert "Traceback" not in terminal.screen
    assert kept_tables(cache) == []


def test_a_table_that_memory_does_not_hold_is_refused(cache: str) -> None:
    """It would take more than this machine gives a process."""
    done = subprocess.run(
        [*PROGRAM, "solve", "4,5,4", "--strong"],
        capture_output=True,
        text=True,
        env={**os.environ, "TICTACTOE_CACHE": cache},
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (3 * 10**9, 3 * 10**9)),
    )
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("Error: a strong table of 4,5,4 takes 3.5 GB of memory, ")
    assert done.stderr.count("\n") == 1


def test_a_late_position_of_a_large_board_needs_no_strong_table(cache: str) -> None:
    done = run("solve", "5,5,4", "XOXOX/OXOXO/XOX../...../.....", "--strong", TICTACTOE_CACHE=cache)
    assert "O to move: win in 1\n" in done.stdout


def test_progress_is_shown_on_a_terminal() -> None:
    with Terminal("solve", "8,8,5", "--seconds", "4") as terminal:
        terminal.expect("nodes, ")
        terminal.expect("(Ctrl-C stops): can X win if only its lines count?")
        terminal.expect("X to move: draw or win")
        assert terminal.exit_code() == 0


def test_a_corrupt_cache_is_noted_and_does_not_matter(cache: str) -> None:
    (Path(cache) / "answers.sqlite").write_text("nonsense " * 1000)
    done = run("solve", "5,6,4", TICTACTOE_CACHE=cache)
    assert done.returncode == 0
    assert "note: the cache is not used: " in done.stderr
    assert "X to move: win" in done.stdout


def test_a_cache_folder_that_cannot_be_written_does_not_matter(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    done = run("solve", "3,3,3", TICTACTOE_CACHE=str(tmp_path / "file"))
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["solve"], "Missing argument"),
        (["solve", "0,5,3"], "rows is 0, but should be"),
        (["solve", "100,100,5"], "rows is 100, but should be"),
        (["solve", "20,20,5"], "rows is 20, but should be a whole number from 1 to 19"),
        (["solve", "19,20,5"], "columns is 20, but should be a whole number from 1 to 19"),
        (["solve", "19,19,5", "/".join(["X" * 19] + ["." * 19] * 18)], "X has 19 and O has 0"),
        (["solve", "19,19,5", "/".join(["X" * 19] * 19)], "X has 361 and O has 0"),
        (["solve", "19,19,5", "X" * 361], "has 361 columns, but a board has at most 19"),
        (["solve", "9,9,5", "--workers", "0"], "'0' should be a whole number from 1 to 64"),
        (["solve", "9,9,5", "--workers", "1000"], "'1000' should be a whole number from 1 to 64"),
        (["solve", "9,9,5", "--workers", "two"], "'two' should be a whole number from 1 to 64"),
        (["solve", "9,9,5", "--memory", "0"], "'0' should be a whole number from 1 up"),
        (["solve", "9,9,5", "--memory", "much"], "'much' should be a whole number from 1 up"),
        (["solve", "9,9,5", "--nodes", "1", "--memory", "9" * 20], "there is not enough memory for a table of "),
        (["solve", "4,4,4", "X.O/.X./..O"], "the board of 4,4,4 has 4 rows of 4 cells"),
        (["solve", "3,3,3", "XXX/OOO/..."], "both X (a1 b1 c1) and O"),
        (["solve", "3,3,3", "XX./.../..."], "X has 2 and O has 0"),
        (["solve", "7,7,5", "--proof", "/nowhere/proof.gz"], "'/nowhere/proof.gz' cannot be written: No such file"),
        (["solve", "7,7,5", "--proof", "/"], "is a directory"),
        (["solve", "7,7,5", "--proof", ""], "'.' cannot be written: Is a directory"),
        (["tree", "--output", "/nowhere/tree"], "'/nowhere/tree' cannot be written: No such file"),
        (["games", "3,3,3", "--data", "/nowhere/games"], "'/nowhere/games' cannot be written: No such file"),
        (["solve", "3,3,3", "--proof", "p"], "there is no proof to write"),
        (["solve", "5,5,4", "--strong"], "a strong table of 5,5,4 would take 3^25 bytes: the most is 3^21"),
        (["solve", "19,19,5", "--strong"], "a strong table of 19,19,5 would take 3^361 bytes: the most is 3^21"),
        (["verify", "/nowhere/at/all"], "cannot be read: No such file or directory"),
    ],
)
def test_refusals(arguments: list[str], sentence: str) -> None:
    done = call(*arguments)
    assert done.returncode == 2
    assert sentence in done.stderr
    assert done.stderr.count("\n") == 1
