def utility(board):
    while True:
        print("x" * 10**6)
