"""Whether the system is set to light or to dark: asked of it in the way that each kind of system has.

Nobody waits for the answer longer than a moment, and a system that has none is no trouble: the answer is None.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from threading import Thread

SECONDS = 2.0
"""How long a system may take to say."""
PORTAL = (
    *("gdbus", "call", "--session", "--dest", "org.freedesktop.portal.Desktop"),
    *("--object-path", "/org/freedesktop/portal/desktop", "--method", "org.freedesktop.portal.Settings.Read"),
    *("org.freedesktop.appearance", "color-scheme"),
)
GNOME = ("gsettings", "get", "org.gnome.desktop.interface", "color-scheme")
MAC = ("defaults", "read", "-g", "AppleInterfaceStyle")
WINDOWS = r"Software\Microsoft\Windows\CurrentVersion\Themes\Personalize"
WORDS = {"1": "dark", "2": "light", "prefer-dark": "dark", "prefer-light": "light"}
"""What the portal and GNOME answer; anything else is no preference."""


def system_theme() -> str | None:
    """The name of a theme, light or dark; None if the system prefers neither, or does not say."""
    if sys.platform == "win32":
        return _ask_windows()
    if sys.platform == "darwin":
        return "dark" if "Dark" in (_said(MAC) or "") else "light"
    for command in (PORTAL, GNOME):
        said = re.search(r"uint32 (\d)|'([\w-]+)'", _said(command) or "")
        if said:
            return WORDS.get(said[1] or said[2])
    return None


class ThemeWatch:
    """What the system is set to, looked up anew when asked to, in the background."""

    def __init__(self) -> None:
        self.theme = system_theme()
        self._look: Thread | None = None

    def look_again(self) -> None:
        """Bring `theme` up to date; it is when the answer is there."""
        if self._look is None or not self._look.is_alive():
            self._look = Thread(target=self._find, daemon=True)
            self._look.start()

    def _find(self) -> None:
        self.theme = system_theme()


def _said(command: Sequence[str]) -> str | None:
    """What a program of the system prints; None if it is not there, fails, or takes too long."""
    program = shutil.which(command[0])
    if program is None:
        return None
    try:
        done = subprocess.run(  # noqa: S603  words of our own
            [program, *command[1:]],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env=_environment(),
            timeout=SECONDS,
            text=True,
            errors="replace",
            check=True,
        )
    except (OSError, subprocess.SubprocessError):
        return None
    return done.stdout


def _environment() -> dict[str, str]:
    """Ours; but where no message bus runs, none is started for the question."""
    bus = Path(os.environ.get("XDG_RUNTIME_DIR") or os.devnull) / "bus"
    return {**os.environ} if bus.exists() else {"DBUS_SESSION_BUS_ADDRESS": "disabled:", **os.environ}


def _ask_windows() -> str | None:
    if sys.platform != "win32":
        return None
    import winreg

    try:
        with winreg.OpenKey(winreg.HKEY_CURRENT_USER, WINDOWS) as key:
            is_light, _ = winreg.QueryValueEx(key, "AppsUseLightTheme")
    except OSError:
        return None
    return "light" if is_light else "dark"
