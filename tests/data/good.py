"""A good program, quick because it remembers."""
from functools import cache

X = "X"
O = "O"
EMPTY = None


def initial_state():
    return [[EMPTY, EMPTY, EMPTY], [EMPTY, EMPTY, EMPTY], [EMPTY, EMPTY, EMPTY]]


def player(board):
    marks = [mark for row in board for mark in row]
    return X if marks.count(X) == marks.count(O) else O


def actions(board):
    return {(i, j) for i in range(3) for j in range(3) if board[i][j] is EMPTY}


def result(board, action):
    if action not in actions(board):
        raise ValueError("not a legal action")
    copy = [list(row) for row in board]
    copy[action[0]][action[1]] = player(board)
    return copy


def winner(board):
    lines = [list(row) for row in board]
    lines += [[board[i][j] for i in range(3)] for j in range(3)]
    lines += [[board[i][i] for i in range(3)], [board[i][2 - i] for i in range(3)]]
    for mark in (X, O):
        if [mark, mark, mark] in lines:
            return mark
    return None


def terminal(board):
    return winner(board) is not None or not actions(board)


def utility(board):
    return {X: 1, O: -1, None: 0}[winner(board)]


def minimax(board):
    if terminal(board):
        return None
    best = max if player(board) == X else min
    return best(sorted(actions(board)), key=lambda action: value(freeze(result(board, action))))


def freeze(board):
    return tuple(tuple(row) for row in board)


@cache
def value(frozen):
    board = [list(row) for row in frozen]
    if terminal(board):
        return utility(board)
    values = [value(freeze(result(board, action))) for action in actions(board)]
    return max(values) if player(board) == X else min(values)
