"""
Tic Tac Toe Player
"""

import copy
from functools import lru_cache

X = "X"
O = "O"
EMPTY = None

def initial_state():
    """Gives the board at the start of a game."""
    return [[EMPTY, EMPTY, EMPTY],
            [EMPTY, EMPTY, EMPTY],
            [EMPTY, EMPTY, EMPTY]]

def player(board):
    """Says who has the next turn."""
    count_x = 0
    count_o = 0
    for row in board:
        for cell in row:
            if cell == X:
                count_x += 1
            elif cell == O:
                count_o += 1
    if count_x > count_o:
        return O
    return X

def actions(board):
    """All cells that are still free."""
    possible = set()
    for i in range(3):
        for j in range(3):
            if board[i][j] == EMPTY:
                possible.add((i, j))
        return possible

def result(board, action):
    """The board after the move (i, j), without touching the old one."""
    if action not in actions(board):
        raise Exception("Invalid action")
    new_board = copy.deepcopy(board)
    new_board[action[0]][action[1]] = player(board)
    return new_board

def winner(board):
    """Who won, if anybody did."""
    # rows and columns
    for i in range(3):
        if board[i][0] != EMPTY and board[i][0] == board[i][1] == board[i][2]:
            return board[i][0]
        if board[0][i] != EMPTY and board[0][i] == board[1][i] == board[2][i]:
            return board[0][i]
    # diagonals
    if board[1][1] != EMPTY:
        if board[0][0] == board[1][1] == board[2][2]:
            return board[1][1]
        if board[0][2] == board[1][1] == board[2][0]:
            return board[1][1]
    return None

def terminal(board):
    """True when the game is over."""
    if winner(board) is not None:
        return True
    for row in board:
        if EMPTY in row:
            return False
    return True

def utility(board):
    """1 for X, -1 for O, 0 for a draw."""
    won = winner(board)
    if won == X:
        return 1
    elif won == O:
        return -1
    else:
        return 0

@lru_cache(maxsize=None)
def value(frozen):
    board = [list(row) for row in frozen]
    if terminal(board):
        return utility(board)
    scores = []
    for action in actions(board):
        scores.append(value(freeze(result(board, action))))
    if player(board) == X:
        return max(scores)
    return min(scores)

def freeze(board):
    # lists can't be hashed
    return tuple(tuple(row) for row in board)

def minimax(board):
    """The best move for whoever's turn it is."""
    if terminal(board):
        return None
    wanted = value(freeze(board))
    for action in actions(board):
        if value(freeze(result(board, action))) == wanted:
            return action
