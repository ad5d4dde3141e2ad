import os


class Nasty:
    def __del__(self):
        os._exit(3)


def utility(board):
    return Nasty()
