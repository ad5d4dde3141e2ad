"""
Tic Tac Toe Player that does not always play the same game:
between equally good moves it throws dice.
"""

import random

X = "X"
O = "O"
EMPTY = None


def initial_state():
    return [[EMPTY, EMPTY, EMPTY], [EMPTY, EMPTY, EMPTY], [EMPTY, EMPTY, EMPTY]]


def player(board):
    x = o = 0
    for row in board:
        for field in row:
            if field == X:
                x += 1
            elif field == O:
                o += 1
    return X if x == o else O


def actions(board):
    free = [(i, j) for i in range(3) for j in range(3) if board[i][j] is None]
    random.shuffle(free)
    return set(free)


def result(board, action):
    i, j = action
    if (i, j) not in actions(board):
        raise ValueError("You can't go there")
    copy = [[field for field in row] for row in board]
    copy[i][j] = player(board)
    return copy


def winner(board):
    for a, b, c in (*board, *zip(*board), [board[i][i] for i in range(3)], [board[i][-1 - i] for i in range(3)]):
        if a == b == c and a is not None:
            return a
    return None


def terminal(board):
    return True if winner(board) or not actions(board) else False


def utility(board):
    w = winner(board)
    if w == X:
        return 1
    elif w == O:
        return -1
    return 0


def value(board, seen):
    key = str(board)
    if key not in seen:
        if terminal(board):
            seen[key] = utility(board)
        else:
            options = [value(result(board, action), seen) for action in actions(board)]
            seen[key] = max(options) if player(board) == X else min(options)
    return seen[key]


def minimax(board):
    if terminal(board):
        return None
    seen = {}
    best = value(board, seen)
    return random.choice([a for a in actions(board) if value(result(board, a), seen) == best])
