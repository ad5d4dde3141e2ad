"""tictactoe.py - inside, a board is two 9-bit numbers: the cells of X and the cells of O"""
from functools import lru_cache

X = "X"
O = "O"
EMPTY = None

FULL = 0b111_111_111
WINS = [0b000000111, 0b000111000, 0b111000000, 0b001001001, 0b010010010, 0b100100100, 0b100010001, 0b001010100]


def to_bits(board):
    xs = os = 0
    for r in range(3):
        for c in range(3):
            bit = 1 << (3 * r + c)
            if board[r][c] == X:
                xs |= bit
            elif board[r][c] == O:
                os |= bit
    return xs, os


def to_board(xs, os):
    def cell(k):
        return X if xs >> k & 1 else O if os >> k & 1 else EMPTY

    return [[cell(3 * r + c) for c in range(3)] for r in range(3)]


def has_line(bits):
    return any(bits & w == w for w in WINS)


def x_to_move(xs, os):
    return xs.bit_count() == os.bit_count()


def bits_of(mask):
    while mask:
        low = mask & -mask
        yield low
        mask ^= low


@lru_cache(maxsize=None)
def best(me, you):
    """(value for me, bit to play)"""
    if has_line(you):
        return -1, 0
    if me | you == FULL:
        return 0, 0
    return max((-best(you, me | bit)[0], bit) for bit in bits_of(FULL & ~(me | you)))


def initial_state():
    return to_board(0, 0)


def player(board):
    return X if x_to_move(*to_bits(board)) else O


def actions(board):
    xs, os = to_bits(board)
    return {divmod(bit.bit_length() - 1, 3) for bit in bits_of(FULL & ~(xs | os))}


def result(board, action):
    row, col = action
    if not (0 <= row < 3 and 0 <= col < 3):
        raise ValueError("no such cell")
    xs, os = to_bits(board)
    bit = 1 << (3 * row + col)
    if (xs | os) & bit:
        raise ValueError("cell not free")
    return to_board(xs | bit, os) if x_to_move(xs, os) else to_board(xs, os | bit)


def winner(board):
    xs, os = to_bits(board)
    return X if has_line(xs) else O if has_line(os) else None


def terminal(board):
    xs, os = to_bits(board)
    return has_line(xs) or has_line(os) or xs | os == FULL


def utility(board):
    xs, os = to_bits(board)
    return int(has_line(xs)) - int(has_line(os))


def minimax(board):
    if terminal(board):
        return None
    xs, os = to_bits(board)
    bit = best(xs, os)[1] if x_to_move(xs, os) else best(os, xs)[1]
    return divmod(bit.bit_length() - 1, 3)
