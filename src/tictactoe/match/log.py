"""The log of a match: its games, each as a saved game after a remark that says who won."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import IO

from tictactoe.match.record import FIRST_LINE, REMARK, format_session, parse_session
from tictactoe.match.session import Session
from tictactoe.rules import BadInput, quote

LONGEST_GAME = 100_000
"""Bytes: what takes more is no saved game."""


def format_logged(session: Session, remark: str) -> str:
    return f"{REMARK} {' '.join(remark.split())}\n{format_session(session)}\n"


def load_logged(path: Path, number: int) -> Session:
    """The game of this number, from 1; BadInput if there is none that can be used."""
    found = 0
    try:
        with path.open("rb") as file:
            for found, text in enumerate(_games(file), 1):
                if found == number:
                    return parse_session(text)
    except BadInput as error:
        raise BadInput(f"{quote(str(path))} cannot be loaded: game {number}: {error}") from None
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or "it is not text"
        raise BadInput(f"{quote(str(path))} cannot be loaded: {reason}") from None
    games = "no game" if not found else "1 game" if found == 1 else f"{found} games"
    raise BadInput(f"{quote(str(path))} holds {games}: there is no game {number}")


def _games(file: IO[bytes]) -> Iterator[str]:
    """The texts of the games, however long the file is."""
    lines: list[str] = []
    size = 0
    while line := file.readline(LONGEST_GAME):
        text = line.decode("utf-8")
        if text.startswith(FIRST_LINE) and lines:
            yield "".join(lines)
            lines, size = [], 0
        if text.startswith(FIRST_LINE) or lines:
            size += len(line)
            if size > LONGEST_GAME:
                raise BadInput("it is too long for a saved game")
            lines.append(text)
    if lines:
        yield "".join(lines)
