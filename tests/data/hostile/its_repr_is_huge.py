class Nasty:
    def __repr__(self):
        return "\x1b[31m" + "x" * 10**6


def utility(board):
    return Nasty()
