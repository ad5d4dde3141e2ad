# tictactoe.py
# My solution. The search plays on ONE copy of the board and takes moves back,
# that is a lot faster than copying at every step.

X = "X"
O = "O"
EMPTY = None

def initial_state():
    state = [[], [], []]
    for row in state:
        for _ in range(3):
            row.append(EMPTY)
    return state

def player(state):
    empty = 0
    for row in state:
        empty = empty + row.count(EMPTY)
    if empty in [9, 7, 5, 3]:
        return X
    return O

def actions(state):
    moves = []
    for y in range(3):
        for x in range(3):
            if state[y][x] == EMPTY:
                moves.append((y, x))
    return set(moves)

def result(state, action):
    y = action[0]
    x = action[1]
    if y < 0 or x < 0:
        raise IndexError("negative index")
    if state[y][x] != EMPTY:        # raises an IndexError by itself if too big
        raise RuntimeError("somebody is there already")
    new_state = []
    for row in state:
        new_state.append(row.copy())
    new_state[y][x] = player(state)
    return new_state

def winner(state):
    def three(a, b, c):
        return a == b and b == c and a != EMPTY

    for n in range(3):
        if three(state[n][0], state[n][1], state[n][2]):
            return state[n][0]
        if three(state[0][n], state[1][n], state[2][n]):
            return state[0][n]
    if three(state[0][0], state[1][1], state[2][2]):
        return state[1][1]
    if three(state[2][0], state[1][1], state[0][2]):
        return state[1][1]
    return None

def terminal(state):
    if winner(state) == X or winner(state) == O:
        return True
    for row in state:
        for cell in row:
            if cell == EMPTY:
                return False
    return True

def utility(state):
    champion = winner(state)
    if champion is None:
        return 0
    if champion == X:
        return 1
    return -1

def explore(work, turn, alpha, beta):
    if terminal(work):
        return utility(work)
    other = O if turn == X else X
    for y, x in sorted(actions(work)):
        work[y][x] = turn
        v = explore(work, other, alpha, beta)
        work[y][x] = EMPTY
        if turn == X:
            alpha = max(alpha, v)
        else:
            beta = min(beta, v)
        if alpha >= beta:
            break
    return alpha if turn == X else beta

def minimax(state):
    if terminal(state):
        return None
    work = [row.copy() for row in state]
    turn = player(state)
    other = O if turn == X else X
    best, best_move = None, None
    for y, x in sorted(actions(state)):
        work[y][x] = turn
        v = explore(work, other, -1, 1)
        work[y][x] = EMPTY
        if best is None or (turn == X and v > best) or (turn == O and v < best):
            best, best_move = v, (y, x)
    return best_move
