"""A game in plain prompts: one line asked, one line answered. Works in any terminal and through a pipe."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

from tictactoe.draw.text import describe_game, describe_outcome, draw_board, draw_moves
from tictactoe.match import Player, Session
from tictactoe.rules import BadInput, Mark, O, X, format_cell, format_moves, parse_cell
from tictactoe.search import Solver

Seats: TypeAlias = Mapping[Mark, Player]
"""The computer's players, by the mark they play. A mark that is not here is a person's."""

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
    answers = {"": "x", "x": "x", "o": "o", "2": "both", "both": "both", "q": "quit", "quit": "quit"}
    while True:
        answer = answers.get(word := _ask("Play X (you begin), O, or 2 for two people? [X] ").lower())
        if answer == "quit":
            raise Left
        if answer:
            return answer
        print(f"{word!r} is not a side: answer X, O or 2.")


def play_game(session: Session, seats: Seats, solver: Solver) -> Session:
    """Play until the person leaves; the session as it was then."""
    print(f"Tic-tac-toe: {describe_game(session.game)} wins. Type help for the commands.")
    show = True
    while True:
        turn, outcome = session.position.turn, session.outcome
        if turn in seats and not outcome:
            cell = seats[turn](session.position)
            session = session.play(cell)
            print(f"\n{turn} plays {format_cell(session.game, cell)}.")
            show = True
            continue
        if show:
            print("\n" + draw_board(session.game, session.position) + "\n")
            if outcome:
                print(describe_outcome(session.game, session.position, outcome))
                print(f"Moves: {format_moves(session.game, session.moves)}")
        show = True
        try:
            word = _ask("new, undo or quit? " if outcome else f"{turn}'s move: ").lower()
        except Left:
            return session
        if word in ("quit", "q"):
            return session
        if word in ("new", "n"):
            session = Session(session.game)
        elif word in ("undo", "u"):
            session, show = _undo(session, seats)
        elif word in ("help", "?"):
            print(HELP)
            show = False
        elif word in ("hint", "h") and not outcome:
            _hint(session, solver)
            show = False
        elif not word:
            show = False
        else:
            session, show = _move(session, word)


def _move(session: Session, word: str) -> tuple[Session, bool]:
    try:
        return session.play(parse_cell(session.game, word)), True
    except BadInput as error:
        print(f"{error}. Nothing has changed; help lists the commands.")
        return session, False


def _undo(session: Session, seats: Seats) -> tuple[Session, bool]:
    """Back to the last position in which a person had to move."""
    earlier = session.undo()
    while earlier.moves and earlier.position.turn in seats:
        earlier = earlier.undo()
    if not session.moves or earlier.position.turn in seats:
        print("There is no move of yours to take back.")
        return session, False
    return earlier, True


def _hint(session: Session, solver: Solver) -> None:
    try:
        analysis = solver.analyze(session.position)
    except BadInput as error:
        print(f"No hint: {error}.")
        return
    print(draw_moves(session.game, analysis))


def _ask(prompt: str) -> str:
    try:
        return input(prompt).strip()
    except (EOFError, KeyboardInterrupt):
        print()
        raise Left from None


def computer_seats(side: str, player: Player) -> Seats:
    """The seats that the computer takes when a person plays x, o or both."""
    theirs: dict[str, Mark] = {"x": O, "o": X}
    return {theirs[side]: player} if side in theirs else {}
