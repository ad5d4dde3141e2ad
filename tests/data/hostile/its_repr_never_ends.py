class Nasty:
    def __repr__(self):
        while True:
            pass


def utility(board):
    return Nasty()
