def utility(board):
    return [0] * 10**10
