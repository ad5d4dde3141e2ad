"""
Tic-tac-toe.

The functions the exercise asks for are at the top, the AI is a class.
"""

X = "X"
O = "O"
EMPTY = None
SIZE = 3


def initial_state():
    return [[EMPTY for col in range(SIZE)] for row in range(SIZE)]


def player(board):
    numX, numO = 0, 0
    for i in range(SIZE):
        for j in range(SIZE):
            if board[i][j] == X:
                numX += 1
            if board[i][j] == O:
                numO += 1
    return O if numX > numO else X


def actions(board):
    freeCells = set()
    for n in range(SIZE * SIZE):
        i, j = n // SIZE, n % SIZE
        if board[i][j] is None:
            freeCells.add((i, j))
    return freeCells


def result(board, action):
    if action not in actions(board):
        raise ValueError("%s is not a legal move" % (action,))
    newBoard = [line[:] for line in board]
    newBoard[action[0]][action[1]] = player(board)
    return newBoard


def winner(board):
    directions = [(0, 1), (1, 0), (1, 1), (1, -1)]
    for i in range(SIZE):
        for j in range(SIZE):
            for di, dj in directions:
                ei, ej = i + 2 * di, j + 2 * dj
                if board[i][j] is None or ei >= SIZE or not 0 <= ej < SIZE:
                    continue
                if board[i][j] == board[i + di][j + dj] == board[ei][ej]:
                    return board[i][j]
    return None


def terminal(board):
    full = True
    for line in board:
        if None in line:
            full = False
    return full or winner(board) is not None


def utility(board):
    points = 0
    if winner(board) == X:
        points = 1
    elif winner(board) == O:
        points = -1
    return points


class Brain:
    """Alpha-beta with fail-hard bounds."""

    def value(self, board, low, high):
        if terminal(board):
            return max(low, min(high, utility(board)))
        for a in actions(board):
            v = self.value(result(board, a), low, high)
            if player(board) == X:
                low = max(low, v)
            else:
                high = min(high, v)
            if low >= high:
                break
        return low if player(board) == X else high

    def choose(self, board):
        low, high, best = -1, 1, None
        for a in sorted(actions(board)):
            v = self.value(result(board, a), low, high)
            if player(board) == X and v >= low:
                low, best = v, a
            if player(board) == O and v <= high:
                high, best = v, a
        return best


def minimax(board):
    if terminal(board):
        return None
    return Brain().choose(board)
