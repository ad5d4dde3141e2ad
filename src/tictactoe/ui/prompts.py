"""A game in plain prompts: one line asked, one line answered. Works in any terminal and through a pipe."""

from __future__ import annotations

import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from tictactoe.draw.text import describe_game, draw_board, draw_moves
from tictactoe.match import DEFAULT_SIDE, PERFECT, PERSON, SIDES, Session, player, seated
from tictactoe.match.host import new_seed, require_players
from tictactoe.match.levels import require_level
from tictactoe.match.record import load, path_of, save, would_replace
from tictactoe.match.thinking import SECONDS
from tictactoe.rules import BadInput, format_cell, format_moves, parse_cell, quote
from tictactoe.search import Effort, Solver
from tictactoe.search.compiled import AT_ONCE, is_compiled, require_solvable
from tictactoe.ui.choices import SAVE_AS, ending, sentence

HELP = """\
Type the cell you want, such as b2: column letter, row number.
  hint         the score of every move, with the distance to the end in plies
  undo         take your last move back
  redo         play again what you took back
  resign       give the game up
  moves        show the moves so far
  new          start again; new x, new o or new 2 also says who you play
  save FILE    write the game to a file (tictactoe.txt if you name none)
  load FILE    go on with a game from a file
  quit         leave the game
  help         show this"""
SHORT = {"": DEFAULT_SIDE, "2": "both"}
"""What may be typed for a side besides its name."""
WORDS = "hint, undo, redo, resign, moves, new, save, load, quit or help"


class Left(Exception):
    """The person has left the game, by word, Ctrl-C or the end of the input."""


def ask_side() -> str:
    """Which side a person wants."""
    while True:
        word = _ask("Play X (you begin), O, or 2 for two people? [X] ").lower()
        if word in ("q", "quit", "exit"):
            raise Left
        if (side := SHORT.get(word, word)) in SIDES:
            return side
        print(f"{quote(word)} is not a side: answer X, O or 2.")


def play_game(session: Session) -> Session:
    """Play until the person leaves; the session as it was then."""
    if sys.stdin and sys.stdin.isatty():
        with suppress(ImportError):
            import readline  # noqa: F401  gives input() its arrow keys
    require_players(session)
    print(f"Tic-tac-toe: {describe_game(session.game)} wins. Type help for the commands.")
    desk = _Desk(session)
    shown = None
    while True:
        try:
            desk.computer_moves()
        except KeyboardInterrupt:
            print()
            return desk.session
        if desk.session != shown:
            _show(desk.session)
            shown = desk.session
        try:
            asked = "new, undo or quit? " if desk.session.outcome else f"{desk.session.turn}'s move: "
            desk.obey(_ask(asked))
        except Left:
            return desk.session
        except KeyboardInterrupt:
            print("\nStopped. Ctrl-C once more leaves the game.")
        except BadInput as error:
            print(f"{sentence(error)} Nothing has changed: type a cell, or {WORDS}.")


class _Desk:
    """The game on the table, and what answers for it."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.solver = Solver(session.game)
        self._warned: Path | None = None

    def computer_moves(self) -> None:
        """Let the computer move until a person must, or the game has ended."""
        while not self.session.outcome and self.session.mover != PERSON:
            session = self.session
            level = require_level(session.game, session.mover)
            if level.plies is None:
                self._say_if_long()
            cell = player(level, self.solver, session.seed, lambda: Effort(SECONDS))(session.position)
            print(f"\n{session.turn} plays {format_cell(session.game, cell)}.")
            self.session = session.play(cell)

    def _say_if_long(self) -> None:
        """Before thinking about a board that takes more than a moment."""
        if len(self.session.game.cells) > AT_ONCE:
            once = "" if is_compiled() else " First the search is compiled: once, for about 20 seconds."
            print(f"Thinking, for {SECONDS:.0f} seconds at most.{once}", flush=True)

    def obey(self, line: str) -> None:
        """Do what was typed; Left if the person leaves, BadInput if it cannot be done."""
        word, _, rest = line.partition(" ")
        name, rest = word.lower(), rest.strip()
        without: dict[str, Callable[[], None]] = {
            "undo": self._undo,
            "redo": self._redo,
            "resign": self._resign,
            "hint": self._hint,
            "moves": self._moves,
        }
        short = {command[0]: command for command in ("undo", "redo", "hint", "new", "quit")}
        name = short.get(name, name)
        if name in ("quit", "exit"):
            raise Left
        if name in without and not rest:
            without[name]()
        elif name in ("help", "?"):
            print(HELP)
        elif name == "new":
            self._new(rest)
        elif name == "save":
            self._save(path_of(rest or SAVE_AS))
        elif name == "load":
            self._start(_playable(load(path_of(rest or SAVE_AS))))
        elif line:
            self.session = self.session.play(parse_cell(self.session.game, line))

    def _start(self, session: Session) -> None:
        self._say_what_is_left()
        self._warned = None
        if session.game != self.session.game:
            self.solver = Solver(session.game)
            print(f"Tic-tac-toe: {describe_game(session.game)} wins.")
        self.session = session

    def _save(self, path: Path) -> None:
        if path != self._warned and would_replace(path):
            self._warned = path
            print(f"{path} already exists: save once more to replace it.")
            return
        save(self.session, path)
        self._warned = path  # it is this game's own file now
        print(f"The game is in {path}.")

    def _new(self, side: str) -> None:
        if not side:
            self._start(self.session.again(new_seed()))
        elif (name := SHORT.get(side.lower(), side.lower())) in SIDES:
            levels = [name for name in (self.session.x, self.session.o) if name != PERSON]
            again = seated(self.session.game, name, (levels or [PERFECT])[0], new_seed())
            self._start(_playable(again))
        else:
            raise BadInput(f"{quote(side)} is not a side: type new x, new o or new 2")

    def _say_what_is_left(self) -> None:
        if self.session.moves and not self.session.outcome:
            print(f"The game you leave: {format_moves(self.session.game, self.session.moves)}")

    def _undo(self) -> None:
        earlier = self.session.undo()
        if earlier == self.session:
            print("There is no move of yours to take back.")
        self.session = earlier

    def _redo(self) -> None:
        later = self.session.redo()
        if later == self.session:
            print("There is no move to play again.")
        self.session = later

    def _resign(self) -> None:
        self.session = self.session.resign()

    def _moves(self) -> None:
        print(format_moves(self.session.game, self.session.moves) or "No move has been made.")

    def _hint(self) -> None:
        if self.session.outcome:
            print("No hint: the game is over.")
            return
        try:
            require_solvable(self.session.game)
        except BadInput as error:
            print(f"No hint: {error}.")
            return
        self._say_if_long()
        analysis = self.solver.analyze(self.session.position, Effort(SECONDS))
        print("\n" + draw_moves(self.session.game, analysis) + "\n")


def _playable(session: Session) -> Session:
    require_players(session)
    return session


def _show(session: Session) -> None:
    print("\n" + draw_board(session.game, session.position) + "\n")
    if session.outcome:
        print(ending(session))
        print(f"Moves: {format_moves(session.game, session.moves)}")


def _ask(prompt: str) -> str:
    if sys.stdin is None or sys.stdout is None:  # closed before we began
        raise Left
    try:
        return input(prompt).strip()
    except (EOFError, KeyboardInterrupt):
        print()
        raise Left from None
