def minimax(board):
    while True:
        pass
