import numpy as np

X = "X"
O = "O"
EMPTY = None

cache = {}


def initial_state():
    # .tolist() so that the rest of the program gets ordinary lists
    return np.full((3, 3), EMPTY).tolist()


def player(board):
    arr = np.array(board, dtype=object)
    n_x = int((arr == X).sum())
    n_o = int((arr == O).sum())
    return O if n_x > n_o else X


def actions(board):
    arr = np.array(board, dtype=object)
    rows, cols = np.where(arr == None)  # noqa: E711 ("is None" does not work on arrays)
    return set(zip(rows.tolist(), cols.tolist()))


def result(board, action):
    if action not in actions(board):
        raise ValueError(f"illegal action {action}")
    arr = np.array(board, dtype=object)      # np.array makes a copy
    arr[action] = player(board)
    return arr.tolist()


def winner(board):
    arr = np.array(board, dtype=object)
    for who in (X, O):
        mine = arr == who
        if mine.all(axis=0).any() or mine.all(axis=1).any():
            return who
        if mine.diagonal().all() or np.fliplr(mine).diagonal().all():
            return who
    return None


def terminal(board):
    if winner(board) is not None:
        return True
    return not any(cell is None for row in board for cell in row)


def utility(board):
    w = winner(board)
    return 0 if w is None else (1 if w == X else -1)


def score(board):
    key = tuple(map(tuple, board))
    if key in cache:
        return cache[key]
    if terminal(board):
        s = utility(board)
    else:
        children = [score(result(board, a)) for a in actions(board)]
        s = max(children) if player(board) == X else min(children)
    cache[key] = s
    return s


def minimax(board):
    if terminal(board):
        return None
    # a table of what every cell is worth; cells that are taken get the worst value there is
    sign = 1 if player(board) == X else -1
    worth = np.full((3, 3), -9)
    for i, j in actions(board):
        worth[i, j] = sign * score(result(board, (i, j)))
    return np.unravel_index(worth.argmax(), worth.shape)
