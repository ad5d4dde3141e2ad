def utility(board):
    return int(input("How good is this? "))
