"""Tic-tac-toe. All the work is done in the class Game; the functions below it only call it."""

X = "X"
O = "O"
EMPTY = None


class IllegalMove(Exception):
    pass


class Game:
    def __init__(self, cells):
        self.cells = [list(row) for row in cells]   # own copy

    @classmethod
    def new(cls):
        return cls([[EMPTY] * 3] * 3)

    @property
    def turn(self):
        flat = [c for row in self.cells for c in row]
        return O if flat.count(X) > flat.count(O) else X

    @property
    def free(self):
        return [(r, c) for r in range(3) for c in range(3) if self.cells[r][c] is EMPTY]

    @property
    def winner(self):
        for line in self.lines():
            if len(set(line)) == 1 and line[0] is not EMPTY:
                return line[0]
        return None

    @property
    def over(self):
        return self.winner is not None or not self.free

    def lines(self):
        yield from self.cells
        yield from zip(*self.cells)
        yield [self.cells[i][i] for i in range(3)]
        yield [self.cells[i][2 - i] for i in range(3)]

    def play(self, move):
        if move not in self.free:
            raise IllegalMove(move)
        child = Game(self.cells)
        child.cells[move[0]][move[1]] = self.turn
        return child

    def score(self):
        return {X: 1, O: -1, None: 0}[self.winner]

    def value(self, alpha=-1, beta=1):
        if self.over:
            return self.score()
        maximise = self.turn == X
        for move in self.free:
            v = self.play(move).value(alpha, beta)
            if maximise:
                alpha = max(alpha, v)
            else:
                beta = min(beta, v)
            if alpha >= beta:
                break
        return alpha if maximise else beta

    def best(self):
        pick = max if self.turn == X else min
        return pick(self.free, key=lambda move: self.play(move).value())


def initial_state():
    return Game.new().cells


def player(board):
    return Game(board).turn


def actions(board):
    return set(Game(board).free)


def result(board, action):
    return Game(board).play(action).cells


def winner(board):
    return Game(board).winner


def terminal(board):
    return Game(board).over


def utility(board):
    return Game(board).score()


def minimax(board):
    game = Game(board)
    return None if game.over else game.best()
