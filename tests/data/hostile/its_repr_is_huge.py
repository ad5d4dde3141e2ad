HUGE = "\x1b[31m" + "x" * 10**8


class Nasty:
    def __repr__(self):
        return HUGE


def utility(board):
    return Nasty()
