import sys

sys.setrecursionlimit(10**9)


def utility(board):
    return utility(board)
