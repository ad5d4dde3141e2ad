class Nasty(list):
    def __iter__(self):
        while True:
            yield self

    def __getitem__(self, at):
        return self

    def __len__(self):
        return -1


def actions(board):
    return Nasty()
