"""
Tic Tac Toe Player
"""

import copy
import math

X = "X"
O = "O"
EMPTY = None


def initial_state():
    """Start with nothing on the board."""
    return [[EMPTY, EMPTY, EMPTY],
            [EMPTY, EMPTY, EMPTY],
            [EMPTY, EMPTY, EMPTY]]


def player(board):
    """Count the marks. Same number: X's turn."""
    num_x = 0
    num_o = 0
    for i in range(3):
        for j in range(3):
            if board[i][j] == X:
                num_x += 1
            if board[i][j] == O:
                num_o += 1
    if num_x == num_o:
        return X
    return O


def actions(board):
    moves = set()
    for i in range(3):
        for j in range(3):
            if board[i][j] == EMPTY:
                moves.add((i, j))
    return moves


def result(board, action):
    if action not in actions(board):
        raise Exception("that move is not possible")
    board_copy = copy.deepcopy(board)
    board_copy[action[0]][action[1]] = player(board)
    return board_copy


def winner(board):
    for who in [X, O]:
        for i in range(3):
            if board[i][0] == who and board[i][1] == who and board[i][2] == who:
                return who
            if board[0][i] == who and board[1][i] == who and board[2][i] == who:
                return who
        if board[0][0] == who and board[1][1] == who and board[2][2] == who:
            return who
        if board[0][2] == who and board[1][1] == who and board[2][0] == who:
            return who
    return None


def terminal(board):
    if winner(board) is not None or len(actions(board)) == 0:
        return True
    return False


def utility(board):
    if winner(board) == X:
        return 1
    elif winner(board) == O:
        return -1
    else:
        return 0


def minimax(board):
    if terminal(board):
        return None
    return search(board, -math.inf, math.inf)[1]


def search(board, alpha, beta):
    """Returns the value and the move that leads to it."""
    if terminal(board):
        return utility(board), None
    move = None
    if player(board) == X:
        v = -math.inf
        for action in actions(board):
            new_v = search(result(board, action), alpha, beta)[0]
            if new_v > v:
                v, move = new_v, action
            alpha = max(alpha, v)
            if v >= beta:
                break
    else:
        v = math.inf
        for action in actions(board):
            new_v = search(result(board, action), alpha, beta)[0]
            if new_v < v:
                v, move = new_v, action
            beta = min(beta, v)
            if v <= alpha:
                break
    return v, move
