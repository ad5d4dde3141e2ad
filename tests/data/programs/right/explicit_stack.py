# No recursion in here: minimax keeps its own stack of positions.

X = "X"
O = "O"
EMPTY = None


def initial_state():
    return [[EMPTY, EMPTY, EMPTY] for _ in range(3)]


def player(board):
    x_count = sum(cell == X for row in board for cell in row)
    o_count = sum(cell == O for row in board for cell in row)
    if x_count > o_count:
        return O
    else:
        return X


def actions(board):
    return {(i, j) for i in range(3) for j in range(3) if board[i][j] == EMPTY}


def result(board, action):
    if action not in actions(board):
        raise ValueError("invalid action: {}".format(action))
    board2 = [list(row) for row in board]
    i, j = action
    board2[i][j] = player(board)
    return board2


def winner(board):
    for mark in (X, O):
        if any(row == [mark] * 3 for row in board):
            return mark
        if any(all(board[i][j] == mark for i in range(3)) for j in range(3)):
            return mark
        if all(board[i][i] == mark for i in range(3)) or all(board[i][2 - i] == mark for i in range(3)):
            return mark
    return None


def terminal(board):
    return winner(board) is not None or len(actions(board)) == 0


def utility(board):
    w = winner(board)
    if w == X:
        return 1
    if w == O:
        return -1
    return 0


def name(board):
    return tuple(board[0] + board[1] + board[2])


def evaluate(start):
    """Values of the start position and of everything that can come after it."""
    values = {}
    stack = [start]
    while stack:
        board = stack[-1]
        if name(board) in values:
            stack.pop()
            continue
        if terminal(board):
            values[name(board)] = utility(board)
            stack.pop()
            continue
        children = [result(board, a) for a in actions(board)]
        missing = [child for child in children if name(child) not in values]
        if missing:
            stack.extend(missing)       # come back to this board later
            continue
        pick = max if player(board) == X else min
        values[name(board)] = pick(values[name(child)] for child in children)
        stack.pop()
    return values


def minimax(board):
    if terminal(board):
        return None
    values = evaluate(board)
    for a in actions(board):
        if values[name(result(board, a))] == values[name(board)]:
            return a
