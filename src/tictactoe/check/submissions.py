"""Which programs a path means: a file, a folder with one program, or a folder of submissions."""

from __future__ import annotations

from itertools import chain
from pathlib import Path
from typing import NamedTuple

from tictactoe.rules import BadInput, quote

PROGRAM = "tictactoe.py"
LEADS_OUT = "it is a link that leads out of the folder, or nowhere"


class Submission(NamedTuple):
    path: Path
    within: Path | None = None
    """The folder that was named, if the program itself was not: links out of it are not followed."""


def programs_in(path: Path) -> list[Submission]:
    """The programs that a path means; BadInput if there are none.

    A folder of a learner's without any is one that cannot be judged, so that nobody is left out of the report.
    """
    try:
        return _programs_in(path)
    except OSError as error:
        raise BadInput(f"{quote(str(path))} cannot be read: {error.strerror}") from None


def _programs_in(path: Path) -> list[Submission]:
    if path.is_file():
        return [Submission(path)]
    if (path / PROGRAM).is_file():
        return [Submission(path / PROGRAM, path)]
    if not path.is_dir():
        is_there = "is neither a file nor a folder" if path.exists() else "is not there"
        raise BadInput(f"{quote(str(path))} {is_there}: name a Python file, or a folder of them")
    in_folders = {folder: _programs_of(folder, path) for folder in _folders(path)}
    found = [*_files(path), *chain(*in_folders.values())]
    if not found:
        raise BadInput(f"{quote(str(path))} holds no {PROGRAM} and no other Python file")
    empty = [folder for folder, programs in in_folders.items() if not programs]
    return [Submission(program, path) for program in sorted(found + empty)]


def _folders(path: Path) -> list[Path]:
    """One for each learner, or group."""
    return sorted(folder for folder in path.iterdir() if folder.is_dir() and not folder.name.startswith((".", "__")))


def _programs_of(folder: Path, within: Path) -> list[Path]:
    """The program of the exercise's name, or whatever Python files there are; none if it may not be looked into."""
    program = folder / PROGRAM
    try:
        if not leads_into(folder, within):
            return []
        return [program] if program.is_file() else _files(folder)
    except OSError:
        return []


def _files(folder: Path) -> list[Path]:
    """The Python files in a folder, without those that some systems put beside them under a hidden name."""
    return [path for path in folder.glob("*.py") if not path.name.startswith(".") and not path.is_dir()]


def leads_into(path: Path, folder: Path) -> bool:
    """Whether a path, its links followed, is in a folder."""
    try:
        return path.resolve().is_relative_to(folder.resolve())
    except (OSError, RuntimeError):  # links in a circle
        return False
