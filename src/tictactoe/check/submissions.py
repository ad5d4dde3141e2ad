"""Which programs a path means: a file, a folder with one program, or a folder of submissions."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from tictactoe.rules import BadInput, quote

PROGRAM = "tictactoe.py"


class Submission(NamedTuple):
    path: Path
    within: Path | None = None
    """The folder that was named, if the program itself was not: links out of it are not followed."""


def programs_in(path: Path) -> list[Submission]:
    """The programs that a path means; BadInput if there are none."""
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
        raise BadInput(f"there is no file or folder {quote(str(path))}")
    found = [*path.glob("*.py"), *(program for folder in _folders(path) for program in _programs_of(folder))]
    if not found:
        raise BadInput(f"{quote(str(path))} holds no {PROGRAM} and no other Python file")
    return [Submission(program, path) for program in sorted(found)]


def folders_without(path: Path) -> list[Path]:
    """The folders in a folder of submissions that hold no program."""
    if not path.is_dir() or (path / PROGRAM).is_file():
        return []
    return [folder for folder in _folders(path) if not _programs_of(folder)]


def _folders(path: Path) -> list[Path]:
    """One for each learner, or group."""
    return sorted(folder for folder in path.iterdir() if folder.is_dir() and not folder.name.startswith((".", "__")))


def _programs_of(folder: Path) -> list[Path]:
    """The program of the exercise's name, or whatever Python files there are."""
    program = folder / PROGRAM
    return [program] if program.is_file() else list(folder.glob("*.py"))
