"""Whether the system is light or dark: asked of programs that answer as the system's do."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from time import monotonic, sleep

import pytest

from patience import PATIENCE
from tictactoe.ui import system_theme as asked
from tictactoe.ui.system_theme import ThemeWatch, system_theme

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="the programs are those of Linux")


@pytest.fixture
def programs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder for the only programs that there are."""
    folder = tmp_path / "bin"
    folder.mkdir()
    monkeypatch.setenv("PATH", str(folder))
    return folder


def answers(folder: Path, name: str, says: str, code: int = 0) -> None:
    """There is a program of this name, which says this."""
    path = folder / name
    path.write_text(f'#!/bin/sh\necho "{says}"\nexit {code}\n', encoding="utf-8")
    path.chmod(0o755)


@pytest.mark.parametrize(
    ("portal", "gnome", "theme"),
    [
        ("(<<uint32 1>>,)", None, "dark"),
        ("(<<uint32 2>>,)", "'prefer-dark'", "light"),
        ("(<<uint32 0>>,)", "'prefer-dark'", None),
        (None, "'prefer-dark'", "dark"),
        (None, "'prefer-light'", "light"),
        (None, "'default'", None),
        (None, "nonsense", None),
        (None, None, None),
    ],
)
def test_what_the_system_says(programs: Path, portal: str | None, gnome: str | None, theme: str | None) -> None:
    if portal:
        answers(programs, "gdbus", portal)
    if gnome:
        answers(programs, "gsettings", gnome)
    assert system_theme() == theme


def test_a_program_that_fails_is_not_believed(programs: Path) -> None:
    answers(programs, "gdbus", "(<<uint32 1>>,)", code=1)
    assert system_theme() is None
    answers(programs, "gsettings", "'prefer-light'")
    assert system_theme() == "light"


def test_a_program_that_does_not_answer_is_not_waited_for(programs: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(asked, "SECONDS", 0.2)
    (programs / "gdbus").write_text("#!/bin/sh\nwhile :; do :; done\n", encoding="utf-8")
    (programs / "gdbus").chmod(0o755)
    assert system_theme() is None


def test_no_message_bus_is_started_for_the_question(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("DBUS_SESSION_BUS_ADDRESS", raising=False)
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path))
    assert asked._environment()["DBUS_SESSION_BUS_ADDRESS"] == "disabled:"
    (tmp_path / "bus").touch()
    assert "DBUS_SESSION_BUS_ADDRESS" not in asked._environment()
    (tmp_path / "bus").unlink()
    monkeypatch.setenv("DBUS_SESSION_BUS_ADDRESS", "unix:path=/mine")
    assert asked._environment() == {**os.environ}


def test_a_watch_looks_again_in_the_background(programs: Path) -> None:
    answers(programs, "gsettings", "'prefer-dark'")
    watch = ThemeWatch()
    assert watch.theme == "dark"
    answers(programs, "gsettings", "'prefer-light'")
    assert watch.theme == "dark"
    watch.look_again()
    limit = monotonic() + PATIENCE
    while watch.theme != "light":
        assert monotonic() < limit
        sleep(0.01)
