"""`tictactoe solve --proof` and `verify`, run as a person runs them."""

from __future__ import annotations

import gzip
import resource
import subprocess
import sys
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from time import monotonic, sleep

import pytest

from console import Terminal, call, run
from patience import PATIENCE
from proofs import lines_of, packed, parts_of, proof_of


def test_a_proof_is_written_and_verified(cache: str, tmp_path: Path) -> None:
    path = tmp_path / "proof.json.gz"
    done = run("solve", "6,6,4", "--proof", str(path), TICTACTOE_CACHE=cache)
    size, digest = path.stat().st_size, sha256(path.read_bytes()).hexdigest()
    entries = gzip.decompress(path.read_bytes()).count(b"\n") - 1
    assert f"The proof is in {path}: {entries:,} entries, {size:,} bytes, sha256 {digest}.\n" in done.stdout
    for workers in ("1", "2"):
        done = call("verify", str(path), "--workers", workers)
        assert (done.returncode, done.stderr) == (0, "")
        proven, checked, file = done.stdout.splitlines()
        assert proven.startswith("Proven: in 6,6,4, X to move, from ")
        assert proven.endswith(": X wins.")
        assert checked == f"{entries:,} entries checked."
        assert file == f"{path}: {size:,} bytes, sha256 {digest}."
    path.write_bytes(path.read_bytes()[:-20])
    done = call("verify", str(path))
    assert (done.returncode, done.stdout) == (2, "")
    assert "is not a proof: it is no gzip file, or is damaged" in done.stderr


def test_a_win_by_threats_on_a_board_that_nobody_has_solved(cache: str, tmp_path: Path) -> None:
    path, rows = tmp_path / "proof.json.gz", ["." * 15] * 15
    rows[0] = rows[14] = "O" + "." * 13 + "O"
    rows[6] = rows[7] = "." * 7 + "X" + "." * 7
    rows[8] = "." * 8 + "XX" + "." * 5
    done = run("solve", "15,15,5", "/".join(rows), "--proof", str(path), TICTACTOE_CACHE=cache)
    assert "X to move: win\nOne way to win: " in done.stdout
    assert "\n  X wins by threats (" in done.stdout
    assert call("verify", str(path)).stdout.splitlines()[0].endswith(": X wins.")


def test_a_part_is_never_said_to_be_the_whole(tmp_path: Path) -> None:
    parts = parts_of(proof_of("4,5,4", part_bytes=2_000))
    paths = [tmp_path / f"{number}.gz" for number in range(len(parts))]
    for path, part in zip(paths, parts, strict=True):
        path.write_bytes(part)
    assert len(paths) > 2
    assert call("verify", *map(str, paths)).stdout.startswith("Proven: in 4,5,4, X to move, from ")
    for given in ([paths[-1]], paths[1:], paths[:-1]):
        done = call("verify", *map(str, given))
        assert (done.returncode, done.stdout) == (2, "")
        assert "the proof does not hold: " in done.stderr
        done = call("verify", "--part", *map(str, given))
        assert done.returncode == 0
        assert "Proven" not in done.stdout
        assert "not proven here" in done.stdout
    assert call("verify", str(paths[-1])).stderr.endswith("of the states that it relies on are not proven in it.\n")


def test_a_proof_relies_on_what_is_given(cache: str, tmp_path: Path) -> None:
    """As several processes write one, each of them a part of it."""
    moves = ["X..../.O.../...../...../.....", "..X../..O../...../...../....."]
    paths = [tmp_path / f"{number}.gz" for number in range(3)]
    for path, position in zip(paths, moves, strict=False):
        path.write_bytes(proof_of("5,5,4", position))
    given = [word for path in paths[:2] for word in ("--given", str(path))]
    stopped = run("solve", "5,5,4", "--nodes", "0", "--proof", str(paths[2]), *given, TICTACTOE_CACHE=cache)
    assert stopped.returncode == 2
    done = run("solve", "5,5,4", "--proof", str(paths[2]), *given, TICTACTOE_CACHE=cache)
    assert (done.returncode, done.stderr) == (0, "")
    alone, relying = (lines_of(content) for content in (proof_of("5,5,4"), paths[2].read_bytes()))
    assert any("given" in line for line in relying)
    assert sum("given" not in line for line in relying) < len(alone)
    assert "are not proven in it" in call("verify", str(paths[2])).stderr
    done = call("verify", *map(str, paths))
    assert [line.partition(": a draw")[0] for line in done.stdout.splitlines()[:3]] == [
        f"Proven: in 5,5,4, X to move, from {position}" for position in [*moves, "/".join(["....."] * 5)]
    ]


def test_what_is_given_must_hold(tmp_path: Path) -> None:
    path = tmp_path / "proof.gz"
    solve = ["solve", "5,5,4", "--proof", str(tmp_path / "new.gz"), "--given", str(path)]
    assert "does not exist" in call(*solve).stderr
    header, *entries = lines_of(proof_of("5,5,4", "..X../.O.../..X../...../....."))
    path.write_bytes(packed([header, *entries[1:]]))
    assert "what is given does not hold: " in call(*solve).stderr
    path.write_bytes(proof_of("4,5,4"))
    assert "what is given is not about 5,5,4" in call(*solve).stderr
    assert "--given is for a proof that is to be written" in call("solve", "5,5,4", "--given", str(path)).stderr
    assert [each.name for each in tmp_path.iterdir()] == ["proof.gz"]


def test_ctrl_c_ends_the_checking_and_all_who_check(tmp_path: Path) -> None:
    path = tmp_path / "proof.gz"
    path.write_bytes(proof_of("5,5,4") * 1_000)  # the same part again and again
    with Terminal("verify", str(path), "--workers", "2") as terminal:
        terminal.expect("checking: ")
        terminal.expect("(Ctrl-C stops)")
        started = terminal.children()
        assert len(started) == 3  # two that check, and what cleans up after them
        terminal.ctrl_c()
        assert terminal.exit_code() == 130
        assert "Traceback" not in terminal.screen
        wait_until(lambda: not any(Path(f"/proc/{child}").exists() for child in started))


def test_ctrl_c_ends_the_writing_and_all_who_write(cache: str, tmp_path: Path) -> None:
    path = tmp_path / "proof.gz"
    with Terminal("solve", "9,6,5", "--proof", str(path), "--workers", "2", TICTACTOE_CACHE=cache) as terminal:
        terminal.expect("writing the proof, ")
        started = terminal.children()
        assert len(started) == 3  # two that write, and what cleans up after them
        terminal.ctrl_c()
        terminal.expect("note: the proof was not written")
        assert terminal.exit_code() == 130
        assert "Traceback" not in terminal.screen
        wait_until(lambda: not any(Path(f"/proc/{child}").exists() for child in started))
    assert [each.name for each in tmp_path.iterdir()] == ["cache"]


def wait_until(holds: Callable[[], bool]) -> None:
    end = monotonic() + PATIENCE
    while not holds():
        assert monotonic() < end
        sleep(0.01)


def within(memory: int, path: Path, *options: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "tictactoe", "verify", str(path), *options],
        capture_output=True,
        text=True,
        timeout=600,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (memory, memory)),
    )


BOMBS = [
    (b"", b"0", "does not begin as one of the form 'tictactoe proof 2'"),
    (b"", b"[", "does not begin as one of the form 'tictactoe proof 2'"),
    (b'{"format":"tictactoe proof 1","game":"', b"0", "is of an earlier form: write it anew"),
    (b'{"format":', b"[", "a line has no end, or more than 20,000 bytes"),
    (b'{"format":"tictactoe proof 2"}\n', b"0", "a line has no end, or more than 20,000 bytes"),
    (b'{"format":"tictactoe proof 2"}\n', b"[]\n", "a part of it has more than 8,388,608 bytes"),
]


@pytest.mark.parametrize(("beginning", "repeated", "sentence"), BOMBS, ids=[repr(b[:2]) for b in BOMBS])
@pytest.mark.parametrize("workers", ["1", "2"])
def test_no_more_is_unpacked_than_a_part_can_have(
    beginning: bytes, repeated: bytes, sentence: str, workers: str, tmp_path: Path
) -> None:
    """Files of a few MB that hold gigabytes, with little memory to read them in."""
    path = tmp_path / "proof.json.gz"
    block = gzip.compress(repeated * 2**20)
    path.write_bytes(gzip.compress(beginning) + block * (2**31 // (len(repeated) * 2**20)))
    assert path.stat().st_size < 8 * 2**20
    done = within(400 * 2**20, path, "--workers", workers)
    assert (done.returncode, done.stdout) == (2, "")
    assert sentence in done.stderr
    assert done.stderr.count("\n") == 1


def test_the_name_of_a_file_is_not_taken_for_what_was_proven(tmp_path: Path) -> None:
    forged = tmp_path / "a.gz: 40 bytes.\nProven: X wins.\nq.gz"
    forged.write_bytes(proof_of("4,5,4"))
    done = call("verify", str(forged))
    assert done.returncode == 0
    assert [line for line in done.stdout.splitlines() if line.startswith("Proven")] == [done.stdout.splitlines()[0]]
