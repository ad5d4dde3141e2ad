"""How a game is begun from the command line, and which interface shows it."""

from __future__ import annotations

import io
import os
import shlex
import shutil
import sys
from collections.abc import Iterator, Mapping
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from tictactoe.match import DEFAULT_SIDE, PERFECT, PERSON, SIDES, Session, seated
from tictactoe.match.host import new_seed, require_players
from tictactoe.match.record import load
from tictactoe.rules import BadInput, Position, format_game, format_moves, format_position, parse_moves
from tictactoe.ui.arguments import position_of

INSTALL = "pip install 'tictactoe[{}]'"


class Start:
    """The game to begin with, and whether the person has said who plays: if not, the interface asks."""

    def __init__(self, session: Session, chosen: bool) -> None:
        self.session = session
        self.chosen = chosen


def make_session(given: Mapping[str, Any]) -> Start:
    """The game that the options ask for."""
    if "side" in given and ("x" in given or "o" in given):
        raise BadInput("--as and --x or --o both say who plays: give one of them")
    if "level" in given and ("x" in given or "o" in given):
        raise BadInput("--level is for --as: with --x or --o, name the level there")
    if "side" in given and "level" in given and len(SIDES[given["side"]].people) == 2:
        raise BadInput(f"--as {given['side']} is for two people: no --level is needed")
    game, start = position_of(given.get("position"), given.get("game"), None)
    moves = parse_moves(game, given.get("moves", ""), start)
    seed = given.get("seed", new_seed())
    if "x" in given or "o" in given:
        session = Session(game, moves, given.get("x", PERSON), given.get("o", PERSON), seed, start=start)
    else:
        session = seated(game, given.get("side", DEFAULT_SIDE), given.get("level", PERFECT), seed, moves, start)
    return Start(session, chosen=any(name in given for name in ("side", "x", "o")))


def load_session(path: Path, given: Mapping[str, Any]) -> Start:
    if given:
        raise BadInput("--load brings the game, its players and its moves: give it alone")
    return Start(load(path), chosen=True)


def play(ui: str, start: Start) -> Iterator[str]:
    """Play in the interface named, or the best there is; what to say when it has ended."""
    session = _play_in(ui, start)
    if session and session.moves and not session.outcome:
        yield f"To go on with this game: {_this_command()} {_options(session)}"
    yield "Goodbye."


def _play_in(ui: str, start: Start) -> Session | None:
    if ui == "window":
        found = _window(start)
        if isinstance(found, Session):
            return found
        sys.stderr.write(f"{found}: playing in the terminal instead.\n")
        ui = "auto"
    if ui == "terminal" or (ui == "auto" and is_full_terminal() and find_spec("textual")):
        return _terminal(start)
    return _plain(start)


def _window(start: Start) -> Session | str:
    """The game as it was when the window was closed, or why there can be no window."""
    needed = f"The window needs pygame-ce, which {INSTALL.format('gui')} installs"
    if not find_spec("pygame"):
        return needed
    from tictactoe.ui.window import app

    if not app.is_pygame_ce():
        return needed
    try:
        return app.run(start.session, start.chosen)
    except app.NoDisplay:
        return "No display was found"


def _terminal(start: Start) -> Session:
    if not find_spec("textual"):
        raise BadInput(f"the full-screen game needs Textual: install it with {INSTALL.format('tui')}")
    if not is_full_terminal():
        raise BadInput("this is not a terminal that can be drawn on: play with --ui plain")
    from tictactoe.ui.terminal import app

    return app.run(start.session, start.chosen)


def _plain(start: Start) -> Session | None:
    from tictactoe.ui import prompts

    session = start.session
    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")  # what is not text is refused in words, like anything else mistyped
    try:
        if not start.chosen:
            require_players(session)
            session = seated(session.game, prompts.ask_side(), session.o, session.seed, session.moves, session.start)
        return prompts.play_game(session)
    except prompts.Left:
        return None


def is_full_terminal() -> bool:
    """Whether a person sits at a terminal that can be drawn on."""
    streams = (sys.stdin, sys.stdout)
    drawable = sys.platform == "win32" or os.environ.get("TERM", "dumb") != "dumb"
    return all(stream and stream.isatty() for stream in streams) and drawable


def _options(session: Session) -> str:
    seed = f" --seed {session.seed}" if len(session.people) < 2 else ""
    moves = format_moves(session.game, session.moves)
    begun = "" if session.start == Position() else f" --position {format_position(session.game, session.start)}"
    return f'--x {session.x} --o {session.o} --game {format_game(session.game)}{seed}{begun} --moves "{moves}"'


def _this_command() -> str:
    """How a person starts this program from where they are."""
    if shutil.which("tictactoe"):
        return "tictactoe play"
    if sys.argv[0].endswith("__main__.py"):
        return "python -m tictactoe play"
    if sys.argv[0].endswith(".py"):
        return f"python {shlex.quote(sys.argv[0])}"
    return f"{shlex.quote(sys.argv[0])} play"
