# Tic-tac-toe, mostly with comprehensions

X = "X"
O = "O"
EMPTY = None

memory = {}


def initial_state():
    return [[EMPTY for _ in "abc"] for _ in "123"]


def player(board):
    filled = [cell for row in board for cell in row if cell != EMPTY]
    return X if len(filled) % 2 == 0 else O


def actions(board):
    return {(r, c) for r, row in enumerate(board) for c, cell in enumerate(row) if cell == EMPTY}


def result(board, action):
    r, c = action
    if r not in (0, 1, 2) or c not in (0, 1, 2) or board[r][c] != EMPTY:
        raise ValueError("illegal move")
    new = [[cell for cell in row] for row in board]
    new[r][c] = player(board)
    return new


def winner(board):
    columns = [[row[c] for row in board] for c in range(3)]
    diagonals = [[board[k][k] for k in range(3)], [board[k][2 - k] for k in range(3)]]
    for line in [row for row in board] + columns + diagonals:
        if line == [X, X, X] or line == [O, O, O]:
            return line[0]
    return None


def terminal(board):
    return winner(board) != None or EMPTY not in [cell for row in board for cell in row]


def utility(board):
    who = winner(board)
    return 1 if who == X else -1 if who == O else 0


def value(board):
    # boards come up again and again in a different order of moves, so remember them
    key = "".join([cell or "." for row in board for cell in row])
    if key not in memory:
        if terminal(board):
            memory[key] = utility(board)
        else:
            values = [value(result(board, a)) for a in actions(board)]
            memory[key] = max(values) if player(board) == X else min(values)
    return memory[key]


def minimax(board):
    if terminal(board):
        return None
    good = [a for a in actions(board) if value(result(board, a)) == value(board)]
    return good[0]
