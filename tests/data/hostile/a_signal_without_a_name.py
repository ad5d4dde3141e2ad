import signal


def utility(board):
    signal.raise_signal(40)
