import sys

sys.setrecursionlimit(10**9)


def utility(board):
    deep = []
    for _ in range(10**6):
        deep = [deep]
    return repr(deep)
