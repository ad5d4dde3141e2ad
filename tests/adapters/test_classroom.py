"""The folders that judge programs for grading services, in a copy of what is there: nothing of ours but the folder."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from console import call
from patience import PATIENCE
from programs import GOOD, changed, save
from tictactoe.adapters.classroom.grade import grade
from tictactoe.adapters.classroom.packs import make_pack
from tictactoe.adapters.classroom.settings import NAME, Settings, read_settings
from tictactoe.check.wire import FUNCTIONS
from tictactoe.install import join_words
from tictactoe.rules import BadInput

WRONG = changed(("O: -1, None: 0}", "O: 0, None: 0}"))
QUICK = Settings(("initial_state", "utility"))
PLAIN_PATH = os.pathsep.join([str(Path(sys.executable).parent), "/usr/bin", "/bin"])


def autograde(folder: Path, submission: dict[str, str], settings: Settings = QUICK) -> dict[str, Any]:
    """What Gradescope does: the upload is unpacked, set up once, and started where it stands."""
    base = folder / "autograder"
    (base / "submission").mkdir(parents=True)
    (base / "results").mkdir()
    make_pack("gradescope", base / "source", settings)
    shutil.copy(base / "source" / "run_autograder", base)
    for name, text in submission.items():
        (base / "submission" / name).write_text(text, encoding="utf-8")
    for script in ("source/setup.sh", "run_autograder"):
        done = subprocess.run(
            [base / script], cwd="/", env={"PATH": PLAIN_PATH}, capture_output=True, text=True, timeout=PATIENCE
        )
        assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    found: dict[str, Any] = json.loads((base / "results" / "results.json").read_text(encoding="utf-8"))
    return found


def test_gradescope_gives_a_point_for_each_function(tmp_path: Path) -> None:
    found = autograde(tmp_path, {"tictactoe.py": WRONG})
    assert [(test["name"], test["score"], test["max_score"]) for test in found["tests"]] == [
        ("initial_state", 1, 1),
        ("utility", 0, 1),
    ]
    assert "A win of O is scored 0, but should be -1." in found["tests"][1]["output"]
    assert found["output"].startswith("One thing to mend: utility")
    assert "Not fully guarded" not in found["output"]


@pytest.mark.parametrize(
    ("submission", "why"),
    [
        ({}, "holds no tictactoe.py and no other Python file"),
        ({"notes.txt": "Sorry"}, "holds no tictactoe.py and no other Python file"),
        ({"one.py": GOOD, "two.py": GOOD}, "2 programs were handed in: hand in one file, called tictactoe.py"),
        ({"tictactoe.py": "def winner(:"}, "it cannot be loaded: SyntaxError"),
    ],
)
def test_whatever_is_handed_in_there_are_results(submission: dict[str, str], why: str, tmp_path: Path) -> None:
    found = autograde(tmp_path, submission)
    assert why in found["output"]
    assert "the judge failed" not in found["output"]
    assert [test["score"] for test in found["tests"]] == [0, 0]


def test_a_program_by_another_name_is_judged_too(tmp_path: Path) -> None:
    (tmp_path / "solution.py").write_text(GOOD, encoding="utf-8")
    (tmp_path / NAME).write_text(QUICK.to_json(), encoding="utf-8")
    assert grade(tmp_path, tmp_path / NAME).is_right


def test_check50_itself_runs_the_checks(tmp_path: Path) -> None:
    """As on a machine that has fetched the checks before: by their name, from a repository in check50's own folder."""
    repository = tmp_path / "fetched" / "teacher" / "checks"
    repository.mkdir(parents=True)
    make_pack("check50", repository / "tictactoe", QUICK)
    git = ["git", "-c", "user.name=teacher", "-c", "user.email=teacher@localhost", "-C", str(repository)]
    for command in (["init", "-q", "-b", "main"], ["add", "."], ["commit", "-q", "-m", "checks"]):
        subprocess.run([*git, *command], check=True)
    student = tmp_path / "student"
    student.mkdir()
    save(WRONG, student)
    for words in (["--local", "--offline", "teacher/checks/main/tictactoe"], ["--dev", str(repository / "tictactoe")]):
        done = subprocess.run(
            [Path(sys.executable).with_name("check50"), "--output", "json", "--output-file", "found.json", *words],
            cwd=student,
            env={**os.environ, "CHECK50_PATH": str(tmp_path / "fetched"), "HOME": str(tmp_path)},
            capture_output=True,
            text=True,
            timeout=PATIENCE,
        )
        assert done.returncode == 1, done.stderr  # a check has failed
        found = json.loads((student / "found.json").read_text(encoding="utf-8"))
        passed = {result["name"]: result["passed"] for result in found["results"]}
        assert passed == {"judged": True, **dict.fromkeys(FUNCTIONS, True), "utility": False}
        [utility] = [result for result in found["results"] if result["name"] == "utility"]
        assert utility["cause"]["rationale"] == "wrong in 354 of 1,078 questions"
        assert utility["cause"]["help"] == (
            "utility(board) on ..O/.OX/OXX returned 0, right is -1. A win of O is scored 0, but should be -1."
        )
        assert "    3 [O]| X | X" in utility["log"]


def test_the_command_makes_both_as_the_other_options_say(tmp_path: Path) -> None:
    options = ("--function", "winner", "--seconds", "20", "--count-as-wrong", "games")
    for kind, files in (("autograder", {"run_autograder", "setup.sh"}), ("check50", {".cs50.yml", "checks.py"})):
        folder = tmp_path / kind
        done = call("check", f"--make-{kind}", str(folder), *options)
        assert (done.returncode, done.stderr) == (0, "")
        assert f"in {folder}." in done.stdout
        assert {path.name for path in folder.iterdir()} == {*files, NAME, "tictactoe"}
        assert read_settings(folder / NAME) == Settings(("winner",), 20.0, "games")
        assert not [*folder.rglob("__pycache__")]
        spaced = tmp_path / f"for {kind}"
        said = call("check", f"--make-{kind}", str(spaced)).stdout
        assert {"autograder": join_words(["cd", str(spaced)]), "check50": join_words(["--dev", str(spaced)])}[
            kind
        ] in said
        shutil.rmtree(spaced)
    assert os.access(tmp_path / "autograder" / "run_autograder", os.X_OK)
    assert {path.name for path in tmp_path.iterdir()} == {"autograder", "check50"}


def test_a_folder_that_is_empty_is_filled_and_one_that_is_not_stays(tmp_path: Path) -> None:
    folder = tmp_path / "new"
    folder.mkdir()
    make_pack("check50", folder)
    assert read_settings(folder / NAME) == Settings()
    with pytest.raises(BadInput, match="is there already: name a folder that is new, or empty"):
        make_pack("gradescope", folder)
    assert not (folder / "run_autograder").exists()


def test_stopped_in_the_middle_it_leaves_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def stop(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("shutil.copyfile", stop)
    with pytest.raises(KeyboardInterrupt):
        make_pack("check50", tmp_path / "new")
    assert not [*tmp_path.iterdir()]


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "is not JSON"),
        ("[]", "should be an object with functions, seconds and count_as_wrong"),
        ('{"functions": ["maximin"], "seconds": 9, "count_as_wrong": "games"}', "functions is "),
        ('{"functions": [], "seconds": 9, "count_as_wrong": "games"}', "functions is "),
        ('{"functions": ["winner"], "seconds": "9", "count_as_wrong": "games"}', "seconds is "),
        ('{"functions": ["winner"], "seconds": 9, "count_as_wrong": ["games"]}', "count_as_wrong is "),
    ],
)
def test_settings_that_cannot_be_read_are_told_in_the_results(text: str, why: str, tmp_path: Path) -> None:
    save(GOOD, tmp_path)
    (tmp_path / NAME).write_text(text, encoding="utf-8")
    report = grade(tmp_path, tmp_path / NAME)
    assert why in report.stopped
    assert "the judge failed" not in report.stopped
    assert not report.is_right


def test_a_fault_of_the_judge_is_told_in_the_results(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    save(GOOD, tmp_path)
    (tmp_path / NAME).write_text(QUICK.to_json(), encoding="utf-8")

    def fail(*_: object, **__: object) -> None:
        raise RuntimeError("no luck")

    monkeypatch.setattr("tictactoe.adapters.classroom.grade.check_file", fail)
    assert "the judge failed, which is its fault: RuntimeError: no luck" in grade(tmp_path, tmp_path / NAME).stopped
