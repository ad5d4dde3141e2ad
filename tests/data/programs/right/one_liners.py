"""Every function of the exercise in one expression."""
from functools import cache

X, O, EMPTY = "X", "O", None

N = range(3)


def refuse(action):
    raise ValueError(f"cannot play {action}")


# list of the eight lines of a board
lines = lambda b: [*map(list, b), *map(list, zip(*b)), [b[i][i] for i in N], [b[i][2 - i] for i in N]]

# hashable board
frozen = lambda b: tuple(map(tuple, b))

initial_state = lambda: [[EMPTY for _ in N] for _ in N]

player = lambda b: X if sum(map(bool, sum(map(list, b), []))) % 2 == 0 else O

actions = lambda b: {(i, j) for i in N for j in N if b[i][j] is EMPTY}

result = lambda b, a: [
    [player(b) if (i, j) == a else b[i][j] for j in N] for i in N
] if a in actions(b) else refuse(a)

winner = lambda b: next((w for w in (X, O) if [w, w, w] in lines(b)), None)

terminal = lambda b: winner(b) is not None or not actions(b)

utility = lambda b: {X: 1, O: -1, None: 0}[winner(b)]

side = lambda b: max if player(b) == X else min

value = cache(lambda b: utility(b) if terminal(b) else side(b)(value(frozen(result(b, a))) for a in actions(b)))

minimax = lambda b: None if terminal(b) else side(b)(actions(b), key=lambda a: value(frozen(result(b, a))))
