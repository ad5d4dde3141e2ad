"""The exercise done the plain way: nested lists, a deep copy for each move, every line of play to its end.

It is what a good first solution looks like, and what the bench compares with. It shares no code with the package.
"""

from __future__ import annotations

from copy import deepcopy

Grid = list[list[str | None]]


def whose_turn(board: Grid) -> str:
    marks = [mark for row in board for mark in row]
    return "X" if marks.count("X") == marks.count("O") else "O"


def empty_cells(board: Grid) -> set[tuple[int, int]]:
    return {(i, j) for i in range(3) for j in range(3) if board[i][j] is None}


def after(board: Grid, cell: tuple[int, int]) -> Grid:
    if cell not in empty_cells(board):
        raise ValueError(f"{cell} is not an empty cell")
    i, j = cell
    copy = deepcopy(board)
    copy[i][j] = whose_turn(board)
    return copy


def who_has_won(board: Grid) -> str | None:
    columns = [[row[j] for row in board] for j in range(3)]
    diagonals = [[board[i][i] for i in range(3)], [board[i][2 - i] for i in range(3)]]
    for first, second, third in board + columns + diagonals:
        if first is not None and first == second == third:
            return first
    return None


def value_and_nodes(board: Grid) -> tuple[int, int]:
    """The value for X, and how many boards were looked at to find it."""
    won = who_has_won(board)
    if won or not empty_cells(board):
        return {"X": 1, "O": -1, None: 0}[won], 1
    found = [value_and_nodes(after(board, cell)) for cell in empty_cells(board)]
    values = [value for value, _ in found]
    nodes = 1 + sum(nodes for _, nodes in found)
    return (max(values) if whose_turn(board) == "X" else min(values)), nodes


def all_lines(rows: int, cols: int, k: int) -> list[int]:
    lines = []
    for r in range(rows):
        for c in range(cols):
            for dr, dc in ((0, 1), (1, 0), (1, 1), (1, -1)):
                if 0 <= r + (k - 1) * dr < rows and 0 <= c + (k - 1) * dc < cols:
                    lines.append(sum(1 << (r + i * dr) * cols + c + i * dc for i in range(k)))
    return lines


def alphabeta(rows: int, cols: int, k: int) -> tuple[int, int]:
    """Alpha-beta with a table on any board, plainly: the value for the first player, and how many nodes it took."""
    size = rows * cols
    lines = all_lines(rows, cols, k)
    table: dict[tuple[int, int], tuple[int, int]] = {}
    nodes = 0

    def search(mine: int, theirs: int, alpha: int, beta: int) -> int:
        nonlocal nodes
        nodes += 1
        if any(theirs & line == line for line in lines):
            return -1
        if (mine | theirs) == (1 << size) - 1:
            return 0
        low, high = table.get((mine, theirs), (-1, 1))
        alpha, beta = max(alpha, low), min(beta, high)
        if alpha >= beta:
            return alpha
        best, bottom = -1, alpha
        for cell in range(size):
            if not (mine | theirs) >> cell & 1:
                best = max(best, -search(theirs, mine | 1 << cell, -beta, -alpha))
                alpha = max(alpha, best)
                if alpha >= beta:
                    break
        if best <= bottom:
            high = best
        elif best >= beta:
            low = best
        else:
            low = high = best
        table[mine, theirs] = (low, high)
        return best

    return search(0, 0, -1, 1), nodes
