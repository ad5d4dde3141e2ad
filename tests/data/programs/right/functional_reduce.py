from functools import partial, reduce
from itertools import chain, product
from operator import add, itemgetter

X = "X"
O = "O"
EMPTY = None

SIGN = {X: +1, O: -1, EMPTY: 0}
GRID = tuple(product(range(3), range(3)))


def _at(board, cell):
    return reduce(lambda part, index: part[index], cell, board)


def _put(mark, where, board):
    return [[mark if (r, c) == where else _at(board, (r, c)) for c in range(3)] for r in range(3)]


def _triples(board):
    return chain(
        map(tuple, board),
        zip(*board),
        [tuple(_at(board, (k, k)) for k in range(3)), tuple(_at(board, (k, 2 - k)) for k in range(3))],
    )


def initial_state():
    return reduce(lambda board, cell: _put(EMPTY, cell, board), GRID, [[0] * 3] * 3)


def player(board):
    balance = reduce(add, map(SIGN.get, chain.from_iterable(board)), 0)
    return O if balance > 0 else X


def actions(board):
    return set(filter(lambda cell: _at(board, cell) is EMPTY, GRID))


def result(board, action):
    if action not in actions(board):
        raise ValueError(action)
    return _put(player(board), action, board)


def winner(board):
    full = filter(lambda t: len(set(t)) == 1 and t[0] is not EMPTY, _triples(board))
    return next(map(itemgetter(0), full), None)


def terminal(board):
    return winner(board) is not None or EMPTY not in chain.from_iterable(board)


def utility(board):
    return SIGN[winner(board)]


def _better(sign, first, second):
    return second if sign * second[0] > sign * first[0] else first


def _solve(memo, board):
    key = tuple(chain.from_iterable(board))
    if key not in memo:
        if terminal(board):
            memo[key] = (utility(board), None)
        else:
            outcomes = ((_solve(memo, result(board, a))[0], a) for a in actions(board))
            memo[key] = reduce(partial(_better, SIGN[player(board)]), outcomes)
    return memo[key]


def minimax(board):
    return _solve({}, board)[1]
