"""What all interfaces offer and say alike: the boards to choose from, and how a game stands."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from tictactoe.draw.text import describe_outcome
from tictactoe.match import LEVELS, PERSON, SIDES, Session, best_level, offered, require_level
from tictactoe.match.session import ENGINE, is_engine
from tictactoe.rules import BadInput, Game, Mark, O, format_cell, format_game, opponent
from tictactoe.rules.notation import LETTERS

if TYPE_CHECKING:
    from tictactoe.match.host import Host
    from tictactoe.search import Analysis

BOARDS = (
    Game(3, 3, 3),
    Game(4, 4, 4),
    Game(5, 5, 4),
    Game(7, 7, 5),
    Game(10, 10, 5),
    Game(15, 15, 5),
    Game(19, 19, 5),
)
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
    return next((name for name in (session.x, session.o) if name in LEVELS), best_level(session.game).name)


def opponent_of(session: Session) -> str:
    """Who plays against people: a level, or an engine; if nobody does, the level to offer."""
    return next((name for name in (session.x, session.o) if name != PERSON), best_level(session.game).name)


def levels_for(game: Game | None) -> dict[str, str]:
    """Every level, from the weakest on, and why it is not offered for this game; empty if it is. None: any game."""
    return {name: _refusal(game, name) if game else "" for name in LEVELS}


def _refusal(game: Game, name: str) -> str:
    try:
        level = require_level(game, name)
    except BadInput as error:
        return sentence(error)
    is_offered = level in offered(game)
    return "" if is_offered else f"Nobody has solved {format_game(game)}: {best_level(game).name} is the best there is."


def level_for(game: Game | None, wanted: str) -> str:
    """The level that was wanted, if it is offered for this game, and otherwise the best of those that are."""
    able = [name for name, refusal in levels_for(game).items() if not refusal]
    return wanted if wanted in able or not able else able[-1]


def manner_of(game: Game | None, wanted: str) -> str:
    """What the level that will play does and misses; if it is not the one that was wanted, also why."""
    level = LEVELS[level_for(game, wanted)]
    manner = level.manner_in(game) if game else level.manner
    return f"{level.name}: {manner} {levels_for(game)[wanted]}".rstrip()


def summary(session: Session) -> str:
    """A game in a line: the board, who plays, and how far it has come."""
    count = len(session.moves)
    so_far = "ended" if session.outcome else f"{count} move{'' if count == 1 else 's'}"
    if len(session.people) == 1:
        [mark] = session.people
        players = f"you {mark} against {session.seat(opponent(mark))}"
    else:
        players = "two people" if session.people else f"{session.x} against {session.o}"
    return f"{board_name(session.game)}, {players}, {so_far}"


def board_name(game: Game) -> str:
    """The board in a few characters, and in brackets how many in a row win if that is not a whole side."""
    size = f"{game.rows}×{game.cols}"
    return size if game.k == min(game.rows, game.cols) else f"{size} ({game.k})"


def once_more(last: Session, seed: int) -> Session:
    """The last game, to be gone on with; if it has ended, another one like it with this seed."""
    return last.again(seed) if last.outcome else last


def last_title(last: Session) -> str:
    """What `once_more` comes to, to be read before it is chosen."""
    return f"{'Once more' if last.outcome else 'Go on'}: {summary(last)}"


def after_the_end(session: Session, note: str) -> str:
    """What came of something done, to be shown with it: the result stays in sight, and first."""
    return f"{ending(session)} {note}".rstrip() if session.outcome else note


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
        if not found:
            return f"Working out a hint… {progress_of(host)}".strip()
        more = "Working out the other moves…" if found.is_proven else "Looking further…"
        return f"{hint_of(session, found)} {more} {progress_of(host)}".strip()
    if host.analysis:
        return f"{hint_of(host.session, host.analysis)} {turn}'s move."
    if host.paused:
        return f"Paused. The next move is {turn}'s ({session.mover})."
    if not host.waits_for_person:
        played = played_of(host) if host.made else ""
        return f"{played}{turn} ({player_name(session, turn)}) is thinking… {progress_of(host)}".strip()
    if len(session.people) == 2:
        return f"{turn}'s move."
    return f"{played_of(host)}Your move: you play {turn}."


def played_of(host: Host) -> str:
    """The last move, and what is claimed for it if the computer has made it; empty if there is none."""
    session = host.session
    if not session.moves:
        return ""
    return f"{opponent(session.turn)} played {format_cell(session.game, session.moves[-1])}{claim_of(host)}. "


def claim_of(host: Host) -> str:
    """Whether the computer's last move is proven or judged, in brackets; empty if nothing is claimed for it."""
    claim = host.made.claim(opponent(host.session.turn)) if host.made else ""
    return f" ({claim})" if claim else ""


def hint_of(session: Session, analysis: Analysis) -> str:
    """What the hint comes to."""
    choice = analysis.choice
    if choice is None:
        return "Hint: not every move could be worked out in time."
    name, answer = format_cell(session.game, choice), analysis.moves[choice]
    if analysis.is_proven:
        return f"Hint: {name}, {answer}."
    known = "" if answer.kind == "unknown" else f", {answer}"
    return f"Hint: {name}{known}, judged best but not proven."


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
