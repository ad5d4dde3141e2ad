"""tictactoe.py - all eight ways to win are in a table, the AI follows the rules of thumb."""

X = "X"
O = "O"
EMPTY = None

WIN_LINES = [
    [(0, 0), (0, 1), (0, 2)], [(1, 0), (1, 1), (1, 2)], [(2, 0), (2, 1), (2, 2)],
    [(0, 0), (1, 0), (2, 0)], [(0, 1), (1, 1), (2, 1)], [(0, 2), (1, 2), (2, 2)],
    [(0, 0), (1, 1), (2, 2)], [(0, 2), (1, 1), (2, 0)],
]


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
    return None


def terminal(grid):
    return winner(grid) is not None or len(actions(grid)) == 0


def utility(grid):
    return {X: 1, O: -1, None: 0}[winner(grid)]


def threats(grid, who):
    # the cells that would complete a line for who
    cells = set()
    for line in WIN_LINES:
        marks = [grid[r][c] for r, c in line]
        if marks.count(who) == 2 and marks.count(EMPTY) == 1:
            cells.add(line[marks.index(EMPTY)])
    return cells


def minimax(grid):
    if terminal(grid):
        return None
    me = player(grid)
    you = O if me == X else X
    if threats(grid, me):                   # 1. win
        return min(threats(grid, me))
    if threats(grid, you):                  # 2. block
        return min(threats(grid, you))
    for move in sorted(actions(grid)):      # 3. fork
        if len(threats(result(grid, move), me)) >= 2:
            return move
    return min(actions(grid))               # 4. anything
