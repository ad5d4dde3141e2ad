"""A game in plain prompts: one line asked, one line answered. Works in any terminal and through a pipe."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from contextlib import suppress
from typing import TypeAlias

from tictactoe.draw.text import describe_game, describe_outcome, draw_board, draw_moves
from tictactoe.match import Player, Session
from tictactoe.rules import BadInput, Mark, O, X, format_cell, format_moves, parse_cell
from tictactoe.search import Effort, Solver

Seats: TypeAlias = Mapping[Mark, Player]
"""The computer's players, by the mark they play. A mark that is not here is a person's."""

PATIENCE = 10.0
"""Seconds that a person is kept waiting for a move or a hint on a hard board."""

HELP = """\
Type the cell you want, such as b2: column letter, row number.
  hint   the score of every move, with the distance to the end in plies
  undo   take your last move back
  new    start again
  quit   leave the game
  help   show this"""


class Left(Exception):
    """The person has left the game, by word, Ctrl-C or the end of the input."""


def ask_side() -> str:
    """Which side a person wants: x, o or both."""
    answers = {"": "x", "x": "x", "o": "o", "2": "both", "both": "both", "q": "quit", "quit": "quit", "exit": "quit"}
    while True:
        answer = answers.get(word := _ask("Play X (you begin), O, or 2 for two people? [X] ").lower())
        if answer == "quit":
            raise Left
        if answer:
            return answer
        print(f"{word!r} is not a side: answer X, O or 2.")


def play_game(session: Session, seats: Seats, solver: Solver) -> Session:
    """Play until the person leaves; the session as it was then."""
    if sys.stdin and sys.stdin.isatty():
        with suppress(ImportError):
            import readline  # noqa: F401  gives input() its arrow keys
    print(f"Tic-tac-toe: {describe_game(session.game)} wins. Type help for the commands.")
    shown = None
    while True:
        session = _computer_moves(session, seats)
        if session != shown:
            _show(session)
            shown = session
        try:
            word = _ask("new, undo or quit? " if session.outcome else f"{session.position.turn}'s move: ")
            session = _obey(word, session, seats, solver)
        except Left:
            return session
        except BadInput as error:
            print(f"{error}. Nothing has changed: type a cell, or hint, undo, new, quit or help.")


def _computer_moves(session: Session, seats: Seats) -> Session:
    """Let the computer move until a person must, or the game has ended."""
    while not session.outcome and (turn := session.position.turn) in seats:
        cell = seats[turn](session.position)
        session = session.play(cell)
        print(f"\n{turn} plays {format_cell(session.game, cell)}.")
    return session


def _show(session: Session) -> None:
    print("\n" + draw_board(session.game, session.position) + "\n")
    if outcome := session.outcome:
        print(describe_outcome(session.game, session.position, outcome))
        print(f"Moves: {format_moves(session.game, session.moves)}")


def _obey(word: str, session: Session, seats: Seats, solver: Solver) -> Session:
    """The session after a command or a move; Left if the person leaves, BadInput if it cannot be done."""
    match word.lower():
        case "quit" | "q" | "exit":
            raise Left
        case "new" | "n":
            if session.moves and not session.outcome:
                print(f"The game you leave: {format_moves(session.game, session.moves)}")
            return Session(session.game)
        case "undo" | "u":
            return _undo(session, seats)
        case "hint" | "h":
            _hint(session, solver)
            return session
        case "help" | "?":
            print(HELP)
            return session
        case "":
            return session
        case _:
            return session.play(parse_cell(session.game, word))


def _undo(session: Session, seats: Seats) -> Session:
    """Back to the last position in which a person had to move."""
    earlier = session.undo()
    while earlier.moves and earlier.position.turn in seats:
        earlier = earlier.undo()
    if not session.moves or earlier.position.turn in seats:
        print("There is no move of yours to take back.")
        return session
    return earlier


def _hint(session: Session, solver: Solver) -> None:
    if session.outcome:
        print("No hint: the game is over.")
        return
    try:
        analysis = solver.analyze(session.position, Effort(PATIENCE))
    except BadInput as error:
        print(f"No hint: {error}.")
        return
    print("\n" + draw_moves(session.game, analysis) + "\n")


def _ask(prompt: str) -> str:
    if sys.stdin is None or sys.stdout is None:  # closed before we began
        raise Left
    try:
        return input(prompt).strip()
    except (EOFError, KeyboardInterrupt):
        print()
        raise Left from None


def computer_seats(side: str, player: Player) -> Seats:
    """The seats that the computer takes when a person plays x, o or both."""
    theirs: dict[str, Mark] = {"x": O, "o": X}
    return {theirs[side]: player} if side in theirs else {}
