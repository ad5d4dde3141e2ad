from functools import cache

X, O, EMPTY = "X", "O", None


def initial_state():
    return [[EMPTY] * 3 for _ in range(3)]


def player(b):
    flat = [x for row in b for x in row]
    return O if flat.count(X) > flat.count(O) else X


def actions(b):
    return set((r, c) for r in range(3) for c in range(3) if not b[r][c])


def result(b, a):
    if a not in actions(b):
        raise ValueError(a)
    return tuple(tuple(player(b) if (r, c) == a else b[r][c] for c in range(3)) for r in range(3))


def winner(b):
    lines = [*map(list, b), *map(list, zip(*b)), [b[i][i] for i in range(3)], [b[i][~i] for i in range(3)]]
    for mark in (X, O):
        if [mark] * 3 in lines:
            return mark


def terminal(b):
    return bool(winner(b)) or not actions(b)


def utility(b):
    w = winner(b)
    return (w == X) - (w == O)


@cache
def v(t):
    b = list(map(list, t))
    if terminal(b):
        return utility(b)
    pick = max if player(b) == X else min
    return pick(v(tuple(map(tuple, result(b, a)))) for a in actions(b))


def minimax(b):
    if terminal(b):
        return None
    pick = max if player(b) == X else min
    return pick(actions(b), key=lambda a: v(tuple(map(tuple, result(b, a)))))
