# The usual minimax, but a win soon is worth more than a win late:
# the score is multiplied with 1 + the number of cells that are left.

X = "X"
O = "O"
EMPTY = None

scores = {}


def initial_state():
    return [[EMPTY, EMPTY, EMPTY] for row in range(3)]


def left(board):
    return sum(row.count(EMPTY) for row in board)


def player(board):
    if left(board) in {1, 3, 5, 7, 9}:
        return X
    return O


def actions(board):
    return set((i, j) for i, row in enumerate(board) for j, cell in enumerate(row) if cell is None)


def result(board, action):
    if action in actions(board):
        (i, j), mark = action, player(board)
        return [[mark if (r, c) == (i, j) else board[r][c] for c in range(3)] for r in range(3)]
    raise RuntimeError("illegal action")


# The magic square: three numbers are in a line exactly if their sum is 15.
MAGIC = [[2, 7, 6],
         [9, 5, 1],
         [4, 3, 8]]


def winner(board):
    for mark in (X, O):
        numbers = [MAGIC[i][j] for i in range(3) for j in range(3) if board[i][j] == mark]
        for a in numbers:
            for b in numbers:
                for c in numbers:
                    if a < b < c and a + b + c == 15:
                        return mark
    return None


def terminal(board):
    return left(board) == 0 or winner(board) is not None


def utility(board):
    mark = winner(board)
    if mark is None:
        return 0
    return 1 if mark == X else -1


def score(board):
    text = repr(board)
    if text not in scores:
        if terminal(board):
            scores[text] = utility(board) * (1 + left(board))
        else:
            every = [score(result(board, a)) for a in actions(board)]
            scores[text] = max(every) if player(board) == X else min(every)
    return scores[text]


def minimax(board):
    if terminal(board):
        return None
    best_action, best_score = None, None
    for a in sorted(actions(board)):
        s = score(result(board, a))
        if best_score is None or (s > best_score if player(board) == X else s < best_score):
            best_action, best_score = a, s
    return best_action
