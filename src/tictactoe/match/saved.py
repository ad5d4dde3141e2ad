"""Games on the disk: those that were saved in a folder, and the last one played, which is kept without being asked."""

from __future__ import annotations

import os
import stat
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from tictactoe.match.record import FIRST_LINE, MOST_BYTES, load, save
from tictactoe.match.session import Session
from tictactoe.rules import BadInput

MOST_LOOKED_INTO = 500
"""Files of a folder that are opened to see whether they are saved games: the latest ones."""


class SavedGame(NamedTuple):
    """A file that can be loaded."""

    path: Path
    session: Session
    when: float
    """When it was saved, in seconds since 1970."""


def saved_games(folder: Path) -> tuple[SavedGame, ...]:
    """The games saved in a folder, the latest first. What cannot be loaded is left out: loading it says why."""
    found = []
    for when, path in sorted(_candidates(folder), reverse=True)[:MOST_LOOKED_INTO]:
        with suppress(BadInput, OSError):
            if _begins_as_a_game(path):
                found.append(SavedGame(path, load(path), when))
    return tuple(found)


def _candidates(folder: Path) -> Iterator[tuple[float, Path]]:
    """The files that are short enough, with their times. A pipe or a device would keep whoever opens it waiting."""
    with suppress(OSError), os.scandir(folder) as entries:
        for entry in entries:
            with suppress(OSError):
                status = entry.stat()
                if stat.S_ISREG(status.st_mode) and 0 < status.st_size <= MOST_BYTES:
                    yield status.st_mtime, folder / entry.name


def _begins_as_a_game(path: Path) -> bool:
    with path.open("rb") as file:
        return file.read(len(FIRST_LINE)) == FIRST_LINE.encode()


def keep_last(session: Session) -> None:
    """Keep a game for `last_game`, in the place of the one before. If that cannot be done, nothing is kept."""
    path = _last_path()
    with suppress(BadInput, OSError):
        path.parent.mkdir(parents=True, exist_ok=True)
        save(session, path)


def last_game() -> Session | None:
    """The game that was kept; None if there is none that can be used."""
    try:
        return load(_last_path())
    except BadInput:
        return None


def _last_path() -> Path:
    """In the folder of this user for what programs remember: $XDG_STATE_HOME, or what the system has instead."""
    return _state_folder() / "tictactoe" / "last-game.txt"


def _state_folder() -> Path:
    if given := os.environ.get("XDG_STATE_HOME"):
        return Path(given)
    with suppress(RuntimeError):  # some have no home
        if sys.platform == "win32":
            return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
        return Path.home() / ("Library/Application Support" if sys.platform == "darwin" else ".local/state")
    return Path(os.devnull)
