"""`tictactoe solve` and `verify`, run as a person runs them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from console import Terminal, run


@pytest.fixture
def cache(tmp_path: Path) -> str:
    """A cache of its own, with what numba has compiled already there."""
    from tictactoe.search.kernels import COMPILED
    from tictactoe.search.proof.prover import Prover  # noqa: F401  compiles when it is first used

    folder = tmp_path / "cache"
    folder.mkdir()
    if COMPILED.exists():
        (folder / COMPILED.name).symlink_to(COMPILED)
    return str(folder)


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
    first = json.loads(run("solve", "7,7,5", "--json", TICTACTOE_CACHE=cache).stdout)
    again = json.loads(run("solve", "7,7,5", "--json", TICTACTOE_CACHE=cache).stdout)
    fresh = json.loads(run("solve", "7,7,5", "--json", "--fresh", TICTACTOE_CACHE=cache).stdout)
    assert (first["cached"], again["cached"], fresh["cached"]) == (False, True, False)
    assert first["score"] == again["score"] == fresh["score"]
    assert first["nodes"] == again["nodes"] == fresh["nodes"]
    lines = [json.loads(run("solve", "5,6,4", "--json", TICTACTOE_CACHE=cache).stdout)["line"] for _ in range(2)]
    assert lines[0] == lines[1] != []


def test_a_hard_board_is_analyzed_within_its_budget(cache: str) -> None:
    done = run("analyze", "--game", "8,8,5", "--seconds", "2", TICTACTOE_CACHE=cache)
    assert done.returncode == 0
    assert "X to move: draw or win" in done.stdout
    assert "not known" in done.stdout
    assert "A perfect player" not in done.stdout


def test_budgets_are_kept_and_what_is_known_is_said(cache: str) -> None:
    done = run("solve", "8,8,5", "--nodes", "2000", TICTACTOE_CACHE=cache)
    assert done.returncode == 0
    assert "X to move: draw or win\n" in done.stdout
    assert "not found out whether X wins if O's lines do not count (2,0" in done.stdout
    assert "draw or win" in run("solve", "8,8,5", "--seconds", "1", TICTACTOE_CACHE=cache).stdout


def test_what_a_stopped_solve_has_found_is_gone_on_from(cache: str) -> None:
    assert "draw or win" in run("solve", "7,8,5", "--nodes", "60000", TICTACTOE_CACHE=cache).stdout
    done = run("solve", "7,8,5", "--resume", "--json", TICTACTOE_CACHE=cache)
    assert "note: going on from " in done.stderr
    data = json.loads(done.stdout)
    assert data["score"]["value"] == 0
    assert (
        "nothing saved to go on from"
        in run("solve", "7,8,5", "--resume", "--nodes", "10", TICTACTOE_CACHE=cache).stderr
    )


def test_ctrl_c_stops_with_what_is_known(cache: str) -> None:
    with Terminal("solve", "8,8,5", TICTACTOE_CACHE=cache) as terminal:
        terminal.expect("(Ctrl-C stops)")
        terminal.ctrl_c()
        terminal.expect("X to move: draw or win")
        assert terminal.exit_code() == 130
        assert "Traceback" not in terminal.screen


def test_progress_is_shown_on_a_terminal() -> None:
    with Terminal("solve", "8,8,5", "--seconds", "4") as terminal:
        terminal.expect("can X win if only its lines count? ")
        terminal.expect("nodes, ")
        terminal.expect("(Ctrl-C stops)")
        terminal.expect("X to move: draw or win")
        assert terminal.exit_code() == 0


def test_a_proof_is_written_and_verified(cache: str, tmp_path: Path) -> None:
    path = tmp_path / "proof.json.gz"
    done = run("solve", "6,6,4", "--proof", str(path), TICTACTOE_CACHE=cache)
    assert f"The proof is in {path}: " in done.stdout
    done = run("verify", str(path))
    assert done.returncode == 0
    assert done.stdout.startswith("Proven: in 6,6,4, X to move wins from ")
    path.write_bytes(path.read_bytes()[:-20])
    done = run("verify", str(path))
    assert (done.returncode, done.stdout) == (2, "")
    assert "cannot be read as a proof" in done.stderr


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
        (["solve", "9,9,5"], "9,9,5 has 81 cells, but only boards of at most 64 can be solved"),
        (["solve", "4,4,4", "X.O/.X./..O"], "the board of 4,4,4 has 4 rows of 4 cells"),
        (["solve", "3,3,3", "XXX/OOO/..."], "both X (a1 b1 c1) and O"),
        (["solve", "3,3,3", "XX./.../..."], "X has 2 and O has 0"),
        (["solve", "7,7,5", "--seconds", "-1"], "-1.0 is not in the range"),
        (["solve", "3,3,3", "--proof", "p"], "there is no proof to write"),
        (["verify", "/nowhere/at/all"], "cannot be read: No such file or directory"),
    ],
)
def test_refusals(arguments: list[str], sentence: str) -> None:
    done = run(*arguments)
    assert done.returncode == 2
    assert sentence in done.stderr
    assert done.stderr.count("\n") == 1
