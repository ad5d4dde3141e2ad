"""What the full-screen game says beside the board."""

from __future__ import annotations

from collections.abc import Sequence

from tictactoe.draw.text import describe_game, move_rows
from tictactoe.match import Session
from tictactoe.match.host import Host
from tictactoe.rules import Cell, Mark, O, X, format_cell
from tictactoe.search import Analysis
from tictactoe.ui.choices import after_the_end, move_names, player_name, status
from tictactoe.ui.terminal.picture import mark_on

HELP = """\
[b]Playing[/b]
  arrows        choose a cell
  Enter, Space  play there; or click on the cell
  p, Space      pause a game that you only watch, or let it go on
  u             take your last move back, or your giving up
  r             play again what you took back
  h             show what every move leads to, or hide it
  g             give up
  v             look back at the game, mistake by mistake
  PgUp, PgDn    scroll the list beside the board

[b]Games[/b]
  n             play again: same players, same board
  o             options: another side, board or level
  s, l          save the game in a file, choose a saved one
  t             other colours
  q             leave; Ctrl-Q and Ctrl-C too

[b]On the board[/b]
  •             beside the last move
  +5, -4        wins in 5 moves of both sides, loses in 4
  =             draws
  + - =+ =-     wins, loses, draws at least, draws at most
  ~             judged best, but not proven"""


def how_it_stands(host: Host, notice: str = "") -> str:
    """What came of the last key and how the game stands; after the end the result, and which keys go on."""
    if host.session.outcome:
        return f"{after_the_end(host.session, notice)} Press n to play again, v to review, u to take back."
    return f"{notice} {status(host)}".lstrip()


def players(session: Session, cursor: Cell) -> str:
    """The game, who plays it, whose turn it is and what is under the cursor, in a line each."""
    marks: tuple[Mark, ...] = (X, O)
    lines = [describe_game(session.game), ""]
    for mark in marks:
        turn = ">" if not session.outcome and session.turn == mark else " "
        lines.append(f"{turn} {mark}  {player_name(session, mark)}")
    return "\n".join([*lines, "", f"Cursor on {under(session, cursor)}"])


def players_in_a_line(session: Session, cursor: Cell) -> str:
    return f"X {player_name(session, X)}, O {player_name(session, O)}; cursor {under(session, cursor)}"


def under(session: Session, cursor: Cell) -> str:
    return f"{format_cell(session.game, cursor)}: {mark_on(session.position, cursor) or 'empty'}"


def moves(session: Session) -> str:
    """The moves so far, X's and O's side by side."""
    names = move_names(session)
    lines = ["[b]Moves[/b]", "    X   O"]
    for number, start in enumerate(range(0, len(names), 2), 1):
        lines.append(f"{number:>3} " + " ".join(f"{name:<3}" for name in names[start : start + 2]))
    return "\n".join(line.rstrip() for line in lines)


def review_rows(rows: Sequence[tuple[bool, Sequence[str]]]) -> str:
    """How the value went: a line for each move, with the one that is asked about in front."""
    lines = ["[b]The value after each move[/b]"]
    for is_asked, (number, name, words, mistake) in rows:
        line = f"{'>' if is_asked else ' '}{number:>2} {name:<5} {words}{f' {mistake}' if mistake else ''}"
        lines.append(f"[b]{line}[/b]" if is_asked else line)
    return "\n".join(lines)


def values(session: Session, analysis: Analysis) -> str:
    """Every move and what it leads to, best first."""
    lines = ["[b]Hint[/b]", "    score"]
    for name, worth, standing in move_rows(session.game, analysis):
        line = f"{name:<3} {worth}"
        lines.append(f"[b]{line}  {standing}[/b]" if standing else line)
    return "\n".join(lines)
