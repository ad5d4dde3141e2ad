"""Learners' programs that are right, one quick and one slow, for measuring how long checking takes."""

from __future__ import annotations

QUICK = """\
from copy import deepcopy
from functools import lru_cache

X, O, EMPTY = "X", "O", None


def initial_state():
    return [[EMPTY] * 3 for _ in range(3)]


def player(board):
    marks = sum(board, [])
    return X if marks.count(X) == marks.count(O) else O


def actions(board):
    return {(row, col) for row in range(3) for col in range(3) if board[row][col] is EMPTY}


def result(board, action):
    if action not in actions(board):
        raise ValueError(f"{action} is not possible")
    after = deepcopy(board)
    after[action[0]][action[1]] = player(board)
    return after


def winner(board):
    lines = [*board, *map(list, zip(*board)), [board[i][i] for i in range(3)], [board[i][2 - i] for i in range(3)]]
    return next((mark for mark in (X, O) if [mark] * 3 in lines), None)


def terminal(board):
    return winner(board) is not None or not actions(board)


def utility(board):
    return {X: 1, O: -1, None: 0}[winner(board)]


@lru_cache(maxsize=None)
def value(rows):
    board = [list(row) for row in rows]
    if terminal(board):
        return utility(board)
    values = [value(tuple(map(tuple, result(board, action)))) for action in actions(board)]
    return max(values) if player(board) == X else min(values)


def minimax(board):
    if terminal(board):
        return None
    best = max if player(board) == X else min
    return best(actions(board), key=lambda action: value(tuple(map(tuple, result(board, action)))))
"""
PLAIN = QUICK.replace("@lru_cache(maxsize=None)\n", "")
"""The same as learners write it first: it remembers nothing, and copies the board at every move."""
