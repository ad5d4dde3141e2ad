class Kind(type):
    def __eq__(cls, other):
        raise RuntimeError

    __hash__ = type.__hash__


class Nasty(metaclass=Kind):
    def __repr__(self):
        raise RuntimeError

    __eq__ = __hash__ = __len__ = __iter__ = __index__ = __str__ = __bool__ = __repr__


def utility(board):
    return Nasty()
