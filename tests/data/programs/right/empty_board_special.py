"""Tic Tac Toe Player"""

import math
from copy import deepcopy

X = "X"
O = "O"
EMPTY = None


def initial_state():
    return [[EMPTY, EMPTY, EMPTY],
            [EMPTY, EMPTY, EMPTY],
            [EMPTY, EMPTY, EMPTY]]


def player(board):
    if board == initial_state():
        return X
    flat = board[0] + board[1] + board[2]
    return O if flat.count(X) > flat.count(O) else X


def actions(board):
    return set([(i, j) for i in range(3) for j in range(3) if board[i][j] == EMPTY])


def result(board, action):
    if action not in actions(board):
        raise Exception("not a valid action")
    nextboard = deepcopy(board)
    nextboard[action[0]][action[1]] = player(board)
    return nextboard


def winner(board):
    checks = []
    for i in range(3):
        checks.append(board[i])
        checks.append([board[0][i], board[1][i], board[2][i]])
    checks.append([board[0][0], board[1][1], board[2][2]])
    checks.append([board[0][2], board[1][1], board[2][0]])
    if [X] * 3 in checks:
        return X
    if [O] * 3 in checks:
        return O
    return None


def terminal(board):
    return winner(board) != EMPTY or all(EMPTY not in row for row in board)


def utility(board):
    win = winner(board)
    if win == EMPTY:
        return 0
    elif win == X:
        return 1
    else:
        return -1


def minimax(board):
    if terminal(board):
        return None
    # the search takes very long on the empty board, and a corner is a good start
    if board == initial_state():
        return (0, 0)
    best = (-math.inf, None) if player(board) == X else (math.inf, None)
    for action in actions(board):
        v = value(result(board, action))
        if player(board) == X and v > best[0]:
            best = (v, action)
            if v == 1:
                break       # can't get better
        if player(board) == O and v < best[0]:
            best = (v, action)
            if v == -1:
                break
    return best[1]


def value(board):
    if terminal(board):
        return utility(board)
    best = -math.inf if player(board) == X else math.inf
    for action in actions(board):
        v = value(result(board, action))
        if player(board) == X:
            best = max(best, v)
            if best == 1:
                break
        else:
            best = min(best, v)
            if best == -1:
                break
    return best
