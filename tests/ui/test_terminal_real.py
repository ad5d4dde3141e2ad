"""The full-screen game in real terminals."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from io import StringIO
from tempfile import TemporaryDirectory
from time import monotonic, sleep

import pytest

from console import PROGRAM, Terminal
from patience import PATIENCE
from tictactoe.ui.playing import is_full_terminal

TMUX = shutil.which("tmux")
needs_tmux = pytest.mark.skipif(TMUX is None, reason="tmux is not installed")


class Screen:
    """The program in a terminal that tmux keeps, on a server of its own."""

    def __init__(self, *arguments: str, columns: int = 100, lines: int = 30, setting: str = "A=B") -> None:
        self._folder = TemporaryDirectory()
        self._server = [TMUX or "tmux", "-u", "-S", f"{self._folder.name}/tmux", "-f", os.devnull]
        command = shlex.join(["env", "-u", "COLORTERM", "-u", "NO_COLOR", setting, *PROGRAM, *arguments])
        size = ["-x", str(columns), "-y", str(lines)]
        # the shell stays when the program has ended, so that its last words can be read
        self._tmux("new-session", "-d", *size, f"{command}; echo left with $?; sleep 60")

    def press(self, *keys: str) -> None:
        self._tmux("send-keys", *keys)

    def text(self) -> str:
        return self._tmux("capture-pane", "-p")

    def colours(self) -> set[int]:
        """The numbers of the colours on the screen; 38 and 48 stand for all that are not among the first sixteen."""
        codes = re.findall(r"\x1b\[([0-9;]*)m", self._tmux("capture-pane", "-e", "-p"))
        numbers = {int(number) for code in codes for number in code.split(";") if number}
        return numbers & {*range(30, 39), *range(40, 49), *range(90, 98), *range(100, 108)}

    def expect(self, *texts: str) -> str:
        """What is on the screen once all these texts are: it may be seen half drawn before."""
        return self.expect_that(lambda shown: all(text in shown for text in texts), f"not all of {texts} appeared")

    def expect_that(self, holds: Callable[[str], bool], complaint: str) -> str:
        """What is on the screen once this holds of it."""
        deadline = monotonic() + PATIENCE
        while not holds(shown := self.text()):
            assert monotonic() < deadline, f"{complaint}; the screen shows:\n{shown}"
            sleep(0.05)
        return shown

    def close(self) -> None:
        self._tmux("kill-server")
        self._folder.cleanup()

    def _tmux(self, *arguments: str) -> str:
        done = subprocess.run([*self._server, *arguments], capture_output=True, text=True, encoding="utf-8", check=True)
        return done.stdout


@pytest.fixture
def screens() -> Iterator[list[Screen]]:
    opened: list[Screen] = []
    yield opened
    for screen in opened:
        screen.close()


@needs_tmux
def test_a_few_moves_a_hint_and_goodbye(screens: list[Screen]) -> None:
    screen = Screen("play", "--as", "x")
    screens.append(screen)
    screen.expect("Your move: you play X.", "q Quit", "Cursor on b2: empty")
    screen.press("Enter")
    screen.expect("1 b2  a1")
    screen.press("Up", "Right", "Space")
    screen.expect("2 c1  a3")
    screen.press("h")
    screen.expect("a2  draw  best", "Hint: a2, draw.", "b1  loss in 2")
    screen.press("q")
    shown = screen.expect("left with 0").replace("\n", "")  # a long line goes on in the next
    assert "--x person --o perfect --game 3,3,3" in shown
    assert '--moves "b2 a1 c1 a3"' in shown
    assert "Goodbye." in shown
    assert "Your move" not in shown


@needs_tmux
def test_who_plays_is_asked_in_a_dialog(screens: list[Screen]) -> None:
    screen = Screen("play", columns=80, lines=24)
    screens.append(screen)
    screen.expect("(•) X, you begin", "perfect: Never gives away a draw or a win.")
    screen.press("Down", "Down", "Enter")
    screen.expect("X's move.")
    screen.press("C-c")
    screen.expect("left with 0")


@needs_tmux
@pytest.mark.parametrize(
    ("setting", "other"),
    [
        ("TERM=screen", "Colours: ansi-light."),
        ("TERM=screen-256color", "Colours: light."),
        ("NO_COLOR=1", "No colours: NO_COLOR is set."),
    ],
)
def test_everything_can_be_read_with_few_colours_and_none(screens: list[Screen], setting: str, other: str) -> None:
    screen = Screen("play", "--as", "both", "--moves", "a1 a2 b1 b2 c1", setting=setting)
    screens.append(screen)
    screen.expect("X has won: a1 b1 c1.", "q Quit")
    screen.expect_that(
        lambda shown: shown.count("┌") == 1 + 3, "not the board's corner and a bracket for each winning stone"
    )
    colours = screen.colours()
    if setting == "NO_COLOR=1":
        assert not colours
    else:
        assert colours
        assert colours.isdisjoint({38, 48}) == (setting == "TERM=screen")
    screen.press("t")
    screen.expect(other)


def test_a_simple_terminal_gets_the_prompts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "dumb")
    with Terminal("play", "--as", "x") as terminal:
        terminal.expect("X's move: ")
        terminal.enter("quit")
        terminal.expect("Goodbye.")
        assert terminal.exit_code() == 0


def test_a_simple_terminal_cannot_be_filled(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "dumb")
    with Terminal("play", "--ui", "terminal") as terminal:
        terminal.expect("this is not a terminal that can be drawn on: play with --ui plain")
        assert terminal.exit_code() == 2


@pytest.mark.parametrize(
    ("platform", "term", "seen", "full"),
    [
        ("linux", "xterm", True, True),
        ("linux", "dumb", True, False),
        ("linux", None, True, False),
        ("linux", "xterm", False, False),
        ("win32", None, True, True),
        ("win32", "dumb", True, True),
        ("win32", None, False, False),
    ],
)
def test_which_terminals_can_be_filled(
    platform: str, term: str | None, seen: bool, full: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Those of Windows all can, and have no TERM."""
    monkeypatch.setattr(sys, "platform", platform)
    monkeypatch.delenv("TERM", raising=False)
    if term:
        monkeypatch.setenv("TERM", term)
    for name in ("stdin", "stdout"):
        stream = StringIO()
        monkeypatch.setattr(stream, "isatty", lambda: seen)
        monkeypatch.setattr(sys, name, stream)
    assert is_full_terminal() == full
    monkeypatch.setattr(sys, "stdin", None)
    assert not is_full_terminal()


def test_textual_is_not_loaded_by_anything_else() -> None:
    code = "import sys, tictactoe.ui.commands.play, tictactoe.ui.prompts; print('textual' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "False\n"
