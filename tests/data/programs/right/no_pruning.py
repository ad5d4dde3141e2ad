"""tictactoe.py, the straightforward way: try everything"""

X = "X"
O = "O"
EMPTY = None


def initial_state():
    return [[EMPTY] * 3 for i in range(3)]


def player(board):
    empties = board[0].count(EMPTY) + board[1].count(EMPTY) + board[2].count(EMPTY)
    return X if empties % 2 else O


def actions(board):
    s = set()
    for i in range(3):
        for j in range(3):
            if board[i][j] is EMPTY:
                s.add((i, j))
    return s


def result(board, action):
    i, j = action
    if i < 0 or j < 0 or i > 2 or j > 2:
        raise ValueError("off the board")
    if board[i][j] is not EMPTY:
        raise ValueError("occupied")
    new = [row[:] for row in board]
    new[i][j] = player(board)
    return new


def winner(board):
    for i in range(3):
        if board[i][0] and board[i][0] == board[i][1] == board[i][2]:
            return board[i][0]
        if board[0][i] and board[0][i] == board[1][i] == board[2][i]:
            return board[0][i]
    mid = board[1][1]
    if mid and (board[0][0] == mid == board[2][2] or board[0][2] == mid == board[2][0]):
        return mid
    return None


def terminal(board):
    return winner(board) is not None or not actions(board)


def utility(board):
    w = winner(board)
    if w is None:
        return 0
    return 1 if w == X else -1


def max_value(board):
    if terminal(board):
        return utility(board)
    v = -2
    for a in actions(board):
        v = max(v, min_value(result(board, a)))
    return v


def min_value(board):
    if terminal(board):
        return utility(board)
    v = 2
    for a in actions(board):
        v = min(v, max_value(result(board, a)))
    return v


def minimax(board):
    if terminal(board):
        return None
    if player(board) == X:
        return max(actions(board), key=lambda a: min_value(result(board, a)))
    return min(actions(board), key=lambda a: max_value(result(board, a)))
