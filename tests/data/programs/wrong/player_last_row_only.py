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
    for row in board:
        turns = 0
        turns += row.count(X) - row.count(O)
    if turns <= 0:
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

table = {}

def best_for(board, turn):
    """Returns (score, action); already solved boards are looked up."""
    key = (board[0][0], board[0][1], board[0][2], board[1][0], board[1][1],
           board[1][2], board[2][0], board[2][1], board[2][2])
    if key in table:
        return table[key]
    if terminal(board):
        return utility(board), None
    if turn == X:
        best = (-math.inf, None)
        for action in actions(board):
            score, _ = best_for(result(board, action), O)
            if score > best[0]:
                best = (score, action)
    else:
        best = (math.inf, None)
        for action in actions(board):
            score, _ = best_for(result(board, action), X)
            if score < best[0]:
                best = (score, action)
    table[key] = best
    return best

def minimax(board):
    if terminal(board):
        return None
    score, action = best_for(board, player(board))
    return action
