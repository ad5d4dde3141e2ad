"""
Tic Tac Toe Player
"""

import copy

X = "X"
O = "O"
EMPTY = None


def initial_state():
    """
    Returns starting state of the game.
    """
    return [[EMPTY, EMPTY, EMPTY], [EMPTY, EMPTY, EMPTY], [EMPTY, EMPTY, EMPTY]]


def player(board):
    x_list = []
    o_list = []
    for i in range(3):
        for j in range(3):
            if board[i][j] == X:
                x_list.append((i, j))
            elif board[i][j] == O:
                o_list.append((i, j))
    if len(x_list) > len(o_list):
        return O
    return X


def actions(board):
    all_moves = set()
    for i in range(3):
        for j in range(3):
            if board[i][j] == EMPTY:
                all_moves.add((i, j))
    return all_moves


def result(board, action):
    if action not in actions(board):
        raise Exception("Invalid move!")
    new = copy.deepcopy(board)
    new[action[0]][action[1]] = player(board)
    return new


def winner(board):
    for sign in [X, O]:
        for i in range(3):
            if board[i][0] == sign and board[i][1] == sign and board[i][2] == sign:
                return sign
            if board[0][i] == sign and board[1][i] == sign and board[2][i] == sign:
                return sign
        if board[0][0] == sign and board[1][1] == sign and board[2][2] == sign:
            return sign
        if board[0][2] == sign and board[1][1] == sign and board[2][0] == sign:
            return sign
    return None


def terminal(board):
    if winner(board) == X or winner(board) == O:
        return True
    if len(actions(board)) == 0:
        return True
    return False


def utility(board):
    if winner(board) == X:
        return 1
    if winner(board) == O:
        return -1
    return 0


def score(board):
    if terminal(board):
        return utility(board)
    scores = []
    for action in actions(board):
        scores.append(score(result(board, action)))
    if player(board) == X:
        return max(scores)
    return min(scores)


def minimax(board):
    if terminal(board):
        return None
    moves = list(actions(board))
    scores = [score(result(board, move)) for move in moves]
    if player(board) == X:
        return moves[scores.index(max(scores))]
    return moves[scores.index(min(scores))]
