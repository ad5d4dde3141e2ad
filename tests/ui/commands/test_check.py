"""The command that checks programs: one, a folder, a class; in every format, and what it says when it cannot."""

from __future__ import annotations

import ast
import csv
import io
import json
import os
import re
import subprocess
import sys
import tempfile
from functools import cache
from html import escape
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote
from xml.etree import ElementTree

import click
import pytest

import tictactoe.check
from console import Terminal, call, run
from extent import usually
from inmates import ORDINARY, PATHS, python_as
from patience import PATIENCE
from programs import GOOD, changed, save
from tictactoe.check.judge import SECONDS
from tictactoe.check.wire import FUNCTIONS
from tictactoe.draw.report import FORMATS
from tictactoe.ui.commands.check import command

WRONG = changed(("O: -1, None: 0}", "O: 0, None: 0}"))
NASTY = GOOD + "\n\ndef utility(board):\n    raise ValueError('<b>\\x00\\x1b[2J\\ud800&')\n"
JUST_COUNTED = [("specification", 0), ("unasked", 1)]
"""Of a fault that play never asks for: the mildest that does not count it, and the one that does."""
QUICK = ("--function", "utility", "--function", "initial_state")


def test_a_good_program_is_right_and_the_exit_code_says_so(tmp_path: Path) -> None:
    done = run("check", str(save(GOOD, tmp_path)))
    assert done.returncode == 0
    assert "Everything is right." in done.stdout
    assert "It cannot be beaten" in done.stdout


def test_a_wrong_program_is_shown_the_smallest_board_and_a_cause(tmp_path: Path) -> None:
    done = run("check", str(save(WRONG, tmp_path)), *QUICK)
    assert done.returncode == 1
    assert "One thing to mend: utility (loses or spoils games)." in " ".join(done.stdout.split())
    assert "    returned   0\n    right is   -1\n" in done.stdout
    assert "A win of O is scored 0, but should be -1." in done.stdout
    assert "minimax" not in done.stdout


def test_a_folder_means_the_program_in_it(tmp_path: Path) -> None:
    save(GOOD, tmp_path)
    assert run("check", str(tmp_path), *QUICK).returncode == 0


@pytest.fixture(scope="module")
def submissions(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A class: one is right, one wrong, one cannot be loaded, and one says things that no file should hold."""
    folder = tmp_path_factory.mktemp("class")
    for name, text in (("ann", GOOD), ("bob", WRONG), ("cat", "def player(:\n"), ("dan", NASTY)):
        (folder / name).mkdir()
        save(text, folder / name)
    (folder / "eve").mkdir()
    return folder


def test_a_class_is_a_table_with_a_line_each(submissions: Path) -> None:
    done = run("check", str(submissions), "--workers", "2", *QUICK)
    assert done.returncode == 2
    assert "5 programs: 1 right, 2 wrong, 2 not judged to the end." in done.stdout
    rows = [line for line in done.stdout.splitlines() if re.match(r"  \S.*  ", line)][1:]
    assert [re.split(r"  +", row.strip())[1] for row in rows] == ["right", "WRONG", "not judged", "WRONG", "not judged"]
    assert "It could not be judged: there is no Python file in it." in done.stdout


@cache
def report(submissions: Path, form: str) -> str:
    wanted = ["--json"] if form == "json" else ["--format", form]
    done = run("check", str(submissions), "--workers", "2", *wanted, *QUICK)
    assert done.returncode == 2, done.stderr
    return done.stdout


def test_json_says_everything(submissions: Path) -> None:
    found = json.loads(report(submissions, "json"))["reports"]
    assert [entry["right"] for entry in found] == [True, False, False, False, False]
    assert [found[person]["functions"][1]["fault"]["changed"] for person in (1, 3)] == [False, False]
    assert found[1]["functions"][1]["fault"]["returned"] == "0"
    assert found[1]["functions"][1]["fault"]["raised"] is None
    assert found[3]["functions"][1]["fault"]["returned"] is None
    assert found[3]["functions"][1]["fault"]["raised"].startswith("ValueError: <b>")
    assert found[1]["to_blame"] == ["utility"]
    assert found[1]["functions"][1]["fault"]["right"] == "-1"
    assert "SyntaxError" in found[2]["stopped"]


def test_junit_is_xml_with_a_case_for_each_function(submissions: Path) -> None:
    root = ElementTree.fromstring(report(submissions, "junit"))  # noqa: S314  it is ours
    assert len(root.findall("testsuite")) == 5
    assert [len(suite.findall("testcase")) for suite in root] == [2] * 5
    assert [suite.get("failures") for suite in root] == ["0", "1", "2", "1", "2"]
    messages = [failure.get("message") or "" for failure in root.iter("failure")]
    assert "utility(board) on ..O/.OX/OXX returned 0, right is -1." in messages[0]
    assert "utility(board) on .../.OO/XXX raised ValueError: <b>" in messages[3]


@pytest.mark.parametrize(("counted", "code"), usually(JUST_COUNTED, [("games", 0), *JUST_COUNTED]))
def test_a_teacher_chooses_what_counts_as_wrong(counted: str, code: int, tmp_path: Path) -> None:
    lenient = changed(("if action not in actions(board):", "if board[action[0]][action[1]] is not EMPTY:"))
    path = str(save(lenient, tmp_path))
    done = run("check", path, "--function", "result", "--count-as-wrong", counted, "--json")
    assert done.returncode == code
    (found,) = json.loads(done.stdout)["reports"]
    assert found["right"] == (code == 0)
    assert found["degree"] == found["functions"][0]["degree"] == "unasked"
    assert "One thing to mend: result (lets through what play never asks)." in found["headline"]


def test_every_format_carries_the_degree(submissions: Path) -> None:
    assert "loses or spoils games" in report(submissions, "text")
    assert '"degree": "games"' in report(submissions, "json")
    assert "loses or spoils games" in report(submissions, "html")
    assert 'type="games"' in report(submissions, "junit")
    assert ",games,utility," in report(submissions, "csv")
    done = run("check", str(submissions / "bob"), "--format", "gradescope", *QUICK)
    assert "it loses or spoils games" in json.loads(done.stdout)["tests"][1]["output"]


def test_csv_has_a_row_for_each_program(submissions: Path) -> None:
    rows = list(csv.DictReader(io.StringIO(report(submissions, "csv"))))
    assert [row["right"] for row in rows] == ["True", "False", "False", "False", "False"]
    assert [row["utility"] for row in rows] == ["right", "wrong", "not judged", "wrong", "not judged"]


class Page(HTMLParser):
    """Which elements are open, and what a page would fetch."""

    VOID = ("meta", "br", "img", "line", "circle", "rect", "path", "polyline", "use")

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.fetched: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in self.VOID:
            self.open.append(tag)
        self.fetched += [value or "" for name, value in attrs if name in ("src", "href")]

    def handle_endtag(self, tag: str) -> None:
        if tag not in self.VOID:
            assert self.open.pop() == tag


def test_a_page_is_whole_and_fetches_nothing(submissions: Path) -> None:
    text = report(submissions, "html")
    page = Page()
    page.feed(text)
    page.close()
    assert page.open == []
    assert page.fetched == [f"#program-{number}" for number in range(1, 6)]
    assert all(text.count(f'id="{link[1:]}"') == 1 for link in page.fetched)
    assert "5 programs: 1 right, 2 wrong, 2 not judged to the end." in text
    assert 'aria-label="the board ..O/.OX/OXX"' in text
    assert "url(" not in text
    assert "<b>" not in text
    assert "&lt;b&gt;" in text
    assert text.count("<svg") >= 2


@pytest.mark.parametrize("form", ["text", "html", "junit"])
def test_who_reads_the_report_is_told_that_the_program_prints(form: str, tmp_path: Path) -> None:
    path = save(f"{GOOD}\nprint('<here>')\n", tmp_path)
    done = run("check", str(path), "--function", "initial_state", "--format", form)
    shown = "'<here>'" if form == "text" else escape("'<here>'")
    assert f"It prints, while it is loaded or asked (7 bytes): {shown}" in done.stdout


def test_gradescope_gets_a_test_for_each_function(submissions: Path) -> None:
    done = run("check", str(submissions / "bob"), "--format", "gradescope", *QUICK)
    found = json.loads(done.stdout)
    assert [(test["name"], test["score"], test["max_score"]) for test in found["tests"]] == [
        ("initial_state", 1, 1),
        ("utility", 0, 1),
    ]
    assert all(isinstance(test["output"], str) for test in found["tests"])
    assert isinstance(found["execution_time"], float)


ANNOTATION = re.compile(r"::(error|warning|notice) ((?:\w+=[^,:\r\n]*,?)+)::([^\r\n]*)")


def annotated(text: str) -> list[tuple[str, dict[str, str], str]]:
    """As GitHub's runner reads them, line by line."""
    found = []
    for line in text.splitlines():
        read = ANNOTATION.fullmatch(line)
        assert read, line
        place = dict(part.split("=", 1) for part in read[2].split(","))
        found.append((read[1], {name: unquote(value) for name, value in place.items()}, unquote(read[3])))
    return found


def test_github_gets_an_annotation_for_each_fault(submissions: Path) -> None:
    found = annotated(report(submissions, "github"))
    summaries = {Path(place["file"]).parent.name: kind for kind, place, _ in found if "line" not in place}
    assert summaries == {"ann": "notice", "bob": "error", "cat": "error", "dan": "error", "class0": "error"}
    at_line = {Path(place["file"]).parent.name: (kind, place, said) for kind, place, said in found if "line" in place}
    assert at_line.keys() == {"bob", "dan"}
    kind, place, said = at_line["bob"]
    assert (kind, place["title"]) == ("error", "utility: wrong")
    assert (submissions / "bob" / "tictactoe.py").read_text().splitlines()[int(place["line"]) - 1] == (
        "def utility(board):"
    )
    assert "    returned   0\n    right is   -1\n" in said
    lines = (submissions / "dan" / "tictactoe.py").read_text().splitlines()
    assert int(at_line["dan"][1]["line"]) == len(lines) - lines[::-1].index("def utility(board):")  # the second one


def test_what_a_program_says_cannot_be_a_command_of_githubs_runner(tmp_path: Path) -> None:
    told = "::error::x%0A\\n::set-output name=a::b\\n##[error]no"
    path = save(f"{GOOD}\n\ndef utility(board):\n    print('{told}')\n    raise ValueError('{told}')\n", tmp_path)
    done = run("check", str(path), "--format", "github", *QUICK)
    found = annotated(done.stdout)
    assert [kind for kind, _, _ in found] == ["error", "error"]
    assert "::error::x%0A" in found[1][2]


def test_github_is_warned_of_what_does_not_count(tmp_path: Path) -> None:
    lenient = changed(("if action not in actions(board):", "if board[action[0]][action[1]] is not EMPTY:"))
    path = str(save(lenient, tmp_path))
    done = run("check", path, "--function", "result", "--count-as-wrong", "games", "--format", "github")
    assert (done.returncode, [kind for kind, _, _ in annotated(done.stdout)]) == (0, ["notice", "warning"])


def test_a_report_in_a_file(submissions: Path, tmp_path: Path) -> None:
    path = tmp_path / "report.html"
    done = run("check", str(submissions / "dan"), "--format", "html", "--output", str(path), *QUICK)
    assert done.stdout == f"The report is in {path}.\n"
    assert path.read_text(encoding="utf-8").startswith("<!doctype html>")


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["nowhere.py"], "'nowhere.py' is not there: name a Python file, or a folder of them"),
        ([os.devnull], "is neither a file nor a folder"),
        (["EMPTY"], "holds no tictactoe.py and no other Python file"),
        (["CLASS", "--function", "maximin"], "maximin"),
        (["CLASS", "--seconds", "0"], "seconds"),
        (["CLASS", "--format", "gradescope"], "one program"),
        (["CLASS/ann", "--function", "utility", "--output", "nowhere/report.txt"], "cannot be written"),
        ([], "Missing argument 'PATHS...'"),
        (["CLASS", "--make-check50", "CLASS/new"], "leave out PATHS"),
        (["--make-autograder", "CLASS"], "is there already: name a folder that is new, or empty"),
        (["--make-autograder", "nowhere/new"], "'nowhere/new' cannot be made: No such file or directory"),
    ],
)
def test_what_cannot_be_checked_is_refused_in_one_line(arguments: list[str], says: str, submissions: Path) -> None:
    words = {"EMPTY": str(submissions / "eve"), "CLASS": str(submissions)}
    given = [words.get(word, word.replace("CLASS", str(submissions))) for word in arguments]
    done = call("check", *given)
    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr.count("\n") == 1
    assert says in done.stderr


NAMES = (
    b"=1+1.py",
    b"-2.py",
    b"\x1b[2Jclear.py",
    b"two\nlines.py",
    b"\xff\xfe.py",
    b"<b>&.py",
    "\u202etxt.py".encode(),
    b"\x01.py",
)


@pytest.fixture(scope="module")
def oddly_named(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Programs that cannot be loaded, which is quick, by names that no file should have."""
    folder = tmp_path_factory.mktemp("names")
    for name in NAMES:
        (folder / os.fsdecode(name)).write_text("no program", encoding="utf-8")
    return folder


@pytest.mark.skipif(sys.platform != "linux", reason="other systems refuse such names")
@pytest.mark.parametrize("form", [form for form in FORMATS if form != "gradescope"])
def test_any_name_of_a_file_is_safe_in_every_format(
    form: str, oddly_named: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(oddly_named)  # so that the name is the whole path
    done = run("check", ".", *(["--json"] if form == "json" else ["--format", form]), *QUICK)
    text = done.stdout
    assert done.returncode == 2
    assert all(mark.isprintable() or mark in "\r\n" for mark in text)
    assert "<b>&" not in text or form in ("text", "json", "csv", "github")
    if form == "csv":
        rows = list(csv.reader(io.StringIO(text)))
        assert len(rows) == 1 + len(NAMES)
        assert not any(row[0].startswith(("=", "+", "-", "@")) for row in rows)
    elif form == "junit":
        assert len(ElementTree.fromstring(text)) == len(NAMES)  # noqa: S314  it is ours
    elif form == "json":
        assert len(json.loads(text)["reports"]) == len(NAMES)
    elif form == "text":
        assert text.count("not judged") == len(NAMES) + 1


def test_a_terminal_shows_what_is_being_asked(tmp_path: Path) -> None:
    with Terminal("check", str(save(GOOD, tmp_path)), "--function", "winner") as terminal:
        terminal.expect("asking winner: ")
        terminal.expect(" of 5,598 questions")
        terminal.expect("winner is right; nothing else was asked.")


def test_links_in_a_circle_and_long_names_cost_nobody_the_report(tmp_path: Path) -> None:
    save(GOOD, tmp_path).rename(tmp_path / "ann.py")
    (tmp_path / "bad.py").symlink_to("bad.py")
    (tmp_path / "eve").mkdir()
    (tmp_path / "eve" / "tictactoe.py").symlink_to("tictactoe.py")
    done = run("check", str(tmp_path), "--format", "csv", *QUICK)
    outcomes = {Path(line.split(",")[0]).name: line.split(",")[2] for line in done.stdout.splitlines()[1:]}
    assert outcomes == {"ann.py": "right", "bad.py": "not judged", "tictactoe.py": "not judged"}
    assert done.returncode == 2
    done = run("check", str(tmp_path / ("x" * 300)))
    assert (done.returncode, done.stdout) == (2, "")
    assert "cannot be read: File name too long" in done.stderr


def test_no_submission_is_left_out_in_silence(tmp_path: Path) -> None:
    every = ("ann/tictactoe.py", "ann/helper.py", "bob/TicTacToe.py", "cat/mine.py", "eve/readme.txt", "dan.py")
    for name in (*every, "._dan.py", "fay.py/tictactoe.py"):
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_text("", encoding="utf-8")
    (tmp_path / "__pycache__").mkdir()
    done = run("check", str(tmp_path), "--format", "csv", *QUICK)
    names = [Path(line.split(",")[0]).relative_to(tmp_path).as_posix() for line in done.stdout.splitlines()[1:]]
    assert names == ["ann/tictactoe.py", "bob/TicTacToe.py", "cat/mine.py", "dan.py", "eve", "fay.py/tictactoe.py"]


def test_a_folder_that_may_not_be_looked_into_costs_nobody_else_a_report() -> None:
    """As an ordinary user: root may look into every folder."""
    user = os.getuid() or ORDINARY
    python = python_as(user)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        folder.chmod(0o755)
        for person in ("ann", "bob"):
            (folder / person).mkdir()
            save(GOOD, folder / person)
        (folder / "bob").chmod(0)
        try:
            done = subprocess.run(
                [*python, "-m", "tictactoe", "check", name, "--json", *QUICK],
                capture_output=True,
                text=True,
                timeout=PATIENCE,
                check=False,
                env={"PATH": os.environ["PATH"], "PYTHONPATH": PATHS},
            )
        finally:
            (folder / "bob").chmod(0o700)
    first, second = json.loads(done.stdout)["reports"]
    assert first["right"]
    assert second["stopped"] == "it cannot be read: Permission denied"


def test_a_link_out_of_the_folder_is_not_followed(tmp_path: Path) -> None:
    (tmp_path / "class" / "ann").mkdir(parents=True)
    save(GOOD, tmp_path)
    (tmp_path / "class" / "ann" / "tictactoe.py").symlink_to(tmp_path / "tictactoe.py")
    (tmp_path / "class" / "bob").symlink_to(tmp_path)
    save(GOOD, tmp_path / "class" / "ann" / "..")
    (tmp_path / "class" / "tictactoe.py").rename(tmp_path / "class" / "eve.py")
    (tmp_path / "class" / "dan.py").symlink_to(tmp_path / "class" / "eve.py")
    done = run("check", str(tmp_path / "class"), "--json", *QUICK)
    reports = json.loads(done.stdout)["reports"]
    found = {Path(entry["program"]).relative_to(tmp_path / "class").as_posix(): entry for entry in reports}
    assert {name: entry["outcome"] for name, entry in found.items()} == {
        "ann/tictactoe.py": "not judged",
        "bob": "not judged",
        "dan.py": "right",
        "eve.py": "right",
    }
    assert found["ann/tictactoe.py"]["stopped"] == "it is a link that leads out of the folder, or nowhere"
    assert run("check", str(tmp_path / "class" / "ann" / "tictactoe.py"), *QUICK).returncode == 0


SOURCE = Path(tictactoe.__file__).parent


def lists_of(names: tuple[str, ...], *folders: str) -> set[str]:
    """The modules in which more than two of these names are written out in one collection."""
    found = set()
    for path in (path for folder in folders for path in (SOURCE / folder).rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            items = node.keys if isinstance(node, ast.Dict) else getattr(node, "elts", [])
            texts = {item.value for item in items if isinstance(item, ast.Constant)}
            if len(texts & set(names)) > 2:
                found.add(path.relative_to(SOURCE).as_posix())
    return found


def test_the_functions_and_the_formats_have_one_home_each() -> None:
    assert lists_of(FUNCTIONS, "check", "draw", "ui", "bench") == {"check/wire.py"}
    of_reports = ("junit", "csv", "gradescope")  # other drawings have some of the rest
    assert set(of_reports) <= set(FORMATS)
    assert lists_of(of_reports, "check", "draw", "ui", "bench") == {"draw/report/__init__.py"}
    files = {path.stem for path in (SOURCE / "draw" / "report").glob("*.py")}
    assert files == {*FORMATS, "__init__", "words"}


def test_the_command_offers_what_there_is() -> None:
    options = {option.name: option for option in command.params}
    for name, choices in (("functions", FUNCTIONS), ("form", tuple(form for form in FORMATS if form != "json"))):
        kind = options[name].type
        assert isinstance(kind, click.Choice)
        assert tuple(kind.choices) == choices
    assert options["seconds"].default == SECONDS


def test_what_is_named_in_the_package_is_there() -> None:
    assert {name: getattr(tictactoe.check, name).__name__ for name in tictactoe.check.__all__} == {
        name: name for name in tictactoe.check.__all__
    }
    with pytest.raises(AttributeError, match="has no attribute 'nonsense'"):
        _ = tictactoe.check.nonsense
