import itertools

X = "X"
O = "O"
EMPTY = None

CELLS = list(itertools.product(range(3), repeat=2))


def initial_state():
    return [list(row) for row in itertools.repeat((EMPTY,) * 3, 3)]


def player(position):
    n = len([1 for r, c in CELLS if position[r][c]])
    return "XO"[n % 2]


def actions(position):
    return {(r, c) for r, c in CELLS if position[r][c] is EMPTY}


def result(position, action):
    if tuple(action) not in actions(position):
        raise ValueError(f"cannot play {action}")
    row, column = action
    successor = [*map(list, position)]
    successor[row][column] = player(position)
    return successor


def winner(position):
    rows = [set(line) for line in position]
    columns = [set(line) for line in zip(*position)]
    falling = {position[i][i] for i in range(3)}
    rising = {position[i][2 - i] for i in range(3)}
    for line in itertools.chain(rows, columns, [falling, rising]):
        if len(line) == 1 and EMPTY not in line:
            return line.pop()
    return None


def terminal(position):
    return winner(position) in (X, O) or all(all(line) for line in position)


def utility(position):
    return 1 if winner(position) == X else -1 if winner(position) == O else 0


def outcome(position, memo):
    key = frozenset(actions(position))
    if key in memo:
        return memo[key]
    if terminal(position):
        memo[key] = utility(position)
    else:
        following = [outcome(result(position, a), memo) for a in actions(position)]
        memo[key] = max(following) if player(position) == X else min(following)
    return memo[key]


def minimax(position):
    if terminal(position):
        return None
    memo = {}
    order = sorted(actions(position), key=lambda a: outcome(result(position, a), memo))
    return order[-1] if player(position) == X else order[0]
