def actions(board):
    return range(10**9)
