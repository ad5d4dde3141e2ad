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
    full = False
    for line in board:
        if None not in line:
            full = True
    return full or winner(board) is not None


def utility(board):
    points = 0
    if winner(board) == X:
        points = 1
    elif winner(board) == O:
        points = -1
    return points


class Brain:
    """Looks at everything that can happen, each position once."""

    def __init__(self):
        self.seen = {}

    def value(self, board):
        key = tuple(cell for line in board for cell in line)
        if key not in self.seen:
            self.seen[key] = self.compute(board)
        return self.seen[key]

    def compute(self, board):
        if terminal(board):
            return utility(board)
        values = [self.value(result(board, a)) for a in actions(board)]
        return max(values) if player(board) == X else min(values)

    def choose(self, board):
        goal = self.value(board)
        for a in sorted(actions(board)):
            if self.value(result(board, a)) == goal:
                return a


def minimax(board):
    if terminal(board):
        return None
    return Brain().choose(board)
