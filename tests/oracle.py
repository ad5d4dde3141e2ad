"""A second implementation of everything on small boards, as plain as can be and sharing no code with the package.

A board is text such as "X.O/.X./..O"; the player to move is said, not counted.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, lru_cache
from itertools import product

OTHER = {"X": "O", "O": "X"}


def empty(rows: int, cols: int) -> str:
    return "/".join(["." * cols] * rows)


def rows_of(board: str) -> list[str]:
    return board.split("/")


def width(board: str) -> int:
    """The distance in the text from a cell to the one below it."""
    return len(rows_of(board)[0]) + 1


def place(board: str, row: int, col: int, mark: str) -> str:
    at = row * width(board) + col
    return board[:at] + mark + board[at + 1 :]


def blanks(board: str) -> list[tuple[int, int]]:
    return [(r, c) for r, cells in enumerate(rows_of(board)) for c, mark in enumerate(cells) if mark == "."]


def has_row(board: str, mark: str, k: int) -> bool:
    """Read the text in steps of one cell across, down and along both diagonals; a / stands where it would wrap."""
    below = width(board)
    run = mark * k
    return any(run in board[start::step] for step in (1, below, below + 1, below - 1) for start in range(step))


def over(board: str, k: int) -> bool:
    return has_row(board, "X", k) or has_row(board, "O", k) or "." not in board


@cache
def score(board: str, turn: str, k: int) -> tuple[int, int]:
    """(1, plies), (0, 0) or (-1, plies): what the player to move can force, and how soon."""
    if has_row(board, turn, k):
        return (1, 0)
    if has_row(board, OTHER[turn], k):
        return (-1, 0)
    if "." not in board:
        return (0, 0)
    found = [move_score(board, row, col, turn, k) for row, col in blanks(board)]
    wins = [plies for value, plies in found if value == 1]
    if wins:
        return (1, min(wins))
    if any(value == 0 for value, _ in found):
        return (0, 0)
    return (-1, max(plies for _, plies in found))


def move_score(board: str, row: int, col: int, turn: str, k: int) -> tuple[int, int]:
    """What a move makes of it for the player who makes it."""
    value, plies = score(place(board, row, col, turn), OTHER[turn], k)
    return (-value, plies + 1 if value else 0)


@cache
def value(board: str, turn: str, k: int) -> int:
    """1, 0 or -1 for the player to move: as `score`, but quicker, because any win will do."""
    if has_row(board, OTHER[turn], k):
        return -1
    at = board.find(".")
    best = -1 if at >= 0 else 0
    while at >= 0 and best < 1:
        best = max(best, -value(board[:at] + turn + board[at + 1 :], OTHER[turn], k))
        at = board.find(".", at + 1)
    return best


@lru_cache(100_000)
def foreseen(board: str, turn: str, k: int, plies: int) -> int:
    """What the player to move sees so many plies ahead: 100 less the plies to a win, the negative of it for a loss,
    0 if neither is in sight.
    """
    if has_row(board, OTHER[turn], k):
        return -100
    if plies == 0 or "." not in board:
        return 0
    return max(foreseen_after(board, row, col, turn, k, plies) for row, col in blanks(board))


def foreseen_after(board: str, row: int, col: int, turn: str, k: int, plies: int) -> int:
    """What the player who moves here sees so many plies ahead, this move being the first of them."""
    found = -foreseen(place(board, row, col, turn), OTHER[turn], k, plies - 1)
    return found - 1 if found > 0 else found + 1 if found < 0 else 0


def best_foreseen(board: str, turn: str, k: int, plies: int) -> list[tuple[int, int]]:
    """The best moves for somebody who looks so many plies ahead.

    Between moves that all lose at the opponent's next, those that spoil one of the ways in which they do.
    """
    if plies == 0:
        return blanks(board)
    seen = {(row, col): foreseen_after(board, row, col, turn, k, plies) for row, col in blanks(board)}
    best = max(seen.values())
    if best == -98:
        return [(row, col) for row, col in seen if has_row(place(board, row, col, OTHER[turn]), OTHER[turn], k)]
    return [cell for cell, found in seen.items() if found == best]


@cache
def reachable(rows: int, cols: int, k: int) -> tuple[tuple[str, str], ...]:
    """Every position that can arise, with the player to move, each once."""
    found: list[tuple[str, str]] = []
    level = {empty(rows, cols)}
    turn = "X"
    while level:
        found += ((board, turn) for board in sorted(level))
        unfinished = (board for board in level if not over(board, k))
        level = {place(board, row, col, turn) for board in unfinished for row, col in blanks(board)}
        turn = OTHER[turn]
    return tuple(found)


def layouts(rows: int, cols: int) -> Iterator[str]:
    """Every way to fill a board, most of which cannot arise."""
    for marks in product(".XO", repeat=rows * cols):
        yield "/".join("".join(marks[start : start + cols]) for start in range(0, rows * cols, cols))
