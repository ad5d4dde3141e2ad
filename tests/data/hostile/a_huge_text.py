text = "\ud800" * 10**8


def utility(board):
    return text
