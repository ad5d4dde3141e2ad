"""Project 0: an AI that never loses at tic-tac-toe."""
from __future__ import annotations

from copy import deepcopy

X = "X"
O = "O"
EMPTY = None

Board = list[list[str | None]]
Move = tuple[int, int]


def initial_state() -> Board:
    return [
        [" ", " ", " "],
        [" ", " ", " "],
        [" ", " ", " "],
    ]


def player(board: Board) -> str:
    """X starts, so it is X's turn whenever both have the same number of marks."""
    xs = os = 0
    for row in board:
        xs += row.count(X)
        os += row.count(O)
    return X if xs <= os else O


def actions(board: Board) -> set[Move]:
    """Every empty square."""
    moves: set[Move] = set()
    for i in range(len(board)):
        for j in range(len(board[i])):
            if board[i][j] is EMPTY:
                moves.add((i, j))
    return moves


def result(board: Board, action: Move) -> Board:
    """What the board looks like after the action."""
    i, j = action
    if i < 0 or i > 2 or j < 0 or j > 2:
        raise ValueError("outside the board")
    if board[i][j] is not EMPTY:
        raise ValueError("square is occupied")
    nxt = deepcopy(board)
    nxt[i][j] = player(board)
    return nxt


def winner(board: Board) -> str | None:
    """The one with three in a row."""
    for mark in [X, O]:
        for k in range(3):
            if all(board[k][c] == mark for c in range(3)):
                return mark
            if all(board[r][k] == mark for r in range(3)):
                return mark
        if all(board[k][k] == mark for k in range(3)):
            return mark
        if all(board[k][2 - k] == mark for k in range(3)):
            return mark
    return None


def terminal(board: Board) -> bool:
    """Won or full."""
    if winner(board) is not None:
        return True
    return len(actions(board)) == 0


def utility(board: Board) -> int:
    """Points for X."""
    if winner(board) == X:
        return 1
    if winner(board) == O:
        return -1
    return 0


def search(board: Board, memo: dict) -> tuple[int, Move | None]:
    """(value, move) with the best play of both sides."""
    key = repr(board)
    if key in memo:
        return memo[key]
    if terminal(board):
        memo[key] = (utility(board), None)
        return memo[key]
    maximizing = player(board) == X
    best = -10 if maximizing else 10
    best_move = None
    for move in actions(board):
        value, _ = search(result(board, move), memo)
        if (maximizing and value > best) or (not maximizing and value < best):
            best, best_move = value, move
    memo[key] = (best, best_move)
    return memo[key]


def minimax(board: Board) -> Move | None:
    """The best move, None when the game is over."""
    if terminal(board):
        return None
    return search(board, {})[1]
