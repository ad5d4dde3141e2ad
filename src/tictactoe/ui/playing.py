"""How a game is begun from the command line, and which interface shows it."""

from __future__ import annotations

import io
import os
import shutil
import sys
from collections.abc import Iterator
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple

from tictactoe.match import DEFAULT_SIDE, PERSON, SIDES, Session, best_level, seated
from tictactoe.match.host import new_seed, require_players
from tictactoe.match.log import load_logged
from tictactoe.match.record import load
from tictactoe.match.saved import keep_last, last_game
from tictactoe.match.session import engine_seat, is_engine
from tictactoe.rules import BadInput, Game, Position, format_game, format_moves, format_position, parse_moves
from tictactoe.ui.arguments import position_of
from tictactoe.ui.leaving import Interrupted
from tictactoe.ui.start import Start

FIVE_IN_A_ROW = Game(15, 15, 5)
"""What is played against another program, if nobody says: most of them know no other game."""


class Asked(NamedTuple):
    """What the options say about the game; None: nothing."""

    side: str | None = None
    level: str | None = None
    x: str | None = None
    o: str | None = None
    game: Game | None = None
    position: str | None = None
    moves: str | None = None
    seed: int | None = None
    against: str | None = None


def make_session(asked: Asked) -> Start:
    """The game that the options ask for."""
    seats = asked.x is not None or asked.o is not None
    if asked.against is not None and (seats or asked.level is not None):
        raise BadInput("--against names who plays against you: give no --level, --x or --o with it")
    if asked.against is not None and asked.side is not None and len(SIDES[asked.side].people) == 2:
        raise BadInput(f"--as {asked.side} is for two people: no --against is needed")
    if asked.side is not None and seats:
        raise BadInput("--as and --x or --o both say who plays: give one of them")
    if asked.level is not None and seats:
        raise BadInput("--level is for --as: with --x or --o, name the level there")
    if asked.side is not None and asked.level is not None and len(SIDES[asked.side].people) == 2:
        raise BadInput(f"--as {asked.side} is for two people: no --level is needed")
    usual = FIVE_IN_A_ROW if asked.against is not None and asked.position is None else None
    game, start = position_of(asked.position, asked.game or usual, None)
    moves = parse_moves(game, asked.moves or "", start)
    seed = new_seed() if asked.seed is None else asked.seed
    if seats:
        session = Session(game, moves, asked.x or PERSON, asked.o or PERSON, seed, start=start)
    else:
        level = asked.level or best_level(game).name if asked.against is None else engine_seat(asked.against)
        session = seated(game, asked.side or DEFAULT_SIDE, level, seed, moves, start)
    return Start(session, seats or asked.side is not None or asked.against is not None, engine=asked.against)


def load_session(path: Path, asked: Asked, number: int | None = None) -> Start:
    """The game that was saved there, or the one of this number in the log of a match."""
    if asked != Asked(against=asked.against):
        raise BadInput("--load brings the game, its players and its moves: give it alone, or with --against")
    session = load(path) if number is None else load_logged(path, number)
    if asked.against is not None and not (is_engine(session.x) or is_engine(session.o)):
        raise BadInput("no side of the saved game is played by an engine: give no --against with it")
    return Start(session, engine=asked.against)


class Ending(NamedTuple):
    """How a game was left: as it stood, if it had begun, and whether by Ctrl-C."""

    session: Session | None
    is_interrupted: bool


def play(ui: str, start: Start) -> Ending:
    """Play in the interface named, or the best there is, until the person leaves; the game is kept as the last one."""
    try:
        end = Ending(_play_in(ui, start), is_interrupted=False)
    except Interrupted as left:
        end = Ending(left.session, is_interrupted=True)
    if end.session and end.session.moves:
        keep_last(end.session)
    return end


def farewell(session: Session | None, engine: str | None = None) -> Iterator[str]:
    """What to say when a person has left."""
    is_absent = session and engine is None and (is_engine(session.x) or is_engine(session.o))
    if session and session.moves and not session.outcome and not is_absent:
        yield f"To go on with this game: {_this_command()} {_options(session, engine)}"
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
    if not _has_pygame_ce():
        from tictactoe.install import install_command  # which takes longer to load than most games to begin

        return f"The window needs pygame-ce, which {install_command('gui')} installs"
    from tictactoe.ui.window import app

    try:
        return app.run(_with_last(start))
    except app.NoDisplay:
        return "No display was found"


def _has_pygame_ce() -> bool:
    if not find_spec("pygame"):
        return False
    from tictactoe.ui.window import app

    return app.is_pygame_ce()


def _terminal(start: Start) -> Session:
    if not find_spec("textual"):
        from tictactoe.install import install_command

        raise BadInput(f"the full-screen game needs Textual: install it with {install_command('tui')}")
    if not is_full_terminal():
        raise BadInput("this is not a terminal that can be drawn on: play with --ui plain")
    from tictactoe.ui.terminal import app

    return app.run(_with_last(start))


def _with_last(start: Start) -> Start:
    """With the last game, for an interface that asks what to play; without it if it cannot be played here."""
    last = None if start.chosen else last_game()
    with suppress(BadInput):
        if last:
            require_players(last)
            return start._replace(last=last)
    return start


def _plain(start: Start) -> Session | None:
    from tictactoe.ui import prompts

    session = start.session
    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")  # what is not text is refused in words, like anything else mistyped
    try:
        if not start.chosen:
            require_players(session)
            session = seated(session.game, prompts.ask_side(), session.o, session.seed, session.moves, session.start)
        return prompts.play_game(session, start.seconds, start.engine)
    except prompts.CtrlC:
        raise Interrupted(None) from None
    except prompts.Left:
        return None


def is_full_terminal() -> bool:
    """Whether a person sits at a terminal that can be drawn on."""
    streams = (sys.stdin, sys.stdout)
    drawable = sys.platform == "win32" or os.environ.get("TERM", "dumb") != "dumb"
    return all(stream and stream.isatty() for stream in streams) and drawable


def _options(session: Session, engine: str | None) -> str:
    seed = f" --seed {session.seed}" if len(session.people) < 2 else ""
    moves = format_moves(session.game, session.moves)
    begun = "" if session.start == Position() else f" --position {format_position(session.game, session.start)}"
    rest = f'--game {format_game(session.game)}{seed}{begun} --moves "{moves}"'
    if engine is not None and (is_engine(session.x) or is_engine(session.o)):
        from tictactoe.install import join_words

        return f"--as {session.side.name} --against {join_words([engine])} {rest}"
    return f"--x {session.x} --o {session.o} {rest}"


def _this_command() -> str:
    """How a person starts this program again, in the way they did, from the folder that they are in."""
    from tictactoe.install import is_here, join_words

    program = sys.argv[0]
    python = _as_typed(sys.executable or "python")
    if Path(program).name == "__main__.py":
        return join_words([python, "-m", "tictactoe", "play"])
    if program.endswith(".py"):
        return join_words([python, program if is_here() else str(Path(program).absolute())])
    return join_words([_as_typed(program), "play"])


def _as_typed(program: str) -> str:
    """The path of a program, or its name if it is not below this folder and the shell finds it by that."""
    from tictactoe.install import path_from_here

    path = path_from_here(program)
    is_found = Path(path).is_absolute() and shutil.which(Path(path).name) == path
    return Path(path).name if is_found else path
