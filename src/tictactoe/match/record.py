"""A session as text, and back: one line for each thing, in the notation that people type.

    tictactoe 1
    game 3,3,3
    x person
    o careful
    seed 1742
    start .../.../...
    moves b2 a1 c3
    undone a3
    resigned X
    position O../.X./..X

`start` is there if the game did not begin from the empty board, `undone` and `resigned` when there is something to say.
A side that another program plays is `engine` and its name, which starts nothing. Lines that begin with # are remarks.
The position comes last and says nothing new: it is how a file that was cut off or edited by hand is noticed.
"""

from __future__ import annotations

from pathlib import Path

from tictactoe.match.levels import LEVELS
from tictactoe.match.session import PERSON, Session, engine_seat, is_engine
from tictactoe.rules import (
    BadInput,
    Mark,
    O,
    Position,
    X,
    format_game,
    format_moves,
    format_position,
    parse_game,
    parse_moves,
    parse_position,
    quote,
    require_legal,
)
from tictactoe.rules.errors import LONGEST_QUOTE
from tictactoe.search.files import replacing

FIRST_LINE = "tictactoe 1"
REMARK = "#"
"""What begins with it is for people to read."""
NEEDED = ("game", "x", "o", "seed", "moves", "position")
MAY_BE = ("start", "undone", "resigned")
MOST_BYTES = 100_000
LARGEST_SEED = 10**9


def format_session(session: Session) -> str:
    game = session.game
    lines = [
        FIRST_LINE,
        f"game {format_game(game)}",
        f"x {session.x}",
        f"o {session.o}",
        f"seed {session.seed}",
    ]
    if session.start != Position():
        lines.append(f"start {format_position(game, session.start)}")
    lines.append(f"moves {format_moves(game, session.moves)}")
    if session.undone:
        lines.append(f"undone {format_moves(game, session.undone)}")
    if session.resigned:
        lines.append(f"resigned {session.resigned}")
    lines.append(f"position {format_position(game, session.position)}")
    return "\n".join(line.rstrip() for line in lines) + "\n"


def parse_session(text: str) -> Session:
    """The session written; BadInput says what is wrong, and nothing is guessed."""
    parts = _parts(text)
    game = parse_game(parts["game"])
    for side in ("x", "o"):
        if parts[side] != PERSON and parts[side] not in LEVELS and not _is_seat_of_engine(parts[side]):
            known = ", ".join([PERSON, *LEVELS])
            raise BadInput(f"{side} is {quote(parts[side])}, but should be one of {known}, or engine and its name")
    seed = parts["seed"]
    if not (seed.isascii() and seed.isdigit() and len(seed) <= 10 and int(seed) <= LARGEST_SEED):
        raise BadInput(f"seed is {quote(seed)}, but should be a whole number from 0 to {LARGEST_SEED}")
    start = require_legal(game, parse_position(game, parts["start"])) if "start" in parts else Position()
    moves = parse_moves(game, parts["moves"], start)
    undone = parse_moves(game, f"{parts['moves']} {parts.get('undone', '')}", start)[len(moves) :]
    session = Session(game, moves, parts["x"], parts["o"], int(seed), undone, start=start)
    if "resigned" in parts:
        session = _resign(session, parts["resigned"])
    reached = format_position(game, session.position)
    if parts["position"].upper() != reached:
        raise BadInput(f"the moves lead to {reached}, but the position is given as {quote(parts['position'])}")
    return session


def _is_seat_of_engine(seat: str) -> bool:
    """As `engine_seat` writes it."""
    return is_engine(seat) and seat == engine_seat(seat.partition(" ")[2])


def _parts(text: str) -> dict[str, str]:
    lines = [(number, line.strip()) for number, line in enumerate(text.splitlines(), 1)]
    (_, first), *rest_of_it = [line for line in lines if line[1] and not line[1].startswith(REMARK)] or [(1, "")]
    if first != FIRST_LINE:
        raise BadInput(f"a saved game begins with the line {FIRST_LINE!r}, but this begins with {quote(first)}")
    parts: dict[str, str] = {}
    for number, line in rest_of_it:
        name, _, rest = line.partition(" ")
        if line == FIRST_LINE:
            raise BadInput(f"another game begins in line {number}: of a log, say which with --number")
        if name not in (*NEEDED, *MAY_BE):
            raise BadInput(f"line {number} begins with {quote(name)}, but should with one of {', '.join(NEEDED)}")
        if name in parts:
            raise BadInput(f"line {number} says {name} once more")
        parts[name] = rest.strip()
    if missing := [name for name in NEEDED if name not in parts]:
        raise BadInput(f"the game was not saved whole: there is no line for {', '.join(missing)}")
    return parts


def _resign(session: Session, mark: str) -> Session:
    marks: dict[str, Mark] = {"X": X, "O": O}
    if mark not in marks:
        raise BadInput(f"resigned is {quote(mark)}, but should be X or O")
    if session.outcome:
        raise BadInput(f"resigned is {mark}, but the moves end the game before that")
    after = session.resign()
    if after.resigned != marks[mark]:
        raise BadInput(f"resigned is {mark}, but only {after.resigned} could resign then")
    return after


def path_of(text: str) -> Path:
    """The file that a person has named; BadInput if the name cannot be one."""
    try:
        return Path(text).expanduser()
    except RuntimeError:
        raise BadInput(f"there is no home folder for {quote(text)}") from None


def would_replace(path: Path) -> bool:
    """Whether saving there would replace a file."""
    try:
        return path.is_file()
    except (OSError, ValueError):  # saving will say what is wrong with it
        return False


def save(session: Session, path: Path) -> None:
    """Write the session; BadInput if that cannot be done. A file that was there is replaced whole or not at all."""
    try:
        if path.exists() and not path.is_file():
            raise ValueError("it is not a file")  # a folder cannot be replaced, and a device must not be
        with replacing(path) as file:
            file.write(format_session(session).encode())
    except (OSError, ValueError) as error:
        raise BadInput(f"the game cannot be saved as {_name(path)}: {_reason(error)}") from None


def load(path: Path) -> Session:
    """The session that was saved there; BadInput if there is none that can be used."""
    try:
        with path.open("rb") as file:
            text = file.read(MOST_BYTES + 1)
        if len(text) > MOST_BYTES:
            raise BadInput("it is too long for a saved game")
        return parse_session(text.decode("utf-8"))
    except BadInput as error:
        raise BadInput(f"{_name(path)} cannot be loaded: {error}") from None
    except UnicodeDecodeError:
        raise BadInput(f"{_name(path)} cannot be loaded: it is not text") from None
    except (OSError, ValueError) as error:
        raise BadInput(f"{_name(path)} cannot be loaded: {_reason(error)}") from None


def _name(path: Path) -> str:
    """The file as a person would recognise it: if it is long, the end of it."""
    text = str(path)
    return quote(text, max(0, len(text) - LONGEST_QUOTE // 2))


def _reason(error: OSError | ValueError) -> str:
    return (error.strerror if isinstance(error, OSError) else None) or str(error)
