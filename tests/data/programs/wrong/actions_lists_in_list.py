# Tic-tac-toe with alpha beta pruning
import math

X = "X"
O = "O"
EMPTY = None


def initial_state():
    return [[EMPTY for _ in range(3)] for _ in range(3)]


def player(board):
    x = sum(row.count(X) for row in board)
    o = sum(row.count(O) for row in board)
    return X if x == o else O


def actions(board):
    # lists can't go into a set, so this is a list of lists
    return [[i, j] for i in range(3) for j in range(3) if board[i][j] is EMPTY]


def result(board, action):
    i, j = action
    if not (0 <= i <= 2 and 0 <= j <= 2):
        raise ValueError("not on the board")
    if board[i][j] is not EMPTY:
        raise ValueError("cell is taken")
    copied = [row[:] for row in board]
    copied[i][j] = player(board)
    return copied


def winner(board):
    lines = [row for row in board]                                   # rows
    lines += [[board[r][c] for r in range(3)] for c in range(3)]     # columns
    lines.append([board[k][k] for k in range(3)])                    # diagonals
    lines.append([board[k][2 - k] for k in range(3)])
    for line in lines:
        if line.count(X) == 3:
            return X
        if line.count(O) == 3:
            return O
    return None


def terminal(board):
    if winner(board):
        return True
    return all(cell is not EMPTY for row in board for cell in row)


def utility(board):
    win = winner(board)
    if win == X:
        return 1
    if win == O:
        return -1
    return 0


def max_value(board, alpha, beta):
    if terminal(board):
        return utility(board)
    v = -math.inf
    for action in actions(board):
        v = max(v, min_value(result(board, action), alpha, beta))
        alpha = max(alpha, v)
        if alpha >= beta:
            break
    return v


def min_value(board, alpha, beta):
    if terminal(board):
        return utility(board)
    v = math.inf
    for action in actions(board):
        v = min(v, max_value(result(board, action), alpha, beta))
        beta = min(beta, v)
        if alpha >= beta:
            break
    return v


def minimax(board):
    if terminal(board):
        return None
    best_action = None
    if player(board) == X:
        best = -math.inf
        for action in actions(board):
            v = min_value(result(board, action), best, math.inf)
            if v > best:
                best, best_action = v, action
    else:
        best = math.inf
        for action in actions(board):
            v = max_value(result(board, action), -math.inf, best)
            if v < best:
                best, best_action = v, action
    return best_action
