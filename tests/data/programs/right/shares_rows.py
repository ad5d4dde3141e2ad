"""
Tic-tac-toe with boards that are never changed: result() makes one new row and
uses the other two again.
"""

import math

X = "X"
O = "O"
EMPTY = None


def initial_state():
    return [[EMPTY] * 3 for _ in range(3)]


def player(board):
    diff = 0
    for row in board:
        diff += row.count(X) - row.count(O)
    return O if diff == 1 else X


def actions(board):
    todo = set()
    for r in (0, 1, 2):
        for c in (0, 1, 2):
            if board[r][c] is EMPTY:
                todo.add((r, c))
    return todo


def result(board, action):
    r, c = action
    if r < 0 or c < 0 or r > 2 or c > 2:
        raise IndexError(action)
    if board[r][c] is not EMPTY:
        raise ValueError(action)
    row = board[r]
    new_row = row[:c] + [player(board)] + row[c + 1:]
    return board[:r] + [new_row] + board[r + 1:]


def winner(board):
    for mark in X, O:
        three = [mark, mark, mark]
        if three in board:
            return mark
        for c in (0, 1, 2):
            if [board[0][c], board[1][c], board[2][c]] == three:
                return mark
        if [board[0][0], board[1][1], board[2][2]] == three or [board[0][2], board[1][1], board[2][0]] == three:
            return mark
    return None


def terminal(board):
    if winner(board):
        return True
    return not (EMPTY in board[0] or EMPTY in board[1] or EMPTY in board[2])


def utility(board):
    champion = winner(board)
    if champion is None:
        return 0
    return 1 if champion is X else -1


def best_value(board, alpha, beta):
    if terminal(board):
        return utility(board)
    if player(board) == X:
        v = -math.inf
        for action in actions(board):
            v = max(v, best_value(result(board, action), max(alpha, v), beta))
            if v >= beta:
                return v
        return v
    v = math.inf
    for action in actions(board):
        v = min(v, best_value(result(board, action), alpha, min(beta, v)))
        if v <= alpha:
            return v
    return v


def minimax(board):
    if terminal(board):
        return None
    ranked = {}
    for action in actions(board):
        ranked[action] = best_value(result(board, action), -math.inf, math.inf)
    choose = max if player(board) == X else min
    return choose(ranked, key=ranked.get)
