def utility(board):
    inside = []
    for _ in range(40):
        inside.append(inside)
    return inside
