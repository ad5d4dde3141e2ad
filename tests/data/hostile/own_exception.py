class Nasty(BaseException):
    def __str__(self):
        raise Nasty()


def utility(board):
    raise Nasty
