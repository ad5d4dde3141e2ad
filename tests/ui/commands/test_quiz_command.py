"""Result codes on the command line: points, and a sentence for what is no code."""

from __future__ import annotations

import csv

from console import call, run
from tictactoe.study.quiz import Sheet, hand_in, make

SHEET = Sheet("both", 7, 3)
RIGHT = ",".join("".join(blank.right for blank in make(*which).blanks) for which in SHEET.quizzes)
ADA, BOB = hand_in(SHEET, "Ada L.", RIGHT), hand_in(SHEET, "=HYPERLINK(1)", RIGHT[:4])


def test_codes_are_checked() -> None:
    done = call("quiz", ADA.code, BOB.code)
    assert done.returncode == 0, done.stderr
    lines = done.stdout.splitlines()
    assert lines[1].split() == ["Ada", "L.", "both", "7,", "3", "36", "36", "100", "%", "8/8", "12/12", "16/16"]
    assert lines[2].split()[1:] == ["both", "7,", "3", "8", "36", "22", "%", "8/8", "0/12", "0/16"]


def test_codes_are_read_from_the_input() -> None:
    done = run("quiz", "--format", "csv", typed=f"{ADA.code[:30]}\r\n{ADA.code[30:]}\n\n  {BOB.code}\r\n")
    assert done.returncode == 0, done.stderr
    rows = list(csv.DictReader(done.stdout.splitlines()))
    assert [(row["name"], row["points"], row["of"], row["code"]) for row in rows] == [
        ("Ada L.", "36", "36", ADA.code),
        ("'=HYPERLINK(1)", "8", "36", BOB.code),
    ]


def test_what_is_no_code_is_said_after_the_others() -> None:
    done = call("quiz", ADA.code, ADA.code[:-1], "hello")
    assert done.returncode == 2
    assert "Ada L." in done.stdout
    assert len(done.stderr.splitlines()) == 1
    assert "has been mistyped or cut" in done.stderr
    assert "'hello' is not a result code" in done.stderr
    assert run("quiz", typed="").returncode == 2
    assert "no result code was given" in run("quiz", typed="\n").stderr
