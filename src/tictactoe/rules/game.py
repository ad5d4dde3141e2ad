"""The rules: k in a row on a board of rows by columns. X moves first, turns alternate, longer rows win too.

A set of cells is one integer, a bitboard: bit i stands for cell i, and cells are numbered row by row
from the top left. On 3×3:

          a   b   c
      1   0   1   2
      2   3   4   5        column b is the cells 1, 4 and 7: 0b010010010
      3   6   7   8
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from typing import Final, Literal, NamedTuple, TypeAlias

from tictactoe.rules.errors import BadInput, quote, whole_number

Mark: TypeAlias = Literal["X", "O"]
Cell: TypeAlias = int
Cells: TypeAlias = int

X: Final = "X"
O: Final = "O"  # noqa: E741  the mark's name
LARGEST_SIDE = 19
LARGEST_K = 1_000_000


class Position(NamedTuple):
    """Who holds which cells, and whose turn it is.

    In every position that can arise the turn follows from the stones: `Position.of` works it out. It is kept
    so that a move needs no counting, and so that a caller may say who moves on a board that cannot arise.

    >>> from tictactoe import Position
    >>> Position().play(4).play(0)
    Position(x=16, o=1, turn='X')
    """

    x: Cells = 0
    o: Cells = 0
    turn: Mark = X

    @classmethod
    def of(cls, x: Cells, o: Cells) -> Position:
        """The position of these stones with the player to move who is behind; X, who moves first, if neither is."""
        return cls(x, o, O if x.bit_count() > o.bit_count() else X)

    @property
    def taken(self) -> Cells:
        return self.x | self.o

    @property
    def mine(self) -> Cells:
        """The stones of the player to move."""
        return self.x if self.turn == X else self.o

    @property
    def theirs(self) -> Cells:
        """The stones of the player who has just moved."""
        return self.o if self.turn == X else self.x

    def play(self, cell: Cell) -> Position:
        """The position after the player to move takes this cell, which must be empty (not checked here)."""
        if self.turn == X:
            return Position(self.x | 1 << cell, self.o, O)
        return Position(self.x, self.o | 1 << cell, X)


class Outcome(NamedTuple):
    """How a game ended: the winner, or None for a draw."""

    winner: Mark | None

    @property
    def utility(self) -> int:
        """1 if X won, -1 if O won, 0 for a draw."""
        return 0 if self.winner is None else 1 if self.winner == X else -1


X_WINS = Outcome(X)
O_WINS = Outcome(O)
DRAW = Outcome(None)


class _Size(NamedTuple):
    rows: int
    cols: int
    k: int


class Game(_Size):
    """k in a row wins on `rows` by `cols` cells. A value, like a tuple of the three.

    >>> from tictactoe import Game, Position
    >>> game = Game(3, 3, 3)
    >>> len(game.lines), game.moves(Position().play(4))
    (8, (0, 1, 2, 3, 5, 6, 7, 8))
    >>> game.outcome(Position.of(x=0b111, o=0b11000))
    Outcome(winner='X')
    """

    def __new__(cls, rows: int, cols: int, k: int) -> Game:
        numbers = []
        for name, given, most in (("rows", rows, LARGEST_SIDE), ("columns", cols, LARGEST_SIDE), ("k", k, LARGEST_K)):
            number = whole_number(given)
            if number is None or not 1 <= number <= most:
                raise BadInput(f"{name} is {quote(given)}, but should be a whole number from 1 to {most}")
            numbers.append(number)
        return super().__new__(cls, *numbers)

    @classmethod
    def square(cls, size: int) -> Game:
        """N in a row on N by N: the game that is meant where only a square board is given."""
        return cls(size, size, size)

    @classmethod
    def _make(cls, iterable: Iterable[int]) -> Game:  # type: ignore[override]
        """What `_replace` makes new games with: they are checked too."""
        return cls(*iterable)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a Game cannot be changed: make a new one instead of setting {name!r}")

    def __reduce__(self) -> tuple[type[Game], tuple[int, int, int]]:
        """Pickle the three numbers, not what was worked out from them."""
        return Game, (self.rows, self.cols, self.k)

    @cached_property
    def cells(self) -> range:
        return range(self.rows * self.cols)

    @cached_property
    def board(self) -> Cells:
        """All cells."""
        return (1 << self.rows * self.cols) - 1

    @cached_property
    def lines_through(self) -> tuple[tuple[Cells, ...], ...]:
        """For each cell the lines that contain it."""
        return tuple(tuple(line for line in self.lines if line >> cell & 1) for cell in self.cells)

    @cached_property
    def lines(self) -> tuple[Cells, ...]:
        """Every k cells in a row: across, down and along both diagonals; none if k does not fit."""
        found: dict[Cells, None] = {}  # a dict, because k = 1 finds each cell once a direction
        for row_step, col_step in ((0, 1), (1, 0), (1, 1), (1, -1)):
            for cell in self.cells:
                row, col = divmod(cell, self.cols)
                last_row, last_col = row + (self.k - 1) * row_step, col + (self.k - 1) * col_step
                if last_row < self.rows and 0 <= last_col < self.cols:
                    step = row_step * self.cols + col_step
                    found[sum(1 << cell + i * step for i in range(self.k))] = None
        return tuple(found)

    def has_line(self, stones: Cells) -> bool:
        """Whether these stones fill a line."""
        for line in self.lines:  # noqa: SIM110  twice as fast as any() over a generator, and every search waits for it
            if stones & line == line:
                return True
        return False

    def filled(self, stones: Cells) -> tuple[Cells, ...]:
        """The lines that these stones fill."""
        return tuple(line for line in self.lines if stones & line == line)

    def winning_lines(self, position: Position) -> tuple[Cells, ...]:
        """The lines that the winner has filled; none if nobody has won."""
        outcome = self.outcome(position)
        if outcome is None or outcome.winner is None:
            return ()
        return self.filled(position.x if outcome.winner == X else position.o)

    def outcome(self, position: Position) -> Outcome | None:
        """How the game ended, or None while it goes on. The only judge of that.

        On a board that cannot arise, where both have a line, X is the winner.
        """
        if self.has_line(position.x):
            return X_WINS
        if self.has_line(position.o):
            return O_WINS
        return DRAW if position.taken == self.board else None

    def empties(self, position: Position) -> tuple[Cell, ...]:
        """The empty cells in reading order."""
        return cells_of(self.board & ~position.taken)

    def moves(self, position: Position) -> tuple[Cell, ...]:
        """The legal moves in reading order: the empty cells, or none once the game has ended."""
        return () if self.outcome(position) else self.empties(position)


def opponent(mark: Mark) -> Mark:
    """The other player."""
    return O if mark == X else X


def completing(lines: Iterable[Cells], stones: Cells, free: Cells) -> Cells:
    """The free cells that complete one of these lines: the stones fill all of it but that cell."""
    found = 0
    for line in lines:
        missing = line & ~stones
        if missing & free and missing & (missing - 1) == 0:
            found |= missing
    return found


def makes_fork(game: Game, stones: Cells, cell: Cell, free: Cells) -> bool:
    """Whether a stone on this free cell makes two threats at once, for stones that threaten nothing yet."""
    return completing(game.lines_through[cell], stones | 1 << cell, free & ~(1 << cell)).bit_count() >= 2


def forking(game: Game, stones: Cells, free: Cells) -> Cells:
    """The free cells where a stone makes two threats at once, for stones that threaten nothing yet."""
    return sum(1 << cell for cell in cells_of(free) if makes_fork(game, stones, cell, free))


def cells_of(cells: Cells) -> tuple[Cell, ...]:
    """The members of a bitboard in reading order."""
    found = []
    while cells:
        lowest = cells & -cells
        found.append(lowest.bit_length() - 1)
        cells ^= lowest
    return tuple(found)
