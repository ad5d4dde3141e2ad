# tictactoe
# The AI looks at the moves in a fixed order (centre, corners, edges) because
# alpha-beta cuts more when the good moves come first.

X = "X"
O = "O"
EMPTY = None

ORDER = [(1, 1), (0, 0), (0, 2), (2, 0), (2, 2), (0, 1), (1, 0), (1, 2), (2, 1)]


def initial_state():
    return [[EMPTY, EMPTY, EMPTY],
            [EMPTY, EMPTY, EMPTY],
            [EMPTY, EMPTY, EMPTY]]


def player(board):
    count = 0
    for (i, j) in ORDER:
        if board[i][j] is not EMPTY:
            count = count + 1
    return X if count % 2 == 0 else O


def ordered_moves(board):
    """A list, the most promising first."""
    return [(i, j) for (i, j) in ORDER if board[i][j] is EMPTY]


def actions(board):
    return set(ordered_moves(board))


def result(board, action):
    if action not in ordered_moves(board):
        raise Exception(f"{action} is not possible here")
    new = [row[:] for row in board]
    new[action[0]][action[1]] = player(board)
    return new


def winner(board):
    for who in (X, O):
        mine = {(i, j) for (i, j) in ORDER if board[i][j] == who}
        for k in range(3):
            if {(k, 0), (k, 1), (k, 2)} <= mine or {(0, k), (1, k), (2, k)} <= mine:
                return who
        if {(0, 0), (1, 1), (2, 2)} <= mine or {(0, 2), (1, 1), (2, 0)} <= mine:
            return who


def terminal(board):
    return winner(board) in (X, O) or ordered_moves(board) == []


def utility(board):
    won = winner(board)
    if won == X:
        return 1
    if won == O:
        return -1
    return 0


def alphabeta(board, alpha, beta):
    if terminal(board):
        return utility(board)
    if player(board) == X:
        for move in ordered_moves(board):
            alpha = max(alpha, alphabeta(result(board, move), alpha, beta))
            if alpha >= beta:
                return beta
        return alpha
    for move in ordered_moves(board):
        beta = min(beta, alphabeta(result(board, move), alpha, beta))
        if beta <= alpha:
            return alpha
    return beta


def minimax(board):
    if terminal(board):
        return None
    moves = ordered_moves(board)
    best = moves[0]
    bound = alphabeta(result(board, best), -1, 1)
    for move in moves[1:]:
        v = alphabeta(result(board, move), -1, 1)
        # strictly better, so the first of equal moves stays
        if (player(board) == X and v > bound) or (player(board) == O and v < bound):
            best, bound = move, v
    return best
