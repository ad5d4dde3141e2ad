# Tic tac toe for the console. Run it to play, import it for the functions.

X = "X"
O = "O"
EMPTY = None


def initial_state():
    return [[EMPTY for j in range(3)] for i in range(3)]


def player(board):
    nX = sum(r.count(X) for r in board)
    nO = sum(r.count(O) for r in board)
    return X if nX <= nO else O


def actions(board):
    return {(i, j) for i in range(3) for j in range(3) if board[i][j] == EMPTY}


def result(board, action):
    if action not in actions(board):
        raise ValueError("illegal move %r" % (action,))
    nb = [r[:] for r in board]
    nb[action[0]][action[1]] = player(board)
    return nb


def winner(board):
    for p in (X, O):
        for k in (0, 1, 2):
            if board[k] == [p, p, p] or [r[k] for r in board] == [p, p, p]:
                return p
        if p == board[0][0] == board[1][1] == board[2][2] or p == board[0][2] == board[1][1] == board[2][0]:
            return p
    return None


def terminal(board):
    return winner(board) is not None or actions(board) == set()


def utility(board):
    return 1 if winner(board) == X else (-1 if winner(board) == O else 0)


def minimax(board):
    """Best action, or None."""
    def maxi(b, lo, hi):
        if terminal(b):
            return utility(b)
        for a in actions(b):
            lo = max(lo, mini(result(b, a), lo, hi))
            if lo >= hi:
                break
        return lo

    def mini(b, lo, hi):
        if terminal(b):
            return utility(b)
        for a in actions(b):
            hi = min(hi, maxi(result(b, a), lo, hi))
            if hi <= lo:
                break
        return hi

    if terminal(board):
        return None
    if player(board) == X:
        return max(actions(board), key=lambda a: mini(result(board, a), -1, 1))
    return min(actions(board), key=lambda a: maxi(result(board, a), -1, 1))


def show(board):
    for row in board:
        print(" ".join(cell or "." for cell in row))
    print()


if __name__ == "__main__":
    board = initial_state()
    human = input("X or O? ").strip().upper()
    while not terminal(board):
        show(board)
        if player(board) == human:
            try:
                i, j = map(int, input("row col: ").split())
                board = result(board, (i, j))
            except ValueError as problem:
                print("again, please:", problem)
        else:
            board = result(board, minimax(board))
    show(board)
    print("winner:", winner(board))
