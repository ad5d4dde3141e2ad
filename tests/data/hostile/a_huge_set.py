many = set(range(5 * 10**6))


def actions(board):
    return many
