"""Tic Tac Toe Player"""
import copy
import math

X = "X"
O = "O"
EMPTY = None

def initial_state():
    return [[EMPTY, EMPTY, EMPTY],
            [EMPTY, EMPTY, EMPTY],
            [EMPTY, EMPTY, EMPTY]]

def player(board):
    turns = 0
    for row in board:
        turns += row.count(X) - row.count(O)
    if turns == 0:
        return X
    else:
        return O

def actions(board):
    moves = set()
    i = 0
    while i < 3:
        j = 0
        while j < 3:
            if board[i][j] is None:
                moves.add((i, j))
            j += 1
        i += 1
    return moves

def result(board, action):
    i = action[0]
    j = action[1]
    if i < 0 or i >= 3 or j < 0 or j >= 3:
        raise Exception("out of bounds")
    if board[i][j] is not None:
        raise Exception("already taken")
    board_copy = copy.deepcopy(board)
    board_copy[i][j] = player(board)
    return board_copy

def winner(board):
    # check rows
    for row in board:
        if row[0] is not None and row[0] == row[1] and row[1] == row[2]:
            return row[0]
    # check columns
    for col in range(3):
        if board[0][col] is not None and board[0][col] == board[1][col] and board[1][col] == board[2][col]:
            return board[0][col]
    # check diagonals
    if board[0][0] is not None and board[0][0] == board[1][1] and board[1][1] == board[2][2]:
        return board[0][0]
    if board[0][2] is not None and board[0][2] == board[1][1] and board[1][1] == board[2][0]:
        return board[0][2]
    return None

def terminal(board):
    if winner(board) is not None:
        return True
    for i in range(3):
        for j in range(3):
            if board[i][j] is None:
                return False
    return True

def utility(board):
    if winner(board) == X:
        return 1
    elif winner(board) == O:
        return -1
    return 0

alpha = -math.inf
beta = math.inf

def max_value(board):
    global alpha
    if terminal(board):
        return utility(board)
    v = -math.inf
    for action in actions(board):
        v = max(v, min_value(result(board, action)))
        if v >= beta:
            return v
        alpha = max(alpha, v)
    return v

def min_value(board):
    global beta
    if terminal(board):
        return utility(board)
    v = math.inf
    for action in actions(board):
        v = min(v, max_value(result(board, action)))
        if v <= alpha:
            return v
        beta = min(beta, v)
    return v

def minimax(board):
    if terminal(board):
        return None
    if player(board) == X:
        return max(actions(board), key=lambda a: min_value(result(board, a)))
    return min(actions(board), key=lambda a: max_value(result(board, a)))
