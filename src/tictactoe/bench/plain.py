"""The exercise done the plain way: nested lists, a deep copy for each move, every line of play to its end.

It is what a good first solution looks like, and what the bench compares with. It shares no code with the package.
"""

from __future__ import annotations

from copy import deepcopy

Board = list[list[str | None]]


def whose_turn(board: Board) -> str:
    marks = [mark for row in board for mark in row]
    return "X" if marks.count("X") == marks.count("O") else "O"


def empty_cells(board: Board) -> set[tuple[int, int]]:
    return {(i, j) for i in range(3) for j in range(3) if board[i][j] is None}


def after(board: Board, cell: tuple[int, int]) -> Board:
    if cell not in empty_cells(board):
        raise ValueError(f"{cell} is not an empty cell")
    i, j = cell
    copy = deepcopy(board)
    copy[i][j] = whose_turn(board)
    return copy


def who_has_won(board: Board) -> str | None:
    columns = [[row[j] for row in board] for j in range(3)]
    diagonals = [[board[i][i] for i in range(3)], [board[i][2 - i] for i in range(3)]]
    for first, second, third in board + columns + diagonals:
        if first is not None and first == second == third:
            return first
    return None


def value_and_nodes(board: Board) -> tuple[int, int]:
    """The value for X, and how many boards were looked at to find it."""
    won = who_has_won(board)
    if won or not empty_cells(board):
        return {"X": 1, "O": -1, None: 0}[won], 1
    found = [value_and_nodes(after(board, cell)) for cell in empty_cells(board)]
    values = [value for value, _ in found]
    nodes = 1 + sum(nodes for _, nodes in found)
    return (max(values) if whose_turn(board) == "X" else min(values)), nodes
