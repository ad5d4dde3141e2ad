def utility(board):
    return utility(board)
