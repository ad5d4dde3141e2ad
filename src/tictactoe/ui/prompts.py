"""A game in plain prompts: one line asked, one line answered. Works in any terminal and through a pipe.

What a person types is forwarded to the host, and what the host has is printed.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from tictactoe.draw.text import WIDTH, describe_game, draw_board, draw_moves, draw_table, flow
from tictactoe.match import DEFAULT_SIDE, SIDES, Session, seated
from tictactoe.match.host import Host, new_seed
from tictactoe.match.record import path_of, would_replace
from tictactoe.match.thinking import COMPILING
from tictactoe.rules import BadInput, Game, format_cell, format_moves, parse_cell, quote
from tictactoe.ui.choices import SAVE_AS, claim_of, ending, hint_of, opponent_of, sentence
from tictactoe.ui.leaving import Interrupted
from tictactoe.ui.reviewing import WORKING, Reviewing

HELP = """\
Type the cell you want, such as b2: column letter, row number.
  hint         the score of every move, with the distance to the end in plies, and which to make
  undo         take your last move back, or go back to the game you left for this one
  redo         play again what you took back
  resign       give the game up
  moves        show the moves so far
  review       look back at the game: how its value went, and its mistakes, each to be tried again
  new          start again; new x, new o or new 2 also says who you play
  save FILE    write the game to a file (tictactoe.txt if you name none)
  load FILE    go on with a game from a file
  quit         leave the game
  help         show this"""
WORDS = "hint, undo, redo, resign, moves, review, new, save, load, quit or help"
A_MOMENT = 0.5
"""Seconds after which somebody who waits looks up: where Ctrl-C cannot end the waiting, it is heard then."""


class Left(Exception):
    """The person has left the game, by word or at the end of the input."""


class CtrlC(Left):
    """The person has left by Ctrl-C."""


def ask_side() -> str:
    """Which of the sides a person wants to play."""
    while True:
        word = _ask("Play X (you begin), O, or 2 for two people? [X] ")
        if word.lower() in ("q", "quit", "exit"):
            raise Left
        if side := _side(word or DEFAULT_SIDE):
            return side
        print(f"{quote(word)} is not a side: answer X, O or 2.")


def _side(word: str) -> str | None:
    name = "both" if word == "2" else word.lower()
    return name if name in SIDES else None


def play_game(session: Session, seconds: float | None = None, engine: str | None = None) -> Session:
    """Play until the person leaves; the session as it was then. Interrupted if it was Ctrl-C.

    The computer thinks so long about a move or a hint; None: as long as is usual. `engine` is the command of the
    program that plays the sides of engines.
    """
    if sys.stdin and sys.stdin.isatty():
        with suppress(ImportError):
            import readline  # noqa: F401  gives input() its arrow keys
    host = Host(session, seconds, pace=0, engine=engine)
    try:
        table = _Table(host)
        while True:
            table.turn()
    except CtrlC:
        raise Interrupted(host.session) from None
    except Left:
        return host.session
    finally:
        host.close()


class _Table:
    """Where a person sits: what the host has is told to them, and what they type is told to the host."""

    def __init__(self, host: Host) -> None:
        self._host = host
        self._shown: Session | None = None
        self._game: Game | None = None
        self._warned: Path | None = None
        """The file that saving may replace: a person has been told that it is there, or this game was saved in it."""

    def turn(self) -> None:
        """The computer's moves, the board, and one thing that the person says; Left if they leave."""
        host = self._host
        try:
            self._say_which_game()
            self._wait()
            self._show()
            if host.problem:
                print(sentence(BadInput(host.problem)))
            self._obey(
                _ask(f"{host.session.turn}'s move: " if host.waits_for_person else "new, review, undo or quit? ")
            )
        except BadInput as error:
            cell = "a cell, or " if host.waits_for_person else ""
            print(f"{sentence(error)} Nothing has changed: type {cell}{WORDS}.")
        except KeyboardInterrupt:
            print()
            raise CtrlC from None

    def _say_which_game(self) -> None:
        game = self._host.session.game
        if game != self._game:
            more = "" if self._game else " Type help for the commands."
            print(f"Tic-tac-toe: {describe_game(game)} wins.{more}")
            self._game = game

    def _wait(self) -> None:
        """Until the computer has thought about everything; what comes of it is told."""
        host = self._host
        asked: Session | None = None
        is_told = False
        while host.thinking or host.hinting:
            session, progress = host.session, host.progress
            if session != asked and host.takes_long:
                print(f"Thinking, for {host.time:g} seconds at most.", flush=True)
            asked = session
            host.poll(A_MOMENT)
            if host.session != session:
                print(f"\n{session.turn} plays {format_cell(session.game, host.session.moves[-1])}{claim_of(host)}.")
            elif host.progress == COMPILING != progress:
                print(COMPILING.doing, flush=True)
            if host.so_far and host.so_far.is_proven and not is_told:
                is_told = True
                print(f"{hint_of(session, host.so_far)} Ctrl-C shows what is known of the others.", flush=True)

    def _show(self) -> None:
        session = self._host.session
        if session == self._shown:
            return
        self._shown = session
        print("\n" + draw_board(session.game, session.position) + "\n")
        if session.outcome:
            print(ending(session))
            print(f"Moves: {format_moves(session.game, session.moves)}")

    def _obey(self, line: str) -> None:
        """Do what was typed; Left if the person leaves, BadInput if it cannot be done."""
        host = self._host
        word, _, rest = line.partition(" ")
        name, rest = word.lower(), rest.strip()
        alone: dict[str, Callable[[], None]] = {
            "undo": host.undo,
            "redo": host.redo,
            "resign": host.resign,
            "hint": self._hint,
            "moves": self._moves,
            "review": self._review,
        }
        short = {command[0]: command for command in ("undo", "redo", "hint", "new", "quit")}
        name = short.get(name, name)
        if name in ("quit", "exit"):
            raise Left
        if name in alone and not rest:
            alone[name]()
        elif name in ("help", "?"):
            print(HELP)
        elif name == "new":
            self._new(rest)
        elif name == "save":
            self._save(path_of(rest or SAVE_AS))
        elif name == "load":
            path = path_of(rest or SAVE_AS)
            self._begin(lambda: host.load(path))
            self._shown = None
            print(f"The game in {path}:")
        elif line:
            host.play(parse_cell(host.session.game, line))

    def _hint(self) -> None:
        host = self._host
        known = None
        try:
            if not host.analysis:
                host.hint()
            self._wait()
        except KeyboardInterrupt:
            if host.hinting:
                known = host.so_far
                host.hint()  # which puts it away
            print("\nStopped. Ctrl-C once more leaves the game.")
        known = host.analysis or known
        if known:
            print(f"\n{draw_moves(host.session.game, known)}\n")

    def _moves(self) -> None:
        session = self._host.session
        print(format_moves(session.game, session.moves) or "No move has been made.")

    def _review(self) -> None:
        """What each move made of the game, and then its mistakes, one after the other."""
        reviewing = Reviewing(self._host)
        try:
            self._look_back(reviewing)
        finally:
            reviewing.close()

    def _look_back(self, reviewing: Reviewing) -> None:
        if self._host.takes_long:
            print(f"{WORKING} It takes {self._host.time:g} seconds at most.", flush=True)
        while not reviewing.poll() and not reviewing.problem:
            self._host.poll(A_MOMENT)
        if reviewing.review:
            print("\n" + draw_table([row for _, row in reviewing.rows()], right=frozenset({0})) + "\n")
        if not reviewing.lessons:
            print(reviewing.text)
        for _ in reviewing.lessons:
            if not self._ask_for_better(reviewing):
                return
            reviewing.step(1)

    def _ask_for_better(self, reviewing: Reviewing) -> bool:
        """One mistake, until the better move is found or told, or the person goes on; whether they want to."""
        session = reviewing.session
        print(draw_board(session.game, session.position) + "\n")
        while reviewing.can_try:
            print(flow(reviewing.text, WIDTH))
            line = _ask("A cell, tell, next or done? ").lower()
            try:
                if line == "tell":
                    reviewing.tell()
                elif line in ("next", "done"):
                    return line == "next"
                elif line:
                    reviewing.play(parse_cell(session.game, line))
            except BadInput as error:
                print(sentence(error))
        print(flow(reviewing.text, WIDTH) + "\n")
        return True

    def _new(self, word: str) -> None:
        if not word:
            self._begin(self._host.again)
        elif side := _side(word):
            session = self._host.session
            self._begin(lambda: self._host.start(seated(session.game, side, opponent_of(session), new_seed())))
        else:
            raise BadInput(f"{quote(word)} is not a side: type new x, new o or new 2")

    def _begin(self, deed: Callable[[], None]) -> None:
        """Another game, by this deed; what is left for it is said."""
        left = self._host.session
        deed()
        self._warned = None
        if left.moves and not left.outcome:
            print(f"The game you leave: {format_moves(left.game, left.moves)}")

    def _save(self, path: Path) -> None:
        if path != self._warned and would_replace(path):
            self._warned = path
            print(f"{path} already exists: save once more to replace it.")
            return
        self._host.save(path)
        self._warned = path
        print(f"The game is in {path}.")


def _ask(prompt: str) -> str:
    if None in (sys.stdin, sys.stdout, sys.stderr):  # closed before we began; input() needs all three
        raise Left
    try:
        return input(prompt).strip()
    except EOFError:
        print()
        raise Left from None
    except KeyboardInterrupt:
        print()
        raise CtrlC from None
