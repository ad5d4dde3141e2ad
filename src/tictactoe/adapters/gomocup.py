"""The Gomocup protocol, which five-in-a-row programs speak, from the side of the program that plays.

A manager sends a line, and `hear` says what the conversation is after it and which lines to answer. Nothing is read,
written or waited for here; who thinks is handed in. Cells are `x,y`, column and row from 0.

    manager                                   answer
    START 15                                  OK
    INFO timeout_turn 1000                    none, as to every INFO
    BEGIN                                     7,7
    TURN 8,7                                  8,8
    BOARD, then 7,7,1 8,7,2 …, then DONE      6,6       1: a stone of this program's, 2: one of the other's
    TAKEBACK 6,6                              OK
    nonsense                                  UNKNOWN and why; a command that cannot be obeyed: ERROR and why
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import NamedTuple, Protocol

from tictactoe.about import DISTRIBUTION, find_version
from tictactoe.match.choosing import ChosenMove, time_to_think
from tictactoe.match.points import POINT, format_point, parse_point
from tictactoe.rules import BadInput, Cells, Game, O, Position, X, quote
from tictactoe.rules.game import LARGEST_SIDE

FIVE = 5
"""In a row: what wins, and the smallest board there is, unless another number is asked for."""
DEFAULT_SECONDS = 1.0
"""For a move, if the manager sets no limit."""
SHARE_OF_THE_REST = 1 / 20
"""The part of the time that is left for a whole game which may go into one move."""
UNLIMITED = 2_147_483_647
"""How the protocol writes that no time for the whole game is set."""
RULES = {1: "exactly five in a row", 2: "a continuous game", 4: "renju", 8: "caro"}
"""What the bits of INFO rule ask for and is not played here."""
NUMBER = re.compile(r"-?[0-9]{1,18}", re.ASCII)
NO_BOARD = "there is no board yet: send START 15, for example"
OWN, OTHERS = 1, 2
"""How BOARD says whose a stone is."""


class Brain(Protocol):
    """Who plays. What is needed for a game is got ready before the first move of it is asked for."""

    def get_ready(self, game: Game) -> None: ...

    def think(self, game: Game, position: Position, seconds: float) -> ChosenMove: ...

    def memory(self) -> int:
        """How many bytes this takes at most, with the next move."""
        ...


class ManagerLimits(NamedTuple):
    """What INFO has said: times in milliseconds, memory in bytes; None or 0 where the protocol has no limit."""

    timeout_turn: int | None = None
    timeout_match: int = 0
    time_left: int | None = None
    max_memory: int = 0
    rule: int = 0


class Conversation(NamedTuple):
    """How a conversation with a manager stands."""

    k: int = FIVE
    game: Game | None = None
    mine: Cells = 0
    theirs: Cells = 0
    limits: ManagerLimits = ManagerLimits()
    listed: tuple[Cells, Cells] | None = None
    """While a BOARD is being read: my stones in it and theirs."""
    fault: str = ""
    """What is wrong with the BOARD that is being read."""
    remark: str = ""
    """What was odd about an INFO, to which there is no answer: said before the next one."""
    is_over: bool = False

    @property
    def position(self) -> Position:
        """With this program to move, whatever the stones are: it began if it has as many as the other or more."""
        if self.mine.bit_count() >= self.theirs.bit_count():
            return Position(self.mine, self.theirs, X)
        return Position(self.theirs, self.mine, O)


class AfterLine(NamedTuple):
    """The conversation after a line from the manager, and the lines to answer."""

    conversation: Conversation
    answer: tuple[str, ...] = ()


def hear(before: Conversation, line: str, brain: Brain) -> AfterLine:
    """What comes of a line from the manager. Whatever it is, the conversation goes on, unless it is END."""
    word, rest = _cut(line)
    name = word.upper()
    if not name or before.is_over:
        return AfterLine(before)
    if before.listed is not None and name not in COMMANDS:
        return AfterLine(_list_stone(before, line))
    if name == "INFO":
        return AfterLine(_inform(before, rest))
    if name not in COMMANDS:
        known = ", ".join(COMMANDS)
        return _say(before, f"UNKNOWN {quote(word)} is not a command here: the commands are {known}")
    conversation = before if name == "DONE" else before._replace(listed=None, fault="")
    try:
        return _say(*COMMANDS[name](conversation, rest, brain))
    except BadInput as error:
        return _say(conversation._replace(listed=None, fault=""), f"ERROR {error}")


def seconds_for(game: Game, limits: ManagerLimits) -> float:
    """How long a move may be thought about: within every limit, with something kept for everything else."""
    seconds = DEFAULT_SECONDS if limits.timeout_turn is None else limits.timeout_turn / 1000
    if limits.time_left is not None and limits.time_left != UNLIMITED:
        seconds = min(seconds, limits.time_left / 1000 * SHARE_OF_THE_REST)
    elif limits.timeout_match > 0:  # nobody says what is left of it: so much for each of the most moves there can be
        seconds = min(seconds, limits.timeout_match / 1000 / (len(game.cells) // 2 + 1))
    return time_to_think(seconds)


Answered = tuple[Conversation, *tuple[str, ...]]
"""The conversation after a command, and the lines to answer."""


def _say(after: Conversation, *lines: str) -> AfterLine:
    """With what there is to say of the INFO before, for which there was no answer to say it in."""
    remark = (f"MESSAGE {after.remark}",) if after.remark else ()
    return AfterLine(after._replace(remark=""), (*remark, *lines))


def _start(before: Conversation, rest: str, brain: Brain) -> Answered:
    if not NUMBER.fullmatch(rest):
        raise BadInput(f"START {quote(rest)} should name the side of the board, as in START 15")
    return _set_up(before, int(rest), int(rest), brain)


def _start_rectangle(before: Conversation, rest: str, brain: Brain) -> Answered:
    found = POINT.fullmatch(rest)
    if not found:
        raise BadInput(f"RECTSTART {quote(rest)} should name width and height, as in RECTSTART 19,15")
    return _set_up(before, int(found[1]), int(found[2]), brain)


def _set_up(before: Conversation, width: int, height: int, brain: Brain) -> Answered:
    """An empty board of this size; after an ERROR there is none."""
    none = before._replace(game=None, mine=0, theirs=0)
    least = min(FIVE, before.k)
    try:
        if not (least <= width <= LARGEST_SIDE and least <= height <= LARGEST_SIDE):
            raise BadInput(
                f"a board of {width} by {height} cannot be played: a side has from {least} to {LARGEST_SIDE} cells"
            )
        if before.k > max(width, height):
            raise BadInput(f"{before.k} in a row do not fit on a board of {width} by {height}")
        _require_rules(before.limits)
        game = Game(height, width, before.k)
        brain.get_ready(game)
    except BadInput as error:
        return none, f"ERROR {error}"
    return none._replace(game=game), "OK"


def _restart(before: Conversation, rest: str, _: Brain) -> Answered:
    _require_nothing("RESTART", rest)
    _require_game(before)
    return before._replace(mine=0, theirs=0), "OK"


def _begin(before: Conversation, rest: str, brain: Brain) -> Answered:
    _require_nothing("BEGIN", rest)
    game = _require_ready(before, brain)
    if before.mine | before.theirs:
        raise BadInput("BEGIN is for the empty board: send TURN and the other's move, or RESTART before it")
    return _move(before, game, brain)


def _turn(before: Conversation, rest: str, brain: Brain) -> Answered:
    game = _require_ready(before, brain)
    cell = parse_point(game, rest)
    _require_unfinished(game, before.position)
    if (before.mine | before.theirs) >> cell & 1:
        raise BadInput(f"{format_point(game, cell)} is taken")
    after = before._replace(theirs=before.theirs | 1 << cell)
    if game.outcome(after.position):
        return after, f"ERROR {_ended(game, after)}"
    return _move(after, game, brain)


def _board(before: Conversation, rest: str, _: Brain) -> Answered:
    """What is wrong is said at DONE, when an answer is expected: until then the manager sends stones."""
    fault = "" if before.game else NO_BOARD
    if rest:
        fault = _follows("BOARD", rest)
    return (before._replace(listed=(0, 0), fault=fault),)


def _list_stone(before: Conversation, line: str) -> Conversation:
    """Of a list that is wrong, the first fault is kept and the rest passed over until DONE."""
    if before.fault or before.listed is None or before.game is None:
        return before
    point, _, whose = line.rpartition(",")
    mine, theirs = before.listed
    try:
        if not POINT.fullmatch(point) or whose.strip() not in (str(OWN), str(OTHERS)):
            raise BadInput(
                f"{quote(line)} should be a stone: column,row,{OWN} for a stone of mine, {OTHERS} for the other's"
            )
        cell = parse_point(before.game, point)
        if (mine | theirs) >> cell & 1:
            raise BadInput(f"{format_point(before.game, cell)} is listed twice")
    except BadInput as error:
        return before._replace(fault=str(error))
    if whose.strip() == str(OWN):
        return before._replace(listed=(mine | 1 << cell, theirs))
    return before._replace(listed=(mine, theirs | 1 << cell))


def _done(before: Conversation, rest: str, brain: Brain) -> Answered:
    _require_nothing("DONE", rest)
    if before.listed is None:
        raise BadInput("DONE ends a BOARD, and none has been begun")
    if before.fault:
        raise BadInput(f"the BOARD is not taken: {before.fault}")
    game = _require_ready(before, brain)
    mine, theirs = before.listed
    after = before._replace(mine=mine, theirs=theirs, listed=None)
    if game.outcome(after.position):
        return after, f"ERROR {_ended(game, after)}"
    return _move(after, game, brain)


def _take_back(before: Conversation, rest: str, _: Brain) -> Answered:
    game = _require_game(before)
    stone = 1 << parse_point(game, rest)
    if not (before.mine | before.theirs) & stone:
        raise BadInput(f"there is no stone on {quote(rest)} to take back")
    return before._replace(mine=before.mine & ~stone, theirs=before.theirs & ~stone), "OK"


def _about(before: Conversation, _rest: str, _: Brain) -> Answered:
    return before, f'name="{DISTRIBUTION}", version="{find_version()}", author="The tictactoe developers"'


def _end(before: Conversation, _rest: str, _: Brain) -> Answered:
    return (before._replace(is_over=True, remark=""),)


def _move(before: Conversation, game: Game, brain: Brain) -> Answered:
    """This program's own move, at a position that has not ended."""
    position = before.position
    chosen = brain.think(game, position, seconds_for(game, before.limits))
    after = before._replace(mine=before.mine | 1 << chosen.cell)
    return after, f"MESSAGE {chosen.words}", format_point(game, chosen.cell)


def _inform(before: Conversation, rest: str) -> Conversation:
    """INFO is never answered; what cannot be used is remarked upon later, what is not known is passed over."""
    word, value = _cut(rest)
    key = word.lower()
    if key not in ManagerLimits._fields:
        return before  # evaluate, folder, game_type and what others may think of
    number = int(value) if NUMBER.fullmatch(value) else None
    if number is None or (number < 0 and key != "time_left"):
        return before._replace(remark=f"INFO {key} {quote(value)} is passed over: give a whole number from 0 up")
    return before._replace(limits=before.limits._replace(**{key: number}))


def _cut(text: str) -> tuple[str, str]:
    """The first word, and what follows it."""
    word, *rest = text.split(maxsplit=1) or [""]
    return word, rest[0].strip() if rest else ""


def _require_nothing(command: str, rest: str) -> None:
    if rest:
        raise BadInput(_follows(command, rest))


def _follows(command: str, rest: str) -> str:
    return f"{command} stands alone, but {quote(rest)} follows it"


def _require_game(conversation: Conversation) -> Game:
    if conversation.game is None:
        raise BadInput(NO_BOARD)
    return conversation.game


def _require_ready(conversation: Conversation, brain: Brain) -> Game:
    """The game, if it can be played as the manager has asked; nothing is changed before that is seen."""
    game = _require_game(conversation)
    _require_rules(conversation.limits)
    limit = conversation.limits.max_memory
    if limit and limit < (needed := brain.memory()):
        raise BadInput(f"max_memory is {limit:,} bytes, but this engine takes {needed:,}")
    return game


def _require_rules(limits: ManagerLimits) -> None:
    if limits.rule:
        asked = [words for bit, words in RULES.items() if limits.rule & bit] or ["a rule nobody knows here"]
        raise BadInput(
            f"rule {limits.rule} ({', '.join(asked)}) is not played here: rule 0 is, in which longer rows win too"
        )


def _require_unfinished(game: Game, position: Position) -> None:
    if game.outcome(position):
        raise BadInput("the game is over: send RESTART or TAKEBACK")


def _ended(game: Game, conversation: Conversation) -> str:
    if game.has_line(conversation.theirs):
        return f"the game is over: the other has {game.k} in a row"
    if game.has_line(conversation.mine):
        return f"the game is over: {game.k} in a row are mine"
    return "the game is over: the board is full"


COMMANDS: dict[str, Callable[[Conversation, str, Brain], Answered]] = {
    "START": _start,
    "RECTSTART": _start_rectangle,
    "RESTART": _restart,
    "BEGIN": _begin,
    "TURN": _turn,
    "BOARD": _board,
    "DONE": _done,
    "TAKEBACK": _take_back,
    "INFO": lambda before, rest, _: (_inform(before, rest),),
    "ABOUT": _about,
    "END": _end,
}
"""What the manager may send."""
