"""
Tic-tac-toe solved backwards: the first call of minimax makes a table of all
positions, ordered by the number of marks, and fills it in from the full boards.
"""

X = "X"
O = "O"
EMPTY = None

_table = None


def initial_state():
    return [[EMPTY] * 3, [EMPTY] * 3, [EMPTY] * 3]


def player(board):
    marks = 9 - sum(row.count(EMPTY) for row in board)
    return (X, O)[marks % 2]


def actions(board):
    found = set()
    for i in range(3):
        for j in range(3):
            if board[i][j] is EMPTY:
                found.add((i, j))
    return found


def result(board, action):
    i, j = action
    if min(i, j) < 0 or max(i, j) > 2:
        raise IndexError("there is no such cell")
    if board[i][j] is not EMPTY:
        raise ValueError("cell in use")
    rows = [row.copy() for row in board]
    rows[i][j] = player(board)
    return rows


def winner(board):
    (a, b, c), (d, e, f), (g, h, i) = board
    for p, q, r in ((a, b, c), (d, e, f), (g, h, i), (a, d, g), (b, e, h), (c, f, i), (a, e, i), (c, e, g)):
        if p is not EMPTY and p == q == r:
            return p
    return None


def terminal(board):
    return winner(board) is not None or not any(EMPTY in row for row in board)


def utility(board):
    return {X: 1, O: -1}.get(winner(board), 0)


def _key(board):
    return "/".join("".join(c or "." for c in row) for row in board)


def _make_table():
    layers = [{_key(initial_state()): initial_state()}]
    for _ in range(9):
        following = {}
        for board in layers[-1].values():
            if not terminal(board):
                for action in actions(board):
                    child = result(board, action)
                    following[_key(child)] = child
        layers.append(following)
    table = {}
    for layer in reversed(layers):
        for key, board in layer.items():
            if terminal(board):
                table[key] = utility(board)
            else:
                below = [table[_key(result(board, action))] for action in actions(board)]
                table[key] = max(below) if player(board) == X else min(below)
    return table


def minimax(board):
    global _table
    if terminal(board):
        return None
    if _table is None:
        _table = _make_table()
    target = _table[_key(board)]
    return next(a for a in sorted(actions(board)) if _table[_key(result(board, a))] == target)
