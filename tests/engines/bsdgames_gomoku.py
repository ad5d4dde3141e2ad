"""The program `gomoku` of bsdgames as an engine of the Gomocup protocol, on its only board, of 19 by 19 cells.

    tictactoe match strong 'python tests/engines/bsdgames_gomoku.py' --game 19,19,5

It is a program for a person at a terminal: moves are typed into it as `K10`, and it writes each, its own and the
other's, with its number into a file that -D names. Here that file is a terminal too, since into any other it would
write only at its end. With -d its dice are the same in every run. A position is given to it as a saved game.
"""

from __future__ import annotations

import os
import pty
import re
import select
import subprocess
import tempfile
from contextlib import suppress
from itertools import chain, zip_longest
from pathlib import Path
from shutil import which
from time import monotonic

from door import serve

from tictactoe.match.choosing import ChosenMove
from tictactoe.rules import BadInput, Cell, Game, Position, cells_of

GAME = Game(19, 19, 5)
COLUMNS = "ABCDEFGHJKLMNOPQRST"
MOVE = re.compile(rb"^ *(\d+) +([A-T]\d+) *\r?\n", re.MULTILINE)
PATIENCE = 600.0
"""Seconds after which it is given up: who waits for a move has given it up long before."""
CHUNK = 1 << 16


def program() -> str | None:
    """Where it is, if it is installed."""
    return which("gomoku") or which("gomoku", path="/usr/games")


def name_of(cell: Cell) -> str:
    """A cell as it is typed: rows are counted from the bottom, and there is no column I."""
    row, col = divmod(cell, GAME.cols)
    return f"{COLUMNS[col]}{GAME.rows - row}"


def cell_of(name: str) -> Cell:
    return (GAME.rows - int(name[1:])) * GAME.cols + COLUMNS.index(name[0])


class Table:
    """One game of the program, from a position on in which it is to move."""

    def __init__(self, path: str, position: Position) -> None:
        self._screen, screen = pty.openpty()
        self._record, self._recorder = pty.openpty()
        self._read = b""
        made = _in_turn(position)
        before, last = made[:-1], made[-1] if made else None
        self._moves = len(before)
        with tempfile.TemporaryDirectory() as folder:
            saved = Path(folder) / "moves"
            saved.write_text("".join(f"{name_of(cell)}\n" for cell in before), encoding="ascii")
            self._process = subprocess.Popen(
                [path, "-d", "-D", os.ttyname(self._recorder), *([str(saved)] if before else [])],
                stdin=screen,
                stdout=screen,
                stderr=screen,
                env={"TERM": "vt100"},
            )
            os.close(screen)
            if not before:  # it asks which colour the person has
                self._type("white" if last is None else "black")
            elif self._heard(len(before)) != before[-1]:
                raise BadInput("gomoku has not taken the position")
        if last is not None:
            self.play(last)

    def play(self, cell: Cell) -> None:
        """Make the other's move."""
        self._type(name_of(cell))
        self._moves += 1
        if self._heard(self._moves) != cell:
            raise BadInput(f"gomoku has not taken the move {name_of(cell)}")

    def answer(self) -> Cell:
        """Wait for its own move."""
        self._moves += 1
        return self._heard(self._moves)

    def close(self) -> None:
        self._process.kill()
        self._process.wait()
        for end in (self._screen, self._record, self._recorder):
            os.close(end)

    def _type(self, text: str) -> None:
        os.write(self._screen, f"{text}\n".encode("ascii"))

    def _heard(self, number: int) -> Cell:
        """The move of this number, once it has been made."""
        end = monotonic() + PATIENCE
        while monotonic() < end:
            for found in MOVE.finditer(self._read):
                if int(found[1]) == number:
                    return cell_of(found[2].decode("ascii"))
            if self._process.poll() is not None:
                raise BadInput("gomoku has ended")
            ready, _, _ = select.select([self._screen, self._record], [], [], 1.0)
            for source in ready:
                with suppress(OSError):  # it has ended
                    data = os.read(source, CHUNK)
                    self._read += data if source == self._record else b""
        raise BadInput("gomoku does not move")


class Gomoku:
    """Who plays: goes on with a game, or puts the program before a new position."""

    def __init__(self) -> None:
        self._table: Table | None = None
        self._known: Position | None = None
        """The position after its own last move."""

    def get_ready(self, game: Game) -> None:
        if game != GAME:
            raise BadInput("gomoku plays five in a row on 19 by 19 only")
        if program() is None:
            raise BadInput("gomoku is not installed: it is in the package bsdgames")

    def think(self, _game: Game, position: Position, _seconds: float) -> ChosenMove:
        """It takes the time it takes, which is little."""
        known, self._known = self._known, None
        new = () if known is None else cells_of(position.taken & ~known.taken)
        if self._table is not None and known is not None and len(new) == 1 and known.play(new[0]) == position:
            self._table.play(new[0])
        else:
            self.close()
            self._table = Table(program() or "gomoku", position)
        cell = self._table.answer()
        self._known = position.play(cell)
        return ChosenMove(cell, "gomoku")

    def memory(self) -> int:
        return 0

    def close(self) -> None:
        if self._table is not None:
            self._table.close()
            self._table = None


def _in_turn(position: Position) -> list[Cell]:
    """Moves that lead to a position, the last one the other's."""
    if position.x.bit_count() - position.o.bit_count() != (position.turn == "O"):
        raise BadInput("gomoku takes no position in which the players have not moved in turn")
    pairs = zip_longest(cells_of(position.x), cells_of(position.o))
    return [cell for cell in chain.from_iterable(pairs) if cell is not None]


if __name__ == "__main__":
    gomoku = Gomoku()
    try:
        serve(gomoku)
    finally:
        gomoku.close()
