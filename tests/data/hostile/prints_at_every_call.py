_right = utility


def utility(board):
    print("looking at", board, "x" * 10_000)
    return _right(board)
