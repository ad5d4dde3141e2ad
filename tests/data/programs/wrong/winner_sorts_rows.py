"""tictactoe.py - all eight ways to win are in a table, the search is a negamax."""

X = "X"
O = "O"
EMPTY = None

WIN_LINES = [
    [(0, 0), (0, 1), (0, 2)], [(1, 0), (1, 1), (1, 2)], [(2, 0), (2, 1), (2, 2)],
    [(0, 0), (1, 0), (2, 0)], [(0, 1), (1, 1), (2, 1)], [(0, 2), (1, 2), (2, 2)],
    [(0, 0), (1, 1), (2, 2)], [(0, 2), (1, 1), (2, 0)],
]

known = {}      # positions that were searched already


def initial_state():
    grid = []
    for _ in range(3):
        grid.append([EMPTY] * 3)
    return grid


def player(grid):
    taken = 0
    for line in grid:
        for square in line:
            if square is not EMPTY:
                taken += 1
    if taken % 2 == 0:
        return X
    else:
        return O


def actions(grid):
    free = set()
    for r, line in enumerate(grid):
        for c, square in enumerate(line):
            if square is EMPTY:
                free.add((r, c))
    return free


def result(grid, move):
    row, col = move
    if row not in range(3) or col not in range(3):
        raise IndexError("move off the board: " + str(move))
    if grid[row][col] is not EMPTY:
        raise ValueError("square already used: " + str(move))
    after = [list(line) for line in grid]
    after[row][col] = player(grid)
    return after


def winner(grid):
    for a, b, c in WIN_LINES:
        first = grid[a[0]][a[1]]
        if first is None:
            continue
        if first == grid[b[0]][b[1]] and first == grid[c[0]][c[1]]:
            return first
    # one more look at the rows, to be sure: after sorting, equal first and last means all equal
    for line in grid:
        line.sort(key=str)
        if line[0] == line[2] and line[0] is not None:
            return line[0]
    return None


def terminal(grid):
    return winner(grid) is not None or len(actions(grid)) == 0


def utility(grid):
    return {X: 1, O: -1, None: 0}[winner(grid)]


def negamax(grid, sign):
    # value for the side to move; sign is +1 for X and -1 for O
    key = str(grid)
    if key not in known:
        if terminal(grid):
            known[key] = sign * utility(grid)
        else:
            known[key] = max(-negamax(result(grid, m), -sign) for m in actions(grid))
    return known[key]


def minimax(grid):
    if terminal(grid):
        return None
    sign = 1 if player(grid) == X else -1
    best_move = None
    best_value = -2
    for move in actions(grid):
        v = -negamax(result(grid, move), -sign)
        if v > best_value:
            best_value = v
            best_move = move
    return best_move
