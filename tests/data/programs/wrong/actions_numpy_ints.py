# CS intro, homework 1: tic tac toe

import numpy as np

X = "X"
O = "O"
EMPTY = None

remembered = dict()


def initial_state():
    row1 = [EMPTY, EMPTY, EMPTY]
    row2 = [EMPTY, EMPTY, EMPTY]
    row3 = [EMPTY, EMPTY, EMPTY]
    return [row1, row2, row3]


def player(board):
    marks = [c for row in board for c in row if c is not None]
    if len(marks) in (0, 2, 4, 6, 8):
        return X
    return O


def actions(board):
    free = np.array(board, dtype=object) == EMPTY
    return {(i, j) for i, j in np.argwhere(free)}


def result(board, action):
    (i, j) = action
    if i not in [0, 1, 2] or j not in [0, 1, 2]:
        raise Exception("no such square")
    if board[i][j] in [X, O]:
        raise Exception("square taken")
    next_board = [[board[r][c] for c in [0, 1, 2]] for r in [0, 1, 2]]
    next_board[i][j] = player(board)
    return next_board


def winner(board):
    a, b, c = board[0]
    d, e, f = board[1]
    g, h, i = board[2]
    for line in [(a, b, c), (d, e, f), (g, h, i), (a, d, g), (b, e, h), (c, f, i), (a, e, i), (c, e, g)]:
        if line == (X, X, X):
            return X
        elif line == (O, O, O):
            return O
    return None


def terminal(board):
    if winner(board) != None:
        return True
    elif actions(board) == set():
        return True
    else:
        return False


def utility(board):
    result_of_game = winner(board)
    if result_of_game == "X":
        return 1
    elif result_of_game == "O":
        return -1
    elif result_of_game == None:
        return 0


def as_string(board):
    return "".join(c or "-" for row in board for c in row)


def points(board):
    text = as_string(board)
    if text in remembered:
        return remembered[text]
    if terminal(board):
        p = utility(board)
    elif player(board) == X:
        p = -100
        for a in actions(board):
            p = max(p, points(result(board, a)))
    else:
        p = 100
        for a in actions(board):
            p = min(p, points(result(board, a)))
    remembered[text] = p
    return p


def minimax(board):
    if terminal(board):
        return None
    me = player(board)
    ranking = []
    for a in actions(board):
        ranking.append((points(result(board, a)), a))
    ranking.sort()
    if me == X:
        return ranking[-1][1]
    return ranking[0][1]
