kept = []


def utility(board):
    while True:
        kept.append(bytearray(10**7))
