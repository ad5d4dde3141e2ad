class Nasty:
    def __eq__(self, other):
        raise RuntimeError

    __hash__ = None


def utility(board):
    board[0] = Nasty()
    return 0
