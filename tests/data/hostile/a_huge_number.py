number = 10**100000


def utility(board):
    return number
