"""What all interfaces offer and say alike: the boards to choose from, and how a game stands."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from tictactoe.draw.text import describe_outcome
from tictactoe.match import LEVELS, PERFECT, PERSON, SIDES, Session
from tictactoe.match.session import ENGINE, is_engine
from tictactoe.rules import BadInput, Game, Mark, O, format_cell, opponent
from tictactoe.rules.notation import LETTERS

if TYPE_CHECKING:
    from tictactoe.match.host import Host
    from tictactoe.search import Analysis

BOARDS = (Game(3, 3, 3), Game(4, 4, 4), Game(5, 5, 4), Game(7, 7, 5))
"""Offered by name; any other can be typed."""
CELL_NAME = re.compile(rf"[{LETTERS}]\d+\b")
LONGEST_CAPTION = 24
SAVE_AS = "tictactoe.txt"
"""The file that a game is saved in if no other is named, in the folder where the program was started."""


def sentence(error: BadInput) -> str:
    """What was refused, to be read by itself. The name of a cell stays as it is written."""
    text = str(error)
    return f"{text}." if CELL_NAME.match(text) else f"{text[:1].upper()}{text[1:]}."


def side_titles() -> dict[str, str]:
    """The sides by name, as they are offered."""
    return {side.name: side.title for side in SIDES.values()}


def move_names(session: Session) -> list[str]:
    """The moves made, X's and O's in turn; a dash stands for X's if the game began with O to move."""
    dash = ["–"] if session.start.turn == O and session.moves else []
    return dash + [format_cell(session.game, cell) for cell in session.moves]


def level_of(session: Session) -> str:
    """The level that the computer plays; if it plays none, the one to offer."""
    return next((name for name in (session.x, session.o) if name in LEVELS), PERFECT)


def opponent_of(session: Session) -> str:
    """Who plays against people: a level, or an engine; if nobody does, the level to offer."""
    return next((name for name in (session.x, session.o) if name != PERSON), PERFECT)


def status(host: Host) -> str:
    """How the game stands and what comes next."""
    session = host.session
    if session.outcome:
        return ending(session)
    if host.problem:
        return sentence(BadInput(host.problem))
    turn = session.turn
    if host.hinting:
        found = host.so_far
        known = f"{hint_of(session, found)} Working out the other moves…" if found and found.best else ""
        return f"{known or 'Working out a hint…'} {progress_of(host)}".strip()
    if host.analysis:
        return f"{hint_of(host.session, host.analysis)} {turn}'s move."
    if not host.waits_for_person:
        return f"{turn} ({player_name(session, turn)}) is thinking… {progress_of(host)}".strip()
    if len(session.people) == 2:
        return f"{turn}'s move."
    played = f"{opponent(turn)} played {format_cell(session.game, session.moves[-1])}. " if session.moves else ""
    return f"{played}Your move: you play {turn}."


def hint_of(session: Session, analysis: Analysis) -> str:
    """What the hint comes to."""
    choice = analysis.choice
    if choice is None or choice not in analysis.moves or analysis.moves[choice].kind == "unknown":
        return "Hint: not every move could be worked out in time."
    said = f"Hint: {format_cell(session.game, choice)}, {analysis.moves[choice]}."
    return said if choice in analysis.best else f"{said} Not every move could be worked out in time."


def progress_of(host: Host) -> str:
    """What the computer is doing just now; empty if there is no news of it."""
    progress = host.progress
    if progress is None:
        return ""
    if not progress.nodes:
        return progress.doing
    return f"{progress.nodes:,} positions, {progress.seconds:.0f} s"


def ending(session: Session) -> str:
    """How the game has ended, for the people who played it."""
    outcome = session.outcome
    if outcome is None:
        raise BadInput("the game has not ended")
    if session.resigned:
        how = f"{session.resigned} has resigned: {outcome.winner} wins."
    else:
        how = describe_outcome(session.game, session.position, outcome)
    if len(session.people) == 1 and outcome.winner and not session.resigned:
        return f"{'You win' if outcome.winner == session.people[0] else 'You lose'}. {how}"
    return how


def player_name(session: Session, mark: Mark) -> str:
    """Who plays a side, for a caption: you, person, the level, or the name of an engine."""
    name = session.seat(mark)
    if name == PERSON:
        return "you" if len(session.people) == 1 else "person"
    return _program_of(name) if is_engine(name) else name


def _program_of(seat: str) -> str:
    """What is worth reading of an engine's command where there is little room: `bot.py` of `python -u bots/bot.py`."""
    words = [re.split(r"[/\\]", word.strip("\"'"))[-1] for word in seat.split()[1:] if not word.startswith("-")]
    named = words[1:] if words and words[0].lower().startswith("python") and len(words) > 1 else words
    name = named[0] if named else ENGINE
    return name if len(name) <= LONGEST_CAPTION else f"{name[: LONGEST_CAPTION - 1]}…"
